//! The dialects `spec` and `opencode` by the command line, without a terminal.

use crate::run::{Done, asq};
use expect_test::expect;
use serde_json::json;

const LAYOUT: &str = r#"{"question": "How?", "options": [{"label": "Card", "description": "src/Card.tsx"}, {"label": "List"}]}"#;
const COLOUR: &str = r#"{"name": "question", "arguments": {"questions": [{"question": "Which?", "header": "Colour",
    "options": [{"label": "Blue", "description": ""}]}]}}"#;

fn spec(tool: &str) -> String {
    format!(r#"{{"name": "{tool}", "arguments": {LAYOUT}}}"#)
}

/// S3-1: it needs no terminal, and looks for none.
#[test]
fn resuming_needs_nobody() {
    let call = r#"{"name": "resume_structured", "arguments": {"summary": "Weekly sessions."}}"#;
    let done = asq(&["ask"]).input(call).done();
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    expect![[r#"
        {"id":null,"outcome":"answered","content":"Conversation summary captured: Weekly sessions. Resuming structured questions.","details":null,"is_error":false}
    "#]]
    .assert_eq(&done.out);
    let checked = asq(&["check", "-"]).input(call).done();
    expect![[r#"
        dialect: spec

        nobody is asked; the reply is:
        Conversation summary captured: Weekly sessions. Resuming structured questions.

        no problem, nothing dropped or mended
    "#]]
    .assert_eq(&checked.out);
}

#[test]
fn without_a_terminal_spec_says_so_plainly() {
    let done = asq(&["ask"]).input(spec("ask_question")).done();
    assert_eq!(
        (done.code, done.err.as_str()),
        (
            7,
            "asq: nobody was asked: there is no terminal to ask in\n  \
             --inbox lets it wait until somebody answers elsewhere\n"
        )
    );
    expect![[r#"
        {"id":null,"outcome":"unavailable","content":"UI not available — running in non-interactive mode. The user never saw the question.","details":{"question":"How?","options":["Card","List"],"answer":null},"is_error":false}
    "#]]
    .assert_eq(&done.out);
}

/// The arguments alone don't identify the tool; the command line does.
#[test]
fn a_tool_named_on_the_command_line_reads_bare_arguments() {
    let kind = |args: &[&str]| asq(&[&["check", "-"], args].concat()).input(LAYOUT).done();
    let one = kind(&["--tool", "ask_question"]);
    expect![[r#"
        dialect: spec

        question 1 of 1: How
          How?
          [pick one]
          1. Card
             src/Card.tsx
          2. List
          3. Something else (I'll explain) [own words]
          4. Let's discuss this [no answer: talk first]

        no problem, nothing dropped or mended
    "#]]
    .assert_eq(&one.out);
    let many = kind(&["--tool", "ask_multi_select"]);
    assert!(!many.out.contains("own words") && !many.out.contains("discuss this"), "{}", many.out);
    let unnamed = kind(&["--dialect", "spec"]);
    assert_eq!(unnamed.code, 65);
    assert!(unnamed.out.contains("- name: must be ask_question"), "{}", unnamed.out);
    let asked = asq(&["ask", "-", "--tool", "ask_multi_select"]).input(LAYOUT).done();
    assert_eq!(asked.json()["details"]["selected"], json!([]));
}

#[test]
fn without_a_terminal_opencode_ends_in_an_error() {
    let done = asq(&["ask"]).input(COLOUR).done();
    assert_eq!(done.code, 7, "{done:?}");
    expect![[r#"
        {"id":null,"outcome":"unavailable","content":"The user could not be asked and never saw the question: there is no terminal to ask in. Ask in plain text or go on without assuming an answer.","details":null,"is_error":true}
    "#]]
    .assert_eq(&done.out);
}

fn gated(client: &str, script: &str) -> Done {
    asq(&[]).shell(&format!("export {client}; {script}")).input(COLOUR).done()
}

/// S1-3: the host decides whether OpenCode offers its tool.
#[test]
fn behind_its_gate_opencode_has_no_schema_and_asks_nobody() {
    let schema = gated("OPENCODE_CLIENT=acp", "asq schema opencode");
    assert_eq!((schema.code, schema.out.as_str()), (7, ""));
    expect![[r#"
        asq: opencode has no schema here: the tool is not offered to this client (OPENCODE_CLIENT is none of app, cli, desktop)
    "#]]
    .assert_eq(&schema.err);
    let ask = gated("OPENCODE_CLIENT=acp", "asq ask");
    assert_eq!(ask.code, 7);
    expect![[r#"
        {"id":null,"outcome":"unavailable","content":"The user could not be asked and never saw the question: the tool is not offered to this client (OPENCODE_CLIENT is none of app, cli, desktop). Ask in plain text or go on without assuming an answer.","details":null,"is_error":true}
    "#]]
    .assert_eq(&ask.out);
    expect![[r#"
        asq: nobody was asked: the tool is not offered to this client (OPENCODE_CLIENT is none of app, cli, desktop)
          OPENCODE_ENABLE_QUESTION_TOOL=1 offers it anyway
    "#]]
    .assert_eq(&ask.err);
    // An invalid call is reported anyway, and a contract without a gate asks its question.
    let ill = gated("OPENCODE_CLIENT=acp", "asq ask --dialect opencode - <<< '{}'");
    assert_eq!(ill.code, 65);
    let other = gated("OPENCODE_CLIENT=acp", "asq schema spec");
    assert_eq!(other.code, 0);
}

#[test]
fn before_its_gate_opencode_has_a_schema() {
    for client in ["OPENCODE_CLIENT=desktop", "OPENCODE_CLIENT=acp OPENCODE_ENABLE_QUESTION_TOOL=1", "X=1"] {
        let schema = gated(client, "asq schema opencode");
        assert_eq!((schema.code, schema.err.as_str()), (0, ""), "{client}");
        assert_eq!(schema.json()["tools"][0]["name"], "question");
    }
}

#[test]
fn a_call_without_a_question_is_refused_in_opencode_s_words() {
    let call = r#"{"questions": []}"#;
    let done = asq(&["ask", "--dialect", "opencode"]).input(call).done();
    assert_eq!(done.code, 65);
    expect![[r#"
        The question tool was called with invalid arguments: SchemaError(Expected 1 to 32 questions, got none
          at ["questions"]).
        Please rewrite the input so it satisfies the expected schema."#]]
    .assert_eq(done.json()["content"].as_str().unwrap_or_default());
    let checked = asq(&["check", "-", "--dialect", "opencode"]).input(call).done();
    assert!(checked.out.contains("the agent is told:\nThe question tool was called"), "{}", checked.out);
}
