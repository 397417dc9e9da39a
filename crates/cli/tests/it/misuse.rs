//! Bad input: asq ends with 65 and a message that names the field, its limit and the actual value.

use crate::run::asq;
use expect_test::{Expect, expect};
use std::fmt::Write as _;

fn refused(dialect: &str, call: impl Into<Vec<u8>>, wanted: &Expect) {
    let call = call.into();
    let done = asq(&["ask", "--dialect", dialect]).input(call.clone()).done();
    assert_eq!(done.code, 65, "{done:?}");
    let line = done.json();
    assert_eq!(line["outcome"], "misuse");
    let content = line["content"].as_str().unwrap_or_default();
    wanted.assert_eq(content);
    let check = asq(&["check", "-", "--dialect", dialect]).input(call).done();
    assert_eq!(check.code, 65);
    for problem in content.lines().filter(|l| l.starts_with("- ")) {
        assert!(check.out.contains(problem), "check does not say: {problem}\n{}", check.out);
    }
}

#[test]
fn a_tool_that_is_named_answers_in_its_own_words_though_nothing_can_be_read() {
    let mut told = String::new();
    for tool in ["ask_user_question", "ask_multi_select", "AskUserQuestion", "ask"] {
        let done = asq(&["ask", "--tool", tool]).input("{").done();
        assert_eq!(done.code, 65, "{done:?}");
        let line = done.json();
        writeln!(told, "{}\n{}", line["content"].as_str().unwrap_or_default(), line["details"]).unwrap();
    }
    expect![[r#"
        Error: this call of ask_user_question does not fit its contract, so the user was not asked. Fix all of this and call again:
        - input: must be JSON, but it ends inside an object that is still open, at line 1.
        null
        Error: this call of ask_multi_select does not fit its contract, so the user was not asked. Fix all of this and call again:
        - input: must be JSON, but it ends inside an object that is still open, at line 1.
        null
        Error: this call of ask can't be asked, so the user was not asked. Fix all of this and call again:
        - input: must be JSON, but it ends inside an object that is still open, at line 1.
        {"outcome":"misuse","answers":{},"problems":[{"path":"input","wanted":"must be JSON","came":"it ends inside an object that is still open, at line 1","fix":null}]}
        Error: this call of ask can't be asked, so the user was not asked. Fix all of this and call again:
        - input: must be JSON, but it ends inside an object that is still open, at line 1.
        {"outcome":"misuse","answers":{},"problems":[{"path":"input","wanted":"must be JSON","came":"it ends inside an object that is still open, at line 1","fix":null}]}
    "#]].assert_eq(&told);
}

#[test]
fn not_json() {
    refused(
        "question",
        "",
        &expect![[r#"
            Error: this call of question does not fit its contract, so the user was not asked. Fix all of this and call again:
            - input: must be a JSON object, but it is empty."#]],
    );
    refused(
        "question",
        "Which database?",
        &expect![[r#"
        Error: this call of question does not fit its contract, so the user was not asked. Fix all of this and call again:
        - input: must be JSON, but line 1 column 1 is not: expected value, at "Which"."#]],
    );
    refused(
        "question",
        r#"{"questions": ["#,
        &expect![[r#"
        Error: this call of question does not fit its contract, so the user was not asked. Fix all of this and call again:
        - input: must be JSON, but line 1 column 15 is not: EOF while parsing a list, at the end."#]],
    );
    refused(
        "question",
        b"{\"questions\": \"\xff\"}".to_vec(),
        &expect![[r#"
        Error: this call of question does not fit its contract, so the user was not asked. Fix all of this and call again:
        - input: must be UTF-8, but the byte at 15 belongs to no character."#]],
    );
}

#[test]
fn wrong_types() {
    refused(
        "question",
        "[]",
        &expect![[r#"
            Error: this call of question does not fit its contract, so the user was not asked. Fix all of this and call again:
            - input: must be an object, but is an array of 0. Write it as {"questions": […]}."#]],
    );
    refused(
        "question",
        r#"{"questions": "one"}"#,
        &expect![[r#"
        Error: this call of question does not fit its contract, so the user was not asked. Fix all of this and call again:
        - questions: must be an array of questions, but is the string "one"."#]],
    );
    refused(
        "question",
        r#"{"questions": [{"id": 1, "prompt": null, "options": {}}]}"#,
        &expect![[r#"
        Error: this call of question does not fit its contract, so the user was not asked. Fix all of this and call again:
        - questions[0].id: must be a string, but is the number 1.
        - questions[0].prompt: must be a string, but is null.
        - questions[0].options: must be an array of options, but is an object."#]],
    );
    refused(
        "ask_user_question",
        r#"{"questions": [{"question": 1, "header": [], "options": "a"}]}"#,
        &expect![[r#"
            Error: this call of ask_user_question does not fit its contract, so the user was not asked. Fix all of this and call again:
            - questions[0].question: must be a string, but is the number 1.
            - questions[0].header: must be a string, but is an array of 0.
            - questions[0].options: must be an array of options, but is the string "a"."#]],
    );
}

#[test]
fn empty_labels() {
    let call = r#"{"questions": [{"id": "a", "prompt": "Which?", "options": [{"value": "", "label": ""}, {"value": "b", "label": "  "}]}]}"#;
    refused(
        "question",
        call,
        &expect![[r#"
        Error: this call of question does not fit its contract, so the user was not asked. Fix all of this and call again:
        - questions[0].options[0].label: must have text in it, but is empty.
        - questions[0].options[1].label: must have text in it, but is white space only."#]],
    );
    let call = r#"{"questions": [{"question": "Which?", "header": " ", "options": [{"label": ""}, {"label": " "}]}]}"#;
    refused(
        "ask_user_question",
        call,
        &expect![[r#"
        Error: this call of ask_user_question does not fit its contract, so the user was not asked. Fix all of this and call again:
        - questions[0].header: must have text in it, but is white space only.
        - questions[0].options[0].label: must have text in it, but is empty.
        - questions[0].options[1].label: must have text in it, but is white space only."#]],
    );
}

#[test]
fn ten_megabytes_of_text() {
    let text = "x".repeat(10 << 20);
    let call = format!(r#"{{"questions": [{{"id": "a", "prompt": "{text}", "options": []}}]}}"#);
    refused(
        "question",
        call,
        &expect![[r#"
        Error: this call of question does not fit its contract, so the user was not asked. Fix all of this and call again:
        - input: must have at most 4194304 bytes (4 MiB), but at least 4194305 came. Shorten texts and previews, or name files instead of quoting them."#]],
    );
}

#[test]
fn two_hundred_deep() {
    let call = format!(r#"{{"questions": {}{}}}"#, "[".repeat(200), "]".repeat(200));
    refused(
        "question",
        call,
        &expect![[r#"
        Error: this call of question does not fit its contract, so the user was not asked. Fix all of this and call again:
        - questions[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]: must nest at most 32 levels of arrays and objects, but goes deeper. Send the arguments flat, as the tool's schema shows them."#]],
    );
}

#[test]
fn duplicate_keys() {
    let call = r#"{"questions": [{"id": "a", "prompt": "Which?", "prompt": "What?", "options": []}], "questions": []}"#;
    refused(
        "question",
        call,
        &expect![[r#"
        Error: this call of question does not fit its contract, so the user was not asked. Fix all of this and call again:
        - questions[0].prompt: must stand once in its object, but came more than once. Keep one of them.
        - questions: must stand once in its object, but came more than once. Keep one of them."#]],
    );
}

#[test]
fn all_problems_at_once() {
    let call = r#"{"questions": [
        {"question": "Same?", "header": "A header that is too long", "options": [{"label": "only one"}], "multiple": true},
        {"question": "Same?", "header": "B", "options": [{"label": "x"}, {"label": "x"}]}]}"#;
    refused(
        "ask_user_question",
        call,
        &expect![[r#"
            Error: this call of ask_user_question does not fit its contract, so the user was not asked. Fix all of this and call again:
            - questions[0]: unknown key 'multiple'; use 'multiSelect'.
            - questions[0].header: must have at most 12 characters, but has 25. It is a tab's label: one or two short words.
            - questions[0].options: must hold 2 to 4 options, but holds 1.
            - questions[1].question: must differ from questions[0].question, but is "Same?" as well. Answers come back under these texts, so each must be its own.
            - questions[1].options[1].label: must differ from questions[1].options[0].label, but is "x" as well. Answers come back under these texts, so each must be its own."#]],
    );
}

#[test]
fn limits_of_everything() {
    let question = |i: usize| format!(r#"{{"id": "q{i}", "prompt": "Which?", "options": []}}"#);
    let many: Vec<String> = (0..33).map(question).collect();
    refused(
        "question",
        format!(r#"{{"questions": [{}]}}"#, many.join(",")),
        &expect![[r#"
        Error: this call of question does not fit its contract, so the user was not asked. Fix all of this and call again:
        - questions: must hold 1 to 32 questions, but holds 33."#]],
    );
    let options: Vec<String> = (0..201).map(|i| format!(r#"{{"value": "{i}", "label": "{i}"}}"#)).collect();
    let call = format!(
        r#"{{"questions": [{{"id": "a", "prompt": "Which?", "options": [{}]}}]}}"#,
        options.join(",")
    );
    refused(
        "question",
        call,
        &expect![[r#"
        Error: this call of question does not fit its contract, so the user was not asked. Fix all of this and call again:
        - questions[0].options: must hold at most 200 options, but holds 201."#]],
    );
    let call =
        format!(r#"{{"questions": [{{"id": "a", "prompt": "{}", "options": []}}]}}"#, "é".repeat(40_000));
    refused(
        "question",
        call,
        &expect![[r#"
        Error: this call of question does not fit its contract, so the user was not asked. Fix all of this and call again:
        - questions[0].prompt: must have at most 65536 bytes (64 KiB), but has 80000 bytes."#]],
    );
}
