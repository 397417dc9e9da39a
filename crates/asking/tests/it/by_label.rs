//! Labels and texts become answers, or a list of everything that is wrong with them.

use asq_asking::{AnswerPart, AnswerProblem, answers_by_label};
use asq_core::model::{
    Answer, AnswerRules, Answers, Complete, DangerRule, Entry, Kind, Order, Pick, Question, QuestionOption,
    Request,
};
use asq_core::number::NotANumber;

fn request() -> Request {
    let rules = AnswerRules {
        complete: Complete::Every,
        order: Order::Offered,
        discuss: false,
        notes: true,
        danger: DangerRule::Unknown,
    };
    let parts = Question {
        options: ["core", "docs", "Docs"].map(QuestionOption::new).to_vec(),
        ..Question::new("parts", Kind::Many { min: 1, max: 9 })
    };
    let number = Kind::Number { min: None, max: None, step: 1.into(), unit: None };
    Request::new(vec![parts, Question::new("n", number)], rules)
}

fn answers(pieces: &[(AnswerPart, &str)]) -> Result<Answers, Vec<AnswerProblem>> {
    let pieces: Vec<_> = pieces.iter().map(|(part, text)| (*part, (*text).to_owned())).collect();
    answers_by_label(&pieces, &request())
}

#[test]
fn picks_end_up_as_offered_with_custom_text_last() {
    use AnswerPart::{Note, Number, Pick as Label, Question as Q, Text};
    let came = [
        (Q, "parts"),
        (Text, "own"),
        (Label, "docs"),
        (Label, "CORE"),
        (Note, "so"),
        (Q, "2"),
        (Number, "3"),
    ];
    let picks = vec![Pick::Option(0), Pick::Option(1), Pick::Custom("own".into())];
    let entries = vec![
        Entry { answer: Some(Answer::Picks(picks)), note: Some("so".into()), confirmed: None },
        Entry { answer: Some(Answer::Number(3.into())), ..Entry::default() },
    ];
    assert_eq!(answers(&came), Ok(Answers { entries }));
}

#[test]
fn all_that_is_wrong_is_reported_at_once() {
    use AnswerPart::{Number, Pick as Label, Question as Q, Text};
    let came =
        [(Q, "1"), (Label, "DOCS"), (Label, "cli"), (Q, "n"), (Label, "x"), (Number, "1,5"), (Number, "2,5")];
    assert_eq!(
        answers(&came),
        Err(vec![
            AnswerProblem::PartTwice(1, Number),
            AnswerProblem::Ambiguous(0, "DOCS".into()),
            AnswerProblem::UnknownLabel(0, "cli".into()),
            AnswerProblem::NumberAndMore(1),
            AnswerProblem::NotANumber(1, "2,5".into(), NotANumber::Comma),
        ])
    );
    assert_eq!(answers(&[(Q, "n"), (Label, "x")]), Err(vec![AnswerProblem::NoList(1)]));
    assert_eq!(answers(&[(Text, "x")]), Err(vec![AnswerProblem::NoQuestion(Text)]));
    assert_eq!(answers(&[(Q, "x")]), Err(vec![AnswerProblem::UnknownQuestion("x".into())]));
    assert_eq!(
        answers(&[(Q, "n"), (Number, "1"), (Q, "parts"), (Label, "core"), (Q, "n")]),
        Err(vec![AnswerProblem::QuestionTwice(1)])
    );
    assert_eq!(answers(&[]), Err(vec![AnswerProblem::Nothing]));
}
