//! Every sentence of the contract `spec` about keys and flow, played on the forms that its calls open.

use crate::forms::check;
use asq_core::form::Form;
use asq_core::model::{Draft, Prefs};
use asq_dialects::{ToolCall, What, by_id};
use expect_test::expect;
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
    check(
        layout(),
        "",
        &expect![[r#"
        Which?
        > 1. Reuse Card
          2. Reuse ListView
          3. New timeline component
          4. Something else (I'll explain)
          5. Let's discuss this
        -- Up/Down navigate - Enter to select - Esc to cancel
    "#]],
    );
    check(
        layout(),
        "<down><down><up>",
        &expect![[r#"
        Which?
          1. Reuse Card
        > 2. Reuse ListView
          3. New timeline component
          4. Something else (I'll explain)
          5. Let's discuss this
        -- Up/Down navigate - Enter to select - Esc to cancel
    "#]],
    );
}

#[test]
fn the_arrows_stop_at_both_ends() {
    check(
        layout(),
        "<up>",
        &expect![[r#"
        Which?
        > 1. Reuse Card
          2. Reuse ListView
          3. New timeline component
          4. Something else (I'll explain)
          5. Let's discuss this
        -- Up/Down navigate - Enter to select - Esc to cancel
    "#]],
    );
    check(
        layout(),
        "<down><down><down><down><down><down>",
        &expect![[r#"
        Which?
          1. Reuse Card
          2. Reuse ListView
          3. New timeline component
          4. Something else (I'll explain)
        > 5. Let's discuss this
        -- Up/Down navigate - Enter to select - Esc to cancel
    "#]],
    );
    check(
        areas(),
        "<up><up>",
        &expect![[r#"
        Which?
        > [ ] Session handling
          [ ] Error responses
          [ ] Multi-device policy
          [ ] Recovery flow
          Done (0 selected)
        -- Up/Down navigate - Enter/Space to toggle - Esc to cancel
    "#]],
    );
    check(
        areas(),
        "<end><down>",
        &expect![[r#"
        Which?
          [ ] Session handling
          [ ] Error responses
          [ ] Multi-device policy
          [ ] Recovery flow
        > Done (0 selected)
        -- Up/Down navigate - Enter/Space to toggle - Esc to cancel
    "#]],
    );
}

/// "Enter to select"
#[test]
fn enter_selects() {
    check(
        layout(),
        "<down><ret>",
        &expect![[r#"
        answered
        0: Reuse ListView
    "#]],
    );
    check(
        layout(),
        "<space>",
        &expect![[r#"
        answered
        0: Reuse Card
    "#]],
    );
}

/// S3-10: "digits work but aren't advertised"
#[test]
fn digits_select_unadvertised() {
    check(
        layout(),
        "3",
        &expect![[r#"
        answered
        0: New timeline component
    "#]],
    );
    check(
        layout(),
        "5",
        &expect![[r#"
        discuss
        0: -
    "#]],
    );
    check(
        layout(),
        "6",
        &expect![[r#"
        Which?
        > 1. Reuse Card
          2. Reuse ListView
          3. New timeline component
          4. Something else (I'll explain)
          5. Let's discuss this
        -- Up/Down navigate - Enter to select - Esc to cancel
    "#]],
    );
    check(
        areas(),
        "42",
        &expect![[r#"
        Which?
          [ ] Session handling
        > [x] Error responses
          [ ] Multi-device policy
          [x] Recovery flow
          Done (2 selected)
        -- Up/Down navigate - Enter/Space to toggle - Esc to cancel
    "#]],
    );
    check(
        areas(),
        "5",
        &expect![[r#"
        Which?
        > [ ] Session handling
          [ ] Error responses
          [ ] Multi-device policy
          [ ] Recovery flow
          Done (0 selected)
        -- Up/Down navigate - Enter/Space to toggle - Esc to cancel
    "#]],
    );
}

/// "When the user selects "Something else (I'll explain)", an inline text editor appears."
#[test]
fn something_else_opens_an_inline_editor() {
    check(
        layout(),
        "<down><down><down><ret>",
        &expect![[r#"
        Which?
          1. Reuse Card
          2. Reuse ListView
          3. New timeline component
        > 4. Something else (I'll explain) |Type your answer
          5. Let's discuss this
        -- Enter to submit - Esc to go back
    "#]],
    );
    check(
        layout(),
        "4I<space>want<space>a<space>kanban<space>board<space>layout",
        &expect![[r#"
        Which?
          1. Reuse Card
          2. Reuse ListView
          3. New timeline component
        > 4. Something else (I'll explain) I want a kanban board layout|
          5. Let's discuss this
        -- Enter to submit - Esc to go back
    "#]],
    );
}

/// "They type their answer and press Enter to submit."
#[test]
fn enter_submits_what_was_typed() {
    check(
        layout(),
        "4I<space>want<space>a<space>kanban<space>board<space>layout<ret>",
        &expect![[r#"
        answered
        0: own "I want a kanban board layout"
    "#]],
    );
    check(
        layout(),
        "4first<c-j>second<ret>",
        &expect![[r#"
        answered
        0: own "first\nsecond"
    "#]],
    );
}

#[test]
fn nothing_typed_is_no_answer() {
    check(
        layout(),
        "4<ret>",
        &expect![[r#"
        Which?
          1. Reuse Card
          2. Reuse ListView
          3. New timeline component
        > 4. Something else (I'll explain) |Type your answer
          5. Let's discuss this
        ! Type an answer, or press Esc to go back
        -- Enter to submit - Esc to go back
    "#]],
    );
    check(
        layout(),
        "4<space><space><ret>",
        &expect![[r#"
        Which?
          1. Reuse Card
          2. Reuse ListView
          3. New timeline component
        > 4. Something else (I'll explain)   |
          5. Let's discuss this
        ! Type an answer, or press Esc to go back
        -- Enter to submit - Esc to go back
    "#]],
    );
}

/// "Pressing Escape returns to the options list." S3-7: the text is kept.
#[test]
fn escape_returns_to_the_list_and_keeps_the_text() {
    check(
        layout(),
        "4kanban<esc>",
        &expect![[r#"
        Which?
          1. Reuse Card
          2. Reuse ListView
          3. New timeline component
        > 4. Something else (I'll explain) kanban
          5. Let's discuss this
        -- Up/Down navigate - Enter to select - Esc to cancel
    "#]],
    );
    check(
        layout(),
        "4kanban<esc><ret><space>board<ret>",
        &expect![[r#"
        answered
        0: own "kanban board"
    "#]],
    );
    check(
        layout(),
        "4kanban<esc><esc>",
        &expect![[r#"
        cancelled
        0: -
        0: typed Custom "kanban"
    "#]],
    );
}

/// S3-7: "↑/↓ leave the editor and keep it"
#[test]
fn the_arrows_leave_the_editor_and_keep_the_text() {
    check(
        layout(),
        "4kanban<up>",
        &expect![[r#"
        Which?
          1. Reuse Card
          2. Reuse ListView
        > 3. New timeline component
          4. Something else (I'll explain) kanban
          5. Let's discuss this
        -- Up/Down navigate - Enter to select - Esc to cancel
    "#]],
    );
    check(
        layout(),
        "4kanban<down>",
        &expect![[r#"
        Which?
          1. Reuse Card
          2. Reuse ListView
          3. New timeline component
          4. Something else (I'll explain) kanban
        > 5. Let's discuss this
        -- Up/Down navigate - Enter to select - Esc to cancel
    "#]],
    );
    check(
        layout(),
        "4kanban<up><ret>",
        &expect![[r#"
        answered
        0: New timeline component
    "#]],
    );
}

/// "When the user selects "Let's discuss this", the LLM switches to conversational mode"
#[test]
fn a_discussion_is_an_ending_of_its_own() {
    check(
        layout(),
        "<end><ret>",
        &expect![[r#"
        discuss
        0: -
    "#]],
    );
    check(
        layout(),
        "4half<space>a<space>thought<esc>5",
        &expect![[r#"
        discuss
        0: -
        0: typed Custom "half a thought"
    "#]],
    );
}

/// "Esc to cancel"
#[test]
fn escape_in_the_list_cancels() {
    check(
        layout(),
        "<esc>",
        &expect![[r#"
        cancelled
        0: -
    "#]],
    );
    check(
        areas(),
        "13<esc>",
        &expect![[r#"
        cancelled
        0: Session handling, Multi-device policy
    "#]],
    );
}

#[test]
fn ctrl_c_cancels_at_once() {
    check(
        areas(),
        "1<c-c>",
        &expect![[r#"
        cancelled
        0: Session handling
    "#]],
    );
}

/// "The user toggles items on/off and confirms their selection." "Enter/Space to toggle"
#[test]
fn enter_and_space_toggle_and_done_confirms() {
    check(
        areas(),
        "<space><down><down><ret>",
        &expect![[r#"
        Which?
          [x] Session handling
          [ ] Error responses
        > [x] Multi-device policy
          [ ] Recovery flow
          Done (2 selected)
        -- Up/Down navigate - Enter/Space to toggle - Esc to cancel
    "#]],
    );
    check(
        areas(),
        "<space><space><ret><ret>",
        &expect![[r#"
        Which?
        > [ ] Session handling
          [ ] Error responses
          [ ] Multi-device policy
          [ ] Recovery flow
          Done (0 selected)
        -- Up/Down navigate - Enter/Space to toggle - Esc to cancel
    "#]],
    );
    check(
        areas(),
        "<space><down><down><ret><end><ret>",
        &expect![[r#"
        answered
        0: Session handling, Multi-device policy
    "#]],
    );
    check(
        areas(),
        "1<end><space>",
        &expect![[r#"
        answered
        0: Session handling
    "#]],
    );
}

/// S3-9: "option order"
#[test]
fn the_selection_stands_in_the_order_of_the_options() {
    check(
        areas(),
        "431<end><ret>",
        &expect![[r#"
        answered
        0: Session handling, Multi-device policy, Recovery flow
    "#]],
    );
}

/// "At least one item must be selected before "Done" is accepted."
#[test]
fn done_refuses_an_empty_selection() {
    check(
        areas(),
        "<end><ret>",
        &expect![[r#"
        Which?
          [ ] Session handling
          [ ] Error responses
          [ ] Multi-device policy
          [ ] Recovery flow
        > Done (0 selected)
        ! Pick at least one
        -- Up/Down navigate - Enter/Space to toggle - Esc to cancel
    "#]],
    );
    check(
        areas(),
        "11<end><ret>",
        &expect![[r#"
        Which?
          [ ] Session handling
          [ ] Error responses
          [ ] Multi-device policy
          [ ] Recovery flow
        > Done (0 selected)
        ! Pick at least one
        -- Up/Down navigate - Enter/Space to toggle - Esc to cancel
    "#]],
    );
    check(
        areas(),
        "<end><ret><up><space>",
        &expect![[r#"
        Which?
          [ ] Session handling
          [ ] Error responses
          [ ] Multi-device policy
        > [x] Recovery flow
          Done (1 selected)
        -- Up/Down navigate - Enter/Space to toggle - Esc to cancel
    "#]],
    );
}

/// S3-6: the two rows belong to `ask_question` alone.
#[test]
fn a_selection_has_neither_of_the_two_rows() {
    check(
        areas(),
        "",
        &expect![[r#"
        Which?
        > [ ] Session handling
          [ ] Error responses
          [ ] Multi-device policy
          [ ] Recovery flow
          Done (0 selected)
        -- Up/Down navigate - Enter/Space to toggle - Esc to cancel
    "#]],
    );
}

/// A filter is there only beyond the documented count of options, and unadvertised.
#[test]
fn long_lists_filter() {
    let many: Vec<String> = (1..=9).map(|n| format!("Area {n}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    check(
        asked("ask_multi_select", &many),
        "",
        &expect![[r#"
        Which?
        > [ ] Area 1
          [ ] Area 2
          [ ] Area 3
          [ ] Area 4
          [ ] Area 5
          [ ] Area 6
          [ ] Area 7
          [ ] Area 8
          [ ] Area 9
          Done (0 selected)
        -- Up/Down navigate - Enter/Space to toggle - Esc to cancel
    "#]],
    );
    check(
        asked("ask_multi_select", &many),
        "/7",
        &expect![[r#"
            Which?
            > [ ] Area 7
              Done (0 selected)
            filter /7|
            -- type to filter · Enter to toggle · Esc to show all
        "#]],
    );
    check(
        asked("ask_multi_select", &many),
        "/7<ret><esc><end><ret>",
        &expect![[r#"
        answered
        0: Area 7
    "#]],
    );
    check(
        areas(),
        "/7",
        &expect![[r#"
        Which?
        > [ ] Session handling
          [ ] Error responses
          [ ] Multi-device policy
          [ ] Recovery flow
          Done (0 selected)
        -- Up/Down navigate - Enter/Space to toggle - Esc to cancel
    "#]],
    );
}

#[test]
fn tab_and_the_side_arrows_do_nothing() {
    check(
        layout(),
        "<down><tab><s-tab><left><right>",
        &expect![[r#"
        Which?
          1. Reuse Card
        > 2. Reuse ListView
          3. New timeline component
          4. Something else (I'll explain)
          5. Let's discuss this
        -- Up/Down navigate - Enter to select - Esc to cancel
    "#]],
    );
}
