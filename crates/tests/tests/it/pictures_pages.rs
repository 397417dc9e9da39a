//! Pictures of the pages that not every contract has: danger, notes, numbers, previews below their option, what to
//! know, skipping, declining, time.

use crate::painted::{Open, check_at, one, option, request};
use asq_core::model::{Danger, Expiry, Kind, Prefs, Preview, PreviewKind, Question, QuestionOption, Request};
use asq_dialects::{asq, questionnaire};
use asq_frame::Glyphs;
use expect_test::{Expect, expect};

#[track_caller]
fn theirs(request: &Request, keys: &str, expect: &Expect) {
    crate::painted::check(request, questionnaire::rules::FORM, keys, expect);
}

#[track_caller]
fn ours(request: &Request, keys: &str, expect: &Expect) {
    crate::painted::check(request, asq::rules::FORM, keys, expect);
}

fn ask(questions: Vec<Question>) -> Request {
    request(asq::rules::ANSWER, questions)
}

fn wipe() -> Request {
    let danger = Some(Danger { confirm_text: None, direct: true });
    let options = vec![option("Affirm", ""), option("Decline", "")];
    let wipe = Question { danger, ..one("Wipe DB", "Drop the prod database?", options) };
    let env = one(
        "Env",
        "Which environment?",
        vec![option("staging", "Validate safely"), option("production", "")],
    );
    request(questionnaire::rules::ANSWER, vec![wipe, env])
}

fn drop_it() -> Request {
    let danger = Some(Danger { confirm_text: Some("delete prod-db-eu-1".into()), direct: true });
    let options = vec![option("Delete it", ""), option("Keep it", "")];
    let facts = (1..=12).map(|n| format!("- table {n} has {n}00 rows")).collect::<Vec<_>>().join("\n");
    ask(vec![Question {
        danger,
        description: Some("It can not be undone.".into()),
        context: Some(Preview { kind: PreviewKind::Markdown, source: facts.into() }),
        ..one("Delete", "Delete the database prod-db-eu-1?", options)
    }])
}

fn previews() -> Request {
    let preview = |kind, source: &str| Some(Preview { kind, source: source.into() });
    let auth = vec![
        QuestionOption {
            preview: preview(
                PreviewKind::Markdown,
                "# Flow\n\n- **redirect** to the provider\n- exchange the code",
            ),
            ..option("OAuth2", "Delegated auth")
        },
        QuestionOption {
            preview: preview(PreviewKind::Code, "let key = env(\"KEY\");"),
            ..option("API key", "")
        },
    ];
    let mut request = request(questionnaire::rules::ANSWER, vec![one("Auth", "Which auth strategy?", auth)]);
    request.prefs = Prefs { clock: false, ..request.prefs };
    request
}

fn informed() -> Request {
    let log = (1..=30).map(|n| format!("line {n} of the log")).collect::<Vec<_>>().join("\n");
    ask(vec![Question {
        context: Some(Preview { kind: PreviewKind::Text, source: log.into() }),
        skippable: true,
        ..one(
            "Cause",
            "What broke the build?",
            vec![
                QuestionOption { recommended: true, ..option("The cache", "It was not cleared") },
                option("The compiler", ""),
            ],
        )
    }])
}

/// `⚠️  DESTRUCTIVE — <header>`, "`Type the resource name to confirm:`"
#[test]
fn a_danger_page() {
    theirs(
        &wipe(),
        "prod",
        &expect![[r#"
            ── 80×24
            │ ☐ Wipe DB  ☐ Env
            ┆sssssssssssddddddd
            │⚠️  DESTRUCTIVE — Wipe DB
            ┆XXXXXXXXXXXXXXXXXXBBBBBBB
            │
            ││ Drop the prod database?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBB
            │
            │  Confirmed, the answer is: Affirm
            ┆  ddddddddddddddddddddddddddaaaaaa
            │  Ctrl+X answers: Decline
            ┆  ddddddddddddddddaaaaaaa
            │  Type the resource name to confirm:
            ┆  BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │> prod
            ┆a     ^
            │
            │Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:04 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☐ Wipe DB  ☐ Env
            ┆sssssssssssddddddd
            │⚠️  DESTRUCTIVE — Wipe DB
            ┆XXXXXXXXXXXXXXXXXXBBBBBBB
            ││ Drop the prod database?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBB
            │  Confirmed, the answer is: Affirm
            ┆  ddddddddddddddddddddddddddaaaaaa
            │  Ctrl+X answers: Decline
            ┆  ddddddddddddddddaaaaaaa
            │  Type the resource name to confirm:
            ┆  BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │> prod
            ┆a     ^
            │Enter confirm · Ctrl+X decline · Tab notes
            ┆dddddddddddddddddddddddddddddddddddddddddd
            │Esc cancel all
            ┆dddddddddddddd
            │⏱  0:04 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │ ☐ Wipe DB  ☐ Env
            ┆sssssssssssddddddd
            │⚠️  DESTRUCTIVE — W…
            ┆XXXXXXXXXXXXXXXXXXBB
            ││ Drop the prod
            ┆ddBBBBBBBBBBBBB
            │  name to confirm:
            ┆  BBBBBBBBBBBBBBBB
            │> prod
            ┆a     ^
            │Enter confirm · Esc
            ┆ddddddddddddddddddd
        "#]],
    );
}

#[test]
fn a_danger_page_refuses_nothing_typed() {
    theirs(
        &wipe(),
        "<ret>",
        &expect![[r#"
            ── 80×24
            │ ☐ Wipe DB  ☐ Env
            ┆sssssssssssddddddd
            │⚠️  DESTRUCTIVE — Wipe DB
            ┆XXXXXXXXXXXXXXXXXXBBBBBBB
            │
            ││ Drop the prod database?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBB
            │
            │  Confirmed, the answer is: Affirm
            ┆  ddddddddddddddddddddddddddaaaaaa
            │  Ctrl+X answers: Decline
            ┆  ddddddddddddddddaaaaaaa
            │  Type the resource name to confirm:
            ┆  BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │> Type to confirm
            ┆a ^dddddddddddddd
            │Type the resource name to confirm
            ┆wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww
            │
            │Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:01 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☐ Wipe DB  ☐ Env
            ┆sssssssssssddddddd
            │⚠️  DESTRUCTIVE — Wipe DB
            ┆XXXXXXXXXXXXXXXXXXBBBBBBB
            ││ Drop the prod database?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBB
            │  Confirmed, the answer is: Affirm
            ┆  ddddddddddddddddddddddddddaaaaaa
            │  Ctrl+X answers: Decline
            ┆  ddddddddddddddddaaaaaaa
            │  Type the resource name to confirm:
            ┆  BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │> Type to confirm
            ┆a ^dddddddddddddd
            │Type the resource name to confirm
            ┆wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww
            │Enter confirm · Ctrl+X decline · Tab notes
            ┆dddddddddddddddddddddddddddddddddddddddddd
            │Esc cancel all
            ┆dddddddddddddd
            │⏱  0:01 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │ ☐ Wipe DB  ☐ Env
            ┆sssssssssssddddddd
            │⚠️  DESTRUCTIVE — W…
            ┆XXXXXXXXXXXXXXXXXXBB
            ││ Drop the prod
            ┆ddBBBBBBBBBBBBB
            │> Type to confirm
            ┆a ^dddddddddddddd
            │Read it all (PgUp):…
            ┆wwwwwwwwwwwwwwwwwwww
            │Enter confirm · Esc
            ┆ddddddddddddddddddd
        "#]],
    );
}

/// Everything has to have been on the screen; the exact text stands in rows of asq's own.
#[test]
fn an_exact_confirmation_has_to_be_read() {
    ours(
        &drop_it(),
        "delete prod-db-eu-1<ret>",
        &expect![[r#"
            ── 80×24
            │ ✓ Delete  ✓ Review
            ┆ggggggggggssssssssss
            │
            │Review your answers
            ┆BBBBBBBBBBBBBBBBBBB
            │
            │  Delete: Delete it
            ┆  ddddddddaaaaaaaaa
            │
            │❯ Submit answers
            ┆a AAAAAAAAAAAAAA
            │
            │Enter submit · ↑/↓ change an answer · Ctrl+X decline · Esc back
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ○ Delete
            ┆ssssssssss
            │⚠️  DESTRUCTIVE — Delete
            ┆XXXXXXXXXXXXXXXXXXBBBBBB
            ││ Delete the database prod-db-eu-1?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │↑ 13 more · PgUp
            ┆dddddddddddddddd
            │  Confirmed, the answer is: Delete it
            ┆  ddddddddddddddddddddddddddaaaaaaaaa
            │  Ctrl+X answers: Keep it
            ┆  ddddddddddddddddaaaaaaa
            │── Type this exactly to confirm: ─────────────
            ┆tttttttttttttttttttttttttttttttttttttttttttttt
            │── delete prod-db-eu-1
            ┆tttBBBBBBBBBBBBBBBBBBB
            │❯ delete prod-db-eu-1
            ┆a                    ^
            │Read it all (PgUp): not everything has been on
            ┆wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww
            │the screen yet
            ┆wwwwwwwwwwwwww
            │Enter · Ctrl+X decline · Esc cancel all
            ┆ddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │ ○ Delete
            ┆ssssssssss
            │⚠️  DESTRUCTIVE — D…
            ┆XXXXXXXXXXXXXXXXXXBB
            ││ Delete the       ↑
            ┆ddBBBBBBBBBB      dd
            │❯ prod-db-eu-1
            ┆a             ^
            │Read it all (PgUp):…
            ┆wwwwwwwwwwwwwwwwwwww
            │Enter confirm · Esc
            ┆ddddddddddddddddddd
        "#]],
    );
}

/// At 46×12 it takes scrolling until it can be confirmed.
#[test]
fn read_to_the_end_it_is_confirmed() {
    let rules = asq::rules::FORM;
    check_at(
        &drop_it(),
        rules,
        (46, 12),
        "<pgup>",
        &expect![[r#"
            ── 46×12
            │ ○ Delete
            ┆ssssssssss
            │⚠️  DESTRUCTIVE — Delete
            ┆XXXXXXXXXXXXXXXXXXBBBBBB
            ││ Delete the database prod-db-eu-1?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │↑ 5 more · PgUp
            ┆ddddddddddddddd
            ││ • table 5 has 500 rows
            ┆dddd
            ││ • table 6 has 600 rows
            ┆dddd
            ││ • table 7 has 700 rows
            ┆dddd
            ││ • table 8 has 800 rows
            ┆dddd
            ││ • table 9 has 900 rows
            ┆dddd
            ││ • table 10 has 1000 rows
            ┆dddd
            │↓ 7 more · PgDn
            ┆ddddddddddddddd
            │Enter · Ctrl+X decline · Esc cancel all
            ┆ddddddddddddddddddddddddddddddddddddddd
        "#]],
    );
    let mut open = Open::new(drop_it(), rules, (46, 12), Glyphs::Unicode);
    open.keys("delete prod-db-eu-1<ret>");
    assert!(open.form.screen().must_see, "{}", open.picture());
    open.keys("<pgup><pgup><pgup><pgup><ret>");
    assert!(!open.form.screen().must_see, "{}", open.picture());
    expect![[r#"
        ── 46×12
        │ ✓ Delete  ✓ Review
        ┆ggggggggggssssssssss
        │
        │Review your answers
        ┆BBBBBBBBBBBBBBBBBBB
        │
        │  Delete: Delete it
        ┆  ddddddddaaaaaaaaa
        │
        │❯ Submit answers
        ┆a AAAAAAAAAAAAAA
        │
        │Enter submit · ↑/↓ change an answer
        ┆ddddddddddddddddddddddddddddddddddd
        │Ctrl+X decline · Esc back
        ┆ddddddddddddddddddddddddd
    "#]]
    .assert_eq(&open.picture());
}

#[test]
fn a_notes_page() {
    theirs(
        &wipe(),
        "<a-right>nAsk SRE<ret>",
        &expect![[r#"
            ── 80×24
            │ ☐ Wipe DB  ☐ Env  ☐ Submit
            ┆dddddddddddsssssssdddddddddd
            │Note on Env
            ┆aaaaaaaaBBB
            │
            ││ Which environment?
            ┆ddBBBBBBBBBBBBBBBBBB
            │
            │> Ask SRE
            ┆a        ^
            │saved
            ┆ggggg
            │
            │Enter save · Ctrl+J new line · Tab answer · Esc drop the edit
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:10 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☐ Wipe DB  ☐ Env  ☐ Submit
            ┆dddddddddddsssssssdddddddddd
            │Note on Env
            ┆aaaaaaaaBBB
            │
            ││ Which environment?
            ┆ddBBBBBBBBBBBBBBBBBB
            │
            │> Ask SRE
            ┆a        ^
            │saved
            ┆ggggg
            │
            │Enter save · Ctrl+J new line · Tab answer
            ┆ddddddddddddddddddddddddddddddddddddddddd
            │Esc drop the edit
            ┆ddddddddddddddddd
            │⏱  0:10 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │‹ ☐ Env  ☐ Submit
            ┆dsssssssdddddddddd
            │Note on Env
            ┆aaaaaaaaBBB
            ││ Which environment?
            ┆ddBBBBBBBBBBBBBBBBBB
            │> Ask SRE
            ┆a        ^
            │saved
            ┆ggggg
            │Enter · Esc drop
            ┆dddddddddddddddd
        "#]],
    );
}

/// A question that has a note says so, in its list and on the review.
#[test]
fn a_note_is_told() {
    theirs(
        &wipe(),
        "<a-right>nAsk SRE first.<tab>",
        &expect![[r#"
            ── 80×24
            │ ☐ Wipe DB  ☐ Env  ☐ Submit
            ┆dddddddddddsssssssdddddddddd
            │
            ││ Which environment?
            ┆ddBBBBBBBBBBBBBBBBBB
            │
            │> 1. staging
            ┆a dddAAAAAAA
            │   │ Validate safely
            ┆   ddddddddddddddddd
            │  2. production
            ┆  ddd
            │  3. Other
            ┆  ddd
            │
            │     note: Ask SRE first.
            ┆     dddddddddddddddddddd
            │
            │↑/↓ navigate · Enter/Space select · ←/→ tabs · Tab notes · ? keys · Esc cancel
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:17 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☐ Wipe DB  ☐ Env  ☐ Submit
            ┆dddddddddddsssssssdddddddddd
            ││ Which environment?
            ┆ddBBBBBBBBBBBBBBBBBB
            │> 1. staging
            ┆a dddAAAAAAA
            │   │ Validate safely
            ┆   ddddddddddddddddd
            │  2. production
            ┆  ddd
            │  3. Other
            ┆  ddd
            │     note: Ask SRE first.
            ┆     dddddddddddddddddddd
            │↑/↓ navigate · Enter/Space select · ←/→ tabs
            ┆dddddddddddddddddddddddddddddddddddddddddddd
            │Tab notes · ? keys · Esc cancel
            ┆ddddddddddddddddddddddddddddddd
            │⏱  0:17 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │‹ ☐ Env  ☐ Submit
            ┆dsssssssdddddddddd
            ││ Which environment?
            ┆ddBBBBBBBBBBBBBBBBBB
            │> 1. staging
            ┆a dddAAAAAAA
            │   │ Validate safely
            ┆   ddddddddddddddddd
            │  2. production
            ┆  ddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
    theirs(
        &wipe(),
        "prod<ret>nAsk SRE first.<tab>1",
        &expect![[r#"
            ── 80×24
            │ ☒ Wipe DB  ☒ Env  ☒ Submit
            ┆ggggggggggggggggggssssssssss
            │
            │Review your answers
            ┆BBBBBBBBBBBBBBBBBBB
            │
            │  Wipe DB: Affirm
            ┆  dddddddddaaaaaa
            │  Env: staging
            ┆  dddddaaaaaaa
            │    note: Ask SRE first.
            ┆  dddddddd
            │
            │> Submit
            ┆a AAAAAA
            │
            │Enter/Space submit · ← back · ? keys · Esc cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:22 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☒ Wipe DB  ☒ Env  ☒ Submit
            ┆ggggggggggggggggggssssssssss
            │Review your answers
            ┆BBBBBBBBBBBBBBBBBBB
            │  Wipe DB: Affirm
            ┆  dddddddddaaaaaa
            │  Env: staging
            ┆  dddddaaaaaaa
            │    note: Ask SRE first.
            ┆  dddddddd
            │> Submit
            ┆a AAAAAA
            │Enter/Space submit · ← back · ? keys
            ┆dddddddddddddddddddddddddddddddddddd
            │Esc cancel
            ┆dddddddddd
            │⏱  0:22 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │ ☐ Wipe DB  ☐ Env
            ┆sssssssssssddddddd
            │⚠️  DESTRUCTIVE — W…
            ┆XXXXXXXXXXXXXXXXXXBB
            │Note on Wipe DB
            ┆aaaaaaaaBBBBBBB
            ││ Drop the prod
            ┆ddBBBBBBBBBBBBB
            │> 1
            ┆a  ^
            │Enter · Esc drop
            ┆dddddddddddddddd
        "#]],
    );
}

/// "Collapsed — `[<type>] (press e to expand)`"; "Expanded — … `┌─ <type> ─` / `│ <content>` / `└────`"
#[test]
fn previews_below_their_option() {
    theirs(
        &previews(),
        "",
        &expect![[r#"
            ── 80×24
            │ ☐ Auth
            ┆ssssssss
            │
            ││ Which auth strategy?
            ┆ddBBBBBBBBBBBBBBBBBBBB
            │
            │> 1. OAuth2
            ┆a dddAAAAAA
            │   │ Delegated auth
            ┆   dddddddddddddddd
            │     [markdown] (press e to expand)
            ┆     dddddddddddddddddddddddddddddd
            │  2. API key
            ┆  ddd
            │     [code] (press e to expand)
            ┆     dddddddddddddddddddddddddd
            │  3. Other
            ┆  ddd
            │
            │↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ☐ Auth
            ┆ssssssss
            ││ Which auth strategy?
            ┆ddBBBBBBBBBBBBBBBBBBBB
            │> 1. OAuth2
            ┆a dddAAAAAA
            │   │ Delegated auth
            ┆   dddddddddddddddd
            │     [markdown] (press e to expand)
            ┆     dddddddddddddddddddddddddddddd
            │  2. API key
            ┆  ddd
            │     [code] (press e to expand)
            ┆     dddddddddddddddddddddddddd
            │  3. Other
            ┆  ddd
            │↑/↓ navigate · Enter/Space select · Tab notes
            ┆ddddddddddddddddddddddddddddddddddddddddddddd
            │? keys · Esc cancel
            ┆ddddddddddddddddddd
            ── 20×6
            │ ☐ Auth
            ┆ssssssss
            ││ Which auth
            ┆ddBBBBBBBBBB
            │> 1. OAuth2
            ┆a dddAAAAAA
            │   │ Delegated auth
            ┆   dddddddddddddddd
            │     [markdown]
            ┆     dddddddddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
    theirs(
        &previews(),
        "e<down>r",
        &expect![[r#"
            ── 80×24
            │ ☐ Auth
            ┆ssssssss
            │
            ││ Which auth strategy?
            ┆ddBBBBBBBBBBBBBBBBBBBB
            │
            │  1. OAuth2
            ┆  ddd
            │   │ Delegated auth
            ┆   dddddddddddddddd
            │     ┌─ markdown ─
            ┆     ddddddddddddd
            │     │ # Flow
            ┆     ddddHHHH
            │     │
            ┆     dd
            │     │ • redirect to the provider
            ┆     ddddBBBBBBBB
            │     │ • exchange the code
            ┆     dddd
            │     └────
            ┆     ddddd
            │> 2. API key
            ┆a dddAAAAAAA
            │     ┌─ code ─
            ┆     ddddddddd
            │     │ let key = env("KEY");
            ┆     dd
            │     └────
            ┆     ddddd
            │  3. Other
            ┆  ddd
            │
            │↑/↓ navigate · Enter/Space select · e fold · r source · o read · Tab notes
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │? keys · Esc cancel
            ┆ddddddddddddddddddd
            ── 46×12
            │ ☐ Auth
            ┆ssssssss
            ││ Which auth strategy?
            ┆ddBBBBBBBBBBBBBBBBBBBB
            │↑ 5 more · PgUp
            ┆ddddddddddddddd
            │     │ • redirect to the provider
            ┆     ddddBBBBBBBB
            │     │ • exchange the code
            ┆     dddd
            │     └────
            ┆     ddddd
            │> 2. API key
            ┆a dddAAAAAAA
            │     ┌─ code ─
            ┆     ddddddddd
            │     │ let key = env("KEY");
            ┆     dd
            │     └────
            ┆     ddddd
            │  3. Other
            ┆  ddd
            │↑/↓ navigate · Enter/Space select · Esc cancel
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │ ☐ Auth
            ┆ssssssss
            ││ Which auth
            ┆ddBBBBBBBBBB
            │> 2. API key
            ┆a dddAAAAAAA
            │     ┌─ code ─
            ┆     ddddddddd
            │     │ let key =
            ┆     dd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn a_number_with_unit_range_and_step() {
    let kind =
        Kind::Number { min: Some(1.into()), max: Some(100.into()), step: 5.into(), unit: Some("GB".into()) };
    let size = Question { kind, custom: false, ..one("Size", "How large may it grow?", Vec::new()) };
    ours(
        &ask(vec![size]),
        "<up><up>",
        &expect![[r#"
            ── 80×24
            ││ How large may it grow?
            ┆ddBBBBBBBBBBBBBBBBBBBBBB
            │
            │❯ 6 GB
            ┆a  ^dd
            │  1–100 GB, step 5
            ┆  dddddddddddddddd
            │
            │Enter accept · ↑/↓ change · Ctrl+L discuss · Alt+N note · Esc leave
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            ││ How large may it grow?
            ┆ddBBBBBBBBBBBBBBBBBBBBBB
            │
            │❯ 6 GB
            ┆a  ^dd
            │  1–100 GB, step 5
            ┆  dddddddddddddddd
            │
            │Enter accept · ↑/↓ change · Ctrl+L discuss
            ┆dddddddddddddddddddddddddddddddddddddddddd
            │Alt+N note · Esc leave
            ┆dddddddddddddddddddddd
            ── 20×6
            ││ How large may it
            ┆ddBBBBBBBBBBBBBBBB
            ││ grow?
            ┆ddBBBBB
            │❯ 6 GB
            ┆a  ^dd
            │  1–100 GB, step 5
            ┆  dddddddddddddddd
            │Enter · Esc leave
            ┆ddddddddddddddddd
        "#]],
    );
}

#[test]
fn a_masked_text() {
    let kind = Kind::Text { multiline: false, placeholder: None };
    let key = Question { kind, custom: false, sensitive: true, ..one("Key", "The deploy key?", Vec::new()) };
    ours(
        &ask(vec![key]),
        "s3cret",
        &expect![[r#"
            ── 80×24
            ││ The deploy key?
            ┆ddBBBBBBBBBBBBBBB
            │
            │❯ ••••••
            ┆a       ^
            │
            │Enter accept · Ctrl+L discuss · Alt+N note · Esc leave
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            ││ The deploy key?
            ┆ddBBBBBBBBBBBBBBB
            │
            │❯ ••••••
            ┆a       ^
            │
            │Enter accept · Ctrl+L discuss · Alt+N note
            ┆dddddddddddddddddddddddddddddddddddddddddd
            │Esc leave
            ┆ddddddddd
            ── 20×6
            ││ The deploy key?
            ┆ddBBBBBBBBBBBBBBB
            │❯ ••••••
            ┆a       ^
            │Enter accept
            ┆dddddddddddd
            │Ctrl+L discuss
            ┆dddddddddddddd
            │Alt+N note
            ┆dddddddddd
            │Esc leave
            ┆ddddddddd
        "#]],
    );
}

/// "a context block above the question": a share of the height, the rest is scrolled to.
#[test]
fn what_to_know_stands_above_the_list() {
    ours(
        &informed(),
        "",
        &expect![[r#"
            ── 80×24
            ││ What broke the build?
            ┆ddBBBBBBBBBBBBBBBBBBBBB
            │
            ││ line 1 of the log
            ┆dd
            ││ line 2 of the log
            ┆dd
            ││ line 3 of the log
            ┆dd
            ││ line 4 of the log
            ┆dd
            ││ line 5 of the log
            ┆dd
            ││ line 6 of the log
            ┆dd
            ││ line 7 of the log
            ┆dd
            ││ … 23 more lines (PgDn)
            ┆dddddddddddddddddddddddd
            │
            │❯ 1. The cache (recommended)
            ┆a dddAAAAAAAAAgggggggggggggg
            │   │ It was not cleared
            ┆   dddddddddddddddddddd
            │  2. The compiler
            ┆  ddd
            │  3. Something else…
            ┆  dddddddddddddddddd
            │  4. Let's discuss this
            ┆  ddd
            │
            │↑/↓ move · Enter select · s skip · n note · o read · ? keys · Esc cancel
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            ││ What broke the build?
            ┆ddBBBBBBBBBBBBBBBBBBBBB
            ││ line 1 of the log
            ┆dd
            ││ line 2 of the log
            ┆dd
            ││ line 3 of the log
            ┆dd
            ││ … 27 more lines (PgDn)
            ┆dddddddddddddddddddddddd
            │❯ 1. The cache (recommended)
            ┆a dddAAAAAAAAAgggggggggggggg
            │   │ It was not cleared
            ┆   dddddddddddddddddddd
            │  2. The compiler
            ┆  ddd
            │  3. Something else…
            ┆  dddddddddddddddddd
            │  4. Let's discuss this
            ┆  ddd
            │↑/↓ move · Enter select · s skip · n note
            ┆ddddddddddddddddddddddddddddddddddddddddd
            │o read · ? keys · Esc cancel
            ┆dddddddddddddddddddddddddddd
            ── 20×6
            ││ What broke the   ↑
            ┆ddBBBBBBBBBBBBBB  dd
            │❯ 1. The cache
            ┆a dddAAAAAAAAA
            │      (recommended)
            ┆     gggggggggggggg
            │   │ It was not
            ┆   dddddddddddd
            │   │ cleared
            ┆   ddddddddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
    ours(
        &informed(),
        "<pgdn><pgdn>",
        &expect![[r#"
            ── 80×24
            ││ What broke the build?
            ┆ddBBBBBBBBBBBBBBBBBBBBB
            │
            ││ line 13 of the log
            ┆dd
            ││ line 14 of the log
            ┆dd
            ││ line 15 of the log
            ┆dd
            ││ line 16 of the log
            ┆dd
            ││ line 17 of the log
            ┆dd
            ││ line 18 of the log
            ┆dd
            ││ line 19 of the log
            ┆dd
            ││ … 11 more, 12 above
            ┆ddddddddddddddddddddd
            │
            │❯ 1. The cache (recommended)
            ┆a dddAAAAAAAAAgggggggggggggg
            │   │ It was not cleared
            ┆   dddddddddddddddddddd
            │  2. The compiler
            ┆  ddd
            │  3. Something else…
            ┆  dddddddddddddddddd
            │  4. Let's discuss this
            ┆  ddd
            │
            │↑/↓ move · Enter select · s skip · n note · o read · ? keys · Esc cancel
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            ││ What broke the build?
            ┆ddBBBBBBBBBBBBBBBBBBBBB
            ││ line 5 of the log
            ┆dd
            ││ line 6 of the log
            ┆dd
            ││ line 7 of the log
            ┆dd
            ││ … 23 more, 4 above
            ┆dddddddddddddddddddd
            │❯ 1. The cache (recommended)
            ┆a dddAAAAAAAAAgggggggggggggg
            │   │ It was not cleared
            ┆   dddddddddddddddddddd
            │  2. The compiler
            ┆  ddd
            │  3. Something else…
            ┆  dddddddddddddddddd
            │  4. Let's discuss this
            ┆  ddd
            │↑/↓ move · Enter select · s skip · n note
            ┆ddddddddddddddddddddddddddddddddddddddddd
            │o read · ? keys · Esc cancel
            ┆dddddddddddddddddddddddddddd
            ── 20×6
            ││ What broke the   ↑
            ┆ddBBBBBBBBBBBBBB  dd
            │❯ 2. The compiler
            ┆a dddAAAAAAAAAAAA
            │  3. Something else…
            ┆  dddddddddddddddddd
            │  4. Let's discuss
            ┆  ddd
            │     this
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn declining_asks_why() {
    ours(
        &informed(),
        "<c-x>not today",
        &expect![[r#"
        ── 80×24
        │Why do you decline? A reason may help the agent.
        ┆BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
        │
        │❯ not today
        ┆a          ^
        │
        │Enter decline · Ctrl+G editor · Esc back
        ┆dddddddddddddddddddddddddddddddddddddddd
        ── 46×12
        │Why do you decline? A reason may help the
        ┆BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
        │agent.
        ┆BBBBBB
        │
        │❯ not today
        ┆a          ^
        │
        │Enter decline · Ctrl+G editor · Esc back
        ┆dddddddddddddddddddddddddddddddddddddddd
        ── 20×6
        │Why do you decline?
        ┆BBBBBBBBBBBBBBBBBBB
        │A reason may help
        ┆BBBBBBBBBBBBBBBBB
        │the agent.
        ┆BBBBBBBBBB
        │❯ not today
        ┆a          ^
        │Enter · Esc back
        ┆dddddddddddddddd
    "#]],
    );
}

#[test]
fn skipped_and_open_on_the_review() {
    let skippable = |q: Question| Question { skippable: true, ..q };
    let request = ask(vec![
        skippable(one("A", "First?", vec![option("a1", "")])),
        one("B", "Second?", vec![option("b1", "")]),
    ]);
    ours(
        &request,
        "s<tab>",
        &expect![[r#"
            ── 80×24
            │ ✓ A  ○ B  ○ Review
            ┆gggggdddddssssssssss
            │
            │Review your answers
            ┆BBBBBBBBBBBBBBBBBBB
            │
            │  A: (skipped)
            ┆  dddddddddddd
            │  B: (not answered)
            ┆  dddwwwwwwwwwwwwww
            │
            │  You have not answered all questions: B
            ┆  wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww
            │
            │❯ Submit answers
            ┆a AAAAAAAAAAAAAA
            │
            │Enter submit · ↑/↓ change an answer · Ctrl+X decline · Esc back
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ✓ A  ○ B  ○ Review
            ┆gggggdddddssssssssss
            │Review your answers
            ┆BBBBBBBBBBBBBBBBBBB
            │  A: (skipped)
            ┆  dddddddddddd
            │  B: (not answered)
            ┆  dddwwwwwwwwwwwwww
            │  You have not answered all questions: B
            ┆  wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww
            │❯ Submit answers
            ┆a AAAAAAAAAAAAAA
            │Enter submit · ↑/↓ change an answer
            ┆ddddddddddddddddddddddddddddddddddd
            │Ctrl+X decline · Esc back
            ┆ddddddddddddddddddddddddd
            ── 20×6
            │ ✓ A  ○ B  ○ Review
            ┆gggggdddddssssssssss
            │Review your answers
            ┆BBBBBBBBBBBBBBBBBBB
            │  answered all
            ┆  wwwwwwwwwwww
            │  questions: B
            ┆  wwwwwwwwwwww
            │❯ Submit answers
            ┆a AAAAAAAAAAAAAA
            │Enter · Esc back
            ┆dddddddddddddddd
        "#]],
    );
}

/// A limit in asq's own words around the asker's; beside who asks.
#[test]
fn a_time_limit() {
    let mut request = informed();
    request.questions[0].context = None;
    request.from.agent = Some("codex".into());
    let means = Some("the build goes on with the old cache".into());
    request.expiry = Some(Expiry { after_ms: 290_000, means });
    ours(
        &request,
        "",
        &expect![[r#"
            ── 80×24
            │── asked by agent codex ────────────────────────────────────────────────────────
            ┆tttttttttttttttttt     ttttttttttttttttttttttttttttttttttttttttttttttttttttttttt
            │── expires in 5 min: the build goes on with the old cache ──────────────────────
            ┆ttttttttttttttttttttt                                    ttttttttttttttttttttttt
            │
            ││ What broke the build?
            ┆ddBBBBBBBBBBBBBBBBBBBBB
            │
            │❯ 1. The cache (recommended)
            ┆a dddAAAAAAAAAgggggggggggggg
            │   │ It was not cleared
            ┆   dddddddddddddddddddd
            │  2. The compiler
            ┆  ddd
            │  3. Something else…
            ┆  dddddddddddddddddd
            │  4. Let's discuss this
            ┆  ddd
            │
            │↑/↓ move · Enter select · s skip · n note · ? keys · Esc cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │── asked by agent codex ──────────────────────
            ┆tttttttttttttttttt     ttttttttttttttttttttttt
            │── expires in 5 min: the build goes on wit… ──
            ┆ttttttttttttttttttttt                      ttt
            ││ What broke the build?
            ┆ddBBBBBBBBBBBBBBBBBBBBB
            │❯ 1. The cache (recommended)
            ┆a dddAAAAAAAAAgggggggggggggg
            │   │ It was not cleared
            ┆   dddddddddddddddddddd
            │  2. The compiler
            ┆  ddd
            │  3. Something else…
            ┆  dddddddddddddddddd
            │  4. Let's discuss this
            ┆  ddd
            │↑/↓ move · Enter select · s skip · n note
            ┆ddddddddddddddddddddddddddddddddddddddddd
            │? keys · Esc cancel
            ┆ddddddddddddddddddd
            ── 20×6
            │── asked by agen… ──
            ┆tttttttttttttttttttt
            │── expires in 5 … ──
            ┆tttttttttttttttttttt
            ││ What broke the
            ┆ddBBBBBBBBBBBBBB
            │❯ 1. The cache
            ┆a dddAAAAAAAAA
            │      (recommended)
            ┆     gggggggggggggg
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

/// The danger heading and the clock where only ASCII can be shown.
#[test]
fn in_ascii() {
    expect![[r#"
        ── 60×16
        │ [ ] Wipe DB  [ ] Env
        ┆sssssssssssssddddddddd
        │!!  DESTRUCTIVE - Wipe DB
        ┆XXXXXXXXXXXXXXXXXXBBBBBBB
        │
        │| Drop the prod database?
        ┆ddBBBBBBBBBBBBBBBBBBBBBBB
        │
        │  Confirmed, the answer is: Affirm
        ┆  ddddddddddddddddddddddddddaaaaaa
        │  Ctrl+X answers: Decline
        ┆  ddddddddddddddddaaaaaaa
        │  Type the resource name to confirm:
        ┆  BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
        │> Type to confirm
        ┆a ^dddddddddddddd
        │
        │Enter confirm - Ctrl+X decline - Tab notes - Esc cancel all
        ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        │time  0:00 elapsed
        ┆dddddddddddddddddd
    "#]]
    .assert_eq(&crate::painted::ascii(&wipe(), questionnaire::rules::FORM, (60, 16), ""));
    expect![[r#"
        ── 60×30
        │ [ ] Delete
        ┆ssssssssssss
        │!!  DESTRUCTIVE - Delete
        ┆XXXXXXXXXXXXXXXXXXBBBBBB
        │
        │| Delete the database prod-db-eu-1?
        ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
        │| It can not be undone.
        ┆ddddddddddddddddddddddd
        │
        │| * table 1 has 100 rows
        ┆dddd
        │| * table 2 has 200 rows
        ┆dddd
        │| * table 3 has 300 rows
        ┆dddd
        │| * table 4 has 400 rows
        ┆dddd
        │| * table 5 has 500 rows
        ┆dddd
        │| * table 6 has 600 rows
        ┆dddd
        │| * table 7 has 700 rows
        ┆dddd
        │| * table 8 has 800 rows
        ┆dddd
        │| * table 9 has 900 rows
        ┆dddd
        │| * table 10 has 1000 rows
        ┆dddd
        │| * table 11 has 1100 rows
        ┆dddd
        │| * table 12 has 1200 rows
        ┆dddd
        │
        │  Confirmed, the answer is: Delete it
        ┆  ddddddddddddddddddddddddddaaaaaaaaa
        │  Ctrl+X answers: Keep it
        ┆  ddddddddddddddddaaaaaaa
        │-- Type this exactly to confirm: ---------------------------
        ┆tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt
        │-- delete prod-db-eu-1
        ┆tttBBBBBBBBBBBBBBBBBBB
        │> Type to confirm
        ┆a ^dddddddddddddd
        │
        │Enter confirm - Ctrl+X decline - Ctrl+L discuss
        ┆ddddddddddddddddddddddddddddddddddddddddddddddd
        │Alt+N notes - Esc cancel all
        ┆dddddddddddddddddddddddddddd
    "#]]
    .assert_eq(&crate::painted::ascii(&drop_it(), asq::rules::FORM, (60, 30), ""));
    expect![[r#"
        ── 60×20
        │ [ ] Auth
        ┆ssssssssss
        │
        │| Which auth strategy?
        ┆ddBBBBBBBBBBBBBBBBBBBB
        │
        │> 1. OAuth2
        ┆a dddAAAAAA
        │   | Delegated auth
        ┆   dddddddddddddddd
        │     +- markdown -
        ┆     ddddddddddddd
        │     | # Flow
        ┆     ddddHHHH
        │     |
        ┆     dd
        │     | * redirect to the provider
        ┆     ddddBBBBBBBB
        │     | * exchange the code
        ┆     dddd
        │     +----
        ┆     ddddd
        │  2. API key
        ┆  ddd
        │     [code] (press e to expand)
        ┆     dddddddddddddddddddddddddd
        │  3. Other
        ┆  ddd
        │
        │Up/Down navigate - Enter/Space select - e fold - r source
        ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        │o read - Tab notes - ? keys - Esc cancel
        ┆dddddddddddddddddddddddddddddddddddddddd
    "#]]
    .assert_eq(&crate::painted::ascii(&previews(), questionnaire::rules::FORM, (60, 20), "e"));
}

#[test]
fn help_begins_at_its_beginning_however_far_the_list_was_scrolled() {
    let many = || (1..=30).map(|n| option(&format!("Option {n}"), "with a line below it")).collect();
    let open = || {
        Open::new(ask(vec![one("Which", "Which one?", many())]), asq::rules::FORM, (46, 8), Glyphs::Unicode)
    };
    let help = open().keys("?").picture();
    assert!(help.contains("the row with that number"), "{help}");
    assert_eq!(open().keys("<pgdn><pgdn>?").picture(), help);
}
