//! Pictures of the contract `ask_user_question`; the document's mock-ups first, word for word.
//!
//! Brackets of the mock-ups' tabs stand for ☐ and ☒ (S4-1); the indents that the document lost follow its rules.

#![allow(clippy::unicode_not_nfc, reason = "letters with combining marks are what one picture shows")]

use crate::painted::{Open, ascii, check_at, compare, many, one, option, request};
use asq_core::model::{Question, Request};
use asq_core::text::Line;
use asq_dialects::ask_user_question::rules::{ANSWER, FORM};
use asq_frame::Glyphs;
use expect_test::{Expect, expect};

fn ask(questions: Vec<Question>) -> Request {
    request(ANSWER, questions)
}

#[track_caller]
fn check(request: &Request, keys: &str, expect: &Expect) {
    crate::painted::check(request, FORM, keys, expect);
}

fn options() -> Vec<asq_core::model::QuestionOption> {
    vec![option("Option A", "Description for option A"), option("Option B", "Description for option B")]
}

fn single() -> Request {
    ask(vec![one("Header", "Question text?", options())])
}

fn multi() -> Request {
    ask(vec![many("Header", "Question text?", options())])
}

/// The text of the frame, line by line.
fn text(request: &Request, keys: &str) -> String {
    let mut open = Open::new(request.clone(), FORM, (80, 24), Glyphs::Unicode);
    open.keys(keys).frame.lines.iter().map(Line::text).map(|l| l.trim_end().to_owned() + "\n").collect()
}

/// "Every question page uses the same top-to-bottom structure"
#[test]
fn the_mock_up_of_several_picks() {
    let request =
        ask(vec![many("HeaderA", "Question text?", options()), many("HeaderB", "More?", options())]);
    expect![[r#"
         ☐ HeaderA  ☐ HeaderB  ☐ Submit

        │ Question text?

        > 1. [ ] Option A
               │ Description for option A
          2. [ ] Option B
               │ Description for option B
          3. [ ] Type something
                 Submit

        Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]]
    .assert_eq(&text(&request, ""));
}

/// "Single-question multi-select pages also render a trailing Submit tab."
#[test]
fn one_question_of_several_picks() {
    check(
        &multi(),
        "",
        &expect![[r#"
            ── 80×24
            │ ☐ Header  ☐ Submit
            ┆ssssssssssdddddddddd
            │
            ││ Question text?
            ┆ddBBBBBBBBBBBBBB
            │
            │> 1. [ ] Option A
            ┆a ddd    AAAAAAAA
            │       │ Description for option A
            ┆       dddddddddddddddddddddddddd
            │  2. [ ] Option B
            ┆  ddd
            │       │ Description for option B
            ┆       dddddddddddddddddddddddddd
            │  3. [ ] Type something
            ┆  ddd    dddddddddddddd
            │         Submit
            │
            │Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ☐ Header  ☐ Submit
            ┆ssssssssssdddddddddd
            ││ Question text?
            ┆ddBBBBBBBBBBBBBB
            │> 1. [ ] Option A
            ┆a ddd    AAAAAAAA
            │       │ Description for option A
            ┆       dddddddddddddddddddddddddd
            │  2. [ ] Option B
            ┆  ddd
            │       │ Description for option B
            ┆       dddddddddddddddddddddddddd
            │  3. [ ] Type something
            ┆  ddd    dddddddddddddd
            │         Submit
            │Enter/Space to select
            ┆ddddddddddddddddddddd
            │Tab/Arrow keys to navigate · Esc to cancel
            ┆dddddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │ ☐ Header  ☐ Submit
            ┆ssssssssssdddddddddd
            ││ Question text?
            ┆ddBBBBBBBBBBBBBB
            │> 1. [ ] Option A
            ┆a ddd    AAAAAAAA
            │       │ Description
            ┆       ddddddddddddd
            │       │ for option
            ┆       dddddddddddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

/// "Single-select questions omit the checkbox column and submit row"
#[test]
fn the_mock_up_of_one_pick() {
    expect![[r#"
         ☐ Header

        │ Question text?

        > 1. Option A
           │ Description for option A
          2. Option B
           │ Description for option B
          3. Type something

        Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]]
    .assert_eq(&text(&single(), ""));
    check(
        &single(),
        "",
        &expect![[r#"
            ── 80×24
            │ ☐ Header
            ┆ssssssssss
            │
            ││ Question text?
            ┆ddBBBBBBBBBBBBBB
            │
            │> 1. Option A
            ┆a dddAAAAAAAA
            │   │ Description for option A
            ┆   dddddddddddddddddddddddddd
            │  2. Option B
            ┆  ddd
            │   │ Description for option B
            ┆   dddddddddddddddddddddddddd
            │  3. Type something
            ┆  ddddddddddddddddd
            │
            │Enter/Space to select · ↑/↓ to navigate · Esc to cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ☐ Header
            ┆ssssssssss
            │
            ││ Question text?
            ┆ddBBBBBBBBBBBBBB
            │
            │> 1. Option A
            ┆a dddAAAAAAAA
            │   │ Description for option A
            ┆   dddddddddddddddddddddddddd
            │  2. Option B
            ┆  ddd
            │   │ Description for option B
            ┆   dddddddddddddddddddddddddd
            │  3. Type something
            ┆  ddddddddddddddddd
            │
            │Enter/Space to select · ↑/↓ to navigate
            ┆ddddddddddddddddddddddddddddddddddddddd
            │Esc to cancel
            ┆ddddddddddddd
            ── 20×6
            │ ☐ Header
            ┆ssssssssss
            ││ Question text?
            ┆ddBBBBBBBBBBBBBB
            │> 1. Option A
            ┆a dddAAAAAAAA
            │   │ Description for
            ┆   ddddddddddddddddd
            │   │ option A
            ┆   dddddddddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

fn layouts() -> Request {
    let long = (1..=30).map(|n| format!("- point {n} of the long preview")).collect::<Vec<_>>().join("\n");
    ask(vec![compare(
        "Layout",
        "Which layout?",
        &[
            ("Sidebar", "# Sidebar\n\n```\n+----+-------+\n| nav| main  |\n+----+-------+\n```\n"),
            ("Tabs on top of the page, with a label that wraps", long.as_str()),
            ("Plain", ""),
        ],
    )])
}

#[test]
fn a_preview_beside_the_list() {
    check(
        &layouts(),
        "",
        &expect![[r#"
            ── 80×24
            │ ☐ Layout
            ┆ssssssssss
            │
            ││ Which layout?
            ┆ddBBBBBBBBBBBBB
            │
            │> 1. Sidebar                      ┌────────────────────────────────────────────┐
            ┆a dddAAAAAAA                      dddddddddddddddddddddddddddddddddddddddddddddd
            │  2. Tabs on top of the page,     │ # Sidebar                                  │
            ┆  ddd                             ddddHHHHHHH                                 dd
            │   │ with a label that wraps      │                                            │
            ┆   dd                             dd                                          dd
            │  3. Plain                        │   +----+-------+                           │
            ┆  ddd                             dd                                          dd
            │                                  │   | nav| main  |                           │
            ┆                                  dd                                          dd
            │                                  │   +----+-------+                           │
            ┆                                  dd                                          dd
            │                                  └────────────────────────────────────────────┘
            ┆                                  dddddddddddddddddddddddddddddddddddddddddddddd
            │                                  Notes: press n to add notes
            ┆                                  aaaaaaadddddddddddddddddddd
            │
            │Enter/Space to select · ↑/↓ to navigate · Esc to cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ☐ Layout
            ┆ssssssssss
            ││ Which layout?
            ┆ddBBBBBBBBBBBBB
            │> 1. Sidebar
            ┆a dddAAAAAAA
            │  2. Tabs on top of the page, with a label
            ┆  ddd
            │↓ 2 more
            ┆dddddddd
            │┌────────────────────────────────────────────┐
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            ││ # Sidebar                                  │
            ┆ddddHHHHHHH                                 dd
            ││                                            │
            ┆dd                                          dd
            ││   +----+-------+                           │
            ┆dd                                          dd
            │└─ ↓ 2 more · PgDn ──────────────────────────┘
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │Notes: press n to add notes
            ┆aaaaaaadddddddddddddddddddd
            │Enter/Space to select · Esc to cancel
            ┆ddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │ ☐ Layout
            ┆ssssssssss
            ││ Which layout?
            ┆ddBBBBBBBBBBBBB
            │> 1. Sidebar
            ┆a dddAAAAAAA
            │5 lines (PgDn)
            ┆dddddddddddddd
            │Notes: press n to
            ┆aaaaaaadddddddddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn a_long_preview() {
    check(
        &layouts(),
        "<down><pgdn>",
        &expect![[r#"
            ── 80×24
            │ ☐ Layout
            ┆ssssssssss
            ││ Which layout?
            ┆ddBBBBBBBBBBBBB
            │  1. Sidebar                      ┌─ ↑ 12 more ────────────────────────────────┐
            ┆  ddd                             dddddddddddddddddddddddddddddddddddddddddddddd
            │> 2. Tabs on top of the page,     │ • point 13 of the long preview             │
            ┆a dddAAAAAAAAAAAAAAAAAAAAAAAA     dddd                                        dd
            │   │ with a label that wraps      │ • point 14 of the long preview             │
            ┆   ddAAAAAAAAAAAAAAAAAAAAAAA      dddd                                        dd
            │  3. Plain                        │ • point 15 of the long preview             │
            ┆  ddd                             dddd                                        dd
            │                                  │ • point 16 of the long preview             │
            ┆                                  dddd                                        dd
            │                                  │ • point 17 of the long preview             │
            ┆                                  dddd                                        dd
            │                                  │ • point 18 of the long preview             │
            ┆                                  dddd                                        dd
            │                                  │ • point 19 of the long preview             │
            ┆                                  dddd                                        dd
            │                                  │ • point 20 of the long preview             │
            ┆                                  dddd                                        dd
            │                                  │ • point 21 of the long preview             │
            ┆                                  dddd                                        dd
            │                                  │ • point 22 of the long preview             │
            ┆                                  dddd                                        dd
            │                                  │ • point 23 of the long preview             │
            ┆                                  dddd                                        dd
            │                                  │ • point 24 of the long preview             │
            ┆                                  dddd                                        dd
            │                                  │ • point 25 of the long preview             │
            ┆                                  dddd                                        dd
            │                                  │ • point 26 of the long preview             │
            ┆                                  dddd                                        dd
            │                                  │ • point 27 of the long preview             │
            ┆                                  dddd                                        dd
            │                                  │ • point 28 of the long preview             │
            ┆                                  dddd                                        dd
            │                                  │ • point 29 of the long preview             │
            ┆                                  dddd                                        dd
            │                                  │ • point 30 of the long preview             │
            ┆                                  dddd                                        dd
            │                                  └────────────────────────────────────────────┘
            ┆                                  dddddddddddddddddddddddddddddddddddddddddddddd
            │                                  Notes: press n to add notes
            ┆                                  aaaaaaadddddddddddddddddddd
            │Enter/Space to select · ↑/↓ to navigate · Esc to cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ☐ Layout
            ┆ssssssssss
            ││ Which layout?
            ┆ddBBBBBBBBBBBBB
            │↑ 1 more
            ┆dddddddd
            │> 2. Tabs on top of the page, with a label
            ┆a dddAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            │↓ 2 more
            ┆dddddddd
            │┌─ ↑ 2 more ─────────────────────────────────┐
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            ││ • point 3 of the long preview              │
            ┆dddd                                        dd
            ││ • point 4 of the long preview              │
            ┆dddd                                        dd
            ││ • point 5 of the long preview              │
            ┆dddd                                        dd
            │└─ ↓ 25 more · PgDn ─────────────────────────┘
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │Notes: press n to add notes
            ┆aaaaaaadddddddddddddddddddd
            │Enter/Space to select · Esc to cancel
            ┆ddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │ ☐ Layout
            ┆ssssssssss
            ││ Which layout?
            ┆ddBBBBBBBBBBBBB
            │• point 1 of the
            ┆dd
            │  long preview
            │1–2 of 60 (PgUp)
            ┆dddddddddddddddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

/// "Focused and empty: > 3. Type something"; "the placeholder text does not shift to the right"
#[test]
fn the_mock_up_of_an_empty_custom_row() {
    check_at(
        &single(),
        FORM,
        (80, 24),
        "<down><down>",
        &expect![[r#"
            ── 80×24
            │ ☐ Header
            ┆ssssssssss
            │
            ││ Question text?
            ┆ddBBBBBBBBBBBBBB
            │
            │  1. Option A
            ┆  ddd
            │   │ Description for option A
            ┆   dddddddddddddddddddddddddd
            │  2. Option B
            ┆  ddd
            │   │ Description for option B
            ┆   dddddddddddddddddddddddddd
            │> 3. Type something
            ┆a ddd^ddddddddddddd
            │
            │Enter/Space to select · ↑/↓ to navigate · Esc to cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        "#]],
    );
    check_at(
        &multi(),
        FORM,
        (80, 24),
        "<down><down>",
        &expect![[r#"
            ── 80×24
            │ ☐ Header  ☐ Submit
            ┆ssssssssssdddddddddd
            │
            ││ Question text?
            ┆ddBBBBBBBBBBBBBB
            │
            │  1. [ ] Option A
            ┆  ddd
            │       │ Description for option A
            ┆       dddddddddddddddddddddddddd
            │  2. [ ] Option B
            ┆  ddd
            │       │ Description for option B
            ┆       dddddddddddddddddddddddddd
            │> 3. [ ] Type something
            ┆a ddd    ^ddddddddddddd
            │         Submit
            │
            │Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        "#]],
    );
}

/// "Focused with typed text: > 3. custom text▌"
#[test]
fn the_mock_up_of_typed_text() {
    check(
        &single(),
        "<down><down>custom text",
        &expect![[r#"
            ── 80×24
            │ ☐ Header
            ┆ssssssssss
            │
            ││ Question text?
            ┆ddBBBBBBBBBBBBBB
            │
            │  1. Option A
            ┆  ddd
            │   │ Description for option A
            ┆   dddddddddddddddddddddddddd
            │  2. Option B
            ┆  ddd
            │   │ Description for option B
            ┆   dddddddddddddddddddddddddd
            │> 3. custom text
            ┆a ddd           ^
            │
            │Enter/Space to select · ↑/↓ to navigate · Esc to cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ☐ Header
            ┆ssssssssss
            │
            ││ Question text?
            ┆ddBBBBBBBBBBBBBB
            │
            │  1. Option A
            ┆  ddd
            │   │ Description for option A
            ┆   dddddddddddddddddddddddddd
            │  2. Option B
            ┆  ddd
            │   │ Description for option B
            ┆   dddddddddddddddddddddddddd
            │> 3. custom text
            ┆a ddd           ^
            │
            │Enter/Space to select · ↑/↓ to navigate
            ┆ddddddddddddddddddddddddddddddddddddddd
            │Esc to cancel
            ┆ddddddddddddd
            ── 20×6
            │ ☐ Header
            ┆ssssssssss
            ││ Question text?
            ┆ddBBBBBBBBBBBBBB
            │   │ Description for
            ┆   ddddddddddddddddd
            │   │ option B
            ┆   dddddddddd
            │> 3. custom text
            ┆a ddd           ^
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

/// "Selected or checked options use accent styling for the checkbox/label/content"
#[test]
fn ticked_boxes_and_the_submit_row() {
    check(
        &multi(),
        "<space><down><down>own<down>",
        &expect![[r#"
            ── 80×24
            │ ☒ Header  ☒ Submit
            ┆ggggggggggssssssssss
            │
            ││ Question text?
            ┆ddBBBBBBBBBBBBBB
            │
            │  1. [x] Option A
            ┆  dddaaaaaaaaaaaa
            │       │ Description for option A
            ┆       dddddddddddddddddddddddddd
            │  2. [ ] Option B
            ┆  ddd
            │       │ Description for option B
            ┆       dddddddddddddddddddddddddd
            │  3. [x] own
            ┆  dddaaaaaaa
            │>        Submit
            ┆a        AAAAAA
            │
            │Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ☒ Header  ☒ Submit
            ┆ggggggggggssssssssss
            ││ Question text?
            ┆ddBBBBBBBBBBBBBB
            │  1. [x] Option A
            ┆  dddaaaaaaaaaaaa
            │       │ Description for option A
            ┆       dddddddddddddddddddddddddd
            │  2. [ ] Option B
            ┆  ddd
            │       │ Description for option B
            ┆       dddddddddddddddddddddddddd
            │  3. [x] own
            ┆  dddaaaaaaa
            │>        Submit
            ┆a        AAAAAA
            │Enter/Space to select
            ┆ddddddddddddddddddddd
            │Tab/Arrow keys to navigate · Esc to cancel
            ┆dddddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │ ☒ Header  ☒ Submit
            ┆ggggggggggssssssssss
            ││ Question text?
            ┆ddBBBBBBBBBBBBBB
            │       │ B
            ┆       ddd
            │  3. [x] own
            ┆  dddaaaaaaa
            │>        Submit
            ┆a        AAAAAA
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

fn flow() -> Request {
    ask(vec![
        one(
            "Database",
            "Which database?",
            vec![option("SQLite", "One file"), option("PostgreSQL", "A server")],
        ),
        many(
            "Features",
            "Which features?",
            vec![option("Search", ""), option("Export", ""), option("Sync", "")],
        ),
        one("Name", "What is it called?", vec![option("asq", ""), option("ask", "")]),
    ])
}

/// "Answered question tabs and ready submit tabs show ☒"
#[test]
fn tabs_of_several_questions() {
    check(
        &flow(),
        "<ret>1",
        &expect![[r#"
            ── 80×24
            │ ☒ Database  ☒ Features  ☐ Name  ☐ Submit
            ┆ggggggggggggssssssssssssdddddddddddddddddd
            │
            ││ Which features?
            ┆ddBBBBBBBBBBBBBBB
            │
            │> 1. [x] Search
            ┆a dddaaaaAAAAAA
            │  2. [ ] Export
            ┆  ddd
            │  3. [ ] Sync
            ┆  ddd
            │  4. [ ] Type something
            ┆  ddd    dddddddddddddd
            │         Submit
            │
            │Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ☒ Database  ☒ Features  ☐ Name  ☐ Submit
            ┆ggggggggggggssssssssssssdddddddddddddddddd
            │
            ││ Which features?
            ┆ddBBBBBBBBBBBBBBB
            │
            │> 1. [x] Search
            ┆a dddaaaaAAAAAA
            │  2. [ ] Export
            ┆  ddd
            │  3. [ ] Sync
            ┆  ddd
            │  4. [ ] Type something
            ┆  ddd    dddddddddddddd
            │         Submit
            │
            │Enter/Space to select
            ┆ddddddddddddddddddddd
            │Tab/Arrow keys to navigate · Esc to cancel
            ┆dddddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │‹ ☒ Features ›
            ┆dssssssssssssd
            ││ Which features?
            ┆ddBBBBBBBBBBBBBBB
            │> 1. [x] Search
            ┆a dddaaaaAAAAAA
            │  2. [ ] Export
            ┆  ddd
            │  3. [ ] Sync
            ┆  ddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
    check_at(
        &flow(),
        FORM,
        (20, 6),
        "<tab><tab>",
        &expect![[r#"
            ── 20×6
            │‹ ☐ Name  ☐ Submit
            ┆dssssssssdddddddddd
            ││ What is it called?
            ┆ddBBBBBBBBBBBBBBBBBB
            │> 1. asq
            ┆a dddAAA
            │  2. ask
            ┆  ddd
            │  3. Type something
            ┆  ddddddddddddddddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

/// "uses the same header tab row with the Submit tab active, then shows collected answers"
#[test]
fn the_review_page() {
    check(
        &flow(),
        "<ret>13<tab><tab>",
        &expect![[r#"
            ── 80×24
            │ ☒ Database  ☒ Features  ☐ Name  ☐ Submit
            ┆ggggggggggggggggggggggggddddddddssssssssss
            │
            │Review your answers
            ┆BBBBBBBBBBBBBBBBBBB
            │
            │  Database: SQLite
            ┆  ddddddddddaaaaaa
            │  Features: Search, Sync
            ┆  ddddddddddaaaaaaddaaaa
            │  Name: (not answered)
            ┆  ddddddwwwwwwwwwwwwww
            │
            │  You have not answered all questions: Name
            ┆  wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww
            │
            │> Submit answers
            ┆a AAAAAAAAAAAAAA
            │  Cancel
            │
            │Enter/Space to select · ↑/↓ to navigate · ← to go back · Esc to cancel
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ☒ Database  ☒ Features  ☐ Name  ☐ Submit
            ┆ggggggggggggggggggggggggddddddddssssssssss
            │Review your answers
            ┆BBBBBBBBBBBBBBBBBBB
            │  Database: SQLite
            ┆  ddddddddddaaaaaa
            │  Features: Search, Sync
            ┆  ddddddddddaaaaaaddaaaa
            │  Name: (not answered)
            ┆  ddddddwwwwwwwwwwwwww
            │  You have not answered all questions: Name
            ┆  wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww
            │> Submit answers
            ┆a AAAAAAAAAAAAAA
            │  Cancel
            │Enter/Space to select · ↑/↓ to navigate
            ┆ddddddddddddddddddddddddddddddddddddddd
            │← to go back · Esc to cancel
            ┆dddddddddddddddddddddddddddd
            ── 20×6
            │‹ ☐ Name  ☐ Submit
            ┆dddddddddssssssssss
            │Review your answers
            ┆BBBBBBBBBBBBBBBBBBB
            │  questions: Name
            ┆  wwwwwwwwwwwwwww
            │> Submit answers
            ┆a AAAAAAAAAAAAAA
            │  Cancel
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
    check_at(
        &flow(),
        FORM,
        (80, 24),
        "<ret>13<tab><down><down>my own<ret><down>",
        &expect![[r#"
            ── 80×24
            │ ☒ Database  ☒ Features  ☒ Name  ☒ Submit
            ┆ggggggggggggggggggggggggggggggggssssssssss
            │
            │Review your answers
            ┆BBBBBBBBBBBBBBBBBBB
            │
            │  Database: SQLite
            ┆  ddddddddddaaaaaa
            │  Features: Search, Sync
            ┆  ddddddddddaaaaaaddaaaa
            │  Name: my own (own words)
            ┆  ddddddaaaaaadddddddddddd
            │
            │  Submit answers
            │> Cancel
            ┆a AAAAAA
            │
            │Enter/Space to select · ↑/↓ to navigate · ← to go back · Esc to cancel
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        "#]],
    );
}

/// "changes the empty inline placeholder to Add notes on this design..., with the cursor on A"
#[test]
fn notes_in_focus() {
    check(
        &layouts(),
        "n",
        &expect![[r#"
            ── 80×24
            │ ☐ Layout
            ┆ssssssssss
            │
            ││ Which layout?
            ┆ddBBBBBBBBBBBBB
            │
            │> 1. Sidebar                      ┌────────────────────────────────────────────┐
            ┆a dddAAAAAAA                      dddddddddddddddddddddddddddddddddddddddddddddd
            │  2. Tabs on top of the page,     │ # Sidebar                                  │
            ┆  ddd                             ddddHHHHHHH                                 dd
            │   │ with a label that wraps      │                                            │
            ┆   dd                             dd                                          dd
            │  3. Plain                        │   +----+-------+                           │
            ┆  ddd                             dd                                          dd
            │                                  │   | nav| main  |                           │
            ┆                                  dd                                          dd
            │                                  │   +----+-------+                           │
            ┆                                  dd                                          dd
            │                                  └────────────────────────────────────────────┘
            ┆                                  dddddddddddddddddddddddddddddddddddddddddddddd
            │                                  Notes: Add notes on this design...
            ┆                                  aaaaaaa^dddddddddddddddddddddddddd
            │
            │Enter/Space to select · ↑/↓ to navigate · Esc to cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ☐ Layout
            ┆ssssssssss
            ││ Which layout?
            ┆ddBBBBBBBBBBBBB
            │> 1. Sidebar
            ┆a dddAAAAAAA
            │  2. Tabs on top of the page, with a label
            ┆  ddd
            │↓ 2 more
            ┆dddddddd
            │┌────────────────────────────────────────────┐
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            ││ # Sidebar                                  │
            ┆ddddHHHHHHH                                 dd
            ││                                            │
            ┆dd                                          dd
            ││   +----+-------+                           │
            ┆dd                                          dd
            │└─ ↓ 2 more · PgDn ──────────────────────────┘
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │Notes: Add notes on this design...
            ┆aaaaaaa^dddddddddddddddddddddddddd
            │Enter/Space to select · Esc to cancel
            ┆ddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │ ☐ Layout
            ┆ssssssssss
            ││ Which layout?
            ┆ddBBBBBBBBBBBBB
            │> 1. Sidebar
            ┆a dddAAAAAAA
            │Notes: Add notes on
            ┆aaaaaaa^ddddddddddd
            │       this
            ┆       dddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn typed_notes_wrap_below_the_box() {
    check(
        &layouts(),
        "nPlease keep the navigation narrow, and the main part in the middle of it<down>",
        &expect![[r#"
            ── 80×24
            │ ☐ Layout
            ┆ssssssssss
            ││ Which layout?
            ┆ddBBBBBBBBBBBBB
            │  1. Sidebar                      ┌────────────────────────────────────────────┐
            ┆  ddd                             dddddddddddddddddddddddddddddddddddddddddddddd
            │> 2. Tabs on top of the page,     │ • point 1 of the long preview              │
            ┆a dddAAAAAAAAAAAAAAAAAAAAAAAA     dddd                                        dd
            │   │ with a label that wraps      │ • point 2 of the long preview              │
            ┆   ddAAAAAAAAAAAAAAAAAAAAAAA      dddd                                        dd
            │  3. Plain                        │ • point 3 of the long preview              │
            ┆  ddd                             dddd                                        dd
            │                                  │ • point 4 of the long preview              │
            ┆                                  dddd                                        dd
            │                                  │ • point 5 of the long preview              │
            ┆                                  dddd                                        dd
            │                                  │ • point 6 of the long preview              │
            ┆                                  dddd                                        dd
            │                                  │ • point 7 of the long preview              │
            ┆                                  dddd                                        dd
            │                                  │ • point 8 of the long preview              │
            ┆                                  dddd                                        dd
            │                                  │ • point 9 of the long preview              │
            ┆                                  dddd                                        dd
            │                                  │ • point 10 of the long preview             │
            ┆                                  dddd                                        dd
            │                                  │ • point 11 of the long preview             │
            ┆                                  dddd                                        dd
            │                                  │ • point 12 of the long preview             │
            ┆                                  dddd                                        dd
            │                                  │ • point 13 of the long preview             │
            ┆                                  dddd                                        dd
            │                                  │ • point 14 of the long preview             │
            ┆                                  dddd                                        dd
            │                                  │ • point 15 of the long preview             │
            ┆                                  dddd                                        dd
            │                                  │ • point 16 of the long preview             │
            ┆                                  dddd                                        dd
            │                                  │ • point 17 of the long preview             │
            ┆                                  dddd                                        dd
            │                                  └─ ↓ 13 more · PgDn ─────────────────────────┘
            ┆                                  dddddddddddddddddddddddddddddddddddddddddddddd
            │                                  Notes: Please keep the navigation narrow, and
            ┆                                  aaaaaaa
            │                                         the main part in the middle of it
            ┆                                                                          ^
            │Enter/Space to select · ↑/↓ to navigate · Esc to cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ☐ Layout
            ┆ssssssssss
            ││ Which layout?
            ┆ddBBBBBBBBBBBBB
            │> 2. Tabs on top of the page, with a label
            ┆a dddAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            │   │ that wraps
            ┆   ddAAAAAAAAAA
            │┌────────────────────────────────────────────┐
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            ││ • point 1 of the long preview              │
            ┆dddd                                        dd
            ││ • point 2 of the long preview              │
            ┆dddd                                        dd
            ││ • point 3 of the long preview              │
            ┆dddd                                        dd
            │└─ ↓ 27 more · PgDn ─────────────────────────┘
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │Notes: Please keep the navigation narrow, and
            ┆aaaaaaa
            │       the main part in the middle of it
            ┆                                        ^
            │Enter/Space to select · Esc to cancel
            ┆ddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │ ☐ Layout
            ┆ssssssssss
            ││ Which layout?
            ┆ddBBBBBBBBBBBBB
            │> 2. Tabs on top of
            ┆a dddAAAAAAAAAAAAAA
            │60 lines (PgDn)
            ┆ddddddddddddddd
            │Notes: of it
            ┆aaaaaaa     ^
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn who_asks_and_a_secret() {
    let mut request = ask(vec![one("Key", "Paste your API key, please", vec![option("I have none", "")])]);
    request.from.agent = Some("codex · session 1\n── asked by agent root".into());
    request.from.session = Some("s-42".into());
    request.from.call_id = Some("call_7".into());
    check(
        &request,
        "",
        &expect![[r#"
            ── 80×24
            │── This asks for a secret. Agents should not need one: give it only if you ─────
            ┆tttTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTtttttt
            │── mean to. ────────────────────────────────────────────────────────────────────
            ┆tttTTTTTTTTttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt
            │── asked by agent codex · session 1↵── asked … · session s-42 · call call_7 ────
            ┆tttttttttttttttttt                            ttttttttttt    tttttttt      ttttt
            │ ☐ Key
            ┆sssssss
            │
            ││ Paste your API key, please
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │> 1. I have none
            ┆a dddAAAAAAAAAAA
            │  2. Type something
            ┆  ddddddddddddddddd
            │
            │Enter/Space to select · ↑/↓ to navigate · Esc to cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │── This asks for a secret. Agents should not ─
            ┆tttTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTtt
            │── need one: give it only if you mean to. ────
            ┆tttTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTttttt
            │── asked by agent codex ·… · session s-42 … ──
            ┆tttttttttttttttttt        ttttttttttt    ttttt
            │ ☐ Key
            ┆sssssss
            │
            ││ Paste your API key, please
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │> 1. I have none
            ┆a dddAAAAAAAAAAA
            │  2. Type something
            ┆  ddddddddddddddddd
            │
            │Enter/Space to select · ↑/↓ to navigate
            ┆ddddddddddddddddddddddddddddddddddddddd
            │Esc to cancel
            ┆ddddddddddddd
            ── 20×6
            │── This asks for a …
            ┆tttTTTTTTTTTTTTTTTtt
            │── asked by agen… ──
            ┆tttttttttttttttttttt
            │ ☐ Key
            ┆sssssss
            ││ Paste your API
            ┆ddBBBBBBBBBBBBBB
            │> 1. I have none
            ┆a dddAAAAAAAAAAA
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

/// A label that could be taken for a row of the form's own; text of all widths.
#[test]
fn foreign_labels() {
    let request = ask(vec![one(
        "日本語のヘッダー",
        "どれにしますか？ مرحبا בעולם 👩‍👩‍👧‍👦",
        vec![
            option("日本語のとても長いラベルがここで折り返されることを確かめます", "説明 🎉"),
            option("Type something", "3. Submit"),
            option("שלום \u{202e}txt.exe", "e\u{301}te\u{301}"),
        ],
    )]);
    check(
        &request,
        "",
        &expect![[r#"
            ── 80×24
            │ ☐ 日本語のヘッダー
            ┆ssssssssssssssssssss
            │
            ││ どれにしますか？ مرحبا בעולם 👩‍👩‍👧‍👦
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │> 1. 日本語のとても長いラベルがここで折り返されることを確かめます
            ┆a dddAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            │   │ 説明 🎉
            ┆   ddddddddd
            │  2. Type something (the agent's own)
            ┆  ddd              wwwwwwwwwwwwwwwwww
            │   │ 3. Submit
            ┆   ddddddddddd
            │  3. שלום <U+202E>txt.exe
            ┆  ddd
            │   │ été
            ┆   ddddd
            │  4. Type something
            ┆  ddddddddddddddddd
            │
            │Enter/Space to select · ↑/↓ to navigate · Esc to cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ☐ 日本語のヘッダー
            ┆ssssssssssssssssssss
            ││ どれにしますか？ مرحبا בעולם 👩‍👩‍👧‍👦
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │> 1. 日本語のとても長いラベルがここで折り返さ
            ┆a dddAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            │   │ れることを確かめます
            ┆   ddAAAAAAAAAAAAAAAAAAAA
            │   │ 説明 🎉
            ┆   ddddddddd
            │  2. Type something (the agent's own)
            ┆  ddd              wwwwwwwwwwwwwwwwww
            │   │ 3. Submit
            ┆   ddddddddddd
            │  3. שלום <U+202E>txt.exe
            ┆  ddd
            │   │ été
            ┆   ddddd
            │  4. Type something
            ┆  ddddddddddddddddd
            │Enter/Space to select · ↑/↓ to navigate
            ┆ddddddddddddddddddddddddddddddddddddddd
            │Esc to cancel
            ┆ddddddddddddd
            ── 20×6
            │ ☐ 日本語のヘッ…
            ┆sssssssssssssssss
            ││ どれにしますか？
            ┆ddBBBBBBBBBBBBBBBB
            │> 1. 日本語のとても
            ┆a dddAAAAAAAAAAAAAA
            │   │ 長いラベルがこ
            ┆   ddAAAAAAAAAAAAAA
            │   │ こで折り返され
            ┆   ddAAAAAAAAAAAAAA
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn a_locale_without_utf_8() {
    let request = ask(vec![many("Café", "Où — “là”?", vec![option("Thé", "☒ done"), option("日本", "│")])]);
    expect![[r#"
        ── 46×12
        │ [x] Caf<U+00E9>  [x] Submit
        ┆sssssssssssssssssgggggggggggg
        │| O<U+00F9> - "l<U+00E0>"?
        ┆ddBBBBBBBBBBBBBBBBBBBBBBBB
        │  1. [x] Th<U+00E9>
        ┆  dddaaaaaaaaaaaaaa
        │       | <U+2612> done
        ┆       ddddddddddddddd
        │  2. [ ] <U+65E5><U+672C>
        ┆  ddd
        │       | |
        ┆       ddd
        │> 3. [x] n? ??
        ┆a dddaaaaaaaaa^
        │         Submit
        │Enter/Space to select
        ┆ddddddddddddddddddddd
        │Tab/Arrow keys to navigate - Esc to cancel
        ┆dddddddddddddddddddddddddddddddddddddddddd
    "#]]
    .assert_eq(&ascii(&request, FORM, (46, 12), "<space><down><down>né 日"));
    expect![[r#"
        ── 80×12
        │ [ ] Layout
        ┆ssssssssssss
        │| Which layout?
        ┆ddBBBBBBBBBBBBB
        │  1. Sidebar                      +--------------------------------------------+
        ┆  ddd                             dddddddddddddddddddddddddddddddddddddddddddddd
        │> 2. Tabs on top of the page,     | * point 1 of the long preview              |
        ┆a dddAAAAAAAAAAAAAAAAAAAAAAAA     dddd                                        dd
        │   | with a label that wraps      | * point 2 of the long preview              |
        ┆   ddAAAAAAAAAAAAAAAAAAAAAAA      dddd                                        dd
        │  3. Plain                        | * point 3 of the long preview              |
        ┆  ddd                             dddd                                        dd
        │                                  | * point 4 of the long preview              |
        ┆                                  dddd                                        dd
        │                                  | * point 5 of the long preview              |
        ┆                                  dddd                                        dd
        │                                  | * point 6 of the long preview              |
        ┆                                  dddd                                        dd
        │                                  +- Down 24 more - PgDn ----------------------+
        ┆                                  dddddddddddddddddddddddddddddddddddddddddddddd
        │                                  Notes: press n to add notes
        ┆                                  aaaaaaadddddddddddddddddddd
        │Enter/Space to select - Up/Down to navigate - Esc to cancel
        ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
    "#]]
    .assert_eq(&ascii(&layouts(), FORM, (80, 12), "<down>"));
}

/// S4-27: "the row grows to 5 lines, then scrolls"
#[test]
fn a_long_custom_text() {
    let text = (1..=200).map(|n| format!("line {n}")).collect::<Vec<_>>().join("\\n");
    check(
        &single(),
        &format!("<down><down><paste:{text}><up><up>"),
        &expect![[r#"
            ── 80×24
            │ ☐ Header
            ┆ssssssssss
            │
            ││ Question text?
            ┆ddBBBBBBBBBBBBBB
            │
            │  1. Option A
            ┆  ddd
            │   │ Description for option A
            ┆   dddddddddddddddddddddddddd
            │  2. Option B
            ┆  ddd
            │   │ Description for option B
            ┆   dddddddddddddddddddddddddd
            │> 3. line 196
            ┆a ddd
            │     line 197
            │     line 198
            ┆             ^
            │     line 199
            │     line 200
            │     (lines 196–200 of 200)
            ┆     dddddddddddddddddddddd
            │
            │Enter/Space to select · ↑/↓ to navigate · Esc to cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ☐ Header
            ┆ssssssssss
            ││ Question text?
            ┆ddBBBBBBBBBBBBBB
            │↑ 2 more · PgUp
            ┆ddddddddddddddd
            │  2. Option B
            ┆  ddd
            │   │ Description for option B
            ┆   dddddddddddddddddddddddddd
            │> 3. line 196
            ┆a ddd
            │     line 197
            │     line 198
            ┆             ^
            │     line 199
            │     line 200
            │     (lines 196–200 of 200)
            ┆     dddddddddddddddddddddd
            │Enter/Space to select · Esc to cancel
            ┆ddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │ ☐ Header
            ┆ssssssssss
            ││ Question text?
            ┆ddBBBBBBBBBBBBBB
            │> 3. line 198
            ┆a ddd        ^
            │     line 199
            │     line 200
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn a_long_question() {
    let text = "Should the migration run now, with the site down for an hour, or tonight? ".repeat(16);
    let request = ask(vec![one("Migrate", text.trim_end(), options())]);
    check(
        &request,
        "",
        &expect![[r#"
            ── 80×24
            │ ☐ Migrate
            ┆sssssssssss
            ││ Should the migration run now, with the site down for an hour, or tonight?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ Should the migration run now, with the site down for an hour, or tonight?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ Should the migration run now, with the site down for an hour, or tonight?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ Should the migration run now, with the site down for an hour, or tonight?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ Should the migration run now, with the site down for an hour, or tonight?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ Should the migration run now, with the site down for an hour, or tonight?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ Should the migration run now, with the site down for an hour, or tonight?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ Should the migration run now, with the site down for an hour, or tonight?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ Should the migration run now, with the site down for an hour, or tonight?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ Should the migration run now, with the site down for an hour, or tonight?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ Should the migration run now, with the site down for an hour, or tonight?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ Should the migration run now, with the site down for an hour, or tonight?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ Should the migration run now, with the site down for an hour, or tonight?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ Should the migration run now, with the site down for an hour, or tonight?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ Should the migration run now, with the site down for an hour, or tonight?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ Should the migration run now, with the site down for an hour, or tonight?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │> 1. Option A
            ┆a dddAAAAAAAA
            │   │ Description for option A
            ┆   dddddddddddddddddddddddddd
            │  2. Option B
            ┆  ddd
            │   │ Description for option B
            ┆   dddddddddddddddddddddddddd
            │  3. Type something
            ┆  ddddddddddddddddd
            │Enter/Space to select · ↑/↓ to navigate · Esc to cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ☐ Migrate
            ┆sssssssssss
            ││ Should the migration run now, with the site
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │↑ 23 more · PgUp
            ┆dddddddddddddddd
            ││ hour, or tonight? Should the migration run
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ now, with the site down for an hour, or
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ tonight? Should the migration run now, with
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ the site down for an hour, or tonight?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │> 1. Option A
            ┆a dddAAAAAAAA
            │   │ Description for option A
            ┆   dddddddddddddddddddddddddd
            │  2. Option B
            ┆  ddd
            │↓ 2 more · PgDn
            ┆ddddddddddddddd
            │Enter/Space to select · Esc to cancel
            ┆ddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │ ☐ Migrate
            ┆sssssssssss
            ││ Should the
            ┆ddBBBBBBBBBB
            │> 1. Option A
            ┆a dddAAAAAAAA
            │   │ Description for
            ┆   ddddddddddddddddd
            │   │ option A
            ┆   dddddddddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
    check_at(
        &request,
        FORM,
        (46, 12),
        "<pgup><pgup><pgup>",
        &expect![[r#"
            ── 46×12
            │ ☐ Migrate
            ┆sssssssssss
            ││ Should the migration run now, with the site
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │↑ 5 more · PgUp
            ┆ddddddddddddddd
            ││ the site down for an hour, or tonight?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ Should the migration run now, with the site
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ down for an hour, or tonight? Should the
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ migration run now, with the site down for an
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ hour, or tonight? Should the migration run
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ now, with the site down for an hour, or
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ tonight? Should the migration run now, with
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │↓ 20 more · PgDn
            ┆dddddddddddddddd
            │Enter/Space to select · Esc to cancel
            ┆ddddddddddddddddddddddddddddddddddddd
        "#]],
    );
    check_at(
        &request,
        FORM,
        (46, 12),
        "<pgup><pgup><pgup><c-down>",
        &expect![[r#"
            ── 46×12
            │ ☐ Migrate
            ┆sssssssssss
            ││ Should the migration run now, with the site
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │↑ 6 more · PgUp
            ┆ddddddddddddddd
            ││ Should the migration run now, with the site
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ down for an hour, or tonight? Should the
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ migration run now, with the site down for an
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ hour, or tonight? Should the migration run
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ now, with the site down for an hour, or
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ tonight? Should the migration run now, with
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ the site down for an hour, or tonight?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │↓ 19 more · PgDn
            ┆dddddddddddddddd
            │Enter/Space to select · Esc to cancel
            ┆ddddddddddddddddddddddddddddddddddddd
        "#]],
    );
    check_at(
        &request,
        FORM,
        (46, 12),
        "<pgup><pgup><pgup><down>",
        &expect![[r#"
            ── 46×12
            │ ☐ Migrate
            ┆sssssssssss
            ││ Should the migration run now, with the site
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │↑ 24 more · PgUp
            ┆dddddddddddddddd
            ││ now, with the site down for an hour, or
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ tonight? Should the migration run now, with
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ the site down for an hour, or tonight?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │  1. Option A
            ┆  ddd
            │   │ Description for option A
            ┆   dddddddddddddddddddddddddd
            │> 2. Option B
            ┆a dddAAAAAAAA
            │   │ Description for option B
            ┆   dddddddddddddddddddddddddd
            │  3. Type something
            ┆  ddddddddddddddddd
            │Enter/Space to select · Esc to cancel
            ┆ddddddddddddddddddddddddddddddddddddd
        "#]],
    );
}

#[test]
fn what_remains() {
    check_at(
        &flow(),
        FORM,
        (80, 24),
        "<ret>13<tab><down><down>my own<ret><ret>",
        &expect![[r#"
        ── 80×24
        │✔ Which database? · SQLite
        ┆gg               dddaaaaaa
        │✔ Which features? · Search, Sync
        ┆gg               dddaaaaaaddaaaa
        │✔ What is it called? · my own (own words)
        ┆gg                  dddaaaaaadddddddddddd
    "#]],
    );
    check_at(
        &flow(),
        FORM,
        (30, 24),
        "<ret>13<tab><down><down>my own words are long<ret><ret>",
        &expect![[r#"
            ── 30×24
            │✔ Which database? · SQLite
            ┆gg               dddaaaaaa
            │✔ Which features?
            ┆gg
            │  Search, Sync
            ┆  aaaaaaddaaaa
            │✔ What is it called?
            ┆gg
            │  my own words ar… (own words)
            ┆  aaaaaaaaaaaaaaaadddddddddddd
        "#]],
    );
    check_at(
        &flow(),
        FORM,
        (80, 24),
        "<tab><tab><tab><ret>",
        &expect![[r#"
        ── 80×24
        │– Which database? · (not answered)
        ┆ww               ddddddddddddddddd
        │– Which features? · (not answered)
        ┆ww               ddddddddddddddddd
        │– What is it called? · (not answered)
        ┆ww                  ddddddddddddddddd
    "#]],
    );
    check_at(
        &flow(),
        FORM,
        (40, 24),
        "<c-c>",
        &expect![[r#"
        ── 40×24
        │✘ Cancelled · Which databa… (and 2 more)
        ┆ww         ddddddddddddddddddddddddddddd
    "#]],
    );
    check_at(
        &layouts(),
        FORM,
        (80, 24),
        "nTight margins<ret>",
        &expect![[r#"
        ── 80×24
        │✔ Which layout? · Sidebar
        ┆gg             dddaaaaaaa
        │  note: Tight margins
        ┆  dddddd
    "#]],
    );
}
