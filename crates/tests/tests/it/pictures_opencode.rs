//! Pictures of OpenCode's contract `question`.

use crate::painted::{check_at, one, option, request};
use asq_core::model::{Kind, Question, QuestionOption, Request};
use asq_dialects::opencode::rules::{ANSWER, FORM};
use expect_test::{Expect, expect};

fn ask(questions: Vec<Question>) -> Request {
    request(ANSWER, questions)
}

#[track_caller]
fn check(request: &Request, keys: &str, expect: &Expect) {
    crate::painted::check(request, FORM, keys, expect);
}

fn several(header: &str, text: &str, options: Vec<QuestionOption>) -> Question {
    let max = options.len() + 1;
    Question { kind: Kind::Many { min: 0, max }, ..one(header, text, options) }
}

fn database() -> Question {
    let options = vec![
        option("Postgres (Recommended)", "Run by the infra team"),
        option("SQLite", "No server to operate"),
    ];
    one("Database", "Which database should it be?", options)
}

fn features() -> Question {
    let options =
        vec![option("Auth", "Log in and out"), option("Metrics", "Counters"), option("Search", "Full text")];
    several("Features", "Which features come first?", options)
}

#[test]
fn one_question_without_tabs() {
    check(
        &ask(vec![database()]),
        "<down>",
        &expect![[r#"
            ── 80×24
            ││ Which database should it be?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │  1. Postgres (Recommended)
            ┆  ddd
            │   │ Run by the infra team
            ┆   ddddddddddddddddddddddd
            │❯ 2. SQLite
            ┆a dddAAAAAA
            │   │ No server to operate
            ┆   dddddddddddddddddddddd
            │  3. Type your own answer
            ┆  ddd
            │
            │↑/↓ select · Enter submit · ? keys · Esc dismiss
            ┆dddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            ││ Which database should it be?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │  1. Postgres (Recommended)
            ┆  ddd
            │   │ Run by the infra team
            ┆   ddddddddddddddddddddddd
            │❯ 2. SQLite
            ┆a dddAAAAAA
            │   │ No server to operate
            ┆   dddddddddddddddddddddd
            │  3. Type your own answer
            ┆  ddd
            │
            │↑/↓ select · Enter submit · ? keys
            ┆dddddddddddddddddddddddddddddddddd
            │Esc dismiss
            ┆ddddddddddd
            ── 20×6
            ││ Which database
            ┆ddBBBBBBBBBBBBBB
            │   │ infra team
            ┆   dddddddddddd
            │❯ 2. SQLite
            ┆a dddAAAAAA
            │   │ No server to
            ┆   dddddddddddddd
            │   │ operate
            ┆   ddddddddd
            │Enter · Esc dismiss
            ┆ddddddddddddddddddd
        "#]],
    );
}

#[test]
fn own_words_in_the_editor() {
    check(
        &ask(vec![database()]),
        "3Redis,<space>maybe<c-j>later",
        &expect![[r#"
            ── 80×24
            ││ Which database should it be?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │  1. Postgres (Recommended)
            ┆  ddd
            │   │ Run by the infra team
            ┆   ddddddddddddddddddddddd
            │  2. SQLite
            ┆  ddd
            │   │ No server to operate
            ┆   dddddddddddddddddddddd
            │❯ 3. Type your own answer Redis, maybe
            ┆a dddAAAAAAAAAAAAAAAAAAAAA
            │                          later
            ┆                               ^
            │
            │Enter save · Ctrl+J new line · Esc back
            ┆ddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            ││ Which database should it be?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │  1. Postgres (Recommended)
            ┆  ddd
            │   │ Run by the infra team
            ┆   ddddddddddddddddddddddd
            │  2. SQLite
            ┆  ddd
            │   │ No server to operate
            ┆   dddddddddddddddddddddd
            │❯ 3. Type your own answer
            ┆a dddAAAAAAAAAAAAAAAAAAAAA
            │     Redis, maybe
            │     later
            ┆          ^
            │
            │Enter save · Ctrl+J new line · Esc back
            ┆ddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            ││ Which database
            ┆ddBBBBBBBBBBBBBB
            │❯ 3. Type your own
            ┆a dddAAAAAAAAAAAAA
            │     answer
            ┆     AAAAAAA
            │     Redis, maybe
            │     later
            ┆          ^
            │Enter · Esc back
            ┆dddddddddddddddd
        "#]],
    );
}

#[test]
fn own_words_stay_dim_under_their_row() {
    check(
        &ask(vec![database()]),
        "3Redis<esc>",
        &expect![[r#"
            ── 80×24
            ││ Which database should it be?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │  1. Postgres (Recommended)
            ┆  ddd
            │   │ Run by the infra team
            ┆   ddddddddddddddddddddddd
            │  2. SQLite
            ┆  ddd
            │   │ No server to operate
            ┆   dddddddddddddddddddddd
            │❯ 3. Type your own answer Redis
            ┆a dddAAAAAAAAAAAAAAAAAAAAAddddd
            │
            │↑/↓ select · Enter submit · ? keys · Esc dismiss
            ┆dddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            ││ Which database should it be?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │  1. Postgres (Recommended)
            ┆  ddd
            │   │ Run by the infra team
            ┆   ddddddddddddddddddddddd
            │  2. SQLite
            ┆  ddd
            │   │ No server to operate
            ┆   dddddddddddddddddddddd
            │❯ 3. Type your own answer
            ┆a dddAAAAAAAAAAAAAAAAAAAAA
            │     Redis
            ┆     ddddd
            │
            │↑/↓ select · Enter submit · ? keys
            ┆dddddddddddddddddddddddddddddddddd
            │Esc dismiss
            ┆ddddddddddd
            ── 20×6
            ││ Which database
            ┆ddBBBBBBBBBBBBBB
            │   │ operate
            ┆   ddddddddd
            │❯ 3. Type your own
            ┆a dddAAAAAAAAAAAAA
            │     answer
            ┆     AAAAAAA
            │     Redis
            ┆     ddddd
            │Enter · Esc dismiss
            ┆ddddddddddddddddddd
        "#]],
    );
}

#[test]
fn only_own_words() {
    check(
        &ask(vec![one("Name", "What is it called?", vec![])]),
        "",
        &expect![[r#"
            ── 80×24
            ││ What is it called?
            ┆ddBBBBBBBBBBBBBBBBBB
            │
            │❯ 1. Type your own answer Type your answer
            ┆a dddAAAAAAAAAAAAAAAAAAAAA^ddddddddddddddd
            │
            │Enter save · Ctrl+J new line · Esc dismiss
            ┆dddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            ││ What is it called?
            ┆ddBBBBBBBBBBBBBBBBBB
            │
            │❯ 1. Type your own answer
            ┆a dddAAAAAAAAAAAAAAAAAAAAA
            │     Type your answer
            ┆     ^ddddddddddddddd
            │
            │Enter save · Ctrl+J new line · Esc dismiss
            ┆dddddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            ││ What is it called?
            ┆ddBBBBBBBBBBBBBBBBBB
            │❯ 1. Type your own
            ┆a dddAAAAAAAAAAAAA
            │     answer
            ┆     AAAAAAA
            │     Type your
            ┆     ^dddddddd
            │     answer
            ┆     dddddd
            │Enter · Esc dismiss
            ┆ddddddddddddddddddd
        "#]],
    );
}

#[test]
fn no_own_words() {
    check(
        &ask(vec![Question { custom: false, ..database() }]),
        "",
        &expect![[r#"
            ── 80×24
            ││ Which database should it be?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │❯ 1. Postgres (Recommended)
            ┆a dddAAAAAAAAAAAAAAAAAAAAAA
            │   │ Run by the infra team
            ┆   ddddddddddddddddddddddd
            │  2. SQLite
            ┆  ddd
            │   │ No server to operate
            ┆   dddddddddddddddddddddd
            │
            │↑/↓ select · Enter submit · ? keys · Esc dismiss
            ┆dddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            ││ Which database should it be?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │❯ 1. Postgres (Recommended)
            ┆a dddAAAAAAAAAAAAAAAAAAAAAA
            │   │ Run by the infra team
            ┆   ddddddddddddddddddddddd
            │  2. SQLite
            ┆  ddd
            │   │ No server to operate
            ┆   dddddddddddddddddddddd
            │
            │↑/↓ select · Enter submit · ? keys
            ┆dddddddddddddddddddddddddddddddddd
            │Esc dismiss
            ┆ddddddddddd
            ── 20×6
            ││ Which database
            ┆ddBBBBBBBBBBBBBB
            │❯ 1. Postgres
            ┆a dddAAAAAAAA
            │   │ (Recommended)
            ┆   ddAAAAAAAAAAAAA
            │   │ Run by the
            ┆   dddddddddddd
            │   │ infra team
            ┆   dddddddddddd
            │Enter · Esc dismiss
            ┆ddddddddddddddddddd
        "#]],
    );
}

#[test]
fn one_question_of_several_picks() {
    check(
        &ask(vec![features()]),
        "31",
        &expect![[r#"
            ── 80×24
            │ ✓ Features  ✓ Confirm
            ┆ssssssssssssggggggggggg
            │
            ││ Which features come first?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │❯ 1. [x] Auth
            ┆a dddaaaaAAAA
            │       │ Log in and out
            ┆       dddddddddddddddd
            │  2. [ ] Metrics
            ┆  ddd
            │       │ Counters
            ┆       dddddddddd
            │  3. [x] Search
            ┆  dddaaaaaaaaaa
            │       │ Full text
            ┆       ddddddddddd
            │  4. [ ] Type your own answer
            ┆  ddd
            │
            │         Confirm
            │
            │Tab next · ↑/↓ select · Enter toggle · Esc dismiss
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ✓ Features  ✓ Confirm
            ┆ssssssssssssggggggggggg
            ││ Which features come first?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBB
            │❯ 1. [x] Auth
            ┆a dddaaaaAAAA
            │       │ Log in and out
            ┆       dddddddddddddddd
            │  2. [ ] Metrics
            ┆  ddd
            │       │ Counters
            ┆       dddddddddd
            │  3. [x] Search
            ┆  dddaaaaaaaaaa
            │       │ Full text
            ┆       ddddddddddd
            │  4. [ ] Type your own answer
            ┆  ddd
            │         Confirm
            │Tab next · ↑/↓ select · Enter toggle
            ┆dddddddddddddddddddddddddddddddddddd
            │Esc dismiss
            ┆ddddddddddd
            ── 20×6
            │ ✓ Features ›
            ┆ssssssssssssd
            ││ Which features
            ┆ddBBBBBBBBBBBBBB
            │❯ 1. [x] Auth
            ┆a dddaaaaAAAA
            │       │ Log in and
            ┆       dddddddddddd
            │       │ out
            ┆       ddddd
            │Enter · Esc dismiss
            ┆ddddddddddddddddddd
        "#]],
    );
}

#[test]
fn several_questions_and_the_first_is_done() {
    check(
        &ask(vec![database(), features()]),
        "1",
        &expect![[r#"
            ── 80×24
            │ ✓ Database  ○ Features  ○ Confirm
            ┆ggggggggggggssssssssssssddddddddddd
            │
            ││ Which features come first?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │❯ 1. [ ] Auth
            ┆a ddd    AAAA
            │       │ Log in and out
            ┆       dddddddddddddddd
            │  2. [ ] Metrics
            ┆  ddd
            │       │ Counters
            ┆       dddddddddd
            │  3. [ ] Search
            ┆  ddd
            │       │ Full text
            ┆       ddddddddddd
            │  4. [ ] Type your own answer
            ┆  ddd
            │
            │         Confirm
            │
            │Tab next · ↑/↓ select · Enter choose · Esc dismiss
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ✓ Database  ○ Features  ○ Confirm
            ┆ggggggggggggssssssssssssddddddddddd
            ││ Which features come first?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBB
            │❯ 1. [ ] Auth
            ┆a ddd    AAAA
            │       │ Log in and out
            ┆       dddddddddddddddd
            │  2. [ ] Metrics
            ┆  ddd
            │       │ Counters
            ┆       dddddddddd
            │  3. [ ] Search
            ┆  ddd
            │       │ Full text
            ┆       ddddddddddd
            │  4. [ ] Type your own answer
            ┆  ddd
            │         Confirm
            │Tab next · ↑/↓ select · Enter choose
            ┆dddddddddddddddddddddddddddddddddddd
            │Esc dismiss
            ┆ddddddddddd
            ── 20×6
            │‹ ○ Features ›
            ┆dssssssssssssd
            ││ Which features
            ┆ddBBBBBBBBBBBBBB
            │❯ 1. [ ] Auth
            ┆a ddd    AAAA
            │       │ Log in and
            ┆       dddddddddddd
            │       │ out
            ┆       ddddd
            │Enter · Esc dismiss
            ┆ddddddddddddddddddd
        "#]],
    );
}

#[test]
fn the_confirm_page_with_answers() {
    check(
        &ask(vec![database(), features()]),
        "214own<ret><tab>",
        &expect![[r#"
            ── 80×24
            │ ✓ Database  ✓ Features  ✓ Confirm
            ┆ggggggggggggggggggggggggsssssssssss
            │
            │Review
            ┆BBBBBB
            │
            │  Database: SQLite
            ┆  ddddddddddaaaaaa
            │  Features: Auth, own (own words)
            ┆  ddddddddddaaaaddaaadddddddddddd
            │
            │❯ Submit
            ┆a AAAAAA
            │
            │← back · Enter submit · Esc dismiss
            ┆ddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ✓ Database  ✓ Features  ✓ Confirm
            ┆ggggggggggggggggggggggggsssssssssss
            │
            │Review
            ┆BBBBBB
            │
            │  Database: SQLite
            ┆  ddddddddddaaaaaa
            │  Features: Auth, own (own words)
            ┆  ddddddddddaaaaddaaadddddddddddd
            │
            │❯ Submit
            ┆a AAAAAA
            │
            │← back · Enter submit · Esc dismiss
            ┆ddddddddddddddddddddddddddddddddddd
            ── 20×6
            │‹ ✓ Confirm
            ┆dsssssssssss
            │Review
            ┆BBBBBB
            │  Features: Auth,
            ┆  ddddddddddaaaad
            │    own (own words)
            ┆    aaadddddddddddd
            │❯ Submit
            ┆a AAAAAA
            │Enter · Esc dismiss
            ┆ddddddddddddddddddd
        "#]],
    );
}

#[test]
fn the_confirm_page_without_an_answer() {
    check(
        &ask(vec![database(), features()]),
        "<tab><tab>",
        &expect![[r#"
            ── 80×24
            │ ○ Database  ○ Features  ○ Confirm
            ┆ddddddddddddddddddddddddsssssssssss
            │
            │Review
            ┆BBBBBB
            │
            │  Database: (not answered)
            ┆  ddddddddddwwwwwwwwwwwwww
            │  Features: (not answered)
            ┆  ddddddddddwwwwwwwwwwwwww
            │
            │  You have not answered all questions: Database, Features
            ┆  wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww
            │
            │❯ Submit
            ┆a AAAAAA
            │
            │← back · Enter submit · Esc dismiss
            ┆ddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ○ Database  ○ Features  ○ Confirm
            ┆ddddddddddddddddddddddddsssssssssss
            │Review
            ┆BBBBBB
            │  Database: (not answered)
            ┆  ddddddddddwwwwwwwwwwwwww
            │  Features: (not answered)
            ┆  ddddddddddwwwwwwwwwwwwww
            │  You have not answered all questions:
            ┆  wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww
            │  Database, Features
            ┆  wwwwwwwwwwwwwwwwww
            │❯ Submit
            ┆a AAAAAA
            │← back · Enter submit · Esc dismiss
            ┆ddddddddddddddddddddddddddddddddddd
            ── 20×6
            │‹ ○ Confirm
            ┆dsssssssssss
            │Review
            ┆BBBBBB
            │  questions:
            ┆  wwwwwwwwww
            │  Database, Features
            ┆  wwwwwwwwwwwwwwwwww
            │❯ Submit
            ┆a AAAAAA
            │Enter · Esc dismiss
            ┆ddddddddddddddddddd
        "#]],
    );
}

/// S1-7: clipped in the tab, never refused.
#[test]
fn a_header_of_57_characters() {
    let long =
        Question { header: "The package manager that the workspace standardises on, n".into(), ..database() };
    check(
        &ask(vec![long, features()]),
        "",
        &expect![[r#"
            ── 80×24
            │ ○ The package manager tha…  ○ Features  ○ Confirm
            ┆ssssssssssssssssssssssssssssddddddddddddddddddddddd
            │
            ││ Which database should it be?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │❯ 1. Postgres (Recommended)
            ┆a dddAAAAAAAAAAAAAAAAAAAAAA
            │   │ Run by the infra team
            ┆   ddddddddddddddddddddddd
            │  2. SQLite
            ┆  ddd
            │   │ No server to operate
            ┆   dddddddddddddddddddddd
            │  3. Type your own answer
            ┆  ddd
            │
            │Tab next · ↑/↓ select · Enter choose · Esc dismiss
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ○ The package manager tha…  ○ Features ›
            ┆ssssssssssssssssssssssssssssddddddddddddd
            │
            ││ Which database should it be?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │❯ 1. Postgres (Recommended)
            ┆a dddAAAAAAAAAAAAAAAAAAAAAA
            │   │ Run by the infra team
            ┆   ddddddddddddddddddddddd
            │  2. SQLite
            ┆  ddd
            │   │ No server to operate
            ┆   dddddddddddddddddddddd
            │  3. Type your own answer
            ┆  ddd
            │
            │Tab next · ↑/↓ select · Enter choose
            ┆dddddddddddddddddddddddddddddddddddd
            │Esc dismiss
            ┆ddddddddddd
            ── 20×6
            │ ○ The package m… ›
            ┆ssssssssssssssssssd
            ││ Which database
            ┆ddBBBBBBBBBBBBBB
            │❯ 1. Postgres
            ┆a dddAAAAAAAA
            │   │ (Recommended)
            ┆   ddAAAAAAAAAAAAA
            │   │ Run by the
            ┆   dddddddddddd
            │Enter · Esc dismiss
            ┆ddddddddddddddddddd
        "#]],
    );
}

#[test]
fn a_long_list_is_filtered() {
    let options = (1..=40).map(|n| option(&format!("Option number {n}"), "")).collect();
    check(
        &ask(vec![one("Many", "Which of these forty?", options)]),
        "/39",
        &expect![[r#"
            ── 80×24
            ││ Which of these forty?
            ┆ddBBBBBBBBBBBBBBBBBBBBB
            │
            │  /39
            ┆  a  ^
            │
            │❯ 39. Option number 39
            ┆a ddddAAAAAAAAAAAAAAAA
            │  41. Type your own answer
            ┆  dddd
            │
            │type to filter · Enter to select · Esc to show all
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            ││ Which of these forty?
            ┆ddBBBBBBBBBBBBBBBBBBBBB
            │
            │  /39
            ┆  a  ^
            │
            │❯ 39. Option number 39
            ┆a ddddAAAAAAAAAAAAAAAA
            │  41. Type your own answer
            ┆  dddd
            │
            │type to filter · Enter to select
            ┆dddddddddddddddddddddddddddddddd
            │Esc to show all
            ┆ddddddddddddddd
            ── 20×6
            ││ Which of these
            ┆ddBBBBBBBBBBBBBB
            │  /39
            ┆  a  ^
            ││ forty?
            ┆ddBBBBBB
            │❯ 39. Option number
            ┆a ddddAAAAAAAAAAAAA
            │    │ 39
            ┆    ddAA
            │Enter · Esc show all
            ┆dddddddddddddddddddd
        "#]],
    );
}

#[test]
fn the_keys_of_the_form() {
    check_at(
        &ask(vec![database(), features()]),
        FORM,
        (80, 24),
        "?",
        &expect![[r#"
            ── 80×24
            │ ○ Database  ○ Features  ○ Confirm
            ┆ssssssssssssddddddddddddddddddddddd
            │
            │Keys
            ┆BBBB
            │
            │  1-3           the row with that number
            ┆  aaaaaaaaaaaaaa
            │  Enter, Space  choose the row
            ┆  aaaaaaaaaaaaaa
            │  ↑, k, ↓, j    move
            ┆  aaaaaaaaaaaaaa
            │  Home, End     first and last row
            ┆  aaaaaaaaaaaaaa
            │  Tab, →        the page after
            ┆  aaaaaaaaaaaaaa
            │  o, Ctrl+O     read on the full screen
            ┆  aaaaaaaaaaaaaa
            │  /             filter the list
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
            │any key to close
            ┆dddddddddddddddd
        "#]],
    );
}

#[test]
fn answered_open_and_dismissed_as_summaries() {
    let both = ask(vec![database(), features()]);
    check_at(
        &both,
        FORM,
        (46, 12),
        "213<tab><ret>",
        &expect![[r#"
        ── 46×12
        │✔ Which database should it be? · SQLite
        ┆gg                            dddaaaaaa
        │✔ Which features come first? · Auth, Search
        ┆gg                          dddaaaaddaaaaaa
    "#]],
    );
    check_at(
        &both,
        FORM,
        (46, 12),
        "<tab><tab><ret>",
        &expect![[r#"
        ── 46×12
        │– Which database should it be?
        ┆ww
        │  (not answered)
        ┆  dddddddddddddd
        │– Which features come first? · (not answered)
        ┆ww                          ddddddddddddddddd
    "#]],
    );
    check_at(
        &both,
        FORM,
        (46, 12),
        "1<esc>",
        &expect![[r#"
        ── 46×12
        │✘ Cancelled · Which database sho… (and 1 more)
        ┆ww         ddddddddddddddddddddddddddddddddddd
    "#]],
    );
    check_at(
        &ask(vec![database()]),
        FORM,
        (46, 12),
        "3own<ret>",
        &expect![[r#"
        ── 46×12
        │✔ Which database should it be?
        ┆gg
        │  own (own words)
        ┆  aaadddddddddddd
    "#]],
    );
}

#[test]
fn in_ascii_only() {
    expect![[r#"
        ── 46×12
        │ [x] Database  [ ] Features  [ ] Confirm
        ┆ggggggggggggggssssssssssssssddddddddddddd
        │| Which features come first?
        ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBB
        │> 1. [ ] Auth
        ┆a ddd    AAAA
        │       | Log in and out
        ┆       dddddddddddddddd
        │  2. [ ] Metrics
        ┆  ddd
        │       | Counters
        ┆       dddddddddd
        │  3. [ ] Search
        ┆  ddd
        │       | Full text
        ┆       ddddddddddd
        │  4. [ ] Type your own answer
        ┆  ddd
        │         Confirm
        │Tab next - Up/Down select - Enter choose
        ┆dddddddddddddddddddddddddddddddddddddddd
        │Esc dismiss
        ┆ddddddddddd
    "#]]
    .assert_eq(&crate::painted::ascii(&ask(vec![database(), features()]), FORM, (46, 12), "1"));
}
