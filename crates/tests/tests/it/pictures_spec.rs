//! Pictures of the contract `spec`: both from its document, and every other situation.

use crate::painted::{check_ascii, check_at, one, option, request};
use asq_core::model::{AnswerRules, Kind, Question, Request};
use asq_dialects::spec::rules::{ANSWER, FORM};

#[track_caller]
fn check(request: &Request, keys: &str, situation: &str) {
    crate::painted::check(request, FORM, keys, situation);
}

/// The labels in the document's first picture, with their brackets.
fn layout() -> Request {
    let options = vec![
        option("Reuse Card (consistent with existing pages)", ""),
        option("Reuse ListView (fits if data-heavy)", ""),
        option("New timeline component", ""),
    ];
    let text = "How do you want to handle the layout?\nYou have a Card component at src/components/Card.tsx";
    request(ANSWER, vec![one("Layout", text, options)])
}

/// The labels in its second picture.
fn areas() -> Request {
    let options = vec![
        option("Session handling (no session middleware exists yet)", ""),
        option("Error responses (current pattern: generic 500)", ""),
        option("Multi-device policy", ""),
        option("Recovery flow", ""),
    ];
    many(options)
}

fn many(options: Vec<asq_core::model::QuestionOption>) -> Request {
    let kind = Kind::Many { min: 1, max: options.len() };
    let question =
        Question { kind, custom: false, ..one("Areas", "Which areas do you want to discuss?", options) };
    request(AnswerRules { discuss: false, ..ANSWER }, vec![question])
}

fn described() -> Request {
    let options = vec![
        option("Reuse Card", "src/components/Card.tsx: consistent with the existing pages"),
        option("Reuse ListView", "src/components/ListView.tsx: fits if the page is data-heavy"),
    ];
    request(ANSWER, vec![one("Layout", "Which layout?", options)])
}

/// S3-10.
#[test]
fn the_first_picture_of_the_document() {
    check(&layout(), "<down>", "spec/the_first_picture_of_the_document");
}

/// S3-10.
#[test]
fn the_second_picture_of_the_document() {
    check(&areas(), "<space><down><down><space><home>", "spec/the_second_picture_of_the_document");
}

/// S3-4.
#[test]
fn descriptions_stand_below_the_label_in_muted_text() {
    check(&described(), "", "spec/descriptions_stand_below_the_label_in_muted_text");
}

#[test]
fn descriptions_in_a_list_of_boxes() {
    let options =
        vec![option("Session handling", "no session middleware exists yet"), option("Recovery flow", "")];
    check(&many(options), "<space>", "spec/descriptions_in_a_list_of_boxes");
}

#[test]
fn the_inline_editor_is_empty() {
    check(&layout(), "4", "spec/the_inline_editor_is_empty");
}

#[test]
fn own_words_in_the_inline_editor() {
    check(
        &layout(),
        "4a<space>kanban<space>board<c-j>with<space>lanes",
        "spec/own_words_in_the_inline_editor",
    );
}

/// S3-7.
#[test]
fn own_words_stay_after_escape() {
    check(&described(), "3kanban<esc>", "spec/own_words_stay_after_escape");
}

#[test]
fn blank_own_words_are_refused() {
    check(&described(), "3<space><ret>", "spec/blank_own_words_are_refused");
}

#[test]
fn the_row_that_discusses_has_the_focus() {
    check(&layout(), "<end>", "spec/the_row_that_discusses_has_the_focus");
}

#[test]
fn nothing_ticked_and_done_refused() {
    check(&areas(), "<end><ret>", "spec/nothing_ticked_and_done_refused");
}

#[test]
fn a_long_list_of_areas() {
    let options = (1..=30).map(|n| option(&format!("Area number {n}"), "")).collect();
    check(&many(options), "<end>", "spec/a_long_list_of_areas");
}

#[test]
fn the_keys_of_the_form() {
    check_at(&layout(), FORM, (80, 24), "?", "spec/the_keys_of_the_form");
}

#[test]
fn rows_of_the_agent_that_look_like_ours() {
    let options = vec![option("Something else (I'll explain)", ""), option("Let's discuss this", "")];
    check_at(
        &request(ANSWER, vec![one("Q", "Which?", options)]),
        FORM,
        (80, 24),
        "",
        "spec/rows_of_the_agent_that_look_like_ours",
    );
}

#[test]
fn a_secret_is_asked_for() {
    let options = vec![option("Read it from the vault", ""), option("Use a new one", "")];
    let question = one("Q", "What is the production database password?", options);
    check(&request(ANSWER, vec![question]), "", "spec/a_secret_is_asked_for");
}

#[test]
fn picked_written_discussed_selected_and_cancelled_as_summaries() {
    check_at(&layout(), FORM, (46, 12), "2", "spec/summary_of_a_pick");
    check_at(&layout(), FORM, (46, 12), "4kanban<ret>", "spec/summary_of_own_words");
    check_at(&layout(), FORM, (46, 12), "5", "spec/summary_of_a_discussion");
    check_at(&areas(), FORM, (46, 12), "13<end><ret>", "spec/summary_of_several_picks");
    check_at(&layout(), FORM, (46, 12), "<esc>", "spec/summary_of_a_cancelled_form");
}

#[test]
fn in_ascii_only() {
    check_ascii(&layout(), FORM, (46, 12), "<down>", "spec/one_pick_in_ascii");
    check_ascii(&areas(), FORM, (46, 12), "1", "spec/several_picks_in_ascii");
}
