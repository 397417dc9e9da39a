//! Every sentence of the contract `spec` about keys and flow, played on the forms that its calls open.

use crate::forms::shows;
use asq_core::form::Form;
use asq_core::model::{Draft, Prefs};
use asq_dialects::{ToolCall, What, by_id};
use asq_testkit::situation;
use serde_json::{Value, json};

/// The form of a call.
fn asked(tool: &str, options: &[&str]) -> Form {
    let options: Vec<Value> = options.iter().map(|label| json!({ "label": label })).collect();
    let arguments = json!({"question": "Which?", "options": options});
    let call = ToolCall { name: Some(tool.to_owned()), arguments };
    let spec = by_id("spec").unwrap();
    let reading = (spec.read)(&call, &Prefs::default()).unwrap();
    let What::Ask { request, .. } = reading.what else { panic!("somebody is asked") };
    Form::new(request, (spec.form)(&Prefs::default()), Draft::default())
}

fn layout() -> Form {
    asked("ask_question", &["Reuse Card", "Reuse ListView", "New timeline component"])
}

fn areas() -> Form {
    asked(
        "ask_multi_select",
        &["Session handling", "Error responses", "Multi-device policy", "Recovery flow"],
    )
}

/// "Presents numbered options the user navigates with arrow keys"
#[test]
fn numbered_options_and_the_two_rows() {
    let mut situation = situation!("spec_keys/numbered_options_and_the_two_rows");
    shows(layout(), "", &mut situation);
    shows(layout(), "<down><down><up>", &mut situation);
}

#[test]
fn the_arrows_stop_at_both_ends() {
    let mut situation = situation!("spec_keys/the_arrows_stop_at_both_ends");
    shows(layout(), "<up>", &mut situation);
    shows(layout(), "<down><down><down><down><down><down>", &mut situation);
    shows(areas(), "<up><up>", &mut situation);
    shows(areas(), "<end><down>", &mut situation);
}

/// "Enter to select"
#[test]
fn enter_selects() {
    let mut situation = situation!("spec_keys/enter_selects");
    shows(layout(), "<down><ret>", &mut situation);
    shows(layout(), "<space>", &mut situation);
}

/// S3-10: "digits work but aren't advertised"
#[test]
fn digits_select_unadvertised() {
    let mut situation = situation!("spec_keys/digits_select_unadvertised");
    shows(layout(), "3", &mut situation);
    shows(layout(), "5", &mut situation);
    shows(layout(), "6", &mut situation);
    shows(areas(), "42", &mut situation);
    shows(areas(), "5", &mut situation);
}

/// "When the user selects "Something else (I'll explain)", an inline text editor appears."
#[test]
fn something_else_opens_an_inline_editor() {
    let mut situation = situation!("spec_keys/something_else_opens_an_inline_editor");
    shows(layout(), "<down><down><down><ret>", &mut situation);
    shows(layout(), "4I<space>want<space>a<space>kanban<space>board<space>layout", &mut situation);
}

/// "They type their answer and press Enter to submit."
#[test]
fn enter_submits_what_was_typed() {
    let mut situation = situation!("spec_keys/enter_submits_what_was_typed");
    shows(layout(), "4I<space>want<space>a<space>kanban<space>board<space>layout<ret>", &mut situation);
    shows(layout(), "4first<c-j>second<ret>", &mut situation);
}

#[test]
fn nothing_typed_is_no_answer() {
    let mut situation = situation!("spec_keys/nothing_typed_is_no_answer");
    shows(layout(), "4<ret>", &mut situation);
    shows(layout(), "4<space><space><ret>", &mut situation);
}

/// "Pressing Escape returns to the options list." S3-7: the text is kept.
#[test]
fn escape_returns_to_the_list_and_keeps_the_text() {
    let mut situation = situation!("spec_keys/escape_returns_to_the_list_and_keeps_the_text");
    shows(layout(), "4kanban<esc>", &mut situation);
    shows(layout(), "4kanban<esc><ret><space>board<ret>", &mut situation);
    shows(layout(), "4kanban<esc><esc>", &mut situation);
}

/// S3-7: "↑/↓ leave the editor and keep it"
#[test]
fn the_arrows_leave_the_editor_and_keep_the_text() {
    let mut situation = situation!("spec_keys/the_arrows_leave_the_editor_and_keep_the_text");
    shows(layout(), "4kanban<up>", &mut situation);
    shows(layout(), "4kanban<down>", &mut situation);
    shows(layout(), "4kanban<up><ret>", &mut situation);
}

/// "When the user selects "Let's discuss this", the LLM switches to conversational mode"
#[test]
fn a_discussion_is_an_ending_of_its_own() {
    let mut situation = situation!("spec_keys/a_discussion_is_an_ending_of_its_own");
    shows(layout(), "<end><ret>", &mut situation);
    shows(layout(), "4half<space>a<space>thought<esc>5", &mut situation);
}

/// "Esc to cancel"
#[test]
fn escape_in_the_list_cancels() {
    let mut situation = situation!("spec_keys/escape_in_the_list_cancels");
    shows(layout(), "<esc>", &mut situation);
    shows(areas(), "13<esc>", &mut situation);
}

#[test]
fn ctrl_c_cancels_at_once() {
    let mut situation = situation!("spec_keys/ctrl_c_cancels_at_once");
    shows(areas(), "1<c-c>", &mut situation);
}

/// "The user toggles items on/off and confirms their selection." "Enter/Space to toggle"
#[test]
fn enter_and_space_toggle_and_done_confirms() {
    let mut situation = situation!("spec_keys/enter_and_space_toggle_and_done_confirms");
    shows(areas(), "<space><down><down><ret>", &mut situation);
    shows(areas(), "<space><space><ret><ret>", &mut situation);
    shows(areas(), "<space><down><down><ret><end><ret>", &mut situation);
    shows(areas(), "1<end><space>", &mut situation);
}

/// S3-9: "option order"
#[test]
fn the_selection_stands_in_the_order_of_the_options() {
    let mut situation = situation!("spec_keys/the_selection_stands_in_the_order_of_the_options");
    shows(areas(), "431<end><ret>", &mut situation);
}

/// "At least one item must be selected before "Done" is accepted."
#[test]
fn done_refuses_an_empty_selection() {
    let mut situation = situation!("spec_keys/done_refuses_an_empty_selection");
    shows(areas(), "<end><ret>", &mut situation);
    shows(areas(), "11<end><ret>", &mut situation);
    shows(areas(), "<end><ret><up><space>", &mut situation);
}

/// S3-6: the two rows belong to `ask_question` alone.
#[test]
fn a_selection_has_neither_of_the_two_rows() {
    let mut situation = situation!("spec_keys/a_selection_has_neither_of_the_two_rows");
    shows(areas(), "", &mut situation);
}

/// A filter is there only beyond the documented count of options, and unadvertised.
#[test]
fn long_lists_filter() {
    let mut situation = situation!("spec_keys/long_lists_filter");
    let many: Vec<String> = (1..=9).map(|n| format!("Area {n}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    shows(asked("ask_multi_select", &many), "", &mut situation);
    shows(asked("ask_multi_select", &many), "/7", &mut situation);
    shows(asked("ask_multi_select", &many), "/7<ret><esc><end><ret>", &mut situation);
    shows(areas(), "/7", &mut situation);
}

#[test]
fn tab_and_the_side_arrows_do_nothing() {
    let mut situation = situation!("spec_keys/tab_and_the_side_arrows_do_nothing");
    shows(layout(), "<down><tab><s-tab><left><right>", &mut situation);
}
