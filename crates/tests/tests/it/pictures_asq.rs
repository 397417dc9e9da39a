//! Pictures of asq's own contract, from its calls: every kind of page at three sizes.

use asq_core::model::{Prefs, Request};
use asq_dialects::asq::{DIALECT, rules::FORM};
use asq_dialects::{ToolCall, What};
use serde_json::{Value, json};

fn request(arguments: &Value) -> Request {
    let call = ToolCall { name: None, arguments: arguments.clone() };
    match (DIALECT.read)(&call, &Prefs::default()).unwrap().what {
        What::Ask { request, .. } => request,
        What::Reply(_) => panic!("nobody is asked"),
    }
}

#[track_caller]
fn check(arguments: &Value, keys: &str, situation: &str) {
    crate::painted::check(&request(arguments), FORM, keys, situation);
}

fn sample() -> Value {
    let sample: Value = serde_json::from_str(include_str!("../../../cli/samples/asq.json")).unwrap();
    sample["arguments"].clone()
}

#[test]
fn a_list_below_its_context() {
    check(&sample(), "<down>", "asq/a_list_below_its_context");
}

#[test]
fn several_picks() {
    check(&sample(), "1<space><down>", "asq/several_picks");
}

#[test]
fn a_number_with_its_unit() {
    check(&sample(), "11<tab><up>", "asq/a_number_with_its_unit");
}

#[test]
fn a_confirmation() {
    check(&sample(), "11<tab><ret><down>", "asq/a_confirmation");
}

#[test]
fn a_text_that_may_stay_open() {
    check(&sample(), "11<tab><ret>2", "asq/a_text_that_may_stay_open");
}

#[test]
fn the_review_with_a_skipped_question() {
    check(&sample(), "11<tab><ret>2<c-s>", "asq/the_review_with_a_skipped_question");
}

#[test]
fn the_summary_that_remains() {
    check(&sample(), "11<tab><ret>2<c-s><ret>", "asq/the_summary_that_remains");
}

#[test]
fn declining() {
    check(&sample(), "<c-x>not this week", "asq/declining");
}

#[test]
fn leave_for_something_destructive() {
    let call: Value = serde_json::from_str(include_str!("../../../../tests/samples/danger.json")).unwrap();
    check(&call["arguments"], "drop use", "asq/leave_for_something_destructive");
}

#[test]
fn previews_a_time_limit_and_a_secret() {
    let call: Value = serde_json::from_str(include_str!("../../../../tests/samples/own.json")).unwrap();
    check(&call["arguments"], "<down>", "asq/previews_and_a_time_limit");
    check(&call["arguments"], "1pk_12345", "asq/a_secret");
}

#[test]
fn a_note_on_a_page_of_its_own() {
    check(
        &json!({"question": "Which?", "options": ["x", "y"]}),
        "nonly if it is cheap",
        "asq/a_note_on_a_page_of_its_own",
    );
}

#[test]
fn labels_that_pass_for_our_rows_are_told_apart() {
    let call = json!({"question": "Which?\u{1b}[2J", "header": "\u{202e}h", "options": [
        {"label": "x (recommended)", "recommended": false}, {"label": "Let's discuss this"}, {"label": "Something else…", "recommended": true}]});
    check(&call, "", "asq/labels_that_pass_for_our_rows_are_told_apart");
}
