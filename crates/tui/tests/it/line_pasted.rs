//! "A paste of several lines belongs to the question at which it came", in plain lines.

use crate::console::{QUESTION, question, request, talk};
use asq_core::model::*;

/// As a terminal sends a paste that is marked, with the Enter after it.
const PASTE: &str = "\x1b[200~one\nyes\n\x1b[201~\n";
const REFUSED: &str = "Several pasted lines are no answer here. None of it was taken.\n";

fn asked(kind: Kind, options: &[(&str, &str)]) -> Question {
    Question { custom: false, ..question("A", "Which?", kind, options) }
}

/// The answers after these lines, and how often a paste was refused.
fn typed(questions: Vec<Question>, typed: &str) -> (Vec<Option<Answer>>, usize) {
    let talk = talk(&request(questions), &QUESTION, Draft::default(), 80, typed);
    let refused = talk.transcript.matches(REFUSED).count();
    match talk.end.outcome {
        Outcome::Answered(answers) => {
            (answers.entries.into_iter().map(|entry| entry.answer).collect(), refused)
        }
        other => panic!("{other:?}: {}", talk.transcript),
    }
}

#[test]
fn a_paste_is_the_whole_text_of_its_question() {
    for (multiline, text) in [(true, "one\nyes"), (false, "one yes")] {
        let why = asked(Kind::Text { multiline, placeholder: None }, &[]);
        let how = asked(Kind::Text { multiline, placeholder: None }, &[]);
        let (answers, refused) = typed(vec![why, how], &format!("{PASTE}second\nyes\n"));
        let expected = [text, "second"].map(|text| Some(Answer::Text(text.into())));
        assert_eq!((answers, refused), (expected.to_vec(), 0));
    }
}

#[test]
fn a_paste_picks_counts_and_confirms_nothing() {
    let options = [("x", ""), ("y", "")];
    let one = asked(Kind::One, &options);
    let many = asked(Kind::Many { min: 1, max: 2 }, &options);
    let number = asked(Kind::Number { min: None, max: None, step: 1.into(), unit: None }, &[]);
    let lines = format!("{PASTE}2\n{PASTE}1 2\n{PASTE}3\n{PASTE}yes\n");
    let (answers, refused) = typed(vec![one, many, number], &lines);
    let picks = |picks: &[usize]| Some(Answer::Picks(picks.iter().map(|i| Pick::Option(*i)).collect()));
    assert_eq!((answers, refused), (vec![picks(&[1]), picks(&[0, 1]), Some(Answer::Number(3.into()))], 4));
}

/// Own words of a list are a text, too; among the lines of a block a full stop at the end closes it.
#[test]
fn a_paste_is_own_words_and_the_lines_of_a_block() {
    let custom = || Question { custom: true, ..asked(Kind::One, &[("x", "")]) };
    let own = |text: &str| (vec![Some(Answer::Picks(vec![Pick::Custom(text.into())]))], 0);
    assert_eq!(typed(vec![custom()], &format!("2\n{PASTE}yes\n")), own("one\nyes"));
    let block = "2\nlines\n\x1b[200~one\n.\nyes\n.\n\x1b[201~\nyes\n";
    assert_eq!(typed(vec![custom()], block), own("one\n.\nyes"));
}
