//! A call as each provider sends it, and a call that names its tool and little else.
//!
//! Each file of `tests/corpus/blocks` holds the same call in another provider's block.
#![allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]

use crate::notation;
use asq_core::model::Prefs;
use asq_dialects::understand;
use expect_test::{Expect, expect};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

/// The reading of a call, or the misuse for the agent.
fn read(call: &Value) -> String {
    let parsed = match asq_wire::read(call.to_string().into_bytes()) {
        Ok(parsed) => parsed,
        Err(misuse) => return format!("no call\n{misuse}\n"),
    };
    match understand(&parsed.value, None, None, &Prefs::default()) {
        Ok((dialect, mut reading)) => {
            reading.notes.splice(0..0, parsed.notes);
            notation::reading(dialect.id, &Ok(reading))
        }
        Err((dialect, misuse)) => format!("{}: misuse\n{misuse}\n", dialect.map_or("no dialect", |d| d.id)),
    }
}

#[test]
fn each_providers_block_is_read_as_the_call_in_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/blocks");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut noted = String::new();
    for path in paths {
        let text = read(&serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap());
        let (notes, request): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('~'));
        let wanted = [
            "ask_user_question: Any answered, Picked order, notes true",
            "q1 [\"Layout\"] one + custom: \"Which layout?\"",
            "  0 \"Grid\" — \"Cards\"",
            "  1 \"List\" — \"Rows\"",
        ];
        assert_eq!(request, wanted, "{}", path.display());
        writeln!(noted, "{}", path.file_stem().unwrap().display()).unwrap();
        for note in notes {
            writeln!(noted, "  {note}").unwrap();
        }
    }
    expect![[r#"
        anthropic_messages
        bedrock_converse
        claude_code_hook
          ~ session_id: dropped: "session_id" is not part of a call
          ~ transcript_path: dropped: "transcript_path" is not part of a call
          ~ cwd: dropped: "cwd" is not part of a call
          ~ permission_mode: dropped: "permission_mode" is not part of a call
          ~ hook_event_name: dropped: "hook_event_name" is not part of a call
        gemini
        gemini_inner
        llama
        mcp_params
        mcp_request
        ollama
        openai_chat
          ~ arguments: mended: was a string of JSON; its content was read
        openai_chat_delta
          ~ arguments: mended: was a string of JSON; its content was read
        openai_legacy
          ~ arguments: mended: was a string of JSON; its content was read
        openai_responses
          ~ arguments: mended: was a string of JSON; its content was read
        pi
        vercel
    "#]]
    .assert_eq(&noted);
}

#[allow(clippy::needless_pass_by_value, reason = "call and Expect are written in place")]
fn check(call: Value, wanted: Expect) {
    wanted.assert_eq(&read(&call));
}

#[test]
fn a_tools_name_decides_though_its_arguments_are_missing_or_no_object() {
    check(
        json!({"name": "question"}),
        expect![[r#"
        question: misuse
        - questions: must be an array of questions, but is missing.
    "#]],
    );
    check(
        json!({"type": "tool_use", "id": "t1", "name": "ask_user_question"}),
        expect![[r#"
        ask_user_question: misuse
        - questions: must be an array of questions, but is missing.
    "#]],
    );
    check(
        json!({"type": "tool_use", "name": "ask_multi_select", "input": null}),
        expect![[r#"
        spec: misuse
        - question: must be a string, but is missing.
        - options: must be an array of options, but is missing.
    "#]],
    );
    check(
        json!({"type": "function", "function": {"name": "AskUserQuestion", "arguments": ""}}),
        expect![[r#"
        asq: misuse
        - questions: must hold the questions, but the call is empty. Write {"questions": [{"question": "…?", "options": ["…", "…"]}]}.
    "#]],
    );
    check(
        json!({"name": "ask", "input": 5}),
        expect![[r#"
        asq: misuse
        - input: must be an object, but is the number 5. Write it as {"questions": [{"question": …, "options": […]}]}.
    "#]],
    );
    check(
        json!({"name": "ask_question", "arguments": "{\"question\": "}),
        expect![[r#"
        spec: misuse
        - input: must be an object, but is the string "{\"question\": ". Write it as {"question": …, "options": [{"label": …, "description": …}]}.
        - input: must be JSON, but it ends inside an object that is still open, at line 1.
    "#]],
    );
    check(
        json!({"name": "ask_user_question", "arguments": [{"question": "A?"}]}),
        expect![[r#"
        ask_user_question: misuse
        - input: must be an object, but is an array of 1. Write it as {"questions": […]}.
    "#]],
    );
    check(
        json!({"name": "Bash"}),
        expect![[r#"
            no dialect: misuse
            - name: must be a tool of one of the dialects question, ask_user_question, opencode, questionnaire, spec, asq, but is "Bash".
            This version reads the dialects question, ask_user_question, opencode, questionnaire, spec, asq. Name the tool, as in {"name": "ask_user_question", "arguments": {"questions": [{"question": "…?", "header": "…", "options": [{"label": "…", "description": "…"}, …]}]}}; `asq schema ID` prints each tool's schema.
        "#]],
    );
}

#[test]
fn a_call_whose_own_keys_are_named_like_a_blocks_is_no_block() {
    check(
        json!({"name": "Deploy", "question": "Ship it?", "options": ["Now", "Later"]}),
        expect![[r#"
        asq: Every answered, Offered order, notes true, discuss
        q1 ["Deploy"] one + custom: "Ship it?"
          0 "Now"
          1 "Later"
        ~ input: mended: looks like a call of spec, which would refuse it; read by asq's own contract instead
        ~ name: for spec this must be ask_question, ask_multi_select or resume_structured, but is missing
        ~ name: mended: read as header
    "#]],
    );
    check(
        json!({"type": "text", "name": "N", "question": "Which name?"}),
        expect![[r#"
        asq: Every answered, Offered order, notes true, discuss
        q1 ["N"] text: "Which name?"
        ~ name: mended: read as header
        ~ type: mended: read as kind
    "#]],
    );
    check(
        json!({"questions": [{"question": "A?"}], "function": {"name": "ask"}}),
        expect![[r#"
        asq: Every answered, Offered order, notes true, discuss
        q1 ["Question 1"] text: "A?"
        ~ function: dropped: this tool does not know this key
    "#]],
    );
}

#[test]
fn a_hosts_own_request_is_read_by_its_params() {
    check(
        json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": {
            "message": "Which city?",
            "requestedSchema": {"type": "object", "properties": {"city": {"type": "string"}}}
        }}),
        expect![[r#"
            asq: Every answered, Offered order, notes true, discuss
            city ["city"] text on one line: "Which city?"
              skippable
            ~ message: mended: read as context
            ~ requestedSchema: mended: each field is read as a question
        "#]],
    );
}
