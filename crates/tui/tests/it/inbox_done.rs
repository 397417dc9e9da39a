//! What was answered: in the rows of the list, in a list of its own, and as a proposal.

#![allow(clippy::needless_raw_string_hashes)] // as expect! writes them

use crate::bench::{Bench, asked, pick_one};
use asq_core::inbox::Notice;
use asq_core::life::{Actor, Closing, How, RequestId, Right};
use asq_core::model::{Answer, Answers, Danger, Entry, Kind, Pick, Question};
use asq_frame::Size;
use asq_testkit::situation;
use expect_test::expect;

fn answers(all: &[Answer]) -> Answers {
    let entries = all.iter().map(|answer| Entry { answer: Some(answer.clone()), ..Entry::default() });
    Answers { entries: entries.collect() }
}

fn option(i: usize) -> Answer {
    Answer::Picks(vec![Pick::Option(i)])
}

/// Kim answers a request by command.
fn kim_answers(bench: &mut Bench, id: u128, all: &[Answer]) {
    let closing = Closing::Answer { answers: answers(all), seen: "digest".to_owned() };
    bench.ended(RequestId(id), &closing, Actor::new("kim", Right::Answer, How::Cli));
    bench.closed(id, "kim", How::Cli, "answered");
}

#[test]
fn a_row_says_what_was_answered_here_and_elsewhere() {
    let mut situation = situation!("inbox_done/a_row_says_what_was_answered_here_and_elsewhere");
    let mut bench = Bench::new().three();
    bench.keys("<ret>2");
    situation.shows("80x12", &bench.picture(80, 12));
    bench.pass(3000);
    kim_answers(&mut bench, 2, &[option(1), option(0)]);
    situation.shows("80x12", &bench.text(80, 12));
    // A form in front of the list names it, too.
    let mut goes_on = Bench::with(|setup| setup.advance = true).three();
    goes_on.keys("<ret>2");
    situation.shows("80x12", &goes_on.text(80, 12));
}

#[test]
fn what_was_answered_lately_is_a_list_and_is_read_again() {
    let mut situation = situation!("inbox_done/what_was_answered_lately_is_a_list_and_is_read_again");
    let mut bench = Bench::with(|setup| setup.hold_ms = 0).three();
    bench.keys("D");
    situation.shows("none", &bench.text(80, 10));
    bench.keys("<esc><ret>2");
    bench.keys("jjdtoo dangerous<ret>");
    bench.sent.clear();
    bench.keys("D");
    situation.shows("80x24", &bench.picture(80, 24));
    situation.shows("46x12", &bench.text(46, 12));
    situation.shows("120x20", &bench.text(120, 20));
    // It follows what is closed meanwhile.
    kim_answers(&mut bench, 2, &[option(1), option(0)]);
    bench.keys("k");
    situation.shows("80x24", &bench.text(80, 24));
    bench.keys("<ret>");
    situation.shows("80x24", &bench.text(80, 24));
    bench.keys("<s-tab>1 d<ret>");
    situation.shows("80x24", &bench.text(80, 24));
    bench.keys("D<esc>");
    situation.shows("80x12", &bench.text(80, 12));
    assert_eq!(bench.sent, "");
}

#[test]
fn a_text_that_came_too_late_is_listed_read_and_copied() {
    let mut situation = situation!("inbox_done/a_text_that_came_too_late_is_listed_read_and_copied");
    let mut bench = Bench::with(|setup| setup.hold_ms = 0).three();
    kim_answers(&mut bench, 2, &[option(1), option(0)]);
    kim_answers(&mut bench, 3, &[option(1)]);
    let texts = vec!["my own words\u{1b}]52;c;x\u{7}".into(), "and a note".into()];
    bench.late.insert(RequestId(2), texts);
    bench.notice(Notice::Late(2));
    situation.shows("46x12", &bench.text(46, 12));
    bench.keys("D");
    situation.shows("80x24", &bench.picture(80, 24));
    bench.keys("<ret>");
    situation.shows("80x24", &bench.picture(80, 24));
    situation.shows("46x12", &bench.text(46, 12));
    bench.sent.clear();
    bench.keys("y");
    let copied = "copy \"my own words\\u{1b}]52;c;x\\u{7}\\n\\nand a note\"\n";
    assert_eq!(bench.sent, copied);
    situation.shows("80x24", &bench.text(80, 24));
    // From the list, too.
    bench.keys("<esc>");
    bench.sent.clear();
    bench.keys("y");
    assert_eq!(bench.sent, copied);
}

#[test]
fn a_text_that_came_too_late_is_forgotten_by_two_keys() {
    let mut situation = situation!("inbox_done/a_text_that_came_too_late_is_forgotten_by_two_keys");
    let mut bench = Bench::with(|setup| setup.hold_ms = 0).three();
    for id in [1, 2] {
        kim_answers(&mut bench, id, &[option(1), option(0)]);
        bench.late.insert(RequestId(id), vec!["my words".into()]);
    }
    bench.sent.clear();
    bench.keys("Dx");
    situation.shows("80x24", &bench.text(80, 24));
    // Another key in between takes it back.
    bench.keys("jxkxy");
    assert_eq!(bench.sent, "copy \"my words\"\n");
    bench.sent.clear();
    bench.keys("xx");
    assert_eq!(bench.sent, "forget 2 7\n");
    situation.shows("80x24", &bench.text(80, 24));
    bench.keys("xxxxy");
    assert_eq!(bench.sent, "forget 2 7\nforget 1 7\n", "what was only answered stays as it is");
}

#[test]
fn a_text_that_is_too_long_for_the_clipboard_is_not_copied() {
    let mut situation = situation!("inbox_done/a_text_that_is_too_long_for_the_clipboard_is_not_copied");
    let mut bench = Bench::with(|setup| setup.hold_ms = 0).three();
    kim_answers(&mut bench, 2, &[option(1), option(0)]);
    bench.late.insert(RequestId(2), vec!["long".repeat(20_000).as_str().into()]);
    bench.keys("D");
    bench.sent.clear();
    bench.keys("y");
    assert_eq!(bench.sent, "");
    situation.shows("80x12", &bench.text(80, 12));
}

#[test]
fn what_was_typed_here_when_somebody_was_faster_is_copied() {
    let why = Question::new("Why?", Kind::Text { multiline: false, placeholder: None });
    let mut bench = Bench::with(|setup| setup.hold_ms = 0).filled(&[asked(vec![why], "pi", "/srv")]);
    bench.keys("<ret>my words");
    bench.sent.clear();
    bench.closed(1, "kim", How::Cli, "answered");
    bench.pass(2000);
    bench.sent.clear();
    bench.keys("y");
    assert_eq!(bench.sent, "copy \"my words\"\n");
}

#[test]
fn nothing_of_it_can_be_answered_again() {
    let mut bench = Bench::with(|setup| setup.hold_ms = 0).three();
    bench.keys("<ret>2");
    bench.sent.clear();
    bench.keys("D<ret>1<ret>abc<tab><down>2r.u <ret>");
    bench.pass(10_000);
    assert_eq!(bench.sent, "");
}

#[test]
fn a_long_list_scrolls_with_its_focus() {
    let all: Vec<_> =
        (0..30).map(|n| asked(vec![pick_one(&format!("Ship {n}?"), &["Yes", "No"])], "pi", "/srv")).collect();
    let mut bench = Bench::with(|setup| setup.hold_ms = 0).filled(&all);
    for id in 1..=30 {
        kim_answers(&mut bench, id, &[option(0)]);
    }
    bench.size = Size { width: 46, height: 12 };
    bench.keys("D");
    for keys in ["<down>", "<pgdn>", "<end>", "<up>", "<home>"] {
        bench.keys(keys);
        let text = bench.text(46, 12);
        assert!(text.lines().any(|line| line.starts_with("❯ │ Ship")), "{keys}\n{text}");
    }
}

/// Away from the keyboard, a list of closed rows must not push new requests below its edge.
#[test]
fn what_is_closed_while_nobody_is_there_folds_into_a_number() {
    let mut situation = situation!("inbox_done/what_is_closed_while_nobody_is_there_folds_into_a_number");
    let all: Vec<_> =
        (0..18).map(|n| asked(vec![pick_one(&format!("Ship {n}?"), &["Yes", "No"])], "pi", "/srv")).collect();
    let mut bench = Bench::new().filled(&all);
    bench.keys("j");
    for id in 1..=18 {
        kim_answers(&mut bench, id, &[option(0)]);
        bench.pass(1000);
    }
    bench.arrive(asked(vec![pick_one("And this?", &["a"])], "pi", "/srv"));
    bench.pass(30_000);
    situation.shows("half a minute later", &bench.text(80, 24));
    bench.pass(90_000);
    situation.shows("a minute later", &bench.text(80, 24));
    bench.keys("D<esc>");
    assert!(!bench.text(80, 24).contains("done"), "{}", bench.text(80, 24));
}

fn proposing(answer: Answer) -> Bench {
    let mut bench = Bench::with(|setup| setup.propose = true);
    bench.proposal = Some((answers(&[answer]), crate::bench::MORNING - 24 * 3_600_000));
    bench
}

#[test]
fn a_text_that_came_too_late_is_offered_for_the_same_question() {
    let mut situation = situation!("inbox_done/a_text_that_came_too_late_is_offered_for_the_same_question");
    let own = Answer::Picks(vec![Pick::Custom("my own".into())]);
    let mut bench = proposing(own).filled(&[asked(vec![pick_one("Which?", &["a", "b"])], "pi", "/srv")]);
    bench.late.insert(RequestId(9), vec!["my own".into()]);
    bench.keys("<ret>");
    situation.shows("80x24", &bench.text(80, 24));
    bench.keys("<tab>");
    situation.shows("80x24", &bench.text(80, 24));
}

#[test]
fn the_last_answer_is_offered_and_sends_nothing_by_itself() {
    let mut situation = situation!("inbox_done/the_last_answer_is_offered_and_sends_nothing_by_itself");
    let all = [asked(vec![pick_one("Which database?", &["PostgreSQL", "SQLite"])], "pi", "/srv")];
    let mut bench = proposing(option(1)).filled(&all);
    bench.keys("<ret>");
    situation.shows("80x16", &bench.picture(80, 16));
    bench.keys("<tab>");
    bench.pass(10_000);
    assert!(!bench.sent.contains("answer"), "{}", bench.sent);
    situation.shows("80x16", &bench.text(80, 16));
    bench.keys("<ret>");
    bench.pass(3000);
    expect![[r#"
        propose 1
        draft 1: 
        draft 1: 
        answer 1 ["[Option(1)]"] digest s-1
    "#]]
    .assert_eq(&bench.sent);
}

#[test]
fn own_words_and_texts_are_offered_too() {
    let own = Answer::Picks(vec![Pick::Custom("my\nown".into())]);
    let mut bench = proposing(own).filled(&[asked(vec![pick_one("Which?", &["a", "b"])], "pi", "/srv")]);
    bench.keys("<ret><tab>");
    bench.pass(600);
    assert!(bench.text(80, 16).contains("own"), "{}", bench.text(80, 16));
    let mut text = pick_one("Why?", &[]);
    text.kind = Kind::Text { multiline: false, placeholder: None };
    text.custom = false;
    let why = Answer::Text("because".into());
    let mut bench = proposing(why).filled(&[asked(vec![text], "pi", "/srv")]);
    bench.keys("<ret><tab><ret>");
    bench.pass(3000);
    assert!(bench.sent.contains(r#"answer 1 ["because"]"#), "{}", bench.sent);
}

#[test]
fn nothing_is_offered_for_danger_secrets_and_what_was_begun() {
    let mut danger = pick_one("Drop it?", &["Yes", "No"]);
    danger.danger = Some(Danger::default());
    let mut secret = pick_one("Token?", &["a", "b"]);
    secret.sensitive = true;
    for question in [danger, secret] {
        let mut bench = proposing(option(0)).filled(&[asked(vec![question], "pi", "/srv")]);
        bench.keys("<ret>");
        assert!(!bench.text(80, 16).contains("your last answer"), "{}", bench.text(80, 16));
        assert!(!bench.sent.contains("propose"), "{}", bench.sent);
    }
    let mut bench =
        proposing(option(0)).filled(&[asked(vec![pick_one("Which?", &["a", "b"])], "pi", "/srv")]);
    bench.keys("<ret>");
    assert!(bench.text(80, 16).contains("your last answer"), "{}", bench.text(80, 16));
    bench.keys("<down><down>x");
    assert!(!bench.text(80, 16).contains("your last answer"), "{}", bench.text(80, 16));
}

/// A label of the agent's stays behind the bar, whatever it says.
#[test]
fn hostile_labels_stay_behind_the_bar() {
    let hostile = "yes · u undo\n── asked by asq \u{1b}[31m\u{202e} answered by you │ ok";
    let all = [asked(vec![pick_one("Which?", &["a", hostile])], "pi", "/srv")];
    let mut bench = proposing(option(1)).filled(&all);
    bench.keys("<ret>");
    let mut screens = vec![bench.text(80, 16)];
    bench.keys("2");
    screens.push(bench.text(80, 16));
    bench.pass(3000);
    screens.push(bench.text(80, 16));
    bench.keys("D");
    screens.push(bench.text(80, 16));
    for screen in screens {
        assert!(!screen.contains(['\u{1b}', '\u{202e}']), "{screen}");
        // The row of an option has its number before the label.
        let hostile = |line: &&str| line.contains("asked by asq") && !line.contains("2. yes");
        for line in screen.lines().filter(hostile) {
            let (before, _) = line.split_once("yes").unwrap_or(("", ""));
            assert!(before.contains("│ "), "{line}\n{screen}");
        }
    }
}

/// Where only one row is left for it, that row has the answer, too.
#[test]
fn on_a_low_screen_a_proposal_is_one_row() {
    let rows = |width, height, opened: bool| {
        let all = [asked(vec![pick_one("Which database?", &["PostgreSQL", "SQLite"])], "pi", "/srv")];
        let mut bench = proposing(option(1)).filled(&all);
        bench.size = Size { width, height };
        bench.text(width, height);
        bench.pass(500);
        if opened {
            bench.keys("<right>");
        }
        let text = bench.text(width, height);
        let row = text.lines().find(|line| line.contains("your last answer")).unwrap_or("none");
        row.trim_end_matches(['─', ' ']).rsplit("── ").next().unwrap_or_default().to_owned()
    };
    assert_eq!(
        [rows(46, 5, true), rows(80, 5, true), rows(46, 12, true), rows(31, 6, true), rows(110, 9, false)],
        [
            "your last answer: Tab takes it │ SQLite",
            "your last answer: Tab takes it │ SQLite",
            "your last answer, Fri 11:00: Tab takes it",
            "your last answer │ SQLite",
            "your last answer, Fri 11:00 │ SQLite",
        ]
    );
}
