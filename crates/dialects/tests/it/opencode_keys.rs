//! Every key that OpenCode's own question panel knows, played on the forms that its calls open.

use crate::forms::shows;
use asq_core::form::Form;
use asq_core::model::{Draft, Prefs};
use asq_dialects::{ToolCall, What, by_id};
use asq_testkit::situation;
use serde_json::{Value, json};

/// The form of a call.
fn asked(questions: &[Value]) -> Form {
    let call = ToolCall { name: Some("question".to_owned()), arguments: json!({ "questions": questions }) };
    let opencode = by_id("opencode").unwrap();
    let reading = (opencode.read)(&call, &Prefs::default()).unwrap();
    let What::Ask { request, .. } = reading.what else { panic!("somebody is asked") };
    Form::new(request, (opencode.form)(&Prefs::default()), Draft::default())
}

fn colour() -> Value {
    json!({"question": "Which colour?", "header": "Colour",
        "options": [{"label": "Blue", "description": "The sky"}, {"label": "Red", "description": ""}]})
}

fn features() -> Value {
    json!({"question": "Which features?", "header": "Features", "multiple": true, "options": [
        {"label": "Auth", "description": ""}, {"label": "Metrics", "description": ""},
        {"label": "Search", "description": ""}]})
}

fn one() -> Form {
    asked(&[colour()])
}

fn two() -> Form {
    asked(&[colour(), features()])
}

/// "single = exactly 1 question and not multiple: no tabs; picking submits at once"
#[test]
fn a_single_question_submits_on_the_pick() {
    let mut situation = situation!("opencode_keys/a_single_question_submits_on_the_pick");
    shows(one(), "", &mut situation);
    shows(one(), "<down><ret>", &mut situation);
    shows(one(), "2", &mut situation);
    shows(one(), "<space>", &mut situation);
}

/// "Otherwise tabs = each header + Confirm"
#[test]
fn tabs_are_the_headers_and_confirm() {
    let mut situation = situation!("opencode_keys/tabs_are_the_headers_and_confirm");
    shows(asked(&[features()]), "", &mut situation);
    shows(two(), "", &mut situation);
}

/// "↑/k ↓/j (wrap)"
#[test]
fn up_and_down_wrap() {
    let mut situation = situation!("opencode_keys/up_and_down_wrap");
    shows(one(), "<up>", &mut situation);
    shows(one(), "kk", &mut situation);
    shows(one(), "jjj", &mut situation);
}

/// "digits 1-9 jump+select (digit n+1 = custom row)"
#[test]
fn digits_jump_and_select() {
    let mut situation = situation!("opencode_keys/digits_jump_and_select");
    shows(two(), "2", &mut situation);
    shows(two(), "l32", &mut situation);
    shows(one(), "3", &mut situation);
    shows(one(), "4", &mut situation);
}

/// "←/h →/l Tab/Shift-Tab switch question"
#[test]
fn tab_h_l_and_the_side_arrows_switch() {
    let mut situation = situation!("opencode_keys/tab_h_l_and_the_side_arrows_switch");
    shows(two(), "<tab>", &mut situation);
    shows(two(), "l<right>", &mut situation);
    shows(two(), "<right>h", &mut situation);
    shows(two(), "ll<s-tab><left>", &mut situation);
}

/// "Single-select in a multi-question form auto-advances to the next tab; tab change resets highlight to row 0"
#[test]
fn a_pick_goes_on_and_a_switch_begins_at_the_first_row() {
    let mut situation = situation!("opencode_keys/a_pick_goes_on_and_a_switch_begins_at_the_first_row");
    shows(two(), "<down><ret>", &mut situation);
    shows(two(), "<down><ret>h", &mut situation);
}

/// "Enter toggles; must go to Confirm to submit (also for one multiple question)"
#[test]
fn several_picks_go_through_confirm() {
    let mut situation = situation!("opencode_keys/several_picks_go_through_confirm");
    shows(asked(&[features()]), "<ret><down><ret>", &mut situation);
    shows(asked(&[features()]), "31l", &mut situation);
    shows(asked(&[features()]), "31l<ret>", &mut situation);
    shows(asked(&[features()]), "31<end><ret><ret>", &mut situation);
}

/// "Enter submits even if incomplete (unanswered = [])"
#[test]
fn confirm_submits_what_is_incomplete() {
    let mut situation = situation!("opencode_keys/confirm_submits_what_is_incomplete");
    shows(two(), "ll", &mut situation);
    shows(two(), "ll<ret>", &mut situation);
    shows(two(), "l1l<ret>", &mut situation);
}

#[test]
fn an_answer_on_the_confirm_page_leads_back_to_its_question() {
    let mut situation = situation!("opencode_keys/an_answer_on_the_confirm_page_leads_back_to_its_question");
    shows(two(), "1ll<up><ret>", &mut situation);
}

/// "Custom row: Enter saves, ctrl+J newline, Esc leaves editing"
#[test]
fn own_words() {
    let mut situation = situation!("opencode_keys/own_words");
    shows(one(), "3my<space>own<ret>", &mut situation);
    shows(one(), "3line1<c-j>line2<ret>", &mut situation);
    shows(one(), "3half<esc>", &mut situation);
    shows(one(), "3half<esc><ret><space>more<ret>", &mut situation);
    shows(one(), "3<ret>", &mut situation);
}

/// "In multi, custom is added next to picked labels, in pick order"
#[test]
fn own_words_among_several_picks() {
    let mut situation = situation!("opencode_keys/own_words_among_several_picks");
    shows(asked(&[features()]), "24mine<ret>1l<ret>", &mut situation);
    shows(asked(&[features()]), "4mine<ret>", &mut situation);
}

/// "clearing removes it"
#[test]
fn cleared_own_words_are_no_pick() {
    let mut situation = situation!("opencode_keys/cleared_own_words_are_no_pick");
    shows(asked(&[features()]), "4x<ret><ret><bs><esc>l", &mut situation);
}

/// S1-8.
#[test]
fn without_custom_there_is_no_such_row() {
    let mut situation = situation!("opencode_keys/without_custom_there_is_no_such_row");
    let mut question = colour();
    question["custom"] = json!(false);
    shows(asked(&[question]), "<up>", &mut situation);
}

#[test]
fn without_options_the_editor_is_open() {
    let mut situation = situation!("opencode_keys/without_options_the_editor_is_open");
    shows(
        asked(&[json!({"question": "Name?", "header": "Name", "options": []})]),
        "quill<ret>",
        &mut situation,
    );
}

/// "Esc = reject immediately, no confirmation"
#[test]
fn escape_dismisses_at_once() {
    let mut situation = situation!("opencode_keys/escape_dismisses_at_once");
    shows(one(), "<esc>", &mut situation);
    shows(two(), "1<esc>", &mut situation);
    shows(two(), "1ll<esc>", &mut situation);
    shows(one(), "3half<esc><esc>", &mut situation);
}

#[test]
fn a_list_filters() {
    let mut situation = situation!("opencode_keys/a_list_filters");
    shows(one(), "/red", &mut situation);
    shows(one(), "/red<ret>", &mut situation);
}
