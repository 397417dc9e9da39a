//! Keys and flow of the contract `question`: each test cites the sentence that it shows.

use crate::forms;
use crate::forms::one;
use asq_core::form::Form;
use asq_core::model::Question;
use asq_dialects::question::rules::{ANSWER, FORM};
use expect_test::{Expect, expect};

fn ask(questions: Vec<Question>) -> Form {
    forms::form(FORM, ANSWER, questions)
}

fn single() -> Form {
    ask(vec![one("DB", "Which database?", &["Postgres", "SQLite"])])
}

fn three() -> Form {
    ask(vec![
        one("DB", "Which database?", &["Postgres", "SQLite"]),
        one("Lang", "Which language?", &["Rust", "Go"]),
        one("CI", "Which runner?", &["Own", "Hosted"]),
    ])
}

#[track_caller]
fn check(form: Form, keys: &str, expect: &Expect) {
    forms::check(form, keys, expect);
}

/// "display the prompt … display numbered predefined options … automatically display the final
/// appended option: Something else…"
#[test]
fn a_single_question_shows_numbered_options_and_the_custom_row() {
    check(
        single(),
        "",
        &expect![[r#"
        Which database?
        > 1. Postgres
          2. SQLite
          3. Something else…
        -- ↑/↓ move · Enter select · 1-3 pick · ? keys · Esc cancel
    "#]],
    );
}

/// "selecting a predefined option completes the tool immediately"
#[test]
fn a_predefined_option_completes_at_once() {
    check(
        single(),
        "<down><ret>",
        &expect![[r#"
        answered
        0: SQLite
    "#]],
    );
}

/// S0-6: "a digit acts as focus + Enter"
#[test]
fn a_digit_selects() {
    check(
        single(),
        "2",
        &expect![[r#"
        answered
        0: SQLite
    "#]],
    );
    check(
        single(),
        "3",
        &expect![[r#"
        Which database?
          1. Postgres
          2. SQLite
        > 3. Something else… |Type your answer
        -- Enter accept · Ctrl+J new line · Ctrl+G editor · Esc back
    "#]],
    );
    check(
        single(),
        "4",
        &expect![[r#"
        Which database?
        > 1. Postgres
          2. SQLite
          3. Something else…
        -- ↑/↓ move · Enter select · 1-3 pick · ? keys · Esc cancel
    "#]],
    );
    check(
        single(),
        "9",
        &expect![[r#"
        Which database?
        > 1. Postgres
          2. SQLite
          3. Something else…
        -- ↑/↓ move · Enter select · 1-3 pick · ? keys · Esc cancel
    "#]],
    );
}

/// "selecting `Something else…` opens inline free-text entry"
#[test]
fn the_custom_row_opens_text_entry() {
    check(
        single(),
        "<up><ret>",
        &expect![[r#"
        Which database?
          1. Postgres
          2. SQLite
        > 3. Something else… |Type your answer
        -- Enter accept · Ctrl+J new line · Ctrl+G editor · Esc back
    "#]],
    );
    check(
        single(),
        "<up><ret>own 日本 words<ret>",
        &expect![[r#"
        answered
        0: own "own 日本 words"
    "#]],
    );
}

/// "`Esc` in text entry exits text entry and returns to the option list"; S0-7: the text stays on the row.
#[test]
fn esc_in_text_entry_returns_to_the_list_and_keeps_the_text() {
    check(
        single(),
        "3half<esc>",
        &expect![[r#"
        Which database?
          1. Postgres
          2. SQLite
        > 3. Something else… half
        -- ↑/↓ move · Enter select · 1-3 pick · ? keys · Esc cancel
    "#]],
    );
    check(
        single(),
        "3half<esc><ret> and more",
        &expect![[r#"
        Which database?
          1. Postgres
          2. SQLite
        > 3. Something else… half and more|
        -- Enter accept · Ctrl+J new line · Ctrl+G editor · Esc back
    "#]],
    );
    check(
        single(),
        "3half<esc><up><ret>",
        &expect![[r#"
        answered
        0: SQLite
    "#]],
    );
}

/// "`Esc` in the picker cancels the tool"; S0-8: at once for one question, with the text as a draft.
#[test]
fn esc_in_the_picker_cancels() {
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
        "3half<esc><esc>",
        &expect![[r#"
        cancelled
        0: -
        0: typed Custom "half"
    "#]],
    );
}

/// "do not accept an empty answer … keep the user in text-entry mode until they provide non-empty text
/// or press Esc"; S0-15: empty is nothing but white space.
#[test]
fn empty_text_is_bounced() {
    check(
        single(),
        "3<ret>",
        &expect![[r#"
        Which database?
          1. Postgres
          2. SQLite
        > 3. Something else… |Type your answer
        ! Type an answer, or press Esc to go back
        -- Enter accept · Ctrl+J new line · Ctrl+G editor · Esc back
    "#]],
    );
    check(
        single(),
        "3 <c-j> <ret>",
        &expect![[r#"
        Which database?
          1. Postgres
          2. SQLite
        > 3. Something else…  ⏎ |
        ! Type an answer, or press Esc to go back
        -- Enter accept · Ctrl+J new line · Ctrl+G editor · Esc back
    "#]],
    );
    check(
        single(),
        "3 <ret>x<ret>",
        &expect![[r#"
        answered
        0: own " x"
    "#]],
    );
}

/// S0-15: "the text is returned as typed, a single trailing newline removed"; here, and nowhere else.
#[test]
fn one_trailing_newline_is_removed() {
    check(
        single(),
        "3 a <c-j><c-j><ret>",
        &expect![[r#"
        answered
        0: own " a \n"
    "#]],
    );
}

/// S0-3: `options: []` shows `Something else…` alone with its editor open.
#[test]
fn without_options_the_editor_is_open() {
    let form = || ask(vec![one("Name", "Which name?", &[])]);
    check(
        form(),
        "",
        &expect![[r#"
        Which name?
        > 1. Something else… |Type your answer
        -- Enter accept · Ctrl+J new line · Ctrl+G editor · Esc cancel
    "#]],
    );
    check(
        form(),
        "quill<ret>",
        &expect![[r#"
        answered
        0: own "quill"
    "#]],
    );
    check(
        form(),
        "quill<esc>",
        &expect![[r#"
        cancelled
        0: -
        0: typed Custom "quill"
    "#]],
    );
}

/// S0-5: tabs appear with several questions.
#[test]
fn several_questions_show_one_at_a_time_with_tabs() {
    check(
        three(),
        "",
        &expect![[r#"
        [DB] Lang CI Review
        Which database?
        > 1. Postgres
          2. SQLite
          3. Something else…
        -- ↑/↓ move · Enter select · Tab next · ? keys · Esc cancel
    "#]],
    );
}

/// "allow tab or left/right navigation between questions"
#[test]
fn tab_and_arrows_switch_questions() {
    check(
        three(),
        "<tab>",
        &expect![[r#"
        DB [Lang] CI Review
        Which language?
        > 1. Rust
          2. Go
          3. Something else…
        -- ↑/↓ move · Enter select · Tab next · ? keys · Esc cancel
    "#]],
    );
    check(
        three(),
        "<right><right><left>",
        &expect![[r#"
        DB [Lang] CI Review
        Which language?
        > 1. Rust
          2. Go
          3. Something else…
        -- ↑/↓ move · Enter select · Tab next · ? keys · Esc cancel
    "#]],
    );
    check(
        three(),
        "<tab><tab><tab><tab><s-tab>",
        &expect![[r#"
        DB Lang [CI] Review
        Which runner?
        > 1. Own
          2. Hosted
          3. Something else…
        -- ↑/↓ move · Enter select · Tab next · ? keys · Esc cancel
    "#]],
    );
    check(
        three(),
        "<left>",
        &expect![[r#"
        [DB] Lang CI Review
        Which database?
        > 1. Postgres
          2. SQLite
          3. Something else…
        -- ↑/↓ move · Enter select · Tab next · ? keys · Esc cancel
    "#]],
    );
}

/// Tab and Shift+Tab turn pages out of the editor, too; its text stays.
#[test]
fn tab_leaves_the_editor_for_another_question() {
    check(
        three(),
        "3half<tab>",
        &expect![[r#"
        DB [Lang] CI Review
        Which language?
        > 1. Rust
          2. Go
          3. Something else…
        -- ↑/↓ move · Enter select · Tab next · ? keys · Esc cancel
    "#]],
    );
    check(
        three(),
        "3half<tab><s-tab>",
        &expect![[r#"
        [DB] Lang CI Review
        Which database?
        > 1. Postgres
          2. SQLite
          3. Something else… half
        -- ↑/↓ move · Enter select · Tab next · ? keys · Esc cancel
    "#]],
    );
    check(
        ask(vec![one("A", "Name?", &[]), one("B", "Which?", &["x"])]),
        "half<tab>",
        &expect![[r#"
        A [B] Review
        Which?
        > 1. x
          2. Something else…
        -- ↑/↓ move · Enter select · Tab next · ? keys · Esc cancel
    "#]],
    );
}

/// "after answering one question, move to the next question"; "include a final review/submit step
/// summarizing all current answers"
#[test]
fn answering_moves_on_and_ends_in_the_review() {
    check(
        three(),
        "1",
        &expect![[r#"
        *DB [Lang] CI Review
        Which language?
        > 1. Rust
          2. Go
          3. Something else…
        -- ↑/↓ move · Enter select · Tab next · ? keys · Esc cancel
    "#]],
    );
    check(
        three(),
        "123own<ret>",
        &expect![[r#"
        *DB *Lang *CI [*Review]
        # Review your answers
          DB: Postgres
          Lang: Go
          CI: own (own words)
        > Submit answers
        -- Enter submit · ↑/↓ change an answer · ← back · Esc cancel
    "#]],
    );
}

/// "submit only from the review step"
#[test]
fn submitting_happens_on_the_review_only() {
    check(
        three(),
        "1<tab>21<ret>",
        &expect![[r#"
        *DB Lang *CI [Review]
        # Review your answers
          DB: Postgres
          Lang: (not answered)
          CI: Hosted
          You have not answered all questions: Lang
        > Submit answers
        ! Not answered yet: Lang. Enter goes to Lang
        -- Enter submit · ↑/↓ change an answer · ← back · Esc cancel
    "#]],
    );
    check(
        three(),
        "121<ret>",
        &expect![[r#"
        answered
        0: Postgres
        1: Go
        2: Own
    "#]],
    );
}

/// "allow navigating back to change answers before final submission"
#[test]
fn answers_are_changed_before_submission() {
    check(
        three(),
        "121<left><left><left>",
        &expect![[r#"
        [*DB] *Lang *CI *Review
        Which database?
        > 1. Postgres ✓
          2. SQLite
          3. Something else…
        -- ↑/↓ move · Enter select · Tab next · ? keys · Esc cancel
    "#]],
    );
    check(
        three(),
        "121<left><left><left>2<tab><tab><ret>",
        &expect![[r#"
        answered
        0: SQLite
        1: Go
        2: Own
    "#]],
    );
    check(
        three(),
        "121<up><up><ret>",
        &expect![[r#"
        *DB [*Lang] *CI *Review
        Which language?
          1. Rust
        > 2. Go ✓
          3. Something else…
        -- ↑/↓ move · Enter select · Tab next · ? keys · Esc cancel
    "#]],
    );
    check(
        three(),
        "121<up><up><ret>1<right><ret>",
        &expect![[r#"
        answered
        0: Postgres
        1: Rust
        2: Own
    "#]],
    );
}

/// S0-9: "Submit with unanswered questions is refused: names them, Enter goes to the first."
#[test]
fn submit_with_open_questions_names_them_and_goes_there() {
    check(
        three(),
        "<tab>1<tab><ret>",
        &expect![[r#"
        DB *Lang CI [Review]
        # Review your answers
          DB: (not answered)
          Lang: Rust
          CI: (not answered)
          You have not answered all questions: DB, CI
        > Submit answers
        ! Not answered yet: DB, CI. Enter goes to DB
        -- Enter submit · ↑/↓ change an answer · ← back · Esc cancel
    "#]],
    );
    check(
        three(),
        "<tab>1<tab><ret><ret>",
        &expect![[r#"
        [DB] *Lang CI Review
        Which database?
        > 1. Postgres
          2. SQLite
          3. Something else…
        -- ↑/↓ move · Enter select · Tab next · ? keys · Esc cancel
    "#]],
    );
}

/// S0-8: several, nothing answered or typed: Esc cancels at once; with any answer or text it asks.
#[test]
fn esc_with_answers_asks_first() {
    check(
        three(),
        "<esc>",
        &expect![[r#"
        cancelled
        0: -
        1: -
        2: -
    "#]],
    );
    check(
        three(),
        "1<esc>",
        &expect![[r#"
        *DB [Lang] CI Review
        Which language?
        > 1. Rust
          2. Go
          3. Something else…
        ! Cancel and drop 1 answer? Enter/y · Esc back
        --
    "#]],
    );
    check(
        three(),
        "1<esc><esc>",
        &expect![[r#"
        *DB [Lang] CI Review
        Which language?
        > 1. Rust
          2. Go
          3. Something else…
        -- ↑/↓ move · Enter select · Tab next · ? keys · Esc cancel
    "#]],
    );
    check(
        three(),
        "1<esc>n2<esc>y",
        &expect![[r#"
        cancelled
        0: Postgres
        1: Go
        2: -
    "#]],
    );
    check(
        three(),
        "1<esc><ret>",
        &expect![[r#"
        cancelled
        0: Postgres
        1: -
        2: -
    "#]],
    );
    check(
        three(),
        "3half<esc><esc>",
        &expect![[r#"
            [DB] Lang CI Review
            Which database?
              1. Postgres
              2. SQLite
            > 3. Something else… half
            ! Cancel? What you typed is kept as a draft. Enter/y · Esc back
            --
        "#]],
    );
}

/// "If the user cancels from the picker or review flow: return `cancelled: true`"
#[test]
fn cancelling_from_the_review() {
    check(
        three(),
        "121<esc><ret>",
        &expect![[r#"
        cancelled
        0: Postgres
        1: Go
        2: Own
    "#]],
    );
}

/// Ctrl+C cancels at once from any page, also in editors.
#[test]
fn ctrl_c_cancels_at_once() {
    check(
        three(),
        "121<c-c>",
        &expect![[r#"
        cancelled
        0: Postgres
        1: Go
        2: Own
    "#]],
    );
    check(
        three(),
        "1<esc><c-c>",
        &expect![[r#"
        cancelled
        0: Postgres
        1: -
        2: -
    "#]],
    );
}

/// `/` filters in every list of `question`; numbers stay, the custom row stays.
#[test]
fn a_slash_filters() {
    let form = || ask(vec![one("Region", "Where?", &["eu-west", "us-east", "eu-north", "ap-south"])]);
    check(
        form(),
        "/eu",
        &expect![[r#"
        Where?
        > 1. eu-west
          3. eu-north
          5. Something else…
        filter /eu|
        -- type to filter · Enter to select · Esc to show all
    "#]],
    );
    check(
        form(),
        "/no<ret>",
        &expect![[r#"
        answered
        0: eu-north
    "#]],
    );
    check(
        form(),
        "/eu<down><ret>",
        &expect![[r#"
        answered
        0: eu-north
    "#]],
    );
    check(
        form(),
        "/zzz",
        &expect![[r#"
        Where?
        > 5. Something else…
        filter /zzz|
        -- type to filter · Enter to select · Esc to show all
    "#]],
    );
    check(
        form(),
        "/zzz<ret>own<ret>",
        &expect![[r#"
        answered
        0: own "own"
    "#]],
    );
    check(
        form(),
        "/no<esc>",
        &expect![[r#"
        Where?
          1. eu-west
          2. us-east
        > 3. eu-north
          4. ap-south
          5. Something else…
        -- ↑/↓ move · Enter select · 1-5 pick · ? keys · Esc cancel
    "#]],
    );
}

/// A text edited after it was chosen is a draft again.
#[test]
fn editing_a_chosen_text_takes_the_choice_back() {
    check(
        three(),
        "3own<ret><left><ret>x<esc>",
        &expect![[r#"
        [DB] Lang CI Review
        Which database?
          1. Postgres
          2. SQLite
        > 3. Something else… ownx
        -- ↑/↓ move · Enter select · Tab next · ? keys · Esc cancel
    "#]],
    );
}

/// The help page lists the live keys; any key closes it.
#[test]
fn help_lists_the_keys() {
    check(
        single(),
        "?",
        &expect![[r#"
            # Keys
              1-3         the row with that number
              Enter       choose the row
              ↑, ↓        move
              Home, End   first and last row
              o, Ctrl+O   read on the full screen
              /           filter the list
              Ctrl+G      write in your own editor
              Esc         back, or cancel
              Ctrl+C      cancel at once
              PgUp, PgDn  scroll
            -- any key to close
        "#]],
    );
    check(
        single(),
        "?<ret>",
        &expect![[r#"
        Which database?
        > 1. Postgres
          2. SQLite
          3. Something else…
        -- ↑/↓ move · Enter select · 1-3 pick · ? keys · Esc cancel
    "#]],
    );
}

/// S0-4: a model's own `Something else…` option is kept as an ordinary option, and marked.
#[test]
fn labels_like_our_rows_are_marked() {
    check(
        ask(vec![one("X", "Which?", &["Something else…", "Other", "1. Yes", "Plain"])]),
        "",
        &expect![[r#"
        Which?
        > 1. Something else… (theirs)
          2. Other (theirs)
          3. 1. Yes (theirs)
          4. Plain
          5. Something else…
        -- ↑/↓ move · Enter select · 1-5 pick · ? keys · Esc cancel
    "#]],
    );
}
