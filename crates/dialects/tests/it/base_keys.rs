//! Keys that mean the same in every contract, played once on a list of each; their own keys have files of their own.

use asq_core::form::Form;
use asq_core::model::{Draft, Prefs};
use asq_dialects::{ALL, ToolCall, What, recognise};
use asq_testkit::sketch::play;
use expect_test::{Expect, expect};
use serde_json::{Value, json};
use std::fmt::Write;

/// Two options and own words, as this contract asks for one pick of them, or for several.
fn call(id: &str, many: bool) -> Option<Value> {
    let options = json!([{"label": "A", "description": "a", "value": "a"}, {"label": "B", "description": "b", "value": "b"}]);
    let question = |more: Value| {
        let mut question = json!({"question": "Which?", "header": "H", "options": options});
        question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        Some(json!({ "questions": [question] }))
    };
    match (id, many) {
        ("question", false) => {
            Some(json!({"questions": [{"id": "a", "label": "H", "prompt": "Which?", "options": options}]}))
        }
        // Its other tool has no row for own words.
        ("question" | "spec", true) => None,
        ("spec", false) => Some(json!({"question": "Which?", "options": options})),
        ("opencode", _) => question(json!({ "multiple": many })),
        ("ask_user_question", _) => question(json!({ "multiSelect": many })),
        ("questionnaire" | "asq", _) => {
            let kind = if many { "select_many" } else { "select_one" };
            question(json!({ if id == "asq" { "kind" } else { "type" }: kind }))
        }
        (other, _) => panic!("{other} has no list here yet"),
    }
}

/// Plays the keys on the list of each contract.
#[track_caller]
fn each(many: bool, keys: &[&str], expect: &Expect) {
    let prefs = Prefs { clock: false, ..Prefs::default() };
    let mut played = String::new();
    for dialect in ALL {
        let Some(arguments) = call(dialect.id, many) else { continue };
        let name = (dialect.id == "spec").then(|| "ask_question".to_owned());
        let call = ToolCall { name, arguments };
        let found = recognise(&call, Some(dialect.id), None).unwrap();
        let What::Ask { request, .. } = (found.read)(&call, &prefs).unwrap().what else {
            panic!("somebody is asked")
        };
        for keys in keys {
            let form = Form::new(request.clone(), (found.form)(&prefs), Draft::default());
            write!(played, "=== {} {keys}\n{}", dialect.id, play(form, keys)).unwrap();
        }
    }
    expect.assert_eq(&played);
}

/// "Ctrl+C cancels at once from any page, also in editors, and what was typed is kept as a draft."
#[test]
fn ctrl_c_cancels_at_once() {
    each(
        false,
        &["<c-c>", "3half<c-c>"],
        &expect![[r#"
        === question <c-c>
        cancelled
        0: -
        === question 3half<c-c>
        cancelled
        0: -
        0: typed Custom "half"
        === ask_user_question <c-c>
        cancelled
        0: -
        === ask_user_question 3half<c-c>
        cancelled
        0: -
        0: typed Custom "half"
        === opencode <c-c>
        cancelled
        0: -
        === opencode 3half<c-c>
        cancelled
        0: -
        0: typed Custom "half"
        === questionnaire <c-c>
        cancelled
        0: -
        === questionnaire 3half<c-c>
        cancelled
        0: -
        0: typed Custom "half"
        === spec <c-c>
        cancelled
        0: -
        === spec 3half<c-c>
        cancelled
        0: -
        0: typed Custom "half"
        === asq <c-c>
        cancelled
        0: -
        === asq 3half<c-c>
        cancelled
        0: -
        0: typed Custom "half"
    "#]],
    );
    each(
        true,
        &["1<c-c>", "3half<c-c>"],
        &expect![[r#"
        === ask_user_question 1<c-c>
        cancelled
        0: A
        === ask_user_question 3half<c-c>
        cancelled
        0: own "half"
        === opencode 1<c-c>
        cancelled
        0: A
        === opencode 3half<c-c>
        cancelled
        0: -
        0: typed Custom "half"
        === questionnaire 1<c-c>
        cancelled
        0: A
        === questionnaire 3half<c-c>
        cancelled
        0: -
        0: typed Custom "half"
        === asq 1<c-c>
        cancelled
        0: A
        === asq 3half<c-c>
        cancelled
        0: own "half"
    "#]],
    );
}

/// "A paste never commits": its line breaks are text, in a list as in an editor; Enter then answers.
#[test]
fn a_paste_never_commits() {
    each(
        false,
        &["<paste:one\\r\\ntwo\\rthree\\n>", "3<paste:one\\ntwo\\n>", "3<paste:one\\ntwo\\n><ret>"],
        &expect![[r#"
            === question <paste:one\r\ntwo\rthree\n>
            Which?
              1. A
              2. B
            > 3. Something else… one⏎two⏎three⏎|
            -- Enter accept · Ctrl+J new line · Ctrl+G editor · Esc back
            === question 3<paste:one\ntwo\n>
            Which?
              1. A
              2. B
            > 3. Something else… one⏎two⏎|
            -- Enter accept · Ctrl+J new line · Ctrl+G editor · Esc back
            === question 3<paste:one\ntwo\n><ret>
            answered
            0: own "one\ntwo"
            === ask_user_question <paste:one\r\ntwo\rthree\n>
            [H]
            Which?
              1. A
              2. B
            > 3. one⏎two⏎three⏎|
            -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
            === ask_user_question 3<paste:one\ntwo\n>
            [H]
            Which?
              1. A
              2. B
            > 3. one⏎two⏎|
            -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
            === ask_user_question 3<paste:one\ntwo\n><ret>
            answered
            0: own "one\ntwo"
            === opencode <paste:one\r\ntwo\rthree\n>
            Which?
              1. A
              2. B
            > 3. Type your own answer one⏎two⏎three⏎|
            -- Enter save · Ctrl+J new line · Esc back
            === opencode 3<paste:one\ntwo\n>
            Which?
              1. A
              2. B
            > 3. Type your own answer one⏎two⏎|
            -- Enter save · Ctrl+J new line · Esc back
            === opencode 3<paste:one\ntwo\n><ret>
            answered
            0: own "one\ntwo"
            === questionnaire <paste:one\r\ntwo\rthree\n>
            [H]
            Which?
              1. A
              2. B
            > 3. Other one⏎two⏎three⏎|
            -- Enter accept · Ctrl+J new line · Tab notes · Esc back
            === questionnaire 3<paste:one\ntwo\n>
            [H]
            Which?
              1. A
              2. B
            > 3. Other one⏎two⏎|
            -- Enter accept · Ctrl+J new line · Tab notes · Esc back
            === questionnaire 3<paste:one\ntwo\n><ret>
            answered
            0: own "one\ntwo"
            === spec <paste:one\r\ntwo\rthree\n>
            Which?
              1. A
              2. B
            > 3. Something else (I'll explain) one⏎two⏎three⏎|
              4. Let's discuss this
            -- Enter to submit - Esc to go back
            === spec 3<paste:one\ntwo\n>
            Which?
              1. A
              2. B
            > 3. Something else (I'll explain) one⏎two⏎|
              4. Let's discuss this
            -- Enter to submit - Esc to go back
            === spec 3<paste:one\ntwo\n><ret>
            answered
            0: own "one\ntwo"
            === asq <paste:one\r\ntwo\rthree\n>
            Which?
              1. A
              2. B
            > 3. one⏎two⏎three⏎|
              4. Let's discuss this
            -- ↑/↓ move · Enter select · Alt+N note · Esc back
            === asq 3<paste:one\ntwo\n>
            Which?
              1. A
              2. B
            > 3. one⏎two⏎|
              4. Let's discuss this
            -- ↑/↓ move · Enter select · Alt+N note · Esc back
            === asq 3<paste:one\ntwo\n><ret>
            answered
            0: own "one\ntwo"
        "#]],
    );
    each(
        true,
        &["<paste:one\\ntwo\\n>"],
        &expect![[r#"
            === ask_user_question <paste:one\ntwo\n>
            [*H] *Submit
            Which?
              1. [ ] A
              2. [ ] B
            > 3. [x] one⏎two⏎|
              Submit
            -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
            === opencode <paste:one\ntwo\n>
            [H] Confirm
            Which?
              1. [ ] A
              2. [ ] B
            > 3. [ ] Type your own answer one⏎two⏎|
              Confirm
            -- Enter save · Ctrl+J new line · Esc back
            === questionnaire <paste:one\ntwo\n>
            [H]
            Which?
              1. [ ] A
              2. [ ] B
            > 3. [ ] Other one⏎two⏎|
              [Select]
            -- Enter accept · Ctrl+J new line · Tab notes · Esc back
            === asq <paste:one\ntwo\n>
            Which?
              1. [ ] A
              2. [ ] B
            > 3. [x] one⏎two⏎|
              4. Let's discuss this
              [ Done · 1 picked ]
            -- ↑/↓ move · Enter done · Alt+N note · Esc back
        "#]],
    );
}
