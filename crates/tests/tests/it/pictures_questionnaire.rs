//! Pictures of the contract `AskUserQuestion` v2, at three sizes.

use asq_core::model::{Prefs, Request};
use asq_dialects::questionnaire::{DIALECT, rules::FORM};
use asq_dialects::{ToolCall, What};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

fn ask_with(questions: &Value, prefs: Prefs) -> Request {
    let call = ToolCall { name: None, arguments: json!({ "questions": questions }) };
    match (DIALECT.read)(&call, &prefs).unwrap().what {
        What::Ask { request, .. } => request,
        What::Reply(_) => panic!("somebody is asked"),
    }
}

fn ask(questions: &Value) -> Request {
    ask_with(questions, Prefs::default())
}

#[track_caller]
fn check(request: &Request, keys: &str, expect: &Expect) {
    crate::painted::check(request, FORM, keys, expect);
}

fn env() -> Value {
    json!({"header": "Env", "question": "Which environment?", "type": "select_one", "options": [
        {"label": "staging", "description": "Validate safely"},
        {"label": "production", "description": "Ship it"},
        {"label": "canary", "description": "1% of traffic"}]})
}

fn toppings() -> Value {
    json!({"header": "Toppings", "question": "Pick your toppings", "type": "select_many", "options": [
        {"label": "mushrooms"}, {"label": "pepperoni"}, {"label": "olives"}, {"label": "pineapple"}]})
}

fn wipe() -> Value {
    json!({"header": "Wipe DB", "question": "Drop the prod database?", "type": "confirm_enum",
        "is_dangerous": true})
}

fn replicas() -> Value {
    json!({"header": "Replicas", "question": "How many replicas?", "type": "number", "min": 1, "max": 100,
        "default": 3})
}

fn feedback() -> Value {
    json!({"header": "Feedback", "question": "Any other notes?", "type": "free_text",
        "placeholder": "context, blockers, surprises…"})
}

fn auth() -> Value {
    json!({"header": "Auth", "question": "Which auth strategy?", "type": "select_one", "options": [
        {"label": "OAuth2", "description": "Delegated auth", "preview": {"type": "mermaid",
            "content": "sequenceDiagram\n  U->>A: /login\n  A->>P: redirect\n  P-->>A: code\n  A-->>U: token"}},
        {"label": "Keys", "preview": {"type": "code", "content": "Authorization: Bearer sk_live_0123456789abcdef"}},
        {"label": "other", "description": "Say which, and why"}]})
}

#[test]
fn one_pick() {
    check(
        &ask(&json!([env()])),
        "<down>",
        &expect![[r#"
            ── 80×24
            │ ☐ Env
            ┆sssssss
            │
            ││ Which environment?
            ┆ddBBBBBBBBBBBBBBBBBB
            │
            │  1. staging
            ┆  ddd
            │   │ Validate safely
            ┆   ddddddddddddddddd
            │> 2. production
            ┆a dddAAAAAAAAAA
            │   │ Ship it
            ┆   ddddddddd
            │  3. canary
            ┆  ddd
            │   │ 1% of traffic
            ┆   ddddddddddddddd
            │  4. Other
            ┆  ddd
            │
            │↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:01 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☐ Env
            ┆sssssss
            ││ Which environment?
            ┆ddBBBBBBBBBBBBBBBBBB
            │  1. staging
            ┆  ddd
            │   │ Validate safely
            ┆   ddddddddddddddddd
            │> 2. production
            ┆a dddAAAAAAAAAA
            │   │ Ship it
            ┆   ddddddddd
            │  3. canary
            ┆  ddd
            │   │ 1% of traffic
            ┆   ddddddddddddddd
            │  4. Other
            ┆  ddd
            │↑/↓ navigate · Enter/Space select · Tab notes
            ┆ddddddddddddddddddddddddddddddddddddddddddddd
            │? keys · Esc cancel
            ┆ddddddddddddddddddd
            │⏱  0:01 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │ ☐ Env
            ┆sssssss
            ││ Which environment?
            ┆ddBBBBBBBBBBBBBBBBBB
            │   │ Validate safely
            ┆   ddddddddddddddddd
            │> 2. production
            ┆a dddAAAAAAAAAA
            │   │ Ship it
            ┆   ddddddddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn several_picks() {
    check(
        &ask(&json!([toppings()])),
        "<space><down><down><space><end>",
        &expect![[r#"
            ── 80×24
            │ ☒ Toppings
            ┆ssssssssssss
            │
            ││ Pick your toppings
            ┆ddBBBBBBBBBBBBBBBBBB
            │
            │  1. [x] mushrooms
            ┆  dddaaaaaaaaaaaaa
            │  2. [ ] pepperoni
            ┆  ddd
            │  3. [x] olives
            ┆  dddaaaaaaaaaa
            │  4. [ ] pineapple
            ┆  ddd
            │  5. [ ] Other
            ┆  ddd
            │
            │>        [Select]
            ┆a        AAAAAAAA
            │
            │↑/↓ navigate · Enter/Space commit · Tab notes · ? keys · Esc cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:05 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☒ Toppings
            ┆ssssssssssss
            ││ Pick your toppings
            ┆ddBBBBBBBBBBBBBBBBBB
            │  1. [x] mushrooms
            ┆  dddaaaaaaaaaaaaa
            │  2. [ ] pepperoni
            ┆  ddd
            │  3. [x] olives
            ┆  dddaaaaaaaaaa
            │  4. [ ] pineapple
            ┆  ddd
            │  5. [ ] Other
            ┆  ddd
            │>        [Select]
            ┆a        AAAAAAAA
            │↑/↓ navigate · Enter/Space commit · Tab notes
            ┆ddddddddddddddddddddddddddddddddddddddddddddd
            │? keys · Esc cancel
            ┆ddddddddddddddddddd
            │⏱  0:05 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │ ☒ Toppings
            ┆ssssssssssss
            ││ Pick your toppings
            ┆ddBBBBBBBBBBBBBBBBBB
            │  4. [ ] pineapple
            ┆  ddd
            │  5. [ ] Other
            ┆  ddd
            │>        [Select]
            ┆a        AAAAAAAA
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn several_picks_with_own_words_and_none() {
    check(
        &ask(&json!([toppings()])),
        "5anchovies<ret>",
        &expect![[r#"
            ── 80×24
            │ ☒ Toppings
            ┆ssssssssssss
            │
            ││ Pick your toppings
            ┆ddBBBBBBBBBBBBBBBBBB
            │
            │  1. [ ] mushrooms
            ┆  ddd
            │  2. [ ] pepperoni
            ┆  ddd
            │  3. [ ] olives
            ┆  ddd
            │  4. [ ] pineapple
            ┆  ddd
            │> 5. [x] Other anchovies
            ┆a dddaaaaAAAAAAaaaaaaaaa
            │
            │         [Select]
            │
            │↑/↓ navigate · Enter/Space toggle · Tab notes · ? keys · Esc cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:11 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☒ Toppings
            ┆ssssssssssss
            ││ Pick your toppings
            ┆ddBBBBBBBBBBBBBBBBBB
            │  1. [ ] mushrooms
            ┆  ddd
            │  2. [ ] pepperoni
            ┆  ddd
            │  3. [ ] olives
            ┆  ddd
            │  4. [ ] pineapple
            ┆  ddd
            │> 5. [x] Other anchovies
            ┆a dddaaaaAAAAAAaaaaaaaaa
            │         [Select]
            │↑/↓ navigate · Enter/Space toggle · Tab notes
            ┆ddddddddddddddddddddddddddddddddddddddddddddd
            │? keys · Esc cancel
            ┆ddddddddddddddddddd
            │⏱  0:11 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │ ☒ Toppings
            ┆ssssssssssss
            ││ Pick your toppings
            ┆ddBBBBBBBBBBBBBBBBBB
            │  4. [ ] pineapple
            ┆  ddd
            │> 5. [x] Other
            ┆a dddaaaaAAAAAA
            │         anchovies
            ┆         aaaaaaaaa
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
    check(
        &ask(&json!([toppings()])),
        "<end><ret>",
        &expect![[r#"
            ── 80×24
            │ ☐ Toppings
            ┆ssssssssssss
            │
            ││ Pick your toppings
            ┆ddBBBBBBBBBBBBBBBBBB
            │
            │  1. [ ] mushrooms
            ┆  ddd
            │  2. [ ] pepperoni
            ┆  ddd
            │  3. [ ] olives
            ┆  ddd
            │  4. [ ] pineapple
            ┆  ddd
            │  5. [ ] Other
            ┆  ddd
            │
            │>        [Select]
            ┆a        AAAAAAAA
            │Pick at least one
            ┆wwwwwwwwwwwwwwwww
            │
            │↑/↓ navigate · Enter/Space commit · Tab notes · ? keys · Esc cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:02 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☐ Toppings
            ┆ssssssssssss
            ││ Pick your toppings
            ┆ddBBBBBBBBBBBBBBBBBB
            │  1. [ ] mushrooms
            ┆  ddd
            │  2. [ ] pepperoni
            ┆  ddd
            │  3. [ ] olives
            ┆  ddd
            │  4. [ ] pineapple
            ┆  ddd
            │  5. [ ] Other
            ┆  ddd
            │>        [Select]
            ┆a        AAAAAAAA
            │Pick at least one
            ┆wwwwwwwwwwwwwwwww
            │↑/↓ navigate · Enter/Space commit · Tab notes
            ┆ddddddddddddddddddddddddddddddddddddddddddddd
            │? keys · Esc cancel
            ┆ddddddddddddddddddd
            │⏱  0:02 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │ ☐ Toppings
            ┆ssssssssssss
            ││ Pick your toppings
            ┆ddBBBBBBBBBBBBBBBBBB
            │  5. [ ] Other
            ┆  ddd
            │>        [Select]
            ┆a        AAAAAAAA
            │Pick at least one
            ┆wwwwwwwwwwwwwwwww
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn yes_or_no() {
    let plain = json!({"header": "Confirm", "question": "Drop the cache?", "type": "confirm_enum"});
    check(
        &ask(&json!([plain])),
        "",
        &expect![[r#"
            ── 80×24
            │ ☐ Confirm
            ┆sssssssssss
            │
            ││ Drop the cache?
            ┆ddBBBBBBBBBBBBBBB
            │
            │> 1. Affirm
            ┆a dddAAAAAA
            │  2. Decline
            ┆  ddd
            │  3. Other
            ┆  ddd
            │
            │↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:00 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☐ Confirm
            ┆sssssssssss
            │
            ││ Drop the cache?
            ┆ddBBBBBBBBBBBBBBB
            │
            │> 1. Affirm
            ┆a dddAAAAAA
            │  2. Decline
            ┆  ddd
            │  3. Other
            ┆  ddd
            │
            │↑/↓ navigate · Enter/Space select · Tab notes
            ┆ddddddddddddddddddddddddddddddddddddddddddddd
            │? keys · Esc cancel
            ┆ddddddddddddddddddd
            │⏱  0:00 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │ ☐ Confirm
            ┆sssssssssss
            ││ Drop the cache?
            ┆ddBBBBBBBBBBBBBBB
            │> 1. Affirm
            ┆a dddAAAAAA
            │  2. Decline
            ┆  ddd
            │  3. Other
            ┆  ddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn the_editor_of_other() {
    check(
        &ask(&json!([auth()])),
        "3passkeys,<c-j>as in the app",
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
            │     [mermaid]
            ┆     ddddddddd
            │  2. Keys
            ┆  ddd
            │     [code]
            ┆     dddddd
            │> 3. Other passkeys,
            ┆a dddAAAAAA
            │           as in the app
            ┆                        ^
            │   │ Say which, and why
            ┆   dddddddddddddddddddd
            │
            │Enter accept · Ctrl+J new line · Tab notes · Esc back
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:24 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☐ Auth
            ┆ssssssss
            ││ Which auth strategy?
            ┆ddBBBBBBBBBBBBBBBBBBBB
            │  1. OAuth2
            ┆  ddd
            │   │ Delegated auth
            ┆   dddddddddddddddd
            │     [mermaid]
            ┆     ddddddddd
            │  2. Keys
            ┆  ddd
            │     [code]
            ┆     dddddd
            │> 3. Other passkeys,
            ┆a dddAAAAAA
            │           as in the app
            ┆                        ^
            │   │ Say which, and why
            ┆   dddddddddddddddddddd
            │Enter accept · Ctrl+J new line · Esc back
            ┆ddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:24 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │ ☐ Auth
            ┆ssssssss
            ││ Which auth
            ┆ddBBBBBBBBBB
            │> 3. Other
            ┆a dddAAAAAA
            │           as in the
            │           app
            ┆              ^
            │Enter · Esc back
            ┆dddddddddddddddd
        "#]],
    );
}

#[test]
fn a_number() {
    check(
        &ask(&json!([replicas()])),
        "<up><up>",
        &expect![[r#"
            ── 80×24
            │ ☐ Replicas
            ┆ssssssssssss
            │
            ││ How many replicas?
            ┆ddBBBBBBBBBBBBBBBBBB
            │
            │> 5
            ┆a  ^
            │  1–100
            ┆  ddddd
            │
            │Enter accept · ↑/↓ change · Tab notes · Esc cancel
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:02 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☐ Replicas
            ┆ssssssssssss
            │
            ││ How many replicas?
            ┆ddBBBBBBBBBBBBBBBBBB
            │
            │> 5
            ┆a  ^
            │  1–100
            ┆  ddddd
            │
            │Enter accept · ↑/↓ change · Tab notes
            ┆ddddddddddddddddddddddddddddddddddddd
            │Esc cancel
            ┆dddddddddd
            │⏱  0:02 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │ ☐ Replicas
            ┆ssssssssssss
            ││ How many replicas?
            ┆ddBBBBBBBBBBBBBBBBBB
            │> 5
            ┆a  ^
            │  1–100
            ┆  ddddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
            │⏱  0:02 elapsed
            ┆ddddddddddddddd
        "#]],
    );
    check(
        &ask(&json!([replicas()])),
        "3000<ret>",
        &expect![[r#"
            ── 80×24
            │ ☐ Replicas
            ┆ssssssssssss
            │
            ││ How many replicas?
            ┆ddBBBBBBBBBBBBBBBBBB
            │
            │> 3000
            ┆a     ^
            │  1–100
            ┆  ddddd
            │The number has to be from 1 to 100
            ┆wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww
            │
            │Enter accept · ↑/↓ change · Tab notes · Esc cancel
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:05 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☐ Replicas
            ┆ssssssssssss
            │
            ││ How many replicas?
            ┆ddBBBBBBBBBBBBBBBBBB
            │
            │> 3000
            ┆a     ^
            │  1–100
            ┆  ddddd
            │The number has to be from 1 to 100
            ┆wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww
            │
            │Enter accept · ↑/↓ change · Tab notes
            ┆ddddddddddddddddddddddddddddddddddddd
            │Esc cancel
            ┆dddddddddd
            │⏱  0:05 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │ ☐ Replicas
            ┆ssssssssssss
            ││ How many replicas?
            ┆ddBBBBBBBBBBBBBBBBBB
            │> 3000
            ┆a     ^
            │  1–100
            ┆  ddddd
            │The number has to b…
            ┆wwwwwwwwwwwwwwwwwwww
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn a_text() {
    check(
        &ask(&json!([feedback()])),
        "",
        &expect![[r#"
            ── 80×24
            │ ☐ Feedback
            ┆ssssssssssss
            │
            ││ Any other notes?
            ┆ddBBBBBBBBBBBBBBBB
            │
            │> context, blockers, surprises…
            ┆a ^dddddddddddddddddddddddddddd
            │
            │Enter accept · Ctrl+J new line · Tab notes · Esc cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:00 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☐ Feedback
            ┆ssssssssssss
            │
            ││ Any other notes?
            ┆ddBBBBBBBBBBBBBBBB
            │
            │> context, blockers, surprises…
            ┆a ^dddddddddddddddddddddddddddd
            │
            │Enter accept · Ctrl+J new line · Tab notes
            ┆dddddddddddddddddddddddddddddddddddddddddd
            │Esc cancel
            ┆dddddddddd
            │⏱  0:00 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │ ☐ Feedback
            ┆ssssssssssss
            ││ Any other notes?
            ┆ddBBBBBBBBBBBBBBBB
            │> context, blockers,
            ┆a ^ddddddddddddddddd
            │  surprises…
            ┆  dddddddddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
            │⏱  0:00 elapsed
            ┆ddddddddddddddd
        "#]],
    );
    let all =
        "The build was slow on the first try.<c-j>Then it was <a-ret>fine, more or less, but for the tests.";
    check(
        &ask(&json!([feedback()])),
        all,
        &expect![[r#"
            ── 80×24
            │ ☐ Feedback
            ┆ssssssssssss
            │
            ││ Any other notes?
            ┆ddBBBBBBBBBBBBBBBB
            │
            │> The build was slow on the first try.
            ┆a
            │  Then it was
            │  fine, more or less, but for the tests.
            ┆                                        ^
            │
            │Enter accept · Ctrl+J new line · Tab notes · Esc cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  1:28 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☐ Feedback
            ┆ssssssssssss
            │
            ││ Any other notes?
            ┆ddBBBBBBBBBBBBBBBB
            │
            │> The build was slow on the first try.
            ┆a
            │  Then it was
            │  fine, more or less, but for the tests.
            ┆                                        ^
            │
            │Enter accept · Ctrl+J new line · Tab notes
            ┆dddddddddddddddddddddddddddddddddddddddddd
            │Esc cancel
            ┆dddddddddd
            │⏱  1:28 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │ ☐ Feedback
            ┆ssssssssssss
            ││ Any other notes?
            ┆ddBBBBBBBBBBBBBBBB
            │> fine, more or
            ┆a
            │  less, but for the
            │  tests.
            ┆        ^
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn folded_previews() {
    check(
        &ask(&json!([auth()])),
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
            │     [mermaid] (press e to expand)
            ┆     ddddddddddddddddddddddddddddd
            │  2. Keys
            ┆  ddd
            │     [code] (press e to expand)
            ┆     dddddddddddddddddddddddddd
            │  3. Other
            ┆  ddd
            │   │ Say which, and why
            ┆   dddddddddddddddddddd
            │
            │↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:00 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☐ Auth
            ┆ssssssss
            ││ Which auth strategy?
            ┆ddBBBBBBBBBBBBBBBBBBBB
            │> 1. OAuth2
            ┆a dddAAAAAA
            │   │ Delegated auth
            ┆   dddddddddddddddd
            │     [mermaid] (press e to expand)
            ┆     ddddddddddddddddddddddddddddd
            │  2. Keys
            ┆  ddd
            │     [code] (press e to expand)
            ┆     dddddddddddddddddddddddddd
            │  3. Other
            ┆  ddd
            │   │ Say which, and why
            ┆   dddddddddddddddddddd
            │↑/↓ navigate · Enter/Space select · Tab notes
            ┆ddddddddddddddddddddddddddddddddddddddddddddd
            │? keys · Esc cancel
            ┆ddddddddddddddddddd
            │⏱  0:00 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │ ☐ Auth
            ┆ssssssss
            ││ Which auth
            ┆ddBBBBBBBBBB
            │> 1. OAuth2
            ┆a dddAAAAAA
            │   │ Delegated auth
            ┆   dddddddddddddddd
            │     [mermaid]
            ┆     ddddddddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn an_expanded_preview() {
    check(
        &ask(&json!([auth()])),
        "e",
        &expect![[r#"
            ── 80×24
            │ ☐ Auth
            ┆ssssssss
            ││ Which auth strategy?
            ┆ddBBBBBBBBBBBBBBBBBBBB
            │> 1. OAuth2
            ┆a dddAAAAAA
            │   │ Delegated auth
            ┆   dddddddddddddddd
            │     ┌─ mermaid ─
            ┆     dddddddddddd
            │     │ ┌───┐     ┌───┐       ┌───┐
            ┆     ddddddddddddddddddddddddddddd
            │     │ │ U │     │ A │       │ P │
            ┆     ddddBBddddddddBBddddddddddBBd
            │     │ └─┬─┘     └─┬─┘       └─┬─┘
            ┆     ddddddddddddddddddddddddddddd
            │     │   │ /login  │           │
            ┆     dd  dd        ddddddddddddd
            │     │   ├────────►│           │
            ┆     dd  ddddddddddddddddddddddd
            │     │   │         │ redirect  │
            ┆     dd  dddddddddddd          d
            │     │   │         ├──────────►│
            ┆     dd  ddddddddddddddddddddddd
            │     │   │         │   code    │
            ┆     dd  dddddddddddddd        d
            │     │   │         │◄┄┄┄┄┄┄┄┄┄┄┤
            ┆     dd  ddddddddddddddddddddddd
            │     │   │  token  │           │
            ┆     dd  ddd       ddddddddddddd
            │     │   │◄┄┄┄┄┄┄┄┄┤           │
            ┆     dd  ddddddddddddddddddddddd
            │     │   │         │           │
            ┆     dd  ddddddddddddddddddddddd
            │     └────
            ┆     ddddd
            │  2. Keys
            ┆  ddd
            │     [code] (press e to expand)
            ┆     dddddddddddddddddddddddddd
            │  3. Other
            ┆  ddd
            │   │ Say which, and why
            ┆   dddddddddddddddddddd
            │↑/↓ navigate · Enter/Space select · e fold · r source · o read · Esc cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:01 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☐ Auth
            ┆ssssssss
            ││ Which auth strategy?
            ┆ddBBBBBBBBBBBBBBBBBBBB
            │> 1. OAuth2
            ┆a dddAAAAAA
            │   │ Delegated auth
            ┆   dddddddddddddddd
            │     ┌─ mermaid ─
            ┆     dddddddddddd
            │     │ ┌───┐     ┌───┐       ┌───┐
            ┆     ddddddddddddddddddddddddddddd
            │     │ │ U │     │ A │       │ P │
            ┆     ddddBBddddddddBBddddddddddBBd
            │     │ └─┬─┘     └─┬─┘       └─┬─┘
            ┆     ddddddddddddddddddddddddddddd
            │     │   │ /login  │           │
            ┆     dd  dd        ddddddddddddd
            │↓ 13 more · PgDn
            ┆dddddddddddddddd
            │↑/↓ navigate · Enter/Space select · Esc cancel
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:01 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │ ☐ Auth
            ┆ssssssss
            ││ Which auth
            ┆ddBBBBBBBBBB
            │> 1. OAuth2
            ┆a dddAAAAAA
            │   │ Delegated auth
            ┆   dddddddddddddddd
            │     ┌─ mermaid ─
            ┆     dddddddddddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn a_preview_as_it_came() {
    check(
        &ask(&json!([auth()])),
        "r",
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
            │     ┌─ mermaid ─
            ┆     dddddddddddd
            │     │ sequenceDiagram
            ┆     dd
            │     │   U->>A: /login
            ┆     dd
            │     │   A->>P: redirect
            ┆     dd
            │     │   P-->>A: code
            ┆     dd
            │     │   A-->>U: token
            ┆     dd
            │     └────
            ┆     ddddd
            │  2. Keys
            ┆  ddd
            │     [code] (press e to expand)
            ┆     dddddddddddddddddddddddddd
            │  3. Other
            ┆  ddd
            │   │ Say which, and why
            ┆   dddddddddddddddddddd
            │
            │↑/↓ navigate · Enter/Space select · e fold · r source · o read · Tab notes
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │? keys · Esc cancel
            ┆ddddddddddddddddddd
            │⏱  0:01 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☐ Auth
            ┆ssssssss
            ││ Which auth strategy?
            ┆ddBBBBBBBBBBBBBBBBBBBB
            │> 1. OAuth2
            ┆a dddAAAAAA
            │   │ Delegated auth
            ┆   dddddddddddddddd
            │     ┌─ mermaid ─
            ┆     dddddddddddd
            │     │ sequenceDiagram
            ┆     dd
            │     │   U->>A: /login
            ┆     dd
            │     │   A->>P: redirect
            ┆     dd
            │     │   P-->>A: code
            ┆     dd
            │↓ 6 more · PgDn
            ┆ddddddddddddddd
            │↑/↓ navigate · Enter/Space select · Esc cancel
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:01 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │ ☐ Auth
            ┆ssssssss
            ││ Which auth
            ┆ddBBBBBBBBBB
            │> 1. OAuth2
            ┆a dddAAAAAA
            │   │ Delegated auth
            ┆   dddddddddddddddd
            │     ┌─ mermaid ─
            ┆     dddddddddddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn a_hostile_preview() {
    let hostile = json!({"header": "H\u{1b}[2J", "question": "Which\u{202e}?", "type": "select_one", "options": [
        {"label": "┌─ text ─", "description": "└────", "preview": {"type": "text",
            "content": "\u{1b}[2J\u{1b}]0;owned\u{7}\u{202e}abc\r└────\n> 2. Other\n⚠️  DESTRUCTIVE — Env"}},
        {"label": "[text] (press e to expand)"}]});
    check(
        &ask(&json!([hostile])),
        "e",
        &expect![[r#"
            ── 80×24
            │ ☐ H<U+001B>[2J
            ┆ssssssssssssssss
            │
            ││ Which<U+202E>?
            ┆ddBBBBBBBBBBBBBB
            │
            │> 1. ┌─ text ─
            ┆a dddAAAAAAAAA
            │   │ └────
            ┆   ddddddd
            │     ┌─ text ─
            ┆     ddddddddd
            │     │ <U+001B>[2J<U+001B>]0;owned<U+0007><U+202E>abc
            ┆     dd
            │     │ └────
            ┆     dd
            │     │ > 2. Other
            ┆     dd
            │     │ ⚠️  DESTRUCTIVE — Env
            ┆     dd
            │     └────
            ┆     ddddd
            │  2. [text] (press e to expand)
            ┆  ddd
            │  3. Other
            ┆  ddd
            │
            │↑/↓ navigate · Enter/Space select · e fold · r source · o read · Tab notes
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │? keys · Esc cancel
            ┆ddddddddddddddddddd
            │⏱  0:01 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☐ H<U+001B>[2J
            ┆ssssssssssssssss
            ││ Which<U+202E>?
            ┆ddBBBBBBBBBBBBBB
            │> 1. ┌─ text ─
            ┆a dddAAAAAAAAA
            │   │ └────
            ┆   ddddddd
            │     ┌─ text ─
            ┆     ddddddddd
            │     │ <U+001B>[2J<U+001B>]0;owned<U+0007><U+2
            ┆     dd
            │     │ 02E>abc
            ┆     dd
            │     │ └────
            ┆     dd
            │     │ > 2. Other
            ┆     dd
            │↓ 4 more · PgDn
            ┆ddddddddddddddd
            │↑/↓ navigate · Enter/Space select · Esc cancel
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:01 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │ ☐ H<U+001B>[2J
            ┆ssssssssssssssss
            ││ Which<U+202E>?
            ┆ddBBBBBBBBBBBBBB
            │> 1. ┌─ text ─
            ┆a dddAAAAAAAAA
            │   │ └────
            ┆   ddddddd
            │     ┌─ text ─
            ┆     ddddddddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn the_page_of_notes() {
    check(
        &ask(&json!([env(), feedback()])),
        "<tab>Checked with SRE<c-j>first.<ret>",
        &expect![[r#"
            ── 80×24
            │ ☐ Env  ☐ Feedback  ☐ Submit
            ┆sssssssdddddddddddddddddddddd
            │Note on Env
            ┆aaaaaaaaBBB
            │
            ││ Which environment?
            ┆ddBBBBBBBBBBBBBBBBBB
            │
            │> Checked with SRE
            ┆a
            │  first.
            ┆        ^
            │saved
            ┆ggggg
            │
            │Enter save · Ctrl+J new line · Tab answer · Esc drop the edit
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:25 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☐ Env  ☐ Feedback  ☐ Submit
            ┆sssssssdddddddddddddddddddddd
            │Note on Env
            ┆aaaaaaaaBBB
            │
            ││ Which environment?
            ┆ddBBBBBBBBBBBBBBBBBB
            │
            │> Checked with SRE
            ┆a
            │  first.
            ┆        ^
            │saved
            ┆ggggg
            │
            │Enter save · Ctrl+J new line · Tab answer
            ┆ddddddddddddddddddddddddddddddddddddddddd
            │Esc drop the edit
            ┆ddddddddddddddddd
            │⏱  0:25 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │ ☐ Env  ☐ Feedback ›
            ┆sssssssddddddddddddd
            │Note on Env
            ┆aaaaaaaaBBB
            ││ Which environment?
            ┆ddBBBBBBBBBBBBBBBBBB
            │  first.
            ┆        ^
            │saved
            ┆ggggg
            │Enter · Esc drop
            ┆dddddddddddddddd
        "#]],
    );
}

#[test]
fn a_question_with_a_note() {
    check(
        &ask(&json!([env(), feedback()])),
        "<tab>Checked with SRE first.<tab>",
        &expect![[r#"
            ── 80×24
            │ ☐ Env  ☐ Feedback  ☐ Submit
            ┆sssssssdddddddddddddddddddddd
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
            │   │ Ship it
            ┆   ddddddddd
            │  3. canary
            ┆  ddd
            │   │ 1% of traffic
            ┆   ddddddddddddddd
            │  4. Other
            ┆  ddd
            │
            │     note: Checked with SRE first.
            ┆     ddddddddddddddddddddddddddddd
            │
            │↑/↓ navigate · Enter/Space select · ←/→ tabs · Tab notes · ? keys · Esc cancel
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:25 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☐ Env  ☐ Feedback  ☐ Submit
            ┆sssssssdddddddddddddddddddddd
            ││ Which environment?
            ┆ddBBBBBBBBBBBBBBBBBB
            │> 1. staging
            ┆a dddAAAAAAA
            │   │ Validate safely
            ┆   ddddddddddddddddd
            │  2. production
            ┆  ddd
            │   │ Ship it
            ┆   ddddddddd
            │  3. canary
            ┆  ddd
            │   │ 1% of traffic
            ┆   ddddddddddddddd
            │  4. Other
            ┆  ddd
            │     note: Checked with SRE first.
            ┆     ddddddddddddddddddddddddddddd
            │↑/↓ navigate · Enter/Space select · Esc cancel
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:25 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │ ☐ Env  ☐ Feedback ›
            ┆sssssssddddddddddddd
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
}

#[test]
fn danger() {
    check(
        &ask(&json!([env(), wipe()])),
        "1pro",
        &expect![[r#"
            ── 80×24
            │ ☒ Env  ☐ Wipe DB
            ┆gggggggsssssssssss
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
            │> pro
            ┆a    ^
            │
            │Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:04 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☒ Env  ☐ Wipe DB
            ┆gggggggsssssssssss
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
            │> pro
            ┆a    ^
            │Enter confirm · Ctrl+X decline · Tab notes
            ┆dddddddddddddddddddddddddddddddddddddddddd
            │Esc cancel all
            ┆dddddddddddddd
            │⏱  0:04 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │ ☒ Env  ☐ Wipe DB
            ┆gggggggsssssssssss
            │⚠️  DESTRUCTIVE — W…
            ┆XXXXXXXXXXXXXXXXXXBB
            ││ Drop the prod
            ┆ddBBBBBBBBBBBBB
            │  name to confirm:
            ┆  BBBBBBBBBBBBBBBB
            │> pro
            ┆a    ^
            │Enter confirm · Esc
            ┆ddddddddddddddddddd
        "#]],
    );
    check(
        &ask(&json!([wipe()])),
        "<ret>",
        &expect![[r#"
            ── 80×24
            │ ☐ Wipe DB
            ┆sssssssssss
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
            │ ☐ Wipe DB
            ┆sssssssssss
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
            │ ☐ Wipe DB
            ┆sssssssssss
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

#[test]
fn danger_on_a_list() {
    let mut env = env();
    env["is_dangerous"] = true.into();
    check(
        &ask(&json!([env])),
        "",
        &expect![[r#"
            ── 80×24
            │ ☐ Env
            ┆sssssss
            │⚠️  DESTRUCTIVE — Env
            ┆XXXXXXXXXXXXXXXXXXBBB
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
            │   │ Ship it
            ┆   ddddddddd
            │  3. canary
            ┆  ddd
            │   │ 1% of traffic
            ┆   ddddddddddddddd
            │  4. Other
            ┆  ddd
            │
            │↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:00 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☐ Env
            ┆sssssss
            │⚠️  DESTRUCTIVE — Env
            ┆XXXXXXXXXXXXXXXXXXBBB
            ││ Which environment?
            ┆ddBBBBBBBBBBBBBBBBBB
            │> 1. staging
            ┆a dddAAAAAAA
            │   │ Validate safely
            ┆   ddddddddddddddddd
            │  2. production
            ┆  ddd
            │   │ Ship it
            ┆   ddddddddd
            │  3. canary
            ┆  ddd
            │   │ 1% of traffic
            ┆   ddddddddddddddd
            │  4. Other
            ┆  ddd
            │↑/↓ navigate · Enter/Space select · Esc cancel
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:00 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │ ☐ Env
            ┆sssssss
            │⚠️  DESTRUCTIVE — E…
            ┆XXXXXXXXXXXXXXXXXXBB
            ││ Which environment?
            ┆ddBBBBBBBBBBBBBBBBBB
            │> 1. staging
            ┆a dddAAAAAAA
            │   │ Validate safely
            ┆   ddddddddddddddddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
    check(
        &ask(&json!([env])),
        "2",
        &expect![[r#"
            ── 80×24
            │ ☐ Env
            ┆sssssss
            │⚠️  DESTRUCTIVE — Env
            ┆XXXXXXXXXXXXXXXXXXBBB
            │
            ││ Which environment?
            ┆ddBBBBBBBBBBBBBBBBBB
            │
            │  Your answer: production
            ┆  dddddddddddddaaaaaaaaaa
            │  Type the resource name to confirm:
            ┆  BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │> Type to confirm
            ┆a ^dddddddddddddd
            │
            │Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:01 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☐ Env
            ┆sssssss
            │⚠️  DESTRUCTIVE — Env
            ┆XXXXXXXXXXXXXXXXXXBBB
            │
            ││ Which environment?
            ┆ddBBBBBBBBBBBBBBBBBB
            │
            │  Your answer: production
            ┆  dddddddddddddaaaaaaaaaa
            │  Type the resource name to confirm:
            ┆  BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │> Type to confirm
            ┆a ^dddddddddddddd
            │
            │Enter confirm · Ctrl+X decline · Tab notes
            ┆dddddddddddddddddddddddddddddddddddddddddd
            │Esc cancel all
            ┆dddddddddddddd
            │⏱  0:01 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │ ☐ Env
            ┆sssssss
            │⚠️  DESTRUCTIVE — E…
            ┆XXXXXXXXXXXXXXXXXXBB
            ││ Which environment?
            ┆ddBBBBBBBBBBBBBBBBBB
            │  name to confirm:
            ┆  BBBBBBBBBBBBBBBB
            │> Type to confirm
            ┆a ^dddddddddddddd
            │Enter confirm · Esc
            ┆ddddddddddddddddddd
        "#]],
    );
}

#[test]
fn danger_without_its_check() {
    let prefs = Prefs { danger_check: false, ..Prefs::default() };
    check(
        &ask_with(&json!([wipe()]), prefs),
        "",
        &expect![[r#"
            ── 80×24
            │ ☐ Wipe DB
            ┆sssssssssss
            │⚠️  DESTRUCTIVE — Wipe DB
            ┆XXXXXXXXXXXXXXXXXXBBBBBBB
            │
            ││ Drop the prod database?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBB
            │
            │> 1. Affirm
            ┆a dddAAAAAA
            │  2. Decline
            ┆  ddd
            │  3. Other
            ┆  ddd
            │
            │↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:00 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☐ Wipe DB
            ┆sssssssssss
            │⚠️  DESTRUCTIVE — Wipe DB
            ┆XXXXXXXXXXXXXXXXXXBBBBBBB
            │
            ││ Drop the prod database?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBB
            │
            │> 1. Affirm
            ┆a dddAAAAAA
            │  2. Decline
            ┆  ddd
            │  3. Other
            ┆  ddd
            │
            │↑/↓ navigate · Enter/Space select · Tab notes
            ┆ddddddddddddddddddddddddddddddddddddddddddddd
            │? keys · Esc cancel
            ┆ddddddddddddddddddd
            │⏱  0:00 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │ ☐ Wipe DB
            ┆sssssssssss
            │⚠️  DESTRUCTIVE — W…
            ┆XXXXXXXXXXXXXXXXXXBB
            ││ Drop the prod
            ┆ddBBBBBBBBBBBBB
            ││ database?
            ┆ddBBBBBBBBB
            │> 1. Affirm
            ┆a dddAAAAAA
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn the_review() {
    let all = json!([env(), toppings(), wipe(), replicas()]);
    check(
        &ask(&all),
        "<tab>why<tab>1<space><end><ret>prod<ret><ret>",
        &expect![[r#"
            ── 80×24
            │ ☒ Env  ☒ Toppings  ☒ Wipe DB  ☒ Replicas  ☒ Submit
            ┆ggggggggggggggggggggggggggggggggggggggggggssssssssss
            │
            │Review your answers
            ┆BBBBBBBBBBBBBBBBBBB
            │
            │  Env: staging
            ┆  dddddaaaaaaa
            │    note: why
            ┆  dddddddd
            │  Toppings: mushrooms
            ┆  ddddddddddaaaaaaaaa
            │  Wipe DB: Affirm
            ┆  dddddddddaaaaaa
            │  Replicas: 3
            ┆  dddddddddda
            │
            │> Submit
            ┆a AAAAAA
            │
            │Enter/Space submit · ← back · ? keys · Esc cancel
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:15 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │‹ ☒ Toppings  ☒ Wipe DB  ☒ Replicas  ☒ Submit
            ┆dgggggggggggggggggggggggggggggggggggssssssssss
            │Review your answers
            ┆BBBBBBBBBBBBBBBBBBB
            │  Env: staging
            ┆  dddddaaaaaaa
            │    note: why
            ┆  dddddddd
            │  Toppings: mushrooms
            ┆  ddddddddddaaaaaaaaa
            │  Wipe DB: Affirm
            ┆  dddddddddaaaaaa
            │  Replicas: 3
            ┆  dddddddddda
            │> Submit
            ┆a AAAAAA
            │Enter/Space submit · ← back · ? keys
            ┆dddddddddddddddddddddddddddddddddddd
            │Esc cancel
            ┆dddddddddd
            │⏱  0:15 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │‹ ☐ Wipe DB ›
            ┆dsssssssssssd
            │⚠️  DESTRUCTIVE — W…
            ┆XXXXXXXXXXXXXXXXXXBB
            ││ Drop the prod
            ┆ddBBBBBBBBBBBBB
            │> prod
            ┆a     ^
            │Read it all (PgUp):…
            ┆wwwwwwwwwwwwwwwwwwww
            │Enter confirm · Esc
            ┆ddddddddddddddddddd
        "#]],
    );
    check(
        &ask(&all),
        "1<right><left>]]<a-left>]]",
        &expect![[r#"
            ── 80×24
            │ ☒ Env  ☐ Toppings  ☐ Wipe DB  ☐ Replicas
            ┆gggggggddddddddddddsssssssssssdddddddddddd
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
            │> ]]]
            ┆a    ^
            │
            │Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:08 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☒ Env  ☐ Toppings  ☐ Wipe DB  ☐ Replicas
            ┆gggggggddddddddddddsssssssssssdddddddddddd
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
            │> ]]]
            ┆a    ^
            │Enter confirm · Ctrl+X decline · Tab notes
            ┆dddddddddddddddddddddddddddddddddddddddddd
            │Esc cancel all
            ┆dddddddddddddd
            │⏱  0:08 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │‹ ☐ Wipe DB ›
            ┆dsssssssssssd
            │⚠️  DESTRUCTIVE — W…
            ┆XXXXXXXXXXXXXXXXXXBB
            ││ Drop the prod
            ┆ddBBBBBBBBBBBBB
            │  name to confirm:
            ┆  BBBBBBBBBBBBBBBB
            │> ]]]
            ┆a    ^
            │Enter confirm · Esc
            ┆ddddddddddddddddddd
        "#]],
    );
}

#[test]
fn the_summary() {
    let all = json!([env(), toppings(), wipe(), replicas()]);
    check(
        &ask(&all),
        "<tab>why<tab>1<space><end><ret>prod<ret><ret><ret>",
        &expect![[r#"
            ── 80×24
            │✔ Which environment? · staging
            ┆gg                  dddaaaaaaa
            │  note: why
            ┆  dddddd
            │✔ Pick your toppings · mushrooms
            ┆gg                  dddaaaaaaaaa
            │✔ Drop the prod database? · Affirm
            ┆gg                       dddaaaaaa
            │✔ How many replicas? · 3
            ┆gg                  ddda
            ── 46×12
            │✔ Which environment? · staging
            ┆gg                  dddaaaaaaa
            │  note: why
            ┆  dddddd
            │✔ Pick your toppings · mushrooms
            ┆gg                  dddaaaaaaaaa
            │✔ Drop the prod database? · Affirm
            ┆gg                       dddaaaaaa
            │✔ How many replicas? · 3
            ┆gg                  ddda
            ── 20×6
            │‹ ☐ Wipe DB ›
            ┆dsssssssssssd
            │⚠️  DESTRUCTIVE — W…
            ┆XXXXXXXXXXXXXXXXXXBB
            ││ Drop the prod
            ┆ddBBBBBBBBBBBBB
            │> prod
            ┆a     ^
            │Read it all (PgUp):…
            ┆wwwwwwwwwwwwwwwwwwww
            │Enter confirm · Esc
            ┆ddddddddddddddddddd
        "#]],
    );
}

#[test]
fn four_long_headers() {
    let long = |n: usize| {
        json!({"header": format!("キャッシュの方式 {n}"), "question": "どの方式でキャッシュしますか？", "type": "select_one",
        "options": [{"label": "Redis（推奨）", "description": "既存のクラスタを使う"}, {"label": "なし"}]})
    };
    check(
        &ask(&json!([long(1), long(2), long(3), long(4)])),
        "1",
        &expect![[r#"
            ── 80×24
            │ ☒ キャッシュの方式 1  ☐ キャッシュの方式 2  ☐ キャッシュの方式 3 ›
            ┆ggggggggggggggggggggggssssssssssssssssssssssddddddddddddddddddddddd
            │
            ││ どの方式でキャッシュしますか？
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │> 1. Redis（推奨）
            ┆a dddAAAAAAAAAAAAA
            │   │ 既存のクラスタを使う
            ┆   dddddddddddddddddddddd
            │  2. なし
            ┆  ddd
            │  3. Other
            ┆  ddd
            │
            │↑/↓ navigate · Enter/Space select · ←/→ tabs · Tab notes · ? keys · Esc cancel
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:01 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │‹ ☐ キャッシュの方式 2  ☐ キャッシュの方式 3 ›
            ┆dssssssssssssssssssssssddddddddddddddddddddddd
            │
            ││ どの方式でキャッシュしますか？
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │> 1. Redis（推奨）
            ┆a dddAAAAAAAAAAAAA
            │   │ 既存のクラスタを使う
            ┆   dddddddddddddddddddddd
            │  2. なし
            ┆  ddd
            │  3. Other
            ┆  ddd
            │
            │↑/↓ navigate · Enter/Space select · ←/→ tabs
            ┆dddddddddddddddddddddddddddddddddddddddddddd
            │Tab notes · ? keys · Esc cancel
            ┆ddddddddddddddddddddddddddddddd
            │⏱  0:01 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │‹ ☐ キャッシュの… ›
            ┆dsssssssssssssssssd
            ││ どの方式でキャッ
            ┆ddBBBBBBBBBBBBBBBB
            │> 1. Redis（推奨）
            ┆a dddAAAAAAAAAAAAA
            │   │ 既存のクラスタ
            ┆   dddddddddddddddd
            │   │ を使う
            ┆   dddddddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}

#[test]
fn in_ascii() {
    let request = ask(&json!([auth(), wipe()]));
    expect![[r#"
        ── 80×24
        │ [ ] Auth  [ ] Wipe DB  [ ] Submit
        ┆ssssssssssddddddddddddddddddddddddd
        │| Which auth strategy?
        ┆ddBBBBBBBBBBBBBBBBBBBB
        │> 1. OAuth2
        ┆a dddAAAAAA
        │   | Delegated auth
        ┆   dddddddddddddddd
        │     +- mermaid -
        ┆     dddddddddddd
        │     | +---+     +---+       +---+
        ┆     ddddddddddddddddddddddddddddd
        │     | | U |     | A |       | P |
        ┆     ddddBBddddddddBBddddddddddBBd
        │     | +-+-+     +-+-+       +-+-+
        ┆     ddddddddddddddddddddddddddddd
        │     |   | /login  |           |
        ┆     dd  dd        ddddddddddddd
        │     |   +-------->|           |
        ┆     dd  ddddddddddddddddddddddd
        │     |   |         | redirect  |
        ┆     dd  dddddddddddd          d
        │     |   |         +---------->|
        ┆     dd  ddddddddddddddddddddddd
        │     |   |         |   code    |
        ┆     dd  dddddddddddddd        d
        │     |   |         |<----------+
        ┆     dd  ddddddddddddddddddddddd
        │     |   |  token  |           |
        ┆     dd  ddd       ddddddddddddd
        │     |   |<--------+           |
        ┆     dd  ddddddddddddddddddddddd
        │     |   |         |           |
        ┆     dd  ddddddddddddddddddddddd
        │     +----
        ┆     ddddd
        │  2. Keys
        ┆  ddd
        │     [code] (press e to expand)
        ┆     dddddddddddddddddddddddddd
        │  3. Other
        ┆  ddd
        │   | Say which, and why
        ┆   dddddddddddddddddddd
        │Up/Down navigate - Enter/Space select - e fold - r source - o read - Esc cancel
        ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        │time  0:01 elapsed
        ┆dddddddddddddddddd
    "#]]
    .assert_eq(&crate::painted::ascii(&request, FORM, (80, 24), "e"));
    expect![[r#"
        ── 80×24
        │ [x] Auth  [ ] Wipe DB
        ┆ggggggggggsssssssssssss
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
        │time  0:01 elapsed
        ┆dddddddddddddddddd
    "#]]
    .assert_eq(&crate::painted::ascii(&request, FORM, (80, 24), "1"));
}
