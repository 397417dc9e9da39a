//! Pictures of OpenCode's contract `question`.

use crate::painted::{check_ascii, check_at, one, option, request};
use asq_core::model::{Kind, Question, QuestionOption, Request};
use asq_dialects::opencode::rules::{ANSWER, FORM};

fn ask(questions: Vec<Question>) -> Request {
    request(ANSWER, questions)
}

#[track_caller]
fn check(request: &Request, keys: &str, situation: &str) {
    crate::painted::check(request, FORM, keys, situation);
}

fn several(header: &str, text: &str, options: Vec<QuestionOption>) -> Question {
    let max = options.len() + 1;
    Question { kind: Kind::Many { min: 0, max }, ..one(header, text, options) }
}

fn database() -> Question {
    let options = vec![
        option("Postgres (Recommended)", "Run by the infra team"),
        option("SQLite", "No server to operate"),
    ];
    one("Database", "Which database should it be?", options)
}

fn features() -> Question {
    let options =
        vec![option("Auth", "Log in and out"), option("Metrics", "Counters"), option("Search", "Full text")];
    several("Features", "Which features come first?", options)
}

#[test]
fn one_question_without_tabs() {
    check(&ask(vec![database()]), "<down>", "opencode/one_question_without_tabs");
}

#[test]
fn own_words_in_the_editor() {
    check(&ask(vec![database()]), "3Redis,<space>maybe<c-j>later", "opencode/own_words_in_the_editor");
}

#[test]
fn own_words_stay_dim_under_their_row() {
    check(&ask(vec![database()]), "3Redis<esc>", "opencode/own_words_stay_dim_under_their_row");
}

#[test]
fn only_own_words() {
    check(&ask(vec![one("Name", "What is it called?", vec![])]), "", "opencode/only_own_words");
}

#[test]
fn no_own_words() {
    check(&ask(vec![Question { custom: false, ..database() }]), "", "opencode/no_own_words");
}

#[test]
fn one_question_of_several_picks() {
    check(&ask(vec![features()]), "31", "opencode/one_question_of_several_picks");
}

#[test]
fn several_questions_and_the_first_is_done() {
    check(&ask(vec![database(), features()]), "1", "opencode/several_questions_and_the_first_is_done");
}

#[test]
fn the_confirm_page_with_answers() {
    check(&ask(vec![database(), features()]), "214own<ret><tab>", "opencode/the_confirm_page_with_answers");
}

#[test]
fn the_confirm_page_without_an_answer() {
    check(&ask(vec![database(), features()]), "<tab><tab>", "opencode/the_confirm_page_without_an_answer");
}

/// S1-7: clipped in the tab, never refused.
#[test]
fn a_header_of_57_characters() {
    let long =
        Question { header: "The package manager that the workspace standardises on, n".into(), ..database() };
    check(&ask(vec![long, features()]), "", "opencode/a_header_of_57_characters");
}

#[test]
fn a_long_list_is_filtered() {
    let options = (1..=40).map(|n| option(&format!("Option number {n}"), "")).collect();
    check(
        &ask(vec![one("Many", "Which of these forty?", options)]),
        "/39",
        "opencode/a_long_list_is_filtered",
    );
}

#[test]
fn the_keys_of_the_form() {
    check_at(&ask(vec![database(), features()]), FORM, (80, 24), "?", "opencode/the_keys_of_the_form");
}

#[test]
fn answered_open_and_dismissed_as_summaries() {
    let both = ask(vec![database(), features()]);
    check_at(&both, FORM, (46, 12), "213<tab><ret>", "opencode/summary_of_answers");
    check_at(&both, FORM, (46, 12), "<tab><tab><ret>", "opencode/summary_of_open_questions");
    check_at(&both, FORM, (46, 12), "1<esc>", "opencode/summary_of_a_dismissed_form");
    check_at(&ask(vec![database()]), FORM, (46, 12), "3own<ret>", "opencode/summary_of_own_words");
}

#[test]
fn in_ascii_only() {
    check_ascii(&ask(vec![database(), features()]), FORM, (46, 12), "1", "opencode/in_ascii_only");
}
