//! Pictures of the contract `spec`: both pictures of its document, and every other situation.

use crate::painted::{check_at, one, option, request};
use asq_core::model::{AnswerRules, Kind, Question, Request};
use asq_dialects::spec::rules::{ANSWER, FORM};
use expect_test::{Expect, expect};

#[track_caller]
fn check(request: &Request, keys: &str, expect: &Expect) {
    crate::painted::check(request, FORM, keys, expect);
}

/// The labels of the document's first picture; what stands in brackets there is part of them.
fn layout() -> Request {
    let options = vec![
        option("Reuse Card (consistent with existing pages)", ""),
        option("Reuse ListView (fits if data-heavy)", ""),
        option("New timeline component", ""),
    ];
    let text = "How do you want to handle the layout?\nYou have a Card component at src/components/Card.tsx";
    request(ANSWER, vec![one("Layout", text, options)])
}

/// Those of its second picture.
fn areas() -> Request {
    let options = vec![
        option("Session handling (no session middleware exists yet)", ""),
        option("Error responses (current pattern: generic 500)", ""),
        option("Multi-device policy", ""),
        option("Recovery flow", ""),
    ];
    many(options)
}

fn many(options: Vec<asq_core::model::QuestionOption>) -> Request {
    let kind = Kind::Many { min: 1, max: options.len() };
    let question =
        Question { kind, custom: false, ..one("Areas", "Which areas do you want to discuss?", options) };
    request(AnswerRules { discuss: false, ..ANSWER }, vec![question])
}

fn described() -> Request {
    let options = vec![
        option("Reuse Card", "src/components/Card.tsx: consistent with the existing pages"),
        option("Reuse ListView", "src/components/ListView.tsx: fits if the page is data-heavy"),
    ];
    request(ANSWER, vec![one("Layout", "Which layout?", options)])
}

/// S3-10.
#[test]
fn the_first_picture_of_the_document() {
    check(
        &layout(),
        "<down>",
        &expect![[r#"
            ── 80×24
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │ How do you want to handle the layout?
            ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │ You have a Card component at src/components/Card.tsx
            ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │  1. Reuse Card (consistent with existing pages)
            ┆  ddd
            │> 2. Reuse ListView (fits if data-heavy)
            ┆a dddAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            │  3. New timeline component
            ┆  ddd
            │  4. Something else (I'll explain)
            ┆  ddd
            │  5. Let's discuss this
            ┆  ddd
            │
            │ Up/Down navigate - Enter to select - Esc to cancel
            ┆ dddddddddddddddddddddddddddddddddddddddddddddddddd
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │──────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │ How do you want to handle the layout?
            ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │ You have a Card component at
            ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │ src/components/Card.tsx
            ┆ BBBBBBBBBBBBBBBBBBBBBBB
            │  1. Reuse Card (consistent with existing
            ┆  ddd
            │   │ pages)
            ┆   dd
            │> 2. Reuse ListView (fits if data-heavy)
            ┆a dddAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            │  3. New timeline component
            ┆  ddd
            │  4. Something else (I'll explain)
            ┆  ddd
            │  5. Let's discuss this
            ┆  ddd
            │ Enter to select - Esc to cancel
            ┆ ddddddddddddddddddddddddddddddd
            │──────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │How do you want to
            ┆BBBBBBBBBBBBBBBBBB
            │   │ pages)
            ┆   dd
            │> 2. Reuse ListView
            ┆a dddAAAAAAAAAAAAAA
            │   │ (fits if
            ┆   ddAAAAAAAA
            │   │ data-heavy)
            ┆   ddAAAAAAAAAAA
            │Enter - Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

/// S3-10.
#[test]
fn the_second_picture_of_the_document() {
    check(
        &areas(),
        "<space><down><down><space><home>",
        &expect![[r#"
            ── 80×24
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │ Which areas do you want to discuss?
            ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │> [x] Session handling (no session middleware exists yet)
            ┆a aaaaAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            │  [ ] Error responses (current pattern: generic 500)
            │  [x] Multi-device policy
            ┆  aaaaaaaaaaaaaaaaaaaaaaa
            │  [ ] Recovery flow
            │
            │  Done (2 selected)
            │
            │ Up/Down navigate - Enter/Space to toggle - Esc to cancel
            ┆ dddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │──────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │ Which areas do you want to discuss?
            ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │> [x] Session handling (no session middleware
            ┆a aaaaAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            │    │ exists yet)
            ┆    ddAAAAAAAAAAA
            │  [ ] Error responses (current pattern:
            │    │ generic 500)
            ┆    dd
            │  [x] Multi-device policy
            ┆  aaaaaaaaaaaaaaaaaaaaaaa
            │  [ ] Recovery flow
            │  Done (2 selected)
            │ Up/Down navigate - Enter/Space to toggle
            ┆ dddddddddddddddddddddddddddddddddddddddd
            │ Esc to cancel
            ┆ ddddddddddddd
            │──────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │Which areas do you
            ┆BBBBBBBBBBBBBBBBBB
            │> [x] Session
            ┆a aaaaAAAAAAA
            │    │ handling (no
            ┆    ddAAAAAAAAAAAA
            │    │ session
            ┆    ddAAAAAAA
            │    │ middleware
            ┆    ddAAAAAAAAAA
            │Enter - Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

/// S3-4.
#[test]
fn descriptions_stand_below_the_label_in_muted_text() {
    check(
        &described(),
        "",
        &expect![[r#"
            ── 80×24
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │ Which layout?
            ┆ BBBBBBBBBBBBB
            │
            │> 1. Reuse Card
            ┆a dddAAAAAAAAAA
            │   │ src/components/Card.tsx: consistent with the existing pages
            ┆   ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │  2. Reuse ListView
            ┆  ddd
            │   │ src/components/ListView.tsx: fits if the page is data-heavy
            ┆   ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │  3. Something else (I'll explain)
            ┆  ddd
            │  4. Let's discuss this
            ┆  ddd
            │
            │ Up/Down navigate - Enter to select - Esc to cancel
            ┆ dddddddddddddddddddddddddddddddddddddddddddddddddd
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │──────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │ Which layout?
            ┆ BBBBBBBBBBBBB
            │> 1. Reuse Card
            ┆a dddAAAAAAAAAA
            │   │ src/components/Card.tsx: consistent with
            ┆   dddddddddddddddddddddddddddddddddddddddddd
            │   │ the existing pages
            ┆   dddddddddddddddddddd
            │  2. Reuse ListView
            ┆  ddd
            │   │ src/components/ListView.tsx: fits if the
            ┆   dddddddddddddddddddddddddddddddddddddddddd
            │   │ page is data-heavy
            ┆   dddddddddddddddddddd
            │  3. Something else (I'll explain)
            ┆  ddd
            │  4. Let's discuss this
            ┆  ddd
            │ Enter to select - Esc to cancel
            ┆ ddddddddddddddddddddddddddddddd
            │──────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │Which layout?
            ┆BBBBBBBBBBBBB
            │> 1. Reuse Card
            ┆a dddAAAAAAAAAA
            │   │ src/components/
            ┆   ddddddddddddddddd
            │   │ Card.tsx:
            ┆   ddddddddddd
            │   │ consistent with
            ┆   ddddddddddddddddd
            │Enter - Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn descriptions_in_a_list_of_boxes() {
    let options =
        vec![option("Session handling", "no session middleware exists yet"), option("Recovery flow", "")];
    check(
        &many(options),
        "<space>",
        &expect![[r#"
            ── 80×24
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │ Which areas do you want to discuss?
            ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │> [x] Session handling
            ┆a aaaaAAAAAAAAAAAAAAAA
            │    │ no session middleware exists yet
            ┆    dddddddddddddddddddddddddddddddddd
            │  [ ] Recovery flow
            │
            │  Done (1 selected)
            │
            │ Up/Down navigate - Enter/Space to toggle - Esc to cancel
            ┆ dddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │──────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │ Which areas do you want to discuss?
            ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │> [x] Session handling
            ┆a aaaaAAAAAAAAAAAAAAAA
            │    │ no session middleware exists yet
            ┆    dddddddddddddddddddddddddddddddddd
            │  [ ] Recovery flow
            │
            │  Done (1 selected)
            │
            │ Up/Down navigate - Enter/Space to toggle
            ┆ dddddddddddddddddddddddddddddddddddddddd
            │ Esc to cancel
            ┆ ddddddddddddd
            │──────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │Which areas do you
            ┆BBBBBBBBBBBBBBBBBB
            │> [x] Session
            ┆a aaaaAAAAAAA
            │    │ handling
            ┆    ddAAAAAAAA
            │    │ no session
            ┆    dddddddddddd
            │    │ middleware
            ┆    dddddddddddd
            │Enter - Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn the_inline_editor_is_empty() {
    check(
        &layout(),
        "4",
        &expect![[r#"
            ── 80×24
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │ How do you want to handle the layout?
            ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │ You have a Card component at src/components/Card.tsx
            ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │  1. Reuse Card (consistent with existing pages)
            ┆  ddd
            │  2. Reuse ListView (fits if data-heavy)
            ┆  ddd
            │  3. New timeline component
            ┆  ddd
            │> 4. Something else (I'll explain) Type your answer
            ┆a dddAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA^ddddddddddddddd
            │  5. Let's discuss this
            ┆  ddd
            │
            │ Enter to submit - Esc to go back
            ┆ dddddddddddddddddddddddddddddddd
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │──────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │ How do you want to handle the layout?
            ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │↑ 2 more · PgUp
            ┆ddddddddddddddd
            │  1. Reuse Card (consistent with existing
            ┆  ddd
            │   │ pages)
            ┆   dd
            │  2. Reuse ListView (fits if data-heavy)
            ┆  ddd
            │  3. New timeline component
            ┆  ddd
            │> 4. Something else (I'll explain)
            ┆a dddAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            │     Type your answer
            ┆     ^ddddddddddddddd
            │  5. Let's discuss this
            ┆  ddd
            │ Enter to submit - Esc to go back
            ┆ dddddddddddddddddddddddddddddddd
            │──────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │How do you want to
            ┆BBBBBBBBBBBBBBBBBB
            │> 4. Something else
            ┆a dddAAAAAAAAAAAAAA
            │     (I'll explain)
            ┆     AAAAAAAAAAAAAAA
            │     Type your
            ┆     ^dddddddd
            │     answer
            ┆     dddddd
            │Enter - Esc go back
            ┆ddddddddddddddddddd
        "#]],
    );
}

#[test]
fn own_words_in_the_inline_editor() {
    check(
        &layout(),
        "4a<space>kanban<space>board<c-j>with<space>lanes",
        &expect![[r#"
            ── 80×24
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │ How do you want to handle the layout?
            ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │ You have a Card component at src/components/Card.tsx
            ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │  1. Reuse Card (consistent with existing pages)
            ┆  ddd
            │  2. Reuse ListView (fits if data-heavy)
            ┆  ddd
            │  3. New timeline component
            ┆  ddd
            │> 4. Something else (I'll explain) a kanban board
            ┆a dddAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            │                                   with lanes
            ┆                                             ^
            │  5. Let's discuss this
            ┆  ddd
            │
            │ Enter to submit - Esc to go back
            ┆ dddddddddddddddddddddddddddddddd
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │──────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │ How do you want to handle the layout?
            ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │↑ 3 more · PgUp
            ┆ddddddddddddddd
            │   │ pages)
            ┆   dd
            │  2. Reuse ListView (fits if data-heavy)
            ┆  ddd
            │  3. New timeline component
            ┆  ddd
            │> 4. Something else (I'll explain)
            ┆a dddAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            │     a kanban board
            │     with lanes
            ┆               ^
            │  5. Let's discuss this
            ┆  ddd
            │ Enter to submit - Esc to go back
            ┆ dddddddddddddddddddddddddddddddd
            │──────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │How do you want to
            ┆BBBBBBBBBBBBBBBBBB
            │> 4. Something else
            ┆a dddAAAAAAAAAAAAAA
            │     (I'll explain)
            ┆     AAAAAAAAAAAAAAA
            │     a kanban board
            │     with lanes
            ┆               ^
            │Enter - Esc go back
            ┆ddddddddddddddddddd
        "#]],
    );
}

/// S3-7.
#[test]
fn own_words_stay_after_escape() {
    check(
        &described(),
        "3kanban<esc>",
        &expect![[r#"
            ── 80×24
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │ Which layout?
            ┆ BBBBBBBBBBBBB
            │
            │  1. Reuse Card
            ┆  ddd
            │   │ src/components/Card.tsx: consistent with the existing pages
            ┆   ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │  2. Reuse ListView
            ┆  ddd
            │   │ src/components/ListView.tsx: fits if the page is data-heavy
            ┆   ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │> 3. Something else (I'll explain) kanban
            ┆a dddAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAdddddd
            │  4. Let's discuss this
            ┆  ddd
            │
            │ Up/Down navigate - Enter to select - Esc to cancel
            ┆ dddddddddddddddddddddddddddddddddddddddddddddddddd
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │──────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │ Which layout?
            ┆ BBBBBBBBBBBBB
            │↑ 2 more · PgUp
            ┆ddddddddddddddd
            │   │ the existing pages
            ┆   dddddddddddddddddddd
            │  2. Reuse ListView
            ┆  ddd
            │   │ src/components/ListView.tsx: fits if the
            ┆   dddddddddddddddddddddddddddddddddddddddddd
            │   │ page is data-heavy
            ┆   dddddddddddddddddddd
            │> 3. Something else (I'll explain)
            ┆a dddAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            │     kanban
            ┆     dddddd
            │  4. Let's discuss this
            ┆  ddd
            │ Enter to select - Esc to cancel
            ┆ ddddddddddddddddddddddddddddddd
            │──────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │Which layout?
            ┆BBBBBBBBBBBBB
            │   │ data-heavy
            ┆   dddddddddddd
            │> 3. Something else
            ┆a dddAAAAAAAAAAAAAA
            │     (I'll explain)
            ┆     AAAAAAAAAAAAAAA
            │     kanban
            ┆     dddddd
            │Enter - Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn blank_own_words_are_refused() {
    check(
        &described(),
        "3<space><ret>",
        &expect![[r#"
            ── 80×24
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │ Which layout?
            ┆ BBBBBBBBBBBBB
            │
            │  1. Reuse Card
            ┆  ddd
            │   │ src/components/Card.tsx: consistent with the existing pages
            ┆   ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │  2. Reuse ListView
            ┆  ddd
            │   │ src/components/ListView.tsx: fits if the page is data-heavy
            ┆   ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │> 3. Something else (I'll explain)
            ┆a dddAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA ^
            │  4. Let's discuss this
            ┆  ddd
            │ Type an answer, or press Esc to go back
            ┆ wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww
            │
            │ Enter to submit - Esc to go back
            ┆ dddddddddddddddddddddddddddddddd
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │──────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │ Which layout?
            ┆ BBBBBBBBBBBBB
            │↑ 3 more · PgUp
            ┆ddddddddddddddd
            │  2. Reuse ListView
            ┆  ddd
            │   │ src/components/ListView.tsx: fits if the
            ┆   dddddddddddddddddddddddddddddddddddddddddd
            │   │ page is data-heavy
            ┆   dddddddddddddddddddd
            │> 3. Something else (I'll explain)
            ┆a dddAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            │
            ┆      ^
            │  4. Let's discuss this
            ┆  ddd
            │ Type an answer, or press Esc to go back
            ┆ wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww
            │ Enter to submit - Esc to go back
            ┆ dddddddddddddddddddddddddddddddd
            │──────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │Which layout?
            ┆BBBBBBBBBBBBB
            │> 3. Something else
            ┆a dddAAAAAAAAAAAAAA
            │     (I'll explain)
            ┆     AAAAAAAAAAAAAAA
            │
            ┆      ^
            │Type an answer, or…
            ┆wwwwwwwwwwwwwwwwwww
            │Enter - Esc go back
            ┆ddddddddddddddddddd
        "#]],
    );
}

#[test]
fn the_row_that_discusses_has_the_focus() {
    check(
        &layout(),
        "<end>",
        &expect![[r#"
            ── 80×24
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │ How do you want to handle the layout?
            ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │ You have a Card component at src/components/Card.tsx
            ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │  1. Reuse Card (consistent with existing pages)
            ┆  ddd
            │  2. Reuse ListView (fits if data-heavy)
            ┆  ddd
            │  3. New timeline component
            ┆  ddd
            │  4. Something else (I'll explain)
            ┆  ddd
            │> 5. Let's discuss this
            ┆a dddAAAAAAAAAAAAAAAAAA
            │
            │ Up/Down navigate - Enter to select - Esc to cancel
            ┆ dddddddddddddddddddddddddddddddddddddddddddddddddd
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │──────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │ How do you want to handle the layout?
            ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │ You have a Card component at
            ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │ src/components/Card.tsx
            ┆ BBBBBBBBBBBBBBBBBBBBBBB
            │  1. Reuse Card (consistent with existing
            ┆  ddd
            │   │ pages)
            ┆   dd
            │  2. Reuse ListView (fits if data-heavy)
            ┆  ddd
            │  3. New timeline component
            ┆  ddd
            │  4. Something else (I'll explain)
            ┆  ddd
            │> 5. Let's discuss this
            ┆a dddAAAAAAAAAAAAAAAAAA
            │ Enter to select - Esc to cancel
            ┆ ddddddddddddddddddddddddddddddd
            │──────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │How do you want to
            ┆BBBBBBBBBBBBBBBBBB
            │  4. Something else
            ┆  ddd
            │     (I'll explain)
            │> 5. Let's discuss
            ┆a dddAAAAAAAAAAAAA
            │     this
            ┆     AAAA
            │Enter - Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn nothing_ticked_and_done_refused() {
    check(
        &areas(),
        "<end><ret>",
        &expect![[r#"
            ── 80×24
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │ Which areas do you want to discuss?
            ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │  [ ] Session handling (no session middleware exists yet)
            │  [ ] Error responses (current pattern: generic 500)
            │  [ ] Multi-device policy
            │  [ ] Recovery flow
            │
            │> Done (0 selected)
            ┆a AAAAAAAAAAAAAAAAA
            │ Pick at least one
            ┆ wwwwwwwwwwwwwwwww
            │
            │ Up/Down navigate - Enter/Space to toggle - Esc to cancel
            ┆ dddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │──────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │ Which areas do you want to discuss?
            ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │  [ ] Session handling (no session middleware
            │    │ exists yet)
            ┆    dd
            │  [ ] Error responses (current pattern:
            │    │ generic 500)
            ┆    dd
            │  [ ] Multi-device policy
            │  [ ] Recovery flow
            │> Done (0 selected)
            ┆a AAAAAAAAAAAAAAAAA
            │ Pick at least one
            ┆ wwwwwwwwwwwwwwwww
            │ Enter/Space to toggle - Esc to cancel
            ┆ ddddddddddddddddddddddddddddddddddddd
            │──────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │Which areas do you
            ┆BBBBBBBBBBBBBBBBBB
            │    │ policy
            ┆    dd
            │  [ ] Recovery flow
            │> Done (0 selected)
            ┆a AAAAAAAAAAAAAAAAA
            │Pick at least one
            ┆wwwwwwwwwwwwwwwww
            │Enter - Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn a_long_list_of_areas() {
    let options = (1..=30).map(|n| option(&format!("Area number {n}"), "")).collect();
    check(
        &many(options),
        "<end>",
        &expect![[r#"
            ── 80×24
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │ Which areas do you want to discuss?
            ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │↑ 12 more · PgUp
            ┆dddddddddddddddd
            │  [ ] Area number 13
            │  [ ] Area number 14
            │  [ ] Area number 15
            │  [ ] Area number 16
            │  [ ] Area number 17
            │  [ ] Area number 18
            │  [ ] Area number 19
            │  [ ] Area number 20
            │  [ ] Area number 21
            │  [ ] Area number 22
            │  [ ] Area number 23
            │  [ ] Area number 24
            │  [ ] Area number 25
            │  [ ] Area number 26
            │  [ ] Area number 27
            │  [ ] Area number 28
            │  [ ] Area number 29
            │  [ ] Area number 30
            │> Done (0 selected)
            ┆a AAAAAAAAAAAAAAAAA
            │ Up/Down navigate - Enter/Space to toggle - Esc to cancel
            ┆ dddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │──────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │ Which areas do you want to discuss?
            ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │↑ 24 more · PgUp
            ┆dddddddddddddddd
            │  [ ] Area number 25
            │  [ ] Area number 26
            │  [ ] Area number 27
            │  [ ] Area number 28
            │  [ ] Area number 29
            │  [ ] Area number 30
            │> Done (0 selected)
            ┆a AAAAAAAAAAAAAAAAA
            │ Enter/Space to toggle - Esc to cancel
            ┆ ddddddddddddddddddddddddddddddddddddd
            │──────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │Which areas do you
            ┆BBBBBBBBBBBBBBBBBB
            │  [ ] Area number 28
            │  [ ] Area number 29
            │  [ ] Area number 30
            │> Done (0 selected)
            ┆a AAAAAAAAAAAAAAAAA
            │Enter - Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn the_keys_of_the_form() {
    check_at(
        &layout(),
        FORM,
        (80, 24),
        "?",
        &expect![[r#"
            ── 80×24
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │ Keys
            ┆ BBBB
            │
            │  1-5           the row with that number
            ┆  aaaaaaaaaaaaaa
            │  Enter, Space  choose the row
            ┆  aaaaaaaaaaaaaa
            │  ↑, ↓          move
            ┆  aaaaaaaaaaaaaa
            │  Home, End     first and last row
            ┆  aaaaaaaaaaaaaa
            │  o, Ctrl+O     read on the full screen
            ┆  aaaaaaaaaaaaaa
            │  Ctrl+G        write in your own editor
            ┆  aaaaaaaaaaaaaa
            │  Esc           back, or cancel
            ┆  aaaaaaaaaaaaaa
            │  Ctrl+C        cancel at once
            ┆  aaaaaaaaaaaaaa
            │  PgUp, PgDn    scroll
            ┆  aaaaaaaaaaaaaa
            │
            │ any key to close
            ┆ dddddddddddddddd
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        "#]],
    );
}

#[test]
fn rows_of_the_agent_that_look_like_ours() {
    let options = vec![option("Something else (I'll explain)", ""), option("Let's discuss this", "")];
    check_at(
        &request(ANSWER, vec![one("Q", "Which?", options)]),
        FORM,
        (80, 24),
        "",
        &expect![[r#"
            ── 80×24
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │ Which?
            ┆ BBBBBB
            │
            │> 1. Something else (I'll explain) (the agent's own)
            ┆a dddAAAAAAAAAAAAAAAAAAAAAAAAAAAAAwwwwwwwwwwwwwwwwww
            │  2. Let's discuss this (the agent's own)
            ┆  ddd                  wwwwwwwwwwwwwwwwww
            │  3. Something else (I'll explain)
            ┆  ddd
            │  4. Let's discuss this
            ┆  ddd
            │
            │ Up/Down navigate - Enter to select - Esc to cancel
            ┆ dddddddddddddddddddddddddddddddddddddddddddddddddd
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        "#]],
    );
}

#[test]
fn a_secret_is_asked_for() {
    let options = vec![option("Read it from the vault", ""), option("Use a new one", "")];
    let question = one("Q", "What is the production database password?", options);
    check(
        &request(ANSWER, vec![question]),
        "",
        &expect![[r#"
            ── 80×24
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │── This asks for a secret. Agents should not need one: give it only if you ─────
            ┆tttTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTtttttt
            │── mean to. ────────────────────────────────────────────────────────────────────
            ┆tttTTTTTTTTttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt
            │
            │ What is the production database password?
            ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │> 1. Read it from the vault
            ┆a dddAAAAAAAAAAAAAAAAAAAAAA
            │  2. Use a new one
            ┆  ddd
            │  3. Something else (I'll explain)
            ┆  ddd
            │  4. Let's discuss this
            ┆  ddd
            │
            │ Up/Down navigate - Enter to select - Esc to cancel
            ┆ dddddddddddddddddddddddddddddddddddddddddddddddddd
            │────────────────────────────────────────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │──────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │── This asks for a secret. Agents should not ─
            ┆tttTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTtt
            │── need one: give it only if you mean to. ────
            ┆tttTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTttttt
            │ What is the production database password?
            ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │> 1. Read it from the vault
            ┆a dddAAAAAAAAAAAAAAAAAAAAAA
            │  2. Use a new one
            ┆  ddd
            │  3. Something else (I'll explain)
            ┆  ddd
            │  4. Let's discuss this
            ┆  ddd
            │ Up/Down navigate - Enter to select
            ┆ dddddddddddddddddddddddddddddddddd
            │ Esc to cancel
            ┆ ddddddddddddd
            │──────────────────────────────────────────────
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │── This asks for a …
            ┆tttTTTTTTTTTTTTTTTtt
            │What is the
            ┆BBBBBBBBBBB
            │password?
            ┆BBBBBBBBB
            │> 1. Read it from
            ┆a dddAAAAAAAAAAAA
            │   │ the vault
            ┆   ddAAAAAAAAA
            │Enter - Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn picked_written_discussed_selected_and_cancelled_as_summaries() {
    check_at(
        &layout(),
        FORM,
        (46, 12),
        "2",
        &expect![[r#"
        ── 46×12
        │✔ How do you want to handle the layout?↵You h…
        ┆gg
        │  Reuse ListView (fits if data-heavy)
        ┆  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
    "#]],
    );
    check_at(
        &layout(),
        FORM,
        (46, 12),
        "4kanban<ret>",
        &expect![[r#"
        ── 46×12
        │✔ How do you want to handle the layout?↵You h…
        ┆gg
        │  kanban (own words)
        ┆  aaaaaadddddddddddd
    "#]],
    );
    check_at(
        &layout(),
        FORM,
        (46, 12),
        "5",
        &expect![[r#"
        ── 46×12
        │– Wants to discuss · How do you want to handl…
        ┆ww                dddddddddddddddddddddddddddd
    "#]],
    );
    check_at(
        &areas(),
        FORM,
        (46, 12),
        "13<end><ret>",
        &expect![[r#"
        ── 46×12
        │✔ Which areas do you want to discuss?
        ┆gg
        │  Session handling (no session middleware exi…
        ┆  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
    "#]],
    );
    check_at(
        &layout(),
        FORM,
        (46, 12),
        "<esc>",
        &expect![[r#"
        ── 46×12
        │✘ Cancelled · How do you want to handle the l…
        ┆ww         ddddddddddddddddddddddddddddddddddd
    "#]],
    );
}

#[test]
fn in_ascii_only() {
    expect![[r#"
        ── 46×12
        │----------------------------------------------
        ┆dddddddddddddddddddddddddddddddddddddddddddddd
        │ How do you want to handle the layout?
        ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
        │ You have a Card component at
        ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBB
        │ src/components/Card.tsx
        ┆ BBBBBBBBBBBBBBBBBBBBBBB
        │  1. Reuse Card (consistent with existing
        ┆  ddd
        │   | pages)
        ┆   dd
        │> 2. Reuse ListView (fits if data-heavy)
        ┆a dddAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        │  3. New timeline component
        ┆  ddd
        │  4. Something else (I'll explain)
        ┆  ddd
        │  5. Let's discuss this
        ┆  ddd
        │ Enter to select - Esc to cancel
        ┆ ddddddddddddddddddddddddddddddd
        │----------------------------------------------
        ┆dddddddddddddddddddddddddddddddddddddddddddddd
    "#]]
    .assert_eq(&crate::painted::ascii(&layout(), FORM, (46, 12), "<down>"));
    expect![[r#"
        ── 46×12
        │----------------------------------------------
        ┆dddddddddddddddddddddddddddddddddddddddddddddd
        │ Which areas do you want to discuss?
        ┆ BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
        │> [x] Session handling (no session middleware
        ┆a aaaaAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        │    | exists yet)
        ┆    ddAAAAAAAAAAA
        │  [ ] Error responses (current pattern:
        │    | generic 500)
        ┆    dd
        │  [ ] Multi-device policy
        │  [ ] Recovery flow
        │  Done (1 selected)
        │ Up/Down navigate - Enter/Space to toggle
        ┆ dddddddddddddddddddddddddddddddddddddddd
        │ Esc to cancel
        ┆ ddddddddddddd
        │----------------------------------------------
        ┆dddddddddddddddddddddddddddddddddddddddddddddd
    "#]]
    .assert_eq(&crate::painted::ascii(&areas(), FORM, (46, 12), "1"));
}
