//! Pictures of the contract `question`.

use crate::painted::{Open, SIZES, check_at, one, option, request};
use asq_core::model::{Question, Request};
use asq_dialects::question::rules::{ANSWER, FORM};
use asq_frame::Glyphs;
use expect_test::{Expect, expect};

fn ask(questions: Vec<Question>) -> Request {
    request(ANSWER, questions)
}

#[track_caller]
fn check(request: &Request, keys: &str, expect: &Expect) {
    crate::painted::check(request, FORM, keys, expect);
}

fn single() -> Request {
    ask(vec![one("Q1", "Which colour?", vec![option("Red", "Warm"), option("Blue", "")])])
}

fn two() -> Request {
    ask(vec![
        one("Colour", "Which colour?", vec![option("Red", "Warm"), option("Blue", "")]),
        one("Size", "Which size?", vec![option("Small", ""), option("Large", "")]),
    ])
}

fn forty() -> Request {
    let options = (1..=40).map(|n| option(&format!("Option number {n}"), "")).collect();
    ask(vec![one("Many", "Which of these forty?", options)])
}

#[test]
fn numbered_options_and_the_custom_row() {
    check(
        &single(),
        "",
        &expect![[r#"
            ── 80×24
            ││ Which colour?
            ┆ddBBBBBBBBBBBBB
            │
            │❯ 1. Red
            ┆a dddAAA
            │   │ Warm
            ┆   dddddd
            │  2. Blue
            ┆  ddd
            │  3. Something else…
            ┆  ddd
            │
            │↑/↓ move · Enter select · 1-3 pick · ? keys · Esc cancel
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            ││ Which colour?
            ┆ddBBBBBBBBBBBBB
            │
            │❯ 1. Red
            ┆a dddAAA
            │   │ Warm
            ┆   dddddd
            │  2. Blue
            ┆  ddd
            │  3. Something else…
            ┆  ddd
            │
            │↑/↓ move · Enter select · 1-3 pick · ? keys
            ┆ddddddddddddddddddddddddddddddddddddddddddd
            │Esc cancel
            ┆dddddddddd
            ── 20×6
            ││ Which colour?
            ┆ddBBBBBBBBBBBBB
            │❯ 1. Red
            ┆a dddAAA
            │   │ Warm
            ┆   dddddd
            │  2. Blue
            ┆  ddd
            │  3. Something else…
            ┆  ddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

/// S0-7: the text stays on the row, dim.
#[test]
fn own_words_in_an_opened_editor() {
    check(
        &single(),
        "3Green",
        &expect![[r#"
            ── 80×24
            ││ Which colour?
            ┆ddBBBBBBBBBBBBB
            │
            │  1. Red
            ┆  ddd
            │   │ Warm
            ┆   dddddd
            │  2. Blue
            ┆  ddd
            │❯ 3. Something else… Green
            ┆a dddAAAAAAAAAAAAAAAA     ^
            │
            │Enter accept · Ctrl+J new line · Ctrl+G editor · Esc back
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            ││ Which colour?
            ┆ddBBBBBBBBBBBBB
            │
            │  1. Red
            ┆  ddd
            │   │ Warm
            ┆   dddddd
            │  2. Blue
            ┆  ddd
            │❯ 3. Something else… Green
            ┆a dddAAAAAAAAAAAAAAAA     ^
            │
            │Enter accept · Ctrl+J new line · Ctrl+G editor
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │Esc back
            ┆dddddddd
            ── 20×6
            ││ Which colour?
            ┆ddBBBBBBBBBBBBB
            │   │ Warm
            ┆   dddddd
            │  2. Blue
            ┆  ddd
            │❯ 3. Something else…
            ┆a dddAAAAAAAAAAAAAAA
            │     Green
            ┆          ^
            │Enter · Esc back
            ┆dddddddddddddddd
        "#]],
    );
    check_at(
        &single(),
        FORM,
        (80, 24),
        "3",
        &expect![[r#"
            ── 80×24
            ││ Which colour?
            ┆ddBBBBBBBBBBBBB
            │
            │  1. Red
            ┆  ddd
            │   │ Warm
            ┆   dddddd
            │  2. Blue
            ┆  ddd
            │❯ 3. Something else… Type your answer
            ┆a dddAAAAAAAAAAAAAAAA^ddddddddddddddd
            │
            │Enter accept · Ctrl+J new line · Ctrl+G editor · Esc back
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        "#]],
    );
    check_at(
        &single(),
        FORM,
        (80, 24),
        "3Green<esc>",
        &expect![[r#"
            ── 80×24
            ││ Which colour?
            ┆ddBBBBBBBBBBBBB
            │
            │  1. Red
            ┆  ddd
            │   │ Warm
            ┆   dddddd
            │  2. Blue
            ┆  ddd
            │❯ 3. Something else… Green
            ┆a dddAAAAAAAAAAAAAAAAddddd
            │
            │↑/↓ move · Enter select · 1-3 pick · ? keys · Esc cancel
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        "#]],
    );
}

#[test]
fn several_questions_and_their_review() {
    check(
        &two(),
        "<ret>",
        &expect![[r#"
            ── 80×24
            │ ✓ Colour  ○ Size  ○ Review
            ┆ggggggggggssssssssdddddddddd
            │
            ││ Which size?
            ┆ddBBBBBBBBBBB
            │
            │❯ 1. Small
            ┆a dddAAAAA
            │  2. Large
            ┆  ddd
            │  3. Something else…
            ┆  ddd
            │
            │↑/↓ move · Enter select · Tab next · ? keys · Esc cancel
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ✓ Colour  ○ Size  ○ Review
            ┆ggggggggggssssssssdddddddddd
            │
            ││ Which size?
            ┆ddBBBBBBBBBBB
            │
            │❯ 1. Small
            ┆a dddAAAAA
            │  2. Large
            ┆  ddd
            │  3. Something else…
            ┆  ddd
            │
            │↑/↓ move · Enter select · Tab next · ? keys
            ┆ddddddddddddddddddddddddddddddddddddddddddd
            │Esc cancel
            ┆dddddddddd
            ── 20×6
            │‹ ○ Size  ○ Review
            ┆dssssssssdddddddddd
            ││ Which size?
            ┆ddBBBBBBBBBBB
            │❯ 1. Small
            ┆a dddAAAAA
            │  2. Large
            ┆  ddd
            │  3. Something else…
            ┆  ddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
    check(
        &two(),
        "<ret><ret>",
        &expect![[r#"
            ── 80×24
            │ ✓ Colour  ✓ Size  ✓ Review
            ┆ggggggggggggggggggssssssssss
            │
            │Review your answers
            ┆BBBBBBBBBBBBBBBBBBB
            │
            │  Colour: Red
            ┆  ddddddddaaa
            │  Size: Small
            ┆  ddddddaaaaa
            │
            │❯ Submit answers
            ┆a AAAAAAAAAAAAAA
            │
            │Enter submit · ↑/↓ change an answer · ← back · Esc cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ✓ Colour  ✓ Size  ✓ Review
            ┆ggggggggggggggggggssssssssss
            │
            │Review your answers
            ┆BBBBBBBBBBBBBBBBBBB
            │
            │  Colour: Red
            ┆  ddddddddaaa
            │  Size: Small
            ┆  ddddddaaaaa
            │
            │❯ Submit answers
            ┆a AAAAAAAAAAAAAA
            │
            │Enter submit · ↑/↓ change an answer · ← back
            ┆dddddddddddddddddddddddddddddddddddddddddddd
            │Esc cancel
            ┆dddddddddd
            ── 20×6
            │‹ ✓ Size  ✓ Review
            ┆dggggggggssssssssss
            │Review your answers
            ┆BBBBBBBBBBBBBBBBBBB
            │  Colour: Red
            ┆  ddddddddaaa
            │  Size: Small
            ┆  ddddddaaaaa
            │❯ Submit answers
            ┆a AAAAAAAAAAAAAA
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

/// S0-8: `Cancel and drop N answers? Enter/y · Esc back`
#[test]
fn asking_before_answers_are_dropped() {
    check(
        &two(),
        "<ret><esc>",
        &expect![[r#"
            ── 80×24
            │ ✓ Colour  ○ Size  ○ Review
            ┆ggggggggggssssssssdddddddddd
            │
            ││ Which size?
            ┆ddBBBBBBBBBBB
            │
            │❯ 1. Small
            ┆a dddAAAAA
            │  2. Large
            ┆  ddd
            │  3. Something else…
            ┆  ddd
            │Cancel and drop 1 answer? Enter/y · Esc back
            ┆wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww
            ── 46×12
            │ ✓ Colour  ○ Size  ○ Review
            ┆ggggggggggssssssssdddddddddd
            │
            ││ Which size?
            ┆ddBBBBBBBBBBB
            │
            │❯ 1. Small
            ┆a dddAAAAA
            │  2. Large
            ┆  ddd
            │  3. Something else…
            ┆  ddd
            │Cancel and drop 1 answer? Enter/y · Esc back
            ┆wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww
            ── 20×6
            │‹ ○ Size  ○ Review
            ┆dssssssssdddddddddd
            ││ Which size?
            ┆ddBBBBBBBBBBB
            │❯ 1. Small
            ┆a dddAAAAA
            │Cancel and drop 1
            ┆wwwwwwwwwwwwwwwww
            │answer? Enter/y ·
            ┆wwwwwwwwwwwwwwwww
            │Esc back
            ┆wwwwwwww
        "#]],
    );
}

#[test]
fn a_long_list_scrolls_with_the_focus() {
    check(
        &forty(),
        "",
        &expect![[r#"
            ── 80×24
            ││ Which of these forty?
            ┆ddBBBBBBBBBBBBBBBBBBBBB
            │❯  1. Option number 1
            ┆a  dddAAAAAAAAAAAAAAA
            │   2. Option number 2
            ┆   ddd
            │   3. Option number 3
            ┆   ddd
            │   4. Option number 4
            ┆   ddd
            │   5. Option number 5
            ┆   ddd
            │   6. Option number 6
            ┆   ddd
            │   7. Option number 7
            ┆   ddd
            │   8. Option number 8
            ┆   ddd
            │   9. Option number 9
            ┆   ddd
            │  10. Option number 10
            ┆  dddd
            │  11. Option number 11
            ┆  dddd
            │  12. Option number 12
            ┆  dddd
            │  13. Option number 13
            ┆  dddd
            │  14. Option number 14
            ┆  dddd
            │  15. Option number 15
            ┆  dddd
            │  16. Option number 16
            ┆  dddd
            │  17. Option number 17
            ┆  dddd
            │  18. Option number 18
            ┆  dddd
            │  19. Option number 19
            ┆  dddd
            │  20. Option number 20
            ┆  dddd
            │  21. Option number 21
            ┆  dddd
            │↓ 20 more · PgDn
            ┆dddddddddddddddd
            │↑/↓ move · Enter select · 1-9 pick · / filter · ? keys · Esc cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            ││ Which of these forty?
            ┆ddBBBBBBBBBBBBBBBBBBBBB
            │❯  1. Option number 1
            ┆a  dddAAAAAAAAAAAAAAA
            │   2. Option number 2
            ┆   ddd
            │   3. Option number 3
            ┆   ddd
            │   4. Option number 4
            ┆   ddd
            │   5. Option number 5
            ┆   ddd
            │   6. Option number 6
            ┆   ddd
            │   7. Option number 7
            ┆   ddd
            │   8. Option number 8
            ┆   ddd
            │   9. Option number 9
            ┆   ddd
            │↓ 32 more · PgDn
            ┆dddddddddddddddd
            │↑/↓ move · Enter select · ? keys · Esc cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            ││ Which of these
            ┆ddBBBBBBBBBBBBBB
            ││ forty?
            ┆ddBBBBBB
            │❯  1. Option number
            ┆a  dddAAAAAAAAAAAAA
            │    │ 1
            ┆    ddA
            │   2. Option number
            ┆   ddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
    check(
        &forty(),
        "<down><down><down><down><down><down><down><down><down><down><down><down>",
        &expect![[r#"
            ── 80×24
            ││ Which of these forty?
            ┆ddBBBBBBBBBBBBBBBBBBBBB
            │   1. Option number 1
            ┆   ddd
            │   2. Option number 2
            ┆   ddd
            │   3. Option number 3
            ┆   ddd
            │   4. Option number 4
            ┆   ddd
            │   5. Option number 5
            ┆   ddd
            │   6. Option number 6
            ┆   ddd
            │   7. Option number 7
            ┆   ddd
            │   8. Option number 8
            ┆   ddd
            │   9. Option number 9
            ┆   ddd
            │  10. Option number 10
            ┆  dddd
            │  11. Option number 11
            ┆  dddd
            │  12. Option number 12
            ┆  dddd
            │❯ 13. Option number 13
            ┆a ddddAAAAAAAAAAAAAAAA
            │  14. Option number 14
            ┆  dddd
            │  15. Option number 15
            ┆  dddd
            │  16. Option number 16
            ┆  dddd
            │  17. Option number 17
            ┆  dddd
            │  18. Option number 18
            ┆  dddd
            │  19. Option number 19
            ┆  dddd
            │  20. Option number 20
            ┆  dddd
            │  21. Option number 21
            ┆  dddd
            │↓ 20 more · PgDn
            ┆dddddddddddddddd
            │↑/↓ move · Enter select · 1-9 pick · / filter · ? keys · Esc cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            ││ Which of these forty?
            ┆ddBBBBBBBBBBBBBBBBBBBBB
            │↑ 6 more · PgUp
            ┆ddddddddddddddd
            │   7. Option number 7
            ┆   ddd
            │   8. Option number 8
            ┆   ddd
            │   9. Option number 9
            ┆   ddd
            │  10. Option number 10
            ┆  dddd
            │  11. Option number 11
            ┆  dddd
            │  12. Option number 12
            ┆  dddd
            │❯ 13. Option number 13
            ┆a ddddAAAAAAAAAAAAAAAA
            │  14. Option number 14
            ┆  dddd
            │↓ 27 more · PgDn
            ┆dddddddddddddddd
            │↑/↓ move · Enter select · ? keys · Esc cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            ││ Which of these
            ┆ddBBBBBBBBBBBBBB
            │    │ 12
            ┆    dd
            │❯ 13. Option number
            ┆a ddddAAAAAAAAAAAAA
            │    │ 13
            ┆    ddAA
            │  14. Option number
            ┆  dddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

/// "PgUp/PgDn page through the document"
#[test]
fn a_long_list_pages() {
    check_at(
        &forty(),
        FORM,
        (46, 12),
        "<pgdn>",
        &expect![[r#"
            ── 46×12
            ││ Which of these forty?
            ┆ddBBBBBBBBBBBBBBBBBBBBB
            │↑ 8 more · PgUp
            ┆ddddddddddddddd
            │❯  9. Option number 9
            ┆a  dddAAAAAAAAAAAAAAA
            │  10. Option number 10
            ┆  dddd
            │  11. Option number 11
            ┆  dddd
            │  12. Option number 12
            ┆  dddd
            │  13. Option number 13
            ┆  dddd
            │  14. Option number 14
            ┆  dddd
            │  15. Option number 15
            ┆  dddd
            │  16. Option number 16
            ┆  dddd
            │↓ 25 more · PgDn
            ┆dddddddddddddddd
            │↑/↓ move · Enter select · ? keys · Esc cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddd
        "#]],
    );
    check_at(
        &forty(),
        FORM,
        (46, 12),
        "<pgdn><pgdn><pgup>",
        &expect![[r#"
            ── 46×12
            ││ Which of these forty?
            ┆ddBBBBBBBBBBBBBBBBBBBBB
            │↑ 8 more · PgUp
            ┆ddddddddddddddd
            │   9. Option number 9
            ┆   ddd
            │  10. Option number 10
            ┆  dddd
            │  11. Option number 11
            ┆  dddd
            │  12. Option number 12
            ┆  dddd
            │  13. Option number 13
            ┆  dddd
            │  14. Option number 14
            ┆  dddd
            │  15. Option number 15
            ┆  dddd
            │❯ 16. Option number 16
            ┆a ddddAAAAAAAAAAAAAAAA
            │↓ 25 more · PgDn
            ┆dddddddddddddddd
            │↑/↓ move · Enter select · ? keys · Esc cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddd
        "#]],
    );
    check_at(
        &forty(),
        FORM,
        (46, 12),
        "<pgdn><pgdn><pgdn><pgdn><pgdn><pgdn><pgdn><pgdn><pgdn>",
        &expect![[r#"
            ── 46×12
            ││ Which of these forty?
            ┆ddBBBBBBBBBBBBBBBBBBBBB
            │↑ 32 more · PgUp
            ┆dddddddddddddddd
            │  33. Option number 33
            ┆  dddd
            │  34. Option number 34
            ┆  dddd
            │  35. Option number 35
            ┆  dddd
            │  36. Option number 36
            ┆  dddd
            │  37. Option number 37
            ┆  dddd
            │  38. Option number 38
            ┆  dddd
            │  39. Option number 39
            ┆  dddd
            │  40. Option number 40
            ┆  dddd
            │❯ 41. Something else…
            ┆a ddddAAAAAAAAAAAAAAA
            │↑/↓ move · Enter select · ? keys · Esc cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddd
        "#]],
    );
    check_at(
        &forty(),
        FORM,
        (46, 12),
        "<a-pgdn>",
        &expect![[r#"
            ── 46×12
            ││ Which of these forty?
            ┆ddBBBBBBBBBBBBBBBBBBBBB
            │↑ 8 more · PgUp
            ┆ddddddddddddddd
            │   9. Option number 9
            ┆   ddd
            │  10. Option number 10
            ┆  dddd
            │  11. Option number 11
            ┆  dddd
            │  12. Option number 12
            ┆  dddd
            │  13. Option number 13
            ┆  dddd
            │  14. Option number 14
            ┆  dddd
            │  15. Option number 15
            ┆  dddd
            │  16. Option number 16
            ┆  dddd
            │↓ 25 more · PgDn
            ┆dddddddddddddddd
            │↑/↓ move · Enter select · ? keys · Esc cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddd
        "#]],
    );
    check_at(
        &forty(),
        FORM,
        (46, 12),
        "<a-pgdn><down>",
        &expect![[r#"
            ── 46×12
            ││ Which of these forty?
            ┆ddBBBBBBBBBBBBBBBBBBBBB
            │   1. Option number 1
            ┆   ddd
            │❯  2. Option number 2
            ┆a  dddAAAAAAAAAAAAAAA
            │   3. Option number 3
            ┆   ddd
            │   4. Option number 4
            ┆   ddd
            │   5. Option number 5
            ┆   ddd
            │   6. Option number 6
            ┆   ddd
            │   7. Option number 7
            ┆   ddd
            │   8. Option number 8
            ┆   ddd
            │   9. Option number 9
            ┆   ddd
            │↓ 32 more · PgDn
            ┆dddddddddddddddd
            │↑/↓ move · Enter select · ? keys · Esc cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddd
        "#]],
    );
}

#[test]
fn filtering() {
    check(
        &forty(),
        "/3",
        &expect![[r#"
            ── 80×24
            ││ Which of these forty?
            ┆ddBBBBBBBBBBBBBBBBBBBBB
            │
            │  /3
            ┆  a ^
            │
            │❯  3. Option number 3
            ┆a  dddAAAAAAAAAAAAAAA
            │  13. Option number 13
            ┆  dddd
            │  23. Option number 23
            ┆  dddd
            │  30. Option number 30
            ┆  dddd
            │  31. Option number 31
            ┆  dddd
            │  32. Option number 32
            ┆  dddd
            │  33. Option number 33
            ┆  dddd
            │  34. Option number 34
            ┆  dddd
            │  35. Option number 35
            ┆  dddd
            │  36. Option number 36
            ┆  dddd
            │  37. Option number 37
            ┆  dddd
            │  38. Option number 38
            ┆  dddd
            │  39. Option number 39
            ┆  dddd
            │  41. Something else…
            ┆  dddd
            │
            │type to filter · Enter to select · Esc to show all
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            ││ Which of these forty?
            ┆ddBBBBBBBBBBBBBBBBBBBBB
            │  /3
            ┆  a ^
            │❯  3. Option number 3
            ┆a  dddAAAAAAAAAAAAAAA
            │  13. Option number 13
            ┆  dddd
            │  23. Option number 23
            ┆  dddd
            │  30. Option number 30
            ┆  dddd
            │  31. Option number 31
            ┆  dddd
            │  32. Option number 32
            ┆  dddd
            │  33. Option number 33
            ┆  dddd
            │  34. Option number 34
            ┆  dddd
            │↓ 6 more · PgDn
            ┆ddddddddddddddd
            │Enter to select · Esc to show all
            ┆ddddddddddddddddddddddddddddddddd
            ── 20×6
            ││ Which of these
            ┆ddBBBBBBBBBBBBBB
            │  /3
            ┆  a ^
            ││ forty?
            ┆ddBBBBBB
            │❯  3. Option number
            ┆a  dddAAAAAAAAAAAAA
            │    │ 3
            ┆    ddA
            │Enter · Esc show all
            ┆dddddddddddddddddddd
        "#]],
    );
    check_at(
        &forty(),
        FORM,
        (46, 12),
        "/zzz",
        &expect![[r#"
            ── 46×12
            ││ Which of these forty?
            ┆ddBBBBBBBBBBBBBBBBBBBBB
            │
            │  /zzz
            ┆  a   ^
            │
            │❯ 41. Something else…
            ┆a ddddAAAAAAAAAAAAAAA
            │
            │type to filter · Enter to select
            ┆dddddddddddddddddddddddddddddddd
            │Esc to show all
            ┆ddddddddddddddd
        "#]],
    );
}

#[test]
fn all_keys() {
    check(
        &single(),
        "?",
        &expect![[r#"
            ── 80×24
            │Keys
            ┆BBBB
            │
            │  1-3         the row with that number
            ┆  aaaaaaaaaaaa
            │  Enter       choose the row
            ┆  aaaaaaaaaaaa
            │  ↑, ↓        move
            ┆  aaaaaaaaaaaa
            │  Home, End   first and last row
            ┆  aaaaaaaaaaaa
            │  o, Ctrl+O   read on the full screen
            ┆  aaaaaaaaaaaa
            │  /           filter the list
            ┆  aaaaaaaaaaaa
            │  Ctrl+G      write in your own editor
            ┆  aaaaaaaaaaaa
            │  Esc         back, or cancel
            ┆  aaaaaaaaaaaa
            │  Ctrl+C      cancel at once
            ┆  aaaaaaaaaaaa
            │  PgUp, PgDn  scroll
            ┆  aaaaaaaaaaaa
            │
            │any key to close
            ┆dddddddddddddddd
            ── 46×12
            │Keys
            ┆BBBB
            │  1-3         the row with that number
            ┆  aaaaaaaaaaaa
            │  Enter       choose the row
            ┆  aaaaaaaaaaaa
            │  ↑, ↓        move
            ┆  aaaaaaaaaaaa
            │  Home, End   first and last row
            ┆  aaaaaaaaaaaa
            │  o, Ctrl+O   read on the full screen
            ┆  aaaaaaaaaaaa
            │  /           filter the list
            ┆  aaaaaaaaaaaa
            │  Ctrl+G      write in your own editor
            ┆  aaaaaaaaaaaa
            │  Esc         back, or cancel
            ┆  aaaaaaaaaaaa
            │  Ctrl+C      cancel at once
            ┆  aaaaaaaaaaaa
            │  PgUp, PgDn  scroll
            ┆  aaaaaaaaaaaa
            │any key to close
            ┆dddddddddddddddd
            ── 20×6
            │Keys
            ┆BBBB
            │  1-3         the
            ┆  aaaaaaaaaaaa
            │              row
            │              with
            │              that
            │any key to close
            ┆dddddddddddddddd
        "#]],
    );
}

/// A paste comes past the keys; the view follows it all the same.
#[test]
fn a_paste_into_a_scrolled_form_is_in_sight() {
    check_at(
        &forty(),
        FORM,
        (46, 12),
        "<a-pgdn><paste:pasted words>",
        &expect![[r#"
            ── 46×12
            ││ Which of these forty?
            ┆ddBBBBBBBBBBBBBBBBBBBBB
            │↑ 32 more · PgUp
            ┆dddddddddddddddd
            │  33. Option number 33
            ┆  dddd
            │  34. Option number 34
            ┆  dddd
            │  35. Option number 35
            ┆  dddd
            │  36. Option number 36
            ┆  dddd
            │  37. Option number 37
            ┆  dddd
            │  38. Option number 38
            ┆  dddd
            │  39. Option number 39
            ┆  dddd
            │  40. Option number 40
            ┆  dddd
            │❯ 41. Something else… pasted words
            ┆a ddddAAAAAAAAAAAAAAAA            ^
            │Enter accept · Ctrl+J new line · Esc back
            ┆ddddddddddddddddddddddddddddddddddddddddd
        "#]],
    );
}

/// A key that came too soon is told in the first line of the hints; nothing else moves.
#[test]
fn an_ignored_key() {
    let at = |size| Open::new(two(), FORM, size, Glyphs::Unicode).paced("12", 100).picture();
    expect![[r#"
        ── 80×24
        │ ✓ Colour  ○ Size  ○ Review
        ┆ggggggggggssssssssdddddddddd
        │
        ││ Which size?
        ┆ddBBBBBBBBBBB
        │
        │❯ 1. Small
        ┆a dddAAAAA
        │  2. Large
        ┆  ddd
        │  3. Something else…
        ┆  ddd
        │
        │Key ignored: it came too soon
        ┆ddddddddddddddddddddddddddddd
        ── 46×12
        │ ✓ Colour  ○ Size  ○ Review
        ┆ggggggggggssssssssdddddddddd
        │
        ││ Which size?
        ┆ddBBBBBBBBBBB
        │
        │❯ 1. Small
        ┆a dddAAAAA
        │  2. Large
        ┆  ddd
        │  3. Something else…
        ┆  ddd
        │
        │Key ignored: it came too soon
        ┆ddddddddddddddddddddddddddddd
        │Esc cancel
        ┆dddddddddd
        ── 20×6
        │‹ ○ Size  ○ Review
        ┆dssssssssdddddddddd
        ││ Which size?
        ┆ddBBBBBBBBBBB
        │❯ 1. Small
        ┆a dddAAAAA
        │  2. Large
        ┆  ddd
        │  3. Something else…
        ┆  ddd
        │Key ignored: it cam…
        ┆dddddddddddddddddddd
    "#]]
    .assert_eq(&SIZES.map(at).concat());
}

/// What was said is set in below its header: own words can't pass for the next answer.
#[test]
fn long_own_words_in_the_review() {
    let keys = "3wherever it is cheap and near, and then  Size: Large, whatever it costs<ret>1";
    check_at(
        &two(),
        FORM,
        (46, 12),
        keys,
        &expect![[r#"
            ── 46×12
            │ ✓ Colour  ✓ Size  ✓ Review
            ┆ggggggggggggggggggssssssssss
            │Review your answers
            ┆BBBBBBBBBBBBBBBBBBB
            │  Colour: wherever it is cheap and near, and
            ┆  ddddddddaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
            │    then  Size: Large, whatever it costs (own
            ┆    aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaddddd
            │    words)
            ┆    dddddd
            │  Size: Small
            ┆  ddddddaaaaa
            │❯ Submit answers
            ┆a AAAAAAAAAAAAAA
            │Enter submit · ↑/↓ change an answer · ← back
            ┆dddddddddddddddddddddddddddddddddddddddddddd
            │Esc cancel
            ┆dddddddddd
        "#]],
    );
}
