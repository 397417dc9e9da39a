//! Line mode for asq's own contract: questions that may stay open, declining, a question's context.
#![allow(clippy::needless_pass_by_value, clippy::needless_raw_string_hashes)] // as expect! writes them

use crate::console::{QUESTION, question, request, talk};
use asq_core::form::{Act, Code, FormRules, Key, Notes, OnSave};
use asq_core::form::{Binding, Spot};
use asq_core::model::*;
use asq_testkit::situation;
use asq_testkit::situation::Situation;

const ASQ: FormRules = FormRules {
    keys: &[Binding::any(&[Spot::Option], Key::ctrl(Code::Char('x')), Act::Decline)],
    notes: Notes::Page(OnSave::GoBack),
    ..QUESTION
};

fn check(questions: Vec<Question>, typed: &str, situation: &mut Situation) {
    let mut request = request(questions);
    request.rules.notes = true;
    request.rules.danger = DangerRule::ExactText;
    let talk = talk(&request, &ASQ, Draft::default(), 80, typed);
    situation.shows("typed", typed);
    situation.shows("conversation", &format!("{}----\n{:?}\n", talk.transcript, talk.end.outcome));
}

fn skippable(mut question: Question) -> Question {
    question.skippable = true;
    question
}

fn database() -> Question {
    question("Database", "Which database?", Kind::One, &[("PostgreSQL", ""), ("SQLite", "")])
}

fn parts() -> Question {
    question("Parts", "Which parts?", Kind::Many { min: 1, max: 3 }, &[("core", ""), ("web", "")])
}

fn name() -> Question {
    question("Name", "What is its name?", Kind::Text { multiline: true, placeholder: None }, &[])
}

fn said_first(mut question: Question, source: &str) -> Question {
    question.context = Some(Preview { kind: PreviewKind::Markdown, source: source.into() });
    question
}

#[test]
fn each_kind_is_skipped_by_a_word_or_an_empty_line() {
    let mut situation = situation!("line_asq/each_kind_is_skipped_by_a_word_or_an_empty_line");
    let questions = vec![skippable(database()), skippable(parts()), skippable(name()), database()];
    check(questions, "skip\n\nSkip\nskip\n2\nyes\n", &mut situation);
}

#[test]
fn an_answer_is_taken_back_and_its_text_stays() {
    let mut situation = situation!("line_asq/an_answer_is_taken_back_and_its_text_stays");
    let questions = vec![skippable(name()), database()];
    check(questions, "Beaver\n1\n1\nskip\n1\nuse\nyes\n", &mut situation);
}

#[test]
fn a_note_on_a_skipped_question_is_sent() {
    let mut situation = situation!("line_asq/a_note_on_a_skipped_question_is_sent");
    check(vec![skippable(database())], "note ask me later\nskip\nyes\n", &mut situation);
}

#[test]
fn declining_asks_why() {
    let mut situation = situation!("line_asq/declining_asks_why");
    check(vec![database(), name()], "?\n1\ndecline\nback\ndecline\nskip\n  not now \n", &mut situation);
}

#[test]
fn declining_with_the_reason_beside_it() {
    let mut situation = situation!("line_asq/declining_with_the_reason_beside_it");
    check(vec![database()], "decline Too EARLY\n", &mut situation);
}

#[test]
fn declining_without_a_reason() {
    let mut situation = situation!("line_asq/declining_without_a_reason");
    check(vec![database()], "decline\n\n", &mut situation);
}

#[test]
fn where_the_form_takes_no_no_line_mode_says_so() {
    let mut situation = situation!("line_asq/where_the_form_takes_no_no_line_mode_says_so");
    let talk =
        talk(&request(vec![database()]), &QUESTION, Draft::default(), 80, "decline\ndecline it\ncancel\n");
    situation.shows("conversation", &format!("{}----\n{:?}\n", talk.transcript, talk.end.outcome));
}

#[test]
fn what_the_agent_says_first_stands_above_its_question() {
    let mut situation = situation!("line_asq/what_the_agent_says_first_stands_above_its_question");
    let about = "It stores **2 GB**.\n\n- one\n- two\n1. PostgreSQL\n\u{1b}[2J";
    check(vec![said_first(database(), about)], "1\nyes\n", &mut situation);
}

#[test]
fn a_long_context_is_read_on_a_word() {
    let about = (1..=42).map(|n| format!("line {n}")).collect::<Vec<_>>().join("\n");
    let mut request = request(vec![said_first(database(), &about)]);
    let said = |request: &Request, typed: &str| talk(request, &ASQ, Draft::default(), 80, typed).transcript;
    let lines = |text: &str| text.lines().filter(|l| l.starts_with("  line ")).count();
    let short = said(&request, "cancel\n");
    assert_eq!(lines(&short), 40);
    assert!(
        short.contains("\nThere are 2 more lines. Type context to read all.\n\nQuestion 1 of 1"),
        "{short}"
    );
    assert_eq!(lines(&said(&request, "context\ncancel\n")), 82);
    // A person who confirms danger must have heard all of it.
    request.questions[0].danger = Some(Danger { confirm_text: Some("wipe".into()), direct: false });
    assert_eq!(lines(&said(&request, "cancel\n")), 42);
}

/// Neither a CR nor blanks move a part of a dangerous question out of sight, wherever it stands.
#[test]
fn all_of_a_dangerous_question_is_told() {
    let odd = |word: &str| format!("{word}\rcr{}far", " ".repeat(30));
    let mut wipe = question("Wipe", &odd("Q"), Kind::One, &[(&odd("L"), &odd("A")), ("No", "")]);
    wipe.description = Some(odd("D").as_str().into());
    wipe.options[0].preview = Some(Preview { kind: PreviewKind::Text, source: odd("P").as_str().into() });
    let mut request = request(vec![said_first(wipe, &odd("C"))]);
    let told = |request: &Request| {
        let said = talk(request, &ASQ, Draft::default(), 80, "show 1\ncontext\n1\ncancel\n").transcript;
        ["Q", "L", "A", "D", "P", "C"]
            .map(|word| said.matches(&format!("{word}<U+000D>cr<30 blanks>far")).count())
    };
    assert_eq!(told(&request), [0; 6]);
    request.questions[0].danger = Some(Danger { confirm_text: Some("wipe".into()), direct: false });
    assert_eq!(told(&request), [1, 2, 1, 1, 1, 2]);
}

fn deploy() -> Question {
    let mut deploy = question("Question 1", "Deploy?", Kind::One, &[("Ship it", ""), ("Wait", "")]);
    deploy.options[0].value = "true".into();
    deploy.options[1].value = "false".into();
    deploy.custom = false;
    deploy
}

/// What a script asks with flags.
fn script(questions: Vec<Question>, typed: &str, situation: &mut Situation) {
    let mut request = request(questions);
    request.rules.notes = true;
    request.rules.discuss = false;
    request.rules.danger = DangerRule::ExactText;
    request.from.script = true;
    let talk = talk(&request, &ASQ, Draft::default(), 80, typed);
    situation.shows("typed", typed);
    situation.shows("conversation", &format!("{}----\n{:?}\n", talk.transcript, talk.end.outcome));
}

#[test]
fn the_answer_to_a_scripts_single_question_is_sent_at_once() {
    let mut situation = situation!("line_asq/the_answer_to_a_scripts_single_question_is_sent_at_once");
    script(vec![database()], "1\n", &mut situation);
    script(vec![deploy()], "no\n", &mut situation);
    script(vec![deploy()], "Y\n", &mut situation);
    script(vec![parts()], "1 2\n", &mut situation);
    script(vec![name()], "Beaver\n.\n", &mut situation);
    let number = Kind::Number { min: None, max: None, step: asq_core::number::Decimal::from(1), unit: None };
    script(vec![question("Port", "Which port?", number, &[])], "5\n", &mut situation);
    let mut danger = deploy();
    danger.danger = Some(Danger { confirm_text: Some("drop it".into()), direct: false });
    script(vec![danger], "1\ndrop it\n", &mut situation);
    script(vec![skippable(deploy())], "skip\n", &mut situation);
    script(vec![skippable(deploy())], "\n", &mut situation);
}

#[test]
fn more_than_a_single_answer_of_a_scripts_is_looked_over() {
    let mut situation = situation!("line_asq/more_than_a_single_answer_of_a_scripts_is_looked_over");
    script(vec![deploy()], "note hm\n1\nyes\n", &mut situation);
    script(vec![skippable(deploy())], "note hm\nskip\nyes\n", &mut situation);
    script(vec![database(), deploy()], "2\ny\nyes\n", &mut situation);
}

#[test]
fn nothing_that_a_script_asks_speaks_of_an_agent() {
    let mut situation = situation!("line_asq/nothing_that_a_script_asks_speaks_of_an_agent");
    let mut danger = said_first(deploy(), "All is lost.");
    danger.options[0].recommended = true;
    danger.text = "Which password?".into();
    danger.danger = Some(Danger { confirm_text: Some("drop it".into()), direct: false });
    script(vec![danger], "?\nyes\ndrop it\nyes\n", &mut situation);
}

#[test]
fn yes_and_no_are_typed_as_words() {
    let mut situation = situation!("line_asq/yes_and_no_are_typed_as_words");
    check(vec![deploy()], "maybe\nno\nyes\n", &mut situation);
}

#[test]
fn what_the_agent_suggests_is_said_until_something_is_answered() {
    let mut situation = situation!("line_asq/what_the_agent_suggests_is_said_until_something_is_answered");
    let mut one = database();
    one.default = Some(Answer::Picks(vec![Pick::Option(1)]));
    check(vec![one, database()], "use\n1\n1\n1\nyes\n", &mut situation);
}

/// As Enter does in a form; but it confirms nothing dangerous, and where it leaves a question open it goes on doing that.
#[test]
fn an_empty_line_takes_what_is_suggested() {
    let mut situation = situation!("line_asq/an_empty_line_takes_what_is_suggested");
    let suggested = |mut question: Question, answer| {
        question.default = Some(answer);
        question
    };
    let pick = |n| Answer::Picks(vec![Pick::Option(n)]);
    let all = || {
        vec![
            suggested(database(), pick(1)),
            suggested(parts(), Answer::Picks(vec![Pick::Option(0), Pick::Option(1)])),
            suggested(name(), Answer::Text("Beaver".into())),
        ]
    };
    check(all(), "\n\n\nyes\n", &mut situation);
    let mut dangerous = suggested(database(), pick(1));
    dangerous.danger = Some(Danger { confirm_text: Some("drop it".into()), direct: false });
    check(
        vec![dangerous, skippable(suggested(database(), pick(0)))],
        "\n1\ndrop it\n\nyes\n",
        &mut situation,
    );
}

#[test]
fn a_secret_that_was_answered_is_said_to_be_there_and_never_shown() {
    let mut situation = situation!("line_asq/a_secret_that_was_answered_is_said_to_be_there_and_never_shown");
    let mut secret = name();
    secret.sensitive = true;
    check(vec![secret, database()], "hunter2\n1\n1\n\nyes\n", &mut situation);
    let mut pick = database();
    pick.sensitive = true;
    check(vec![pick, database()], "3\nhunter2\n1\n1\n3\n\nyes\n", &mut situation);
}

#[test]
fn nothing_but_yes_cancels() {
    let mut situation = situation!("line_asq/nothing_but_yes_cancels");
    check(vec![database(), parts()], "1\ncancel\n\n2\nyes\n", &mut situation);
}

#[test]
fn words_with_more_behind_them_and_a_full_stop_in_a_line_are_text() {
    let mut situation = situation!("line_asq/words_with_more_behind_them_and_a_full_stop_in_a_line_are_text");
    check(vec![name(), database()], "back to the roots\n1\n1\nlines\none\n .\n.\nyes\n", &mut situation);
}

#[test]
fn each_line_of_several_is_kept_before_the_next_is_read() {
    let talk = talk(&request(vec![name()]), &ASQ, Draft::default(), 80, "lines\none\ntwo\n");
    let kept: Vec<&str> = talk.drafts.iter().flat_map(|d| &d.typed).map(|t| t.text.raw()).collect();
    assert_eq!(kept, ["one", "one\ntwo"]);
}
