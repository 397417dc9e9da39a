//! What `ask` makes of a call, and what it gives back, for sentences that no golden case has.

use crate::notation;
use asq_core::model::{Answer, Answers, Entry, Outcome, Pick, Prefs, Request};
use asq_dialects::{ALL, Ending, ToolCall, What, asq};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

fn call(arguments: Value) -> ToolCall {
    ToolCall { name: None, arguments }
}

#[track_caller]
fn read(arguments: Value, expect: &Expect) {
    let read = (asq::DIALECT.read)(&call(arguments), &Prefs::default());
    expect.assert_eq(&notation::reading("asq", &read));
}

/// "A default that the person could not give as an answer is dropped and told": a masked answer starts empty.
#[test]
fn a_secret_starts_empty() {
    read(
        json!({"question": "A?", "sensitive": true, "default": "hush"}),
        &expect![[r#"
        asq: Every answered, Offered order, notes true, discuss
        q1 ["Question 1"] text on one line: "A?"
          sensitive
        ~ default: dropped: a masked answer starts empty
    "#]],
    );
}

/// "From one second to 366 days."
#[test]
fn a_time_limit_is_at_most_366_days() {
    for after in [json!(31_622_400), json!(31_622_400.001)] {
        let read = (asq::DIALECT.read)(
            &call(json!({"question": "A?", "expires": {"after": after}})),
            &Prefs::default(),
        );
        let wanted = after.as_f64() == Some(31_622_400.0);
        assert_eq!(read.is_ok(), wanted, "{after}");
    }
}

/// "A map is a list: keys are the questions' ids": a problem names the key that came.
#[test]
fn a_problem_in_a_map_of_questions_names_its_key() {
    read(
        json!({"questions": {"db": {"question": 7}, "os": "Which system?"}}),
        &expect![[r#"
        misuse
        - questions.db.question: must be a string, but is the number 7.
    "#]],
    );
}

/// "Options in one text are its lines …, or its parts between `;`, `|` or `,`."
#[test]
fn options_in_one_text_are_its_parts() {
    read(
        json!({"question": "A?", "options": "one, and more | two"}),
        &expect![[r#"
        asq: Every answered, Offered order, notes true, discuss
        q1 ["Question 1"] one + custom: "A?"
          0 "one, and more"
          1 "two"
        ~ options: mended: one text is read as a list of 2
    "#]],
    );
}

/// "A label stays whole where … another option is called the rest"; "a blank one is none".
#[test]
fn a_label_that_would_be_another_ones_stays_whole_and_a_blank_preview_is_none() {
    let options = json!(["x (Recommended)", {"label": "x", "preview": {"kind": "code", "source": " "}}]);
    read(
        json!({"question": "A?", "options": options}),
        &expect![[r#"
        asq: Every answered, Offered order, notes true, discuss
        q1 ["Question 1"] one + custom: "A?"
          0 "x (Recommended)"
          1 "x"
        ~ options[1].preview.source: mended: a blank text is read as left out
    "#]],
    );
}

fn request(arguments: Value) -> Request {
    match (asq::DIALECT.read)(&call(arguments), &Prefs::default()).unwrap().what {
        What::Ask { request, .. } => request,
        What::Reply(_) => panic!("somebody is asked"),
    }
}

/// "On one line in double quotes, with quotes, backslashes and line breaks escaped as in JSON."
#[test]
fn what_was_picked_stands_in_quotes_with_backslashes_escaped() {
    let asked = json!({"question": "Where?", "options": ["C:\\new", "say \"hi\""]});
    let answers = Answers {
        entries: vec![Entry { answer: Some(Answer::Picks(vec![Pick::Option(0)])), ..Entry::default() }],
    };
    let outcome = Outcome::Answered(answers);
    let reply = (asq::DIALECT.write)(&call(asked.clone()), Some(&request(asked)), Ending::Closed(&outcome));
    expect![[r#"
        The user answered your question.
        1. q1: "Where?"
           picked: "C:\\new""#]]
    .assert_eq(&reply.content);
}

/// "Details of another request, or of none, are refused."
#[test]
fn details_of_another_request_are_refused() {
    let one = request(json!({"questions": [{"id": "a", "question": "A?", "kind": "text"}]}));
    let answered = |ids: &[&str]| {
        let by_id: serde_json::Map<String, Value> =
            ids.iter().map(|id| ((*id).to_owned(), json!({"kind": "text", "value": "x"}))).collect();
        asq::answers(&json!({"outcome": "answered", "answers": by_id}), &one).is_some()
    };
    assert!(answered(&["a"]));
    assert!(!answered(&["a", "b"]));
    assert!(!answered(&["b"]));
}

/// "Every key is required, and one that may be left out takes null; no other keys are allowed"; "only keywords that
/// strict mode knows are left".
#[test]
fn a_strict_schema_requires_every_key_and_allows_no_other() {
    fn check(node: &Value, path: &str) {
        let known = [
            "type",
            "enum",
            "description",
            "minItems",
            "maxItems",
            "minimum",
            "maximum",
            "items",
            "anyOf",
            "required",
            "additionalProperties",
            "properties",
        ];
        let Some(map) = node.as_object() else { panic!("{path} is no schema: {node}") };
        for key in map.keys() {
            assert!(known.contains(&key.as_str()), "{path}: {key}");
        }
        if let Some(properties) = map.get("properties").and_then(Value::as_object) {
            let all: Vec<&String> = properties.keys().collect();
            assert_eq!(map["required"], json!(all), "{path}");
            assert_eq!(map["additionalProperties"], json!(false), "{path}");
            properties.iter().for_each(|(key, inner)| check(inner, &format!("{path}.{key}")));
        }
        map.get("items").into_iter().for_each(|items| check(items, &format!("{path}[]")));
        for branch in map.get("anyOf").and_then(Value::as_array).into_iter().flatten() {
            check(branch, &format!("{path}|"));
        }
    }
    for dialect in ALL {
        for tool in dialect.strict_schema(&Prefs::default())["tools"].as_array().unwrap() {
            assert_eq!(tool["strict"], json!(true));
            check(&tool["input_schema"], dialect.id);
        }
    }
    let tool = &asq::DIALECT.strict_schema(&Prefs::default())["tools"][0];
    let question = &tool["input_schema"]["properties"]["questions"]["items"]["properties"];
    assert_eq!(
        (&question["question"]["type"], &question["id"]["type"]),
        (&json!("string"), &json!(["string", "null"]))
    );
}
