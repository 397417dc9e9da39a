//! Keys and flow of the contract `ask_user_question`: each test cites the sentence that it shows.

use crate::forms;
use crate::forms::{compare, many, one};
use asq_core::form::Form;
use asq_core::model::Question;
use asq_dialects::ask_user_question::rules::{ANSWER, FORM};
use asq_testkit::sketch::play_with;
use expect_test::{Expect, expect};

fn ask(questions: Vec<Question>) -> Form {
    forms::form(FORM, ANSWER, questions)
}

fn single() -> Form {
    ask(vec![one("Header", "Question text?", &["Option A", "Option B"])])
}

fn multi() -> Form {
    ask(vec![many("Header", "Question text?", &["Option A", "Option B"], 0)])
}

fn previews() -> Form {
    ask(vec![compare("Layout", "Which layout?", &[("Sidebar", "S|S"), ("Tabs", "T T"), ("Plain", "")])])
}

fn flow() -> Form {
    ask(vec![
        one("HeaderA", "First?", &["A1", "A2"]),
        many("HeaderB", "Second?", &["B1", "B2", "B3"], 0),
        compare("HeaderC", "Third?", &[("C1", "one"), ("C2", "two")]),
    ])
}

#[track_caller]
fn check(form: Form, keys: &str, expect: &Expect) {
    forms::check(form, keys, expect);
}

/// "Single-select questions omit the checkbox column and submit row"; the footer word for word; "A
/// single question renders one selected header tab".
#[test]
fn a_single_question_page() {
    check(
        single(),
        "",
        &expect![[r#"
        [Header]
        Question text?
        > 1. Option A
          2. Option B
          3. Type something
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
}

/// "Single-question multi-select pages also render a trailing Submit tab"; rows and footer word for word.
#[test]
fn a_multi_select_page() {
    check(
        multi(),
        "",
        &expect![[r#"
        [Header] Submit
        Question text?
        > 1. [ ] Option A
          2. [ ] Option B
          3. [ ] Type something
          Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
}

/// "↑/↓ moves focus through configured options and the custom input row"; S4-12: wraps.
#[test]
fn up_and_down_wrap_through_the_custom_row() {
    check(
        single(),
        "<down><down>",
        &expect![[r#"
        [Header]
        Question text?
          1. Option A
          2. Option B
        > 3. |Type something
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
    check(
        single(),
        "<down><down><down>",
        &expect![[r#"
        [Header]
        Question text?
        > 1. Option A
          2. Option B
          3. Type something
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
    check(
        single(),
        "<up>",
        &expect![[r#"
        [Header]
        Question text?
          1. Option A
          2. Option B
        > 3. |Type something
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
}

/// "Enter or Space on a configured option submits that answer immediately."
#[test]
fn enter_or_space_submits_an_option() {
    check(
        single(),
        "<ret>",
        &expect![[r#"
        answered
        0: Option A
    "#]],
    );
    check(
        single(),
        "<down><space>",
        &expect![[r#"
        answered
        0: Option B
    "#]],
    );
}

/// "Enter on the custom input row submits only when text has been typed. Empty custom input does not
/// submit."
#[test]
fn enter_on_the_custom_row() {
    check(
        single(),
        "<up><ret>",
        &expect![[r#"
        [Header]
        Question text?
          1. Option A
          2. Option B
        > 3. |Type something
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
    check(
        single(),
        "<up>my own<ret>",
        &expect![[r#"
        answered
        0: own "my own"
    "#]],
    );
}

/// "Esc cancels the request, unless it first clears typed custom input."
#[test]
fn esc_cancels_or_clears_first() {
    check(
        single(),
        "<esc>",
        &expect![[r#"
        cancelled
        0: -
    "#]],
    );
    check(
        single(),
        "<up>text<esc>",
        &expect![[r#"
        [Header]
        Question text?
          1. Option A
          2. Option B
        > 3. |Type something
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
    check(
        single(),
        "<up>text<esc><esc>",
        &expect![[r#"
            cancelled
            0: -
            0: typed Custom "text"
        "#]],
    );
}

/// S4-14: Ctrl+Z and Ctrl+_ bring the cleared text back.
#[test]
fn undo_brings_cleared_text_back() {
    check(
        single(),
        "<up>text<esc><c-z>",
        &expect![[r#"
        [Header]
        Question text?
          1. Option A
          2. Option B
        > 3. text|
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
    check(
        multi(),
        "<down><down>text<esc><c-_>",
        &expect![[r#"
        [*Header] *Submit
        Question text?
          1. [ ] Option A
          2. [ ] Option B
        > 3. [x] text|
          Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
}

/// "↑/↓ moves focus through configured options, the custom input row, and Submit." S4-6, S4-12.
#[test]
fn up_and_down_reach_submit() {
    check(
        multi(),
        "<down><down><down>",
        &expect![[r#"
        Header [Submit]
        Question text?
          1. [ ] Option A
          2. [ ] Option B
          3. [ ] Type something
        > Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
    check(
        multi(),
        "<up>",
        &expect![[r#"
        Header [Submit]
        Question text?
          1. [ ] Option A
          2. [ ] Option B
          3. [ ] Type something
        > Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
    check(
        multi(),
        "<up><down>",
        &expect![[r#"
        [Header] Submit
        Question text?
        > 1. [ ] Option A
          2. [ ] Option B
          3. [ ] Type something
          Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
}

/// "Tab or Right moves focus from the question to Submit. Shift+Tab or Left returns from Submit to the
/// question."
#[test]
fn tab_or_right_goes_to_submit_and_back() {
    check(
        multi(),
        "<down><tab>",
        &expect![[r#"
        Header [Submit]
        Question text?
          1. [ ] Option A
          2. [ ] Option B
          3. [ ] Type something
        > Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
    check(
        multi(),
        "<right>",
        &expect![[r#"
        Header [Submit]
        Question text?
          1. [ ] Option A
          2. [ ] Option B
          3. [ ] Type something
        > Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
    check(
        multi(),
        "<down><tab><s-tab>",
        &expect![[r#"
        [Header] Submit
        Question text?
          1. [ ] Option A
        > 2. [ ] Option B
          3. [ ] Type something
          Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
    check(
        multi(),
        "<down><right><left>",
        &expect![[r#"
        [Header] Submit
        Question text?
          1. [ ] Option A
        > 2. [ ] Option B
          3. [ ] Type something
          Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
    check(
        multi(),
        "<down><down>own<tab><ret>",
        &expect![[r#"
        answered
        0: own "own"
    "#]],
    );
}

/// "Enter on a configured option toggles it. Enter on Submit submits selected answers."
#[test]
fn enter_toggles_and_submit_submits() {
    check(
        multi(),
        "<ret>",
        &expect![[r#"
        [*Header] *Submit
        Question text?
        > 1. [x] Option A
          2. [ ] Option B
          3. [ ] Type something
          Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
    check(
        multi(),
        "<ret><ret><down><space>",
        &expect![[r#"
        [*Header] *Submit
        Question text?
          1. [ ] Option A
        > 2. [x] Option B
          3. [ ] Type something
          Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
    check(
        multi(),
        "<down><ret><up><ret><tab><ret>",
        &expect![[r#"
        answered
        0: Option B, Option A
    "#]],
    );
    check(
        multi(),
        "<space><tab><space>",
        &expect![[r#"
        answered
        0: Option A
    "#]],
    );
}

/// "Submit does nothing when no answer is selected."
#[test]
fn submit_without_a_pick_does_nothing() {
    check(
        multi(),
        "<tab><ret>",
        &expect![[r#"
        Header [Submit]
        Question text?
          1. [ ] Option A
          2. [ ] Option B
          3. [ ] Type something
        > Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
}

/// "Typing custom input automatically includes the custom row in the selected answers. Clearing custom
/// input removes that row from the selected answers." S4-10: Enter toggles it and keeps the text.
#[test]
fn custom_text_in_a_multi_select() {
    check(
        multi(),
        "<down><down>own",
        &expect![[r#"
        [*Header] *Submit
        Question text?
          1. [ ] Option A
          2. [ ] Option B
        > 3. [x] own|
          Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
    check(
        multi(),
        "<down><down>own<bs><bs><bs>",
        &expect![[r#"
        [Header] Submit
        Question text?
          1. [ ] Option A
          2. [ ] Option B
        > 3. [ ] |Type something
          Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
    check(
        multi(),
        "<down><down>own<esc>",
        &expect![[r#"
        [Header] Submit
        Question text?
          1. [ ] Option A
          2. [ ] Option B
        > 3. [ ] |Type something
          Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
    check(
        multi(),
        "<down><down>own<ret>",
        &expect![[r#"
        [Header] Submit
        Question text?
          1. [ ] Option A
          2. [ ] Option B
        > 3. [ ] own|
          Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
    check(
        multi(),
        "<down><down>own<ret><ret><tab><ret>",
        &expect![[r#"
        answered
        0: own "own"
    "#]],
    );
}

/// S4-11: "Order of inclusion, custom row counted when first included."
#[test]
fn answers_stand_in_selection_order() {
    check(
        multi(),
        "<down><ret><down>own<up><up><ret><tab><ret>",
        &expect![[r#"
        answered
        0: Option B, own "own", Option A
    "#]],
    );
}

/// "Preview mode": "The custom input row is omitted"; "A notes row appears under the preview box";
/// "Empty notes show press n to add notes".
#[test]
fn a_preview_page() {
    check(
        previews(),
        "",
        &expect![[r#"
        [Layout]
        Which layout?
        > 1. Sidebar
          2. Tabs
          3. Plain
        preview: "S|S"
        Notes: press n to add notes
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
}

/// "Up/Down moves focus through configured options and updates the preview, including while notes are
/// focused." S4-16: stays in notes, text kept.
#[test]
fn up_and_down_update_the_preview() {
    check(
        previews(),
        "<down>",
        &expect![[r#"
        [Layout]
        Which layout?
          1. Sidebar
        > 2. Tabs
          3. Plain
        preview: "T T"
        Notes: press n to add notes
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
    check(
        previews(),
        "nwhy<down><down>",
        &expect![[r#"
        [Layout]
        Which layout?
          1. Sidebar
          2. Tabs
        > 3. Plain
        preview: "none"
        Notes: why|
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
}

/// "1-9 moves focus to the numbered option without submitting."
#[test]
fn digits_on_a_preview_page_only_focus() {
    check(
        previews(),
        "2",
        &expect![[r#"
        [Layout]
        Which layout?
          1. Sidebar
        > 2. Tabs
          3. Plain
        preview: "T T"
        Notes: press n to add notes
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
    check(
        previews(),
        "9",
        &expect![[r#"
        [Layout]
        Which layout?
        > 1. Sidebar
          2. Tabs
          3. Plain
        preview: "S|S"
        Notes: press n to add notes
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
}

/// "n focuses the inline notes entry"; the placeholder changes, the cursor on `A`. "printable keys,
/// spaces, and number keys type into notes."
#[test]
fn n_focuses_the_notes() {
    check(
        previews(),
        "n",
        &expect![[r#"
        [Layout]
        Which layout?
        > 1. Sidebar
          2. Tabs
          3. Plain
        preview: "S|S"
        Notes: |Add notes on this design...
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
    check(
        previews(),
        "nn 1 2 x",
        &expect![[r#"
        [Layout]
        Which layout?
        > 1. Sidebar
          2. Tabs
          3. Plain
        preview: "S|S"
        Notes: n 1 2 x|
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
}

/// "Left/Right moves the notes cursor"; "Backspace deletes the character before the notes cursor."
#[test]
fn the_notes_cursor_moves() {
    check(
        previews(),
        "nabc<left><left><bs>X",
        &expect![[r#"
        [Layout]
        Which layout?
        > 1. Sidebar
          2. Tabs
          3. Plain
        preview: "S|S"
        Notes: X|bc
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
    check(
        previews(),
        "nabc<left><right><bs>",
        &expect![[r#"
        [Layout]
        Which layout?
        > 1. Sidebar
          2. Tabs
          3. Plain
        preview: "S|S"
        Notes: ab|
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
}

/// "Enter while notes are focused submits the currently focused option with the typed notes."
#[test]
fn enter_in_the_notes_submits() {
    check(
        previews(),
        "<down>nwide<ret>",
        &expect![[r#"
        answered
        0: Tabs note "wide"
    "#]],
    );
    check(
        previews(),
        "n<ret>",
        &expect![[r#"
        answered
        0: Sidebar
    "#]],
    );
}

/// "Esc while notes are focused exits notes entry; a later Esc cancels."
#[test]
fn esc_leaves_the_notes_then_cancels() {
    check(
        previews(),
        "nwhy<esc>",
        &expect![[r#"
        [Layout]
        Which layout?
        > 1. Sidebar
          2. Tabs
          3. Plain
        preview: "S|S"
        Notes: why
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
    check(
        previews(),
        "nwhy<esc><esc>",
        &expect![[r#"
            cancelled
            0: - note "why"
        "#]],
    );
}

/// "Enter or Space outside notes submits the focused option."
#[test]
fn enter_or_space_outside_notes_submits() {
    check(
        previews(),
        "<down><ret>",
        &expect![[r#"
        answered
        0: Tabs
    "#]],
    );
    check(
        previews(),
        "<space>",
        &expect![[r#"
        answered
        0: Sidebar
    "#]],
    );
    check(
        previews(),
        "nwhy<esc><space>",
        &expect![[r#"
        answered
        0: Sidebar note "why"
    "#]],
    );
}

/// "Multiple questions render all question tabs side by side, followed by a Submit tab." "Tab or Right
/// moves to the next question. On the last question it opens review." "Shift+Tab or Left moves to the
/// previous question."
#[test]
fn tab_and_arrows_switch_questions() {
    check(
        flow(),
        "",
        &expect![[r#"
        [HeaderA] HeaderB HeaderC Submit
        First?
        > 1. A1
          2. A2
          3. Type something
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
    check(
        flow(),
        "<tab><right>",
        &expect![[r#"
        HeaderA HeaderB [HeaderC] Submit
        Third?
        > 1. C1
          2. C2
        preview: "one"
        Notes: press n to add notes
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
    check(
        flow(),
        "<tab><tab><tab>",
        &expect![[r#"
        HeaderA HeaderB HeaderC [Submit]
        # Review your answers
          HeaderA: (not answered)
          HeaderB: (not answered)
          HeaderC: (not answered)
          You have not answered all questions: HeaderA, HeaderB, HeaderC
        > Submit answers
          Cancel
        -- Enter/Space to select · ↑/↓ to navigate · ← to go back · Esc to cancel
    "#]],
    );
    check(
        flow(),
        "<tab><tab><tab><s-tab><left>",
        &expect![[r#"
        HeaderA [HeaderB] HeaderC Submit
        Second?
        > 1. [ ] B1
          2. [ ] B2
          3. [ ] B3
          4. [ ] Type something
          Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
    check(
        flow(),
        "<left>",
        &expect![[r#"
        [HeaderA] HeaderB HeaderC Submit
        First?
        > 1. A1
          2. A2
          3. Type something
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
}

/// "Entering a question resets the focus cursor to the first option while preserving any recorded
/// answer."
#[test]
fn entering_a_question_resets_the_focus() {
    check(
        flow(),
        "2<left>",
        &expect![[r#"
        [*HeaderA] HeaderB HeaderC Submit
        First?
        > 1. A1
          2. A2 ✓
          3. Type something
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
}

/// "Left/right arrows move the text cursor while the custom input row or preview notes are focused."
/// S4-7: Tab and Shift+Tab do nothing there.
#[test]
fn in_text_the_arrows_are_the_carets() {
    check(
        flow(),
        "<up>abc<left><left>X<tab>",
        &expect![[r#"
        [HeaderA] HeaderB HeaderC Submit
        First?
          1. A1
          2. A2
        > 3. aX|bc
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
    check(
        flow(),
        "<tab><tab>nabc<left>X<tab><s-tab>",
        &expect![[r#"
        HeaderA HeaderB [HeaderC] Submit
        Third?
        > 1. C1
          2. C2
        preview: "one"
        Notes: abX|c
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
}

/// "Single-select Enter or Space confirms the focused row and advances to the next question or review."
#[test]
fn a_single_select_advances() {
    check(
        flow(),
        "<ret>",
        &expect![[r#"
        *HeaderA [HeaderB] HeaderC Submit
        Second?
        > 1. [ ] B1
          2. [ ] B2
          3. [ ] B3
          4. [ ] Type something
          Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
    check(
        flow(),
        "<up>mine<ret>",
        &expect![[r#"
        *HeaderA [HeaderB] HeaderC Submit
        Second?
        > 1. [ ] B1
          2. [ ] B2
          3. [ ] B3
          4. [ ] Type something
          Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
    check(
        flow(),
        "<tab><tab><space>",
        &expect![[r#"
        HeaderA HeaderB *HeaderC [Submit]
        # Review your answers
          HeaderA: (not answered)
          HeaderB: (not answered)
          HeaderC: C1
          You have not answered all questions: HeaderA, HeaderB
        > Submit answers
          Cancel
        -- Enter/Space to select · ↑/↓ to navigate · ← to go back · Esc to cancel
    "#]],
    );
}

/// "Multi-select Submit advances to the next question or review."; S4-8: also with nothing selected.
#[test]
fn submit_advances() {
    check(
        flow(),
        "<tab>1<up><up>",
        &expect![[r#"
        HeaderA [*HeaderB] HeaderC Submit
        Second?
          1. [x] B1
          2. [ ] B2
          3. [ ] B3
        > 4. [ ] |Type something
          Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
    check(
        flow(),
        "<tab>13<down><down><ret>",
        &expect![[r#"
        HeaderA *HeaderB [HeaderC] Submit
        Third?
        > 1. C1
          2. C2
        preview: "one"
        Notes: press n to add notes
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
    check(
        flow(),
        "<tab><up><ret>",
        &expect![[r#"
        HeaderA HeaderB [HeaderC] Submit
        Third?
        > 1. C1
          2. C2
        preview: "one"
        Notes: press n to add notes
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
}

/// "shows collected answers plus Submit answers, Cancel" and the footer word for word; "review warns
/// when answers are missing" (S4-19); "does not render a synthetic progress line".
#[test]
fn the_review_page() {
    check(
        flow(),
        "1<tab><tab>",
        &expect![[r#"
        *HeaderA HeaderB HeaderC [Submit]
        # Review your answers
          HeaderA: A1
          HeaderB: (not answered)
          HeaderC: (not answered)
          You have not answered all questions: HeaderB, HeaderC
        > Submit answers
          Cancel
        -- Enter/Space to select · ↑/↓ to navigate · ← to go back · Esc to cancel
    "#]],
    );
    check(
        flow(),
        "112<down><down><down><ret>nok<ret>",
        &expect![[r#"
            *HeaderA *HeaderB *HeaderC [*Submit]
            # Review your answers
              HeaderA: A1
              HeaderB: B1, B2
              HeaderC: C1
                note: ok
            > Submit answers
              Cancel
            -- Enter/Space to select · ↑/↓ to navigate · ← to go back · Esc to cancel
        "#]],
    );
}

/// "confirms focused submit/review rows": Enter and Space; the Cancel row and Esc cancel; ← goes back.
#[test]
fn the_review_rows_act() {
    check(
        flow(),
        "1<tab><tab><ret>",
        &expect![[r#"
        answered
        0: A1
        1: -
        2: -
    "#]],
    );
    check(
        flow(),
        "1<tab><tab><space>",
        &expect![[r#"
        answered
        0: A1
        1: -
        2: -
    "#]],
    );
    check(
        flow(),
        "1<tab><tab><down><ret>",
        &expect![[r#"
        cancelled
        0: A1
        1: -
        2: -
    "#]],
    );
    check(
        flow(),
        "1<tab><tab><esc>",
        &expect![[r#"
        cancelled
        0: A1
        1: -
        2: -
    "#]],
    );
    check(
        flow(),
        "1<tab><tab><left>",
        &expect![[r#"
        *HeaderA HeaderB [HeaderC] Submit
        Third?
        > 1. C1
          2. C2
        preview: "one"
        Notes: press n to add notes
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
    check(
        flow(),
        "1<tab><tab><down><down>",
        &expect![[r#"
        *HeaderA HeaderB HeaderC [Submit]
        # Review your answers
          HeaderA: A1
          HeaderB: (not answered)
          HeaderC: (not answered)
          You have not answered all questions: HeaderB, HeaderC
        > Submit answers
          Cancel
        -- Enter/Space to select · ↑/↓ to navigate · ← to go back · Esc to cancel
    "#]],
    );
}

/// S4-20: the review submits with nothing answered.
#[test]
fn the_review_submits_nothing_too() {
    check(
        flow(),
        "<tab><tab><tab><ret>",
        &expect![[r#"
        answered
        0: -
        1: -
        2: -
    "#]],
    );
}

/// S4-13: typed custom text without Enter isn't an answer; the review says `(typed, not chosen)`.
#[test]
fn text_without_enter_is_no_answer() {
    check(
        flow(),
        "<up>half<up><tab>",
        &expect![[r#"
        HeaderA [HeaderB] HeaderC Submit
        Second?
        > 1. [ ] B1
          2. [ ] B2
          3. [ ] B3
          4. [ ] Type something
          Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
    check(
        flow(),
        "<up>half<up><tab><tab><tab>",
        &expect![[r#"
        HeaderA HeaderB HeaderC [Submit]
        # Review your answers
          HeaderA: (typed, not chosen)
          HeaderB: (not answered)
          HeaderC: (not answered)
          You have not answered all questions: HeaderA, HeaderB, HeaderC
        > Submit answers
          Cancel
        -- Enter/Space to select · ↑/↓ to navigate · ← to go back · Esc to cancel
    "#]],
    );
}

/// "1-9: direct action for the visible numbered row"; "On the custom input row, the number focuses the
/// input row without submitting."
#[test]
fn digits_act_on_rows() {
    check(
        single(),
        "2",
        &expect![[r#"
        answered
        0: Option B
    "#]],
    );
    check(
        single(),
        "3",
        &expect![[r#"
        [Header]
        Question text?
          1. Option A
          2. Option B
        > 3. |Type something
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
    check(
        single(),
        "7",
        &expect![[r#"
        [Header]
        Question text?
        > 1. Option A
          2. Option B
          3. Type something
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
    check(
        multi(),
        "21",
        &expect![[r#"
        [*Header] *Submit
        Question text?
        > 1. [x] Option A
          2. [x] Option B
          3. [ ] Type something
          Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
    check(
        multi(),
        "3",
        &expect![[r#"
        [Header] Submit
        Question text?
          1. [ ] Option A
          2. [ ] Option B
        > 3. [ ] |Type something
          Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
}

/// "While the custom input row is focused, number keys type digits"; S4-26: with Submit focused a digit
/// acts on the row.
#[test]
fn digits_in_text_are_text() {
    check(
        single(),
        "312",
        &expect![[r#"
        [Header]
        Question text?
          1. Option A
          2. Option B
        > 3. 12|
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
    check(
        multi(),
        "<tab>2",
        &expect![[r#"
        [*Header] *Submit
        Question text?
          1. [ ] Option A
        > 2. [x] Option B
          3. [ ] Type something
          Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
}

/// "Space on an empty custom input row is ignored." "Space types a space after text has started."
#[test]
fn space_in_the_custom_row() {
    check(
        single(),
        "<up><space>",
        &expect![[r#"
        [Header]
        Question text?
          1. Option A
          2. Option B
        > 3. |Type something
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
    check(
        single(),
        "<up>a<space>b<ret>",
        &expect![[r#"
        answered
        0: own "a b"
    "#]],
    );
    check(
        multi(),
        "<down><down><space><space>",
        &expect![[r#"
        [Header] Submit
        Question text?
          1. [ ] Option A
          2. [ ] Option B
        > 3. [ ] |Type something
          Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
}

/// "Left/Right moves the text cursor in Type something"; "Printable characters insert at the cursor."
/// "Backspace deletes the character before the cursor."
#[test]
fn the_cursor_of_the_custom_row() {
    check(
        single(),
        "<up>abc<left><left>X",
        &expect![[r#"
        [Header]
        Question text?
          1. Option A
          2. Option B
        > 3. aX|bc
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
    check(
        single(),
        "<up>abc<left><bs>",
        &expect![[r#"
        [Header]
        Question text?
          1. Option A
          2. Option B
        > 3. a|c
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
}

/// S4-27: Ctrl+J and Shift+Enter add a line.
#[test]
fn the_custom_row_takes_lines() {
    check(
        single(),
        "<up>one<c-j>two<s-ret>three<a-ret>four<ret>",
        &expect![[r#"
        answered
        0: own "one\ntwo\nthree\nfour"
    "#]],
    );
}

/// S4-5: `?` works outside text, Ctrl+G everywhere; neither is in the footers.
#[test]
fn help_and_editor_work_unadvertised() {
    check(
        single(),
        "?",
        &expect![[r#"
            [Header]
            # Keys
              1-3           the row with that number
              Enter, Space  choose the row
              ↑, ↓          move
              Home, End     first and last row
              o, Ctrl+O     read on the full screen
              Ctrl+G        write in your own editor
              Esc           back, or cancel
              Ctrl+C        cancel at once
              PgUp, PgDn    scroll
            -- any key to close
        "#]],
    );
    check(
        single(),
        "<up>?",
        &expect![[r#"
        [Header]
        Question text?
          1. Option A
          2. Option B
        > 3. ?|
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
    expect![[r#"
        [Header]
        Question text?
          1. Option A
          2. Option B
        > 3. ab edited|
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]]
    .assert_eq(&play_with(single(), "<up>ab<c-g>", |text| Some(format!("{text} edited\n"))));
    expect![[r#"
        [Header]
        Question text?
          1. Option A
          2. Option B
        > 3. from the list|
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]]
    .assert_eq(&play_with(single(), "<c-g>", |text| Some(format!("{text}from the list\n"))));
}

/// A paste goes into the row and never commits; on a preview page it goes into the notes.
#[test]
fn a_paste_never_commits() {
    check(
        previews(),
        "<paste:because>",
        &expect![[r#"
        [Layout]
        Which layout?
        > 1. Sidebar
          2. Tabs
          3. Plain
        preview: "S|S"
        Notes: because|
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
}

/// Ctrl+C cancels at once from any page.
#[test]
fn ctrl_c_cancels_at_once() {
    check(
        flow(),
        "1<tab><tab><c-c>",
        &expect![[r#"
        cancelled
        0: A1
        1: -
        2: -
    "#]],
    );
    check(
        previews(),
        "nwhy<c-c>",
        &expect![[r#"
            cancelled
            0: - note "why"
        "#]],
    );
}

/// The filter is not this contract's: `/` does nothing.
#[test]
fn a_slash_does_nothing() {
    check(
        single(),
        "/",
        &expect![[r#"
        [Header]
        Question text?
        > 1. Option A
          2. Option B
          3. Type something
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
}
