//! Pictures of the contract `ask_user_question`; the document's mock-ups first, word for word.
//!
//! Brackets of the mock-ups' tabs stand for ☐ and ☒ (S4-1); the indents that the document lost follow its rules.

mod pictures;

use asq_core::model::{Question, Request};
use asq_core::text::Line;
use asq_dialects::ask_user_question::rules::{ANSWER, FORM};
use asq_frame::Glyphs;
use expect_test::{Expect, expect};
use pictures::{Open, check_at, compare, many, one, option, request};

fn ask(questions: Vec<Question>) -> Request {
    request(ANSWER, questions)
}

#[track_caller]
fn check(request: &Request, keys: &str, expect: &Expect) {
    pictures::check(request, FORM, keys, expect);
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

        Question text?

        > 1. [ ] Option A
                 Description for option A
          2. [ ] Option B
                 Description for option B
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
        │Question text?
        ┆BBBBBBBBBBBBBB
        │
        │> 1. [ ] Option A
        ┆a ddd
        │         Description for option A
        ┆         dddddddddddddddddddddddd
        │  2. [ ] Option B
        ┆  ddd
        │         Description for option B
        ┆         dddddddddddddddddddddddd
        │  3. [ ] Type something
        ┆  ddd    dddddddddddddd
        │         Submit
        │
        │Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
        ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        ── 46×12
        │ ☐ Header  ☐ Submit
        ┆ssssssssssdddddddddd
        │Question text?
        ┆BBBBBBBBBBBBBB
        │> 1. [ ] Option A
        ┆a ddd
        │         Description for option A
        ┆         dddddddddddddddddddddddd
        │  2. [ ] Option B
        ┆  ddd
        │         Description for option B
        ┆         dddddddddddddddddddddddd
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
        │Question text?
        ┆BBBBBBBBBBBBBB
        │> 1. [ ] Option A
        ┆a ddd
        │         Description
        ┆         ddddddddddd
        │         for option
        ┆         dddddddddd
        │Enter/Space to sele…
        ┆dddddddddddddddddddd
    "#]],
    );
}

/// "Single-select questions omit the checkbox column and submit row"
#[test]
fn the_mock_up_of_one_pick() {
    expect![[r#"
         ☐ Header

        Question text?

        > 1. Option A
             Description for option A
          2. Option B
             Description for option B
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
        │Question text?
        ┆BBBBBBBBBBBBBB
        │
        │> 1. Option A
        ┆a ddd
        │     Description for option A
        ┆     dddddddddddddddddddddddd
        │  2. Option B
        ┆  ddd
        │     Description for option B
        ┆     dddddddddddddddddddddddd
        │  3. Type something
        ┆  ddddddddddddddddd
        │
        │Enter/Space to select · ↑/↓ to navigate · Esc to cancel
        ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        ── 46×12
        │ ☐ Header
        ┆ssssssssss
        │
        │Question text?
        ┆BBBBBBBBBBBBBB
        │
        │> 1. Option A
        ┆a ddd
        │     Description for option A
        ┆     dddddddddddddddddddddddd
        │  2. Option B
        ┆  ddd
        │     Description for option B
        ┆     dddddddddddddddddddddddd
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
        │Question text?
        ┆BBBBBBBBBBBBBB
        │> 1. Option A
        ┆a ddd
        │     Description for
        ┆     ddddddddddddddd
        │     option A
        ┆     dddddddd
        │Enter/Space to sele…
        ┆dddddddddddddddddddd
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
            │Which layout?
            ┆BBBBBBBBBBBBB
            │
            │> 1. Sidebar                      ┌────────────────────────────────────────────┐
            ┆a ddd                             dddddddddddddddddddddddddddddddddddddddddddddd
            │  2. Tabs on top of the page,     │ # Sidebar                                  │
            ┆  ddd                             ddddHHHHHHH                                 dd
            │     with a label that wraps      │                                            │
            ┆                                  dd                                          dd
            │  3. Plain                        │   +----+-------+                           │
            ┆  ddd                             ddcccccccccccccccc                          dd
            │                                  │   | nav| main  |                           │
            ┆                                  ddcccccccccccccccc                          dd
            │                                  │   +----+-------+                           │
            ┆                                  ddcccccccccccccccc                          dd
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
            │Which layout?
            ┆BBBBBBBBBBBBB
            │> 1. Sidebar
            ┆a ddd
            │  2. Tabs on top of the page, with a label
            ┆  ddd
            │     that wraps
            │  3. Plain
            ┆  ddd
            │┌────────────────────────────────────────────┐
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            ││ # Sidebar                                  │
            ┆ddddHHHHHHH                                 dd
            ││                                            │
            ┆dd                                          dd
            │└─ ↓ 3 more · PgDn ──────────────────────────┘
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │Notes: press n to add notes
            ┆aaaaaaadddddddddddddddddddd
            │Enter/Space to select · ↑/↓ to navigate
            ┆ddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │ ☐ Layout
            ┆ssssssssss
            │Which layout?
            ┆BBBBBBBBBBBBB
            │> 1. Sidebar
            ┆a ddd
            │5 lines (PgDn)
            ┆dddddddddddddd
            │Notes: press n to
            ┆aaaaaaadddddddddd
            │Enter/Space to sele…
            ┆dddddddddddddddddddd
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
            │Which layout?
            ┆BBBBBBBBBBBBB
            │  1. Sidebar                      ┌─ ↑ 12 more ────────────────────────────────┐
            ┆  ddd                             dddddddddddddddddddddddddddddddddddddddddddddd
            │> 2. Tabs on top of the page,     │ • point 13 of the long preview             │
            ┆a ddd                             dddd                                        dd
            │     with a label that wraps      │ • point 14 of the long preview             │
            ┆                                  dddd                                        dd
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
            │Which layout?
            ┆BBBBBBBBBBBBB
            │  1. Sidebar
            ┆  ddd
            │> 2. Tabs on top of the page, with a label
            ┆a ddd
            │     that wraps
            │  3. Plain
            ┆  ddd
            │┌─ ↑ 1 more ─────────────────────────────────┐
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            ││ • point 2 of the long preview              │
            ┆dddd                                        dd
            ││ • point 3 of the long preview              │
            ┆dddd                                        dd
            │└─ ↓ 27 more · PgDn ─────────────────────────┘
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │Notes: press n to add notes
            ┆aaaaaaadddddddddddddddddddd
            │Enter/Space to select · ↑/↓ to navigate
            ┆ddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │ ☐ Layout
            ┆ssssssssss
            │Which layout?
            ┆BBBBBBBBBBBBB
            │• point 1 of the lo…
            ┆dd
            │• point 2 of the lo…
            ┆dd
            │1–2 of 30 (PgUp)
            ┆dddddddddddddddd
            │Enter/Space to sele…
            ┆dddddddddddddddddddd
        "#]],
    );
}
