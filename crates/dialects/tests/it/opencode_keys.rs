//! Every key that OpenCode's own question panel knows, played on the forms that its calls open.

use crate::forms::check;
use asq_core::form::Form;
use asq_core::model::{Draft, Prefs};
use asq_dialects::{ToolCall, What, by_id};
use expect_test::expect;
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
    check(
        one(),
        "",
        &expect![[r#"
        Which colour?
        > 1. Blue
          2. Red
          3. Type your own answer
        -- ↑/↓ select · Enter submit · ? keys · Esc dismiss
    "#]],
    );
    check(
        one(),
        "<down><ret>",
        &expect![[r#"
        answered
        0: Red
    "#]],
    );
    check(
        one(),
        "2",
        &expect![[r#"
        answered
        0: Red
    "#]],
    );
    check(
        one(),
        "<space>",
        &expect![[r#"
        answered
        0: Blue
    "#]],
    );
}

/// "Otherwise tabs = each header + Confirm"
#[test]
fn tabs_are_the_headers_and_confirm() {
    check(
        asked(&[features()]),
        "",
        &expect![[r#"
        [Features] Confirm
        Which features?
        > 1. [ ] Auth
          2. [ ] Metrics
          3. [ ] Search
          4. [ ] Type your own answer
          Confirm
        -- Tab next · ↑/↓ select · Enter toggle · Esc dismiss
    "#]],
    );
    check(
        two(),
        "",
        &expect![[r#"
        [Colour] Features Confirm
        Which colour?
        > 1. Blue
          2. Red
          3. Type your own answer
        -- Tab next · ↑/↓ select · Enter choose · Esc dismiss
    "#]],
    );
}

/// "↑/k ↓/j (wrap)"
#[test]
fn up_and_down_wrap() {
    check(
        one(),
        "<up>",
        &expect![[r#"
        Which colour?
          1. Blue
          2. Red
        > 3. Type your own answer
        -- ↑/↓ select · Enter submit · ? keys · Esc dismiss
    "#]],
    );
    check(
        one(),
        "kk",
        &expect![[r#"
        Which colour?
          1. Blue
        > 2. Red
          3. Type your own answer
        -- ↑/↓ select · Enter submit · ? keys · Esc dismiss
    "#]],
    );
    check(
        one(),
        "jjj",
        &expect![[r#"
        Which colour?
        > 1. Blue
          2. Red
          3. Type your own answer
        -- ↑/↓ select · Enter submit · ? keys · Esc dismiss
    "#]],
    );
}

/// "digits 1-9 jump+select (digit n+1 = custom row)"
#[test]
fn digits_jump_and_select() {
    check(
        two(),
        "2",
        &expect![[r#"
        *Colour [Features] Confirm
        Which features?
        > 1. [ ] Auth
          2. [ ] Metrics
          3. [ ] Search
          4. [ ] Type your own answer
          Confirm
        -- Tab next · ↑/↓ select · Enter choose · Esc dismiss
    "#]],
    );
    check(
        two(),
        "l32",
        &expect![[r#"
        Colour [*Features] Confirm
        Which features?
          1. [ ] Auth
        > 2. [x] Metrics
          3. [x] Search
          4. [ ] Type your own answer
          Confirm
        -- Tab next · ↑/↓ select · Enter choose · Esc dismiss
    "#]],
    );
    check(
        one(),
        "3",
        &expect![[r#"
        Which colour?
          1. Blue
          2. Red
        > 3. Type your own answer |Type your answer
        -- Enter save · Ctrl+J new line · Esc back
    "#]],
    );
    check(
        one(),
        "4",
        &expect![[r#"
        Which colour?
        > 1. Blue
          2. Red
          3. Type your own answer
        -- ↑/↓ select · Enter submit · ? keys · Esc dismiss
    "#]],
    );
}

/// "←/h →/l Tab/Shift-Tab switch question"
#[test]
fn tab_h_l_and_the_side_arrows_switch() {
    check(
        two(),
        "<tab>",
        &expect![[r#"
        Colour [Features] Confirm
        Which features?
        > 1. [ ] Auth
          2. [ ] Metrics
          3. [ ] Search
          4. [ ] Type your own answer
          Confirm
        -- Tab next · ↑/↓ select · Enter choose · Esc dismiss
    "#]],
    );
    check(
        two(),
        "l<right>",
        &expect![[r#"
        Colour Features [Confirm]
        # Review
          Colour: (not answered)
          Features: (not answered)
          You have not answered all questions: Colour, Features
        > Submit
        -- ← back · Enter submit · Esc dismiss
    "#]],
    );
    check(
        two(),
        "<right>h",
        &expect![[r#"
        [Colour] Features Confirm
        Which colour?
        > 1. Blue
          2. Red
          3. Type your own answer
        -- Tab next · ↑/↓ select · Enter choose · Esc dismiss
    "#]],
    );
    check(
        two(),
        "ll<s-tab><left>",
        &expect![[r#"
        [Colour] Features Confirm
        Which colour?
        > 1. Blue
          2. Red
          3. Type your own answer
        -- Tab next · ↑/↓ select · Enter choose · Esc dismiss
    "#]],
    );
}

/// "Single-select in a multi-question form auto-advances to the next tab; tab change resets highlight to row 0"
#[test]
fn a_pick_goes_on_and_a_switch_begins_at_the_first_row() {
    check(
        two(),
        "<down><ret>",
        &expect![[r#"
        *Colour [Features] Confirm
        Which features?
        > 1. [ ] Auth
          2. [ ] Metrics
          3. [ ] Search
          4. [ ] Type your own answer
          Confirm
        -- Tab next · ↑/↓ select · Enter choose · Esc dismiss
    "#]],
    );
    check(
        two(),
        "<down><ret>h",
        &expect![[r#"
        [*Colour] Features Confirm
        Which colour?
        > 1. Blue
          2. Red ✓
          3. Type your own answer
        -- Tab next · ↑/↓ select · Enter choose · Esc dismiss
    "#]],
    );
}

/// "Enter toggles; must go to Confirm to submit (also for one multiple question)"
#[test]
fn several_picks_go_through_confirm() {
    check(
        asked(&[features()]),
        "<ret><down><ret>",
        &expect![[r#"
        [*Features] *Confirm
        Which features?
          1. [x] Auth
        > 2. [x] Metrics
          3. [ ] Search
          4. [ ] Type your own answer
          Confirm
        -- Tab next · ↑/↓ select · Enter toggle · Esc dismiss
    "#]],
    );
    check(
        asked(&[features()]),
        "31l",
        &expect![[r#"
        *Features [*Confirm]
        # Review
          Features: Search, Auth
        > Submit
        -- ← back · Enter submit · Esc dismiss
    "#]],
    );
    check(
        asked(&[features()]),
        "31l<ret>",
        &expect![[r#"
        answered
        0: Search, Auth
    "#]],
    );
    check(
        asked(&[features()]),
        "31<end><ret><ret>",
        &expect![[r#"
        answered
        0: Search, Auth
    "#]],
    );
}

/// "Enter submits even if incomplete (unanswered = [])"
#[test]
fn confirm_submits_what_is_incomplete() {
    check(
        two(),
        "ll",
        &expect![[r#"
        Colour Features [Confirm]
        # Review
          Colour: (not answered)
          Features: (not answered)
          You have not answered all questions: Colour, Features
        > Submit
        -- ← back · Enter submit · Esc dismiss
    "#]],
    );
    check(
        two(),
        "ll<ret>",
        &expect![[r#"
        answered
        0: -
        1: -
    "#]],
    );
    check(
        two(),
        "l1l<ret>",
        &expect![[r#"
        answered
        0: -
        1: Auth
    "#]],
    );
}

#[test]
fn an_answer_on_the_confirm_page_leads_back_to_its_question() {
    check(
        two(),
        "1ll<up><ret>",
        &expect![[r#"
        *Colour [Features] Confirm
        Which features?
        > 1. [ ] Auth
          2. [ ] Metrics
          3. [ ] Search
          4. [ ] Type your own answer
          Confirm
        -- Tab next · ↑/↓ select · Enter choose · Esc dismiss
    "#]],
    );
}

/// "Custom row: Enter saves, ctrl+J newline, Esc leaves editing"
#[test]
fn own_words() {
    check(
        one(),
        "3my<space>own<ret>",
        &expect![[r#"
        answered
        0: own "my own"
    "#]],
    );
    check(
        one(),
        "3line1<c-j>line2<ret>",
        &expect![[r#"
        answered
        0: own "line1\nline2"
    "#]],
    );
    check(
        one(),
        "3half<esc>",
        &expect![[r#"
        Which colour?
          1. Blue
          2. Red
        > 3. Type your own answer half
        -- ↑/↓ select · Enter submit · ? keys · Esc dismiss
    "#]],
    );
    check(
        one(),
        "3half<esc><ret><space>more<ret>",
        &expect![[r#"
        answered
        0: own "half more"
    "#]],
    );
    check(
        one(),
        "3<ret>",
        &expect![[r#"
        Which colour?
          1. Blue
          2. Red
        > 3. Type your own answer |Type your answer
        ! Type an answer, or press Esc to go back
        -- Enter save · Ctrl+J new line · Esc back
    "#]],
    );
}

/// "In multi, custom is added next to picked labels, in pick order"
#[test]
fn own_words_among_several_picks() {
    check(
        asked(&[features()]),
        "24mine<ret>1l<ret>",
        &expect![[r#"
        answered
        0: Metrics, own "mine", Auth
    "#]],
    );
    check(
        asked(&[features()]),
        "4mine<ret>",
        &expect![[r#"
        [*Features] *Confirm
        Which features?
          1. [ ] Auth
          2. [ ] Metrics
          3. [ ] Search
        > 4. [x] Type your own answer mine
          Confirm
        -- Tab next · ↑/↓ select · Enter toggle · Esc dismiss
    "#]],
    );
}

/// "clearing removes it"
#[test]
fn cleared_own_words_are_no_pick() {
    check(
        asked(&[features()]),
        "4x<ret><ret><bs><esc>l",
        &expect![[r#"
        Features [Confirm]
        # Review
          Features: (not answered)
          You have not answered all questions: Features
        > Submit
        -- ← back · Enter submit · Esc dismiss
    "#]],
    );
}

/// S1-8.
#[test]
fn without_custom_there_is_no_such_row() {
    let mut question = colour();
    question["custom"] = json!(false);
    check(
        asked(&[question]),
        "<up>",
        &expect![[r#"
        Which colour?
          1. Blue
        > 2. Red
        -- ↑/↓ select · Enter submit · ? keys · Esc dismiss
    "#]],
    );
}

#[test]
fn without_options_the_editor_is_open() {
    check(
        asked(&[json!({"question": "Name?", "header": "Name", "options": []})]),
        "quill<ret>",
        &expect![[r#"
            answered
            0: own "quill"
        "#]],
    );
}

/// "Esc = reject immediately, no confirmation"
#[test]
fn escape_dismisses_at_once() {
    check(
        one(),
        "<esc>",
        &expect![[r#"
        cancelled
        0: -
    "#]],
    );
    check(
        two(),
        "1<esc>",
        &expect![[r#"
        cancelled
        0: Blue
        1: -
    "#]],
    );
    check(
        two(),
        "1ll<esc>",
        &expect![[r#"
        cancelled
        0: Blue
        1: -
    "#]],
    );
    check(
        one(),
        "3half<esc><esc>",
        &expect![[r#"
        cancelled
        0: -
        0: typed Custom "half"
    "#]],
    );
}

#[test]
fn a_list_filters() {
    check(
        one(),
        "/red",
        &expect![[r#"
        Which colour?
        > 2. Red
          3. Type your own answer
        filter /red|
        -- type to filter · Enter to select · Esc to show all
    "#]],
    );
    check(
        one(),
        "/red<ret>",
        &expect![[r#"
        answered
        0: Red
    "#]],
    );
}
