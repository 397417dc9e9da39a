//! What keys do in forms of asq's own contract, from the call to the outcome.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::forms;
use asq_core::form::Form;
use asq_core::model::{Draft, Prefs};
use asq_dialects::{ToolCall, What, asq};
use asq_testkit::situation;
use asq_testkit::situation::Situation;
use serde_json::{Value, json};

/// The form of a call.
fn form(arguments: &Value) -> Form {
    form_with(arguments, Prefs::default())
}

fn form_with(arguments: &Value, prefs: Prefs) -> Form {
    let call = ToolCall { name: None, arguments: arguments.clone() };
    match (asq::DIALECT.read)(&call, &prefs).unwrap().what {
        What::Ask { request, .. } => Form::new(request, asq::rules::FORM, Draft::default()),
        What::Reply(_) => panic!("nobody is asked"),
    }
}

/// Plays each of the keys on a new form of the call.
fn each(arguments: &Value, keys: &[&str], situation: &mut Situation) {
    forms::each(|| form(arguments), keys, situation);
}

fn several() -> Value {
    json!({"questions": [
        {"header": "A", "question": "First?", "options": ["a1", "a2"]},
        {"header": "B", "question": "Second?", "kind": "select_many", "options": ["b1", "b2", "b3"], "max": 2},
        {"header": "C", "question": "Third?", "kind": "number", "min": 1, "max": 9, "default": 3, "unit": "GB"},
        {"header": "D", "question": "Fourth?", "skippable": true}]})
}

/// It leaves the editor, steps back, asks, cancels; nothing typed is lost.
#[test]
fn the_esc_ladder() {
    let mut situation = situation!("asq_keys/the_esc_ladder");
    each(
        &several(),
        &[
            "<esc>",
            "1<esc>",
            "1<esc><esc>",
            "1<esc><esc>y",
            "112<tab>5<esc>",
            "111<tab><ret>x<esc><esc><esc><esc>y",
        ],
        &mut situation,
    );
}

/// Enter ticks, and on a ticked row it is Done; no more is ticked than the question takes.
#[test]
fn enter_on_a_ticked_row_is_done() {
    let mut situation = situation!("asq_keys/enter_on_a_ticked_row_is_done");
    let options = json!(["x", "y", "z"]);
    let many = json!({"question": "Which?", "kind": "select_many", "options": options, "min": 2, "max": 2});
    each(
        &many,
        &[
            "<ret>",
            "<ret><ret>",
            "12<ret>",
            "123",
            "12<down><ret>",
            "<space><space><down><ret>",
            "1<end><up><up>own words<ret>",
        ],
        &mut situation,
    );
    each(&several(), &["1<ret><ret>", "2<down><ret><ret>"], &mut situation);
}

#[test]
fn a_question_that_may_stay_open_is_skipped() {
    let mut situation = situation!("asq_keys/a_question_that_may_stay_open_is_skipped");
    let one = json!({"question": "Which?", "options": ["x", "y"], "skippable": true});
    each(&one, &["", "s", "1", "<down><down>so<c-s>"], &mut situation);
    each(&several(), &["s", "11<tab><ret><c-s>", "11<tab><ret><c-s><ret>"], &mut situation);
}

#[test]
fn a_request_is_declined_with_a_reason_or_without() {
    let mut situation = situation!("asq_keys/a_request_is_declined_with_a_reason_or_without");
    each(
        &several(),
        &["<c-x>", "<c-x><ret>", "1<c-x>not now<ret>", "<c-x>no<esc>1", "11<tab><c-x><esc>"],
        &mut situation,
    );
}

#[test]
fn leave_for_something_destructive_is_typed_word_for_word() {
    let mut situation = situation!("asq_keys/leave_for_something_destructive_is_typed_word_for_word");
    let call = json!({"header": "Wipe", "question": "Wipe it?", "kind": "confirm", "yes": "Wipe", "no": "Keep",
        "danger": "wipe it"});
    each(
        &call,
        &["", "wipe<ret>", "wipe it<ret>", "wipe it<ret><ret>", "<c-x><ret>", "<esc>"],
        &mut situation,
    );
}

/// Where the settings switch the typed text off, the review stays between a key and the answer.
#[test]
fn what_no_typed_text_confirms_is_reviewed() {
    let mut situation = situation!("asq_keys/what_no_typed_text_confirms_is_reviewed");
    let unchecked = Prefs { danger_check: false, ..Prefs::default() };
    let confirm = json!({"header": "Wipe", "question": "Wipe it?", "kind": "confirm", "danger": "wipe it"});
    forms::each(|| form_with(&confirm, unchecked), &["y", "1", "y<ret>"], &mut situation);
}

#[test]
fn a_list_starts_where_its_default_is_and_shows_the_advice() {
    let mut situation = situation!("asq_keys/a_list_starts_where_its_default_is_and_shows_the_advice");
    let call = json!({"question": "Which?", "default": "y",
        "options": ["x", {"label": "y (recommended)", "value": "y", "recommended": false}, {"label": "z", "recommended": true}]});
    each(&call, &["", "<ret>", "<up><ret>"], &mut situation);
    let many = json!({"question": "Which?", "kind": "select_many", "options": ["x", "y", "z"], "min": 0, "max": 2,
        "default": ["x"], "custom": false});
    each(&many, &["", "<ret>1<tab>", "123", "1<down><down><down><ret>"], &mut situation);
}

#[test]
fn numbers_and_secrets() {
    let mut situation = situation!("asq_keys/numbers_and_secrets");
    let number =
        json!({"question": "How much?", "kind": "number", "min": 0, "max": 1, "step": 0.1, "unit": "GB"});
    each(&number, &["", "<up><up><up><ret>", "2<ret>", "0.25<ret>", ",5<ret>"], &mut situation);
    each(&json!({"question": "How cold?", "kind": "number", "min": -5, "max": -1}), &["-3"], &mut situation);
    let secret = json!({"question": "Token?", "sensitive": true});
    each(&secret, &["abc", "abc<ret>", "abc<esc>"], &mut situation);
}

#[test]
fn discussing_can_be_ruled_out() {
    let mut situation = situation!("asq_keys/discussing_can_be_ruled_out");
    let call = |discuss| json!({"question": "Which?", "options": ["x"], "custom": false, "discuss": discuss});
    each(&call(true), &["", "2"], &mut situation);
    each(&call(false), &["", "2"], &mut situation);
}

#[test]
fn ticked_defaults_are_no_answer_until_somebody_commits_them() {
    let mut situation = situation!("asq_keys/ticked_defaults_are_no_answer_until_somebody_commits_them");
    let call = json!({"questions": [
        {"header": "A", "question": "First?", "kind": "select_many", "options": ["a1", "a2"], "default": ["a2"]},
        {"header": "B", "question": "Second?", "options": ["b1", "b2"]},
    ]});
    each(&call, &["", "<tab>1", "<tab>1<ret>", "<down><down><down><ret>1<ret>"], &mut situation);
}

#[test]
fn a_note_on_a_skipped_question_is_sent() {
    let mut situation = situation!("asq_keys/a_note_on_a_skipped_question_is_sent");
    let one = json!({"question": "Which?", "options": ["x", "y"], "skippable": true});
    each(&one, &["nask me later<tab>s", "nask me later<esc>s", "s"], &mut situation);
}

/// On a question of yes or no the letters answer, wherever the focus is; a note has another key there.
#[test]
fn yes_and_no_are_keys_of_their_own() {
    let mut situation = situation!("asq_keys/yes_and_no_are_keys_of_their_own");
    let lone = json!({"question": "Deploy?", "kind": "confirm", "yes": "Ship it", "no": "Wait"});
    each(&lone, &["", "y", "Y", "n", "N", "<end>n", "<a-n>hm<ret>", "?"], &mut situation);
    let both = json!({"questions": [{"header": "A", "question": "Deploy?", "kind": "confirm"},
        {"header": "B", "question": "Which?", "options": ["x", "yes"]}]});
    each(&both, &["n", "ny", "nn"], &mut situation);
}

/// In the row for own words letters are typed, and Esc goes back: the footer names what works there.
#[test]
fn the_footer_of_the_row_for_own_words_names_keys_that_work_there() {
    let mut situation = situation!("asq_keys/the_footer_of_the_row_for_own_words_names_keys_that_work_there");
    let list = json!({"question": "Which?", "options": ["x", "y"]});
    let previews = json!({"question": "Which?", "options": [{"label": "x", "preview": "X X"}, {"label": "y", "preview": "Y Y"}]});
    for call in [&list, &previews] {
        each(call, &["", "<down><down>", "<down><down>n?", "<down><down>n<esc>"], &mut situation);
    }
    let both = json!({"questions": [{"question": "Which?", "options": ["x", "y"]}, {"question": "Why?", "kind": "text"}]});
    each(&both, &["<down><down>", "<tab>"], &mut situation);
}
