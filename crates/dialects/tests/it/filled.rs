//! Calls in which every key is filled in, as models under strict schemas write them, read like sparse ones.

use asq_core::model::Prefs;
use asq_dialects::{Dialect, ToolCall, What, by_id, understand};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Sparse calls of `ask`: every kind, named and guessed, with little and with much.
fn sparse() -> Vec<Value> {
    let questions = [
        json!({"question": "Which?", "options": ["a", "b"]}),
        json!({"question": "Which?", "options": [{"label": "a"}, {"label": "b", "value": "2", "recommended": true}]}),
        json!({"id": "i", "header": "H", "question": "Which?", "kind": "select_one", "options": [{"label": "a"}], "custom": false}),
        json!({"question": "Which?", "kind": "select_many", "options": [{"label": "a"}, {"label": "b"}]}),
        json!({"question": "Which?", "kind": "select_many", "options": ["a", "b", "c"], "min": 0, "max": 2, "default": ["a"]}),
        json!({"question": "Go?", "kind": "confirm"}),
        json!({"question": "Go?", "yes": "Ship", "no": "Hold"}),
        json!({"question": "Drop it?", "kind": "confirm", "danger": "drop users"}),
        json!({"question": "Drop it?", "header": "Drop", "kind": "confirm", "danger": true}),
        json!({"question": "How many?", "kind": "number"}),
        json!({"question": "How many?", "kind": "number", "min": 1, "max": 9, "step": 2, "unit": "GB", "default": 3}),
        json!({"question": "How many?", "max": 9}),
        json!({"question": "What?"}),
        json!({"question": "What?", "kind": "text", "multiline": false, "placeholder": "p", "default": "d"}),
        json!({"question": "What?", "kind": "text", "sensitive": true, "skippable": true}),
    ];
    let mut calls: Vec<Value> = questions.iter().map(|question| json!({"questions": [question]})).collect();
    calls.push(json!({"questions": questions, "discuss": false, "expires": {"after": "10m"}}));
    calls
}

/// The call with every other key of its schema filled in by `blank`, which gets the key's place and schema.
fn filled(call: &Value, schema: &Value, blank: &mut dyn FnMut(&str, &Value) -> Option<Value>) -> Value {
    match (call, &schema["properties"], &schema["items"]) {
        (Value::Object(map), Value::Object(properties), _) => {
            let mut full = map.clone();
            for (key, property) in properties {
                let value = match map.get(key) {
                    Some(value) => Some(filled(value, property, blank)),
                    None => blank(key, property),
                };
                full.extend(value.map(|value| (key.clone(), value)));
            }
            full.into()
        }
        (Value::Array(list), _, items) if items.is_object() => {
            list.iter().map(|entry| filled(entry, items, blank)).collect()
        }
        (other, _, _) => other.clone(),
    }
}

/// What a call asks; its notes tell what came, so they differ.
fn asked(dialect: &Dialect, tool: &str, arguments: Value) -> What {
    let shown = arguments.to_string();
    let call = ToolCall { name: Some(tool.to_owned()), arguments };
    match (dialect.read)(&call, &Prefs::default()) {
        Ok(reading) => reading.what,
        Err(misuse) => panic!("{shown}\n{misuse}"),
    }
}

fn same(dialect: &Dialect, tool: &str, sparse: &Value, full: Value) {
    let shown = full.to_string();
    if dialect.id == "asq" {
        assert_eq!(asked_unnamed(full.clone()), asked_unnamed(sparse.clone()), "without a name: {shown}");
    }
    assert_eq!(asked(dialect, tool, full), asked(dialect, tool, sparse.clone()), "{shown}");
}

/// The contract that a call without a name is taken for, and what it asks.
fn asked_unnamed(arguments: Value) -> (&'static str, What) {
    let call = ToolCall { name: None, arguments };
    let (dialect, reading) = understand(&call, None, None, &Prefs::default()).unwrap();
    (dialect.id, reading.what)
}

fn schema(dialect: &Dialect, tool: &str) -> Value {
    let tools = (dialect.tools)(&Prefs::default());
    tools.into_iter().find(|spec| spec.name == tool).unwrap().input_schema
}

#[test]
fn every_other_key_filled_in_with_the_same_blank() {
    let asq = by_id("asq").unwrap();
    let schema = schema(asq, "ask");
    for blank in
        [json!(null), json!(""), json!(" \n"), json!([]), json!({}), json!([""]), json!({"a": "", "b": 0})]
    {
        for call in sparse() {
            same(asq, "ask", &call, filled(&call, &schema, &mut |_, _| Some(blank.clone())));
        }
    }
}

/// Of the type that the schema says: `""`, 0, `[]`, objects with all their keys, and null where it says a flag.
fn typed(schema: &Value) -> Value {
    match schema["type"].as_str() {
        Some("string") => json!(""),
        Some("number") => json!(0),
        Some("array") => json!([]),
        Some("object") => filled(&json!({}), schema, &mut |_, inner| Some(typed(inner))),
        _ => Value::Null,
    }
}

#[test]
fn every_other_key_filled_in_by_its_type() {
    let asq = by_id("asq").unwrap();
    let schema = schema(asq, "ask");
    for call in sparse() {
        // A single bound of 0 next to a given one can be meant.
        if !call.to_string().contains("\"max\"") {
            same(asq, "ask", &call, filled(&call, &schema, &mut |_, inner| Some(typed(inner))));
        }
    }
}

#[test]
fn zeros_that_nobody_can_mean() {
    let asq = by_id("asq").unwrap();
    let list = json!({"question": "?", "kind": "select_many", "options": ["a", "b"]});
    let number = json!({"question": "?", "kind": "number"});
    for (question, key, zero) in [
        (&list, "max", json!(0)),
        (&list, "max", json!("0")),
        (&list, "danger", json!(0)),
        (&number, "step", json!(0)),
        (&number, "step", json!(0.0)),
        (&number, "danger", json!(false)),
    ] {
        let mut full = question.clone();
        full[key] = zero;
        same(asq, "ask", &json!({"questions": [question]}), json!({"questions": [full]}));
    }
    let sparse = json!({"questions": [number]});
    for expires in
        [json!(0), json!("0"), json!({"after": 0, "means": ""}), json!({"after": null, "means": null})]
    {
        let mut full = sparse.clone();
        full["expires"] = expires;
        same(asq, "ask", &sparse, full);
    }
    // A bound of 0 is a bound, of a number and of picks.
    for (question, wanted) in [
        (json!({"question": "?", "kind": "number", "min": 0}), "Number { min: Some(0)"),
        (json!({"question": "?", "kind": "number", "max": 0}), "max: Some(0)"),
        (json!({"question": "?", "kind": "select_many", "options": ["a"], "min": 0}), "Many { min: 0"),
    ] {
        let what = format!("{:?}", asked(asq, "ask", json!({"questions": [question]})));
        assert!(what.contains(wanted), "{what}");
    }
}

/// Keys in which a 0 is a bound, a flag, a text, or of the wrong type.
const ZERO_IS_A_VALUE: [&str; 19] = [
    "context",
    "custom",
    "default",
    "description",
    "discuss",
    "header",
    "id",
    "kind",
    "max",
    "means",
    "min",
    "multiline",
    "no",
    "options",
    "placeholder",
    "preview",
    "unit",
    "value",
    "yes",
];

fn keys(schema: &Value, out: &mut BTreeSet<String>) {
    for (key, property) in schema["properties"].as_object().into_iter().flatten() {
        out.insert(key.clone());
        keys(property, out);
    }
    if schema["items"].is_object() {
        keys(&schema["items"], out);
    }
}

#[test]
fn a_zero_is_left_out_of_every_key_in_which_nobody_can_mean_it() {
    let asq = by_id("asq").unwrap();
    let schema = schema(asq, "ask");
    let mut all = BTreeSet::new();
    keys(&schema, &mut all);
    let read = |arguments: Value| {
        let call = ToolCall { name: Some("ask".to_owned()), arguments };
        (asq.read)(&call, &Prefs::default()).map(|reading| reading.what).ok()
    };
    let differs = |key: &String| {
        sparse().into_iter().any(|call| {
            let full = filled(&call, &schema, &mut |filled, _| (filled == key).then(|| json!(0)));
            read(full) != read(call)
        })
    };
    let meant: Vec<&String> = all.iter().filter(|key| differs(key)).collect();
    assert_eq!(meant, ZERO_IS_A_VALUE);
}

#[test]
fn an_empty_list_of_questions_beside_a_question_is_nothing() {
    let asq = by_id("asq").unwrap();
    let sparse = json!({"question": "Which?", "options": ["a", "b"]});
    for blank in [json!([]), json!(null), json!(""), json!({})] {
        let full =
            json!({"questions": blank, "question": "Which?", "options": ["a", "b"], "requestedSchema": {}});
        same(asq, "ask", &sparse, full);
    }
}

#[test]
fn null_is_left_out_by_every_contract() {
    let option = |label: &str| json!({"label": label, "description": "d"});
    let options = [option("a"), option("b")];
    let calls = [
        (
            "question",
            "question",
            json!({"questions": [{"id": "i", "prompt": "?", "options": [{"value": "v", "label": "l"}]}]}),
        ),
        (
            "ask_user_question",
            "ask_user_question",
            json!({"questions": [{"question": "?", "header": "h", "options": options}]}),
        ),
        (
            "opencode",
            "question",
            json!({"questions": [{"question": "?", "header": "h", "options": options}]}),
        ),
        ("spec", "ask_question", json!({"question": "?", "options": [{"label": "a"}, {"label": "b"}]})),
        ("spec", "ask_multi_select", json!({"question": "?", "options": [{"label": "a"}]})),
    ];
    let questionnaire = ["select_one", "select_many", "confirm_enum", "number", "free_text"].map(|kind| {
        let mut question = json!({"header": "h", "question": "?", "type": kind});
        if kind.starts_with("select") {
            question["options"] = json!([{"label": "a"}, {"label": "b"}]);
        }
        ("questionnaire", "AskUserQuestion", json!({"questions": [question]}))
    });
    for (id, tool, call) in calls.into_iter().chain(questionnaire) {
        let dialect = by_id(id).unwrap();
        let full = filled(&call, &schema(dialect, tool), &mut |_, _| Some(Value::Null));
        assert!(full.to_string().contains("null") || id == "spec", "{full}");
        same(dialect, tool, &call, full);
    }
}

/// The sparse call as strict mode lets a model write it: every key is there.
fn under_strict_mode(call: &Value, strict: &Value) -> Value {
    match call {
        Value::Object(map) => {
            let properties = object_schema(strict)["properties"].as_object().unwrap();
            assert!(map.keys().all(|key| properties.contains_key(key)), "{call}");
            let value = |(key, property): (&String, &Value)| {
                (key.clone(), map.get(key).map_or(Value::Null, |value| under_strict_mode(value, property)))
            };
            properties.iter().map(value).collect::<serde_json::Map<_, _>>().into()
        }
        Value::Array(list) if !list.iter().all(Value::is_string) => {
            let items = &object_schema(strict)["items"];
            list.iter().map(|entry| under_strict_mode(entry, items)).collect()
        }
        other => other.clone(),
    }
}

/// The branch that isn't null.
fn object_schema(node: &Value) -> &Value {
    node.pointer("/anyOf/0").unwrap_or(node)
}

#[test]
fn a_call_under_strict_mode_reads_like_a_sparse_one() {
    let options = || json!([{"label": "a", "description": "d"}, {"label": "b", "description": "e"}]);
    let asq = sparse().into_iter().map(|call| ("asq", "ask", call)).filter(|(_, _, call)| {
        // Strict mode lets a model write no bare texts, and no flag where a text is wanted.
        !call.to_string().contains(r#""options":["a""#) && !call.to_string().contains(r#""danger":true"#)
    });
    let others = [
        (
            "question",
            "question",
            json!({"questions": [{"id": "i", "prompt": "?", "options": [{"value": "v", "label": "l"}]}]}),
        ),
        (
            "ask_user_question",
            "ask_user_question",
            json!({"questions": [{"question": "?", "header": "h", "options": options()}]}),
        ),
        (
            "opencode",
            "question",
            json!({"questions": [{"question": "?", "header": "h", "options": options()}]}),
        ),
        ("spec", "ask_question", json!({"question": "?", "options": [{"label": "a"}, {"label": "b"}]})),
        (
            "questionnaire",
            "AskUserQuestion",
            json!({"questions": [{"header": "h", "question": "?", "type": "select_one", "options": options()},
            {"header": "n", "question": "?", "type": "number", "default": 3}]}),
        ),
    ];
    let mut nulls = 0;
    for (id, tool, call) in asq.chain(others) {
        let dialect = by_id(id).unwrap();
        let strict = dialect.strict_schema(&Prefs::default());
        let tools = strict["tools"].as_array().unwrap();
        let schema = &tools.iter().find(|spec| spec["name"] == tool).unwrap()["input_schema"];
        let full = under_strict_mode(&call, schema);
        nulls += full.to_string().matches("null").count();
        same(dialect, tool, &call, full);
    }
    assert!(nulls > 100, "{nulls}");
}

proptest! {
    #[test]
    fn every_other_key_filled_in_with_any_blank(which in 0usize..16, blanks in prop::collection::vec(0usize..6, 1..80)) {
        let asq = by_id("asq").unwrap();
        let sparse = sparse();
        let call = &sparse[which % sparse.len()];
        let mut chosen = blanks.iter().cycle();
        let full = filled(call, &schema(asq, "ask"), &mut |key, _| match chosen.next()? {
            0 => Some(json!(null)),
            1 => Some(json!("")),
            2 => Some(json!([])),
            3 => Some(json!({})),
            4 if !ZERO_IS_A_VALUE.contains(&key) => Some(json!(0)),
            _ => None,
        });
        same(asq, "ask", call, full);
    }
}
