//! Whatever JSON comes, in the words of every contract: it is read or refused, and what is read can be asked.

use asq_core::model::{Kind, Prefs};
use asq_dialects::{ALL, What, understand};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::HashSet;

const KEYS: [&str; 44] = [
    "questions",
    "question",
    "prompt",
    "title",
    "header",
    "id",
    "options",
    "choices",
    "label",
    "value",
    "description",
    "kind",
    "type",
    "min",
    "max",
    "step",
    "default",
    "danger",
    "confirm_text",
    "recommended",
    "multiple",
    "multiSelect",
    "custom",
    "expires",
    "after",
    "means",
    "context",
    "source",
    "preview",
    "required",
    "schema",
    "requestedSchema",
    "properties",
    "enum",
    "name",
    "arguments",
    "input",
    "function",
    "params",
    "method",
    "summary",
    "yes",
    "sensitive",
    "a key",
];

const TEXTS: &[&str] = &[
    "",
    " ",
    "a",
    "a, b; c",
    "- x\n- y",
    "1) ä\n2) (b) ß",
    "(Recommended)",
    "é – recommended",
    "[recommended] 日",
    "Recommended:",
    "select_one",
    "select_many",
    "confirm",
    "number",
    "text",
    "ask",
    "question",
    "tool_use",
    "0",
    "10m",
    "true",
    "[\"a\",\"b\"]",
    "{\"questions\":[]}",
    "[{",
    "object",
    "string",
    "array",
];

fn text() -> impl Strategy<Value = String> {
    prop_oneof![4 => proptest::sample::select(TEXTS).prop_map(str::to_owned), 1 => "\\PC{0,8}"]
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
        2 => proptest::sample::select(&[-1, 0, 1, 2, 9][..]).prop_map(Value::from),
        1 => (-2.0..9.0).prop_map(Value::from),
        6 => text().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 6, |inner| {
        let key = proptest::sample::select(&KEYS[..]);
        prop_oneof![
            2 => vec(inner.clone(), 0..4).prop_map(Value::from),
            5 => vec((key, inner), 0..6).prop_map(|pairs| {
                pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect::<serde_json::Map<_, _>>().into()
            }),
        ]
    })
}

fn question() -> impl Strategy<Value = Value> {
    (any_json(), any_json(), text()).prop_map(|(extra, options, text)| {
        let mut question = json!({"question": format!("{text}?"), "options": options});
        if let (Value::Object(question), Value::Object(extra)) = (&mut question, extra) {
            question.extend(extra);
        }
        question
    })
}

/// A call that more often holds a question.
fn any_call() -> impl Strategy<Value = Value> {
    prop_oneof![
        any_json(),
        question(),
        vec(question(), 1..4).prop_map(|questions| json!({"questions": questions}))
    ]
}

fn sound(call: &Value, dialect: Option<&str>) {
    let Ok(parsed) = asq_wire::read(call.to_string()) else { return };
    let Ok((_, reading)) = understand(&parsed.value, dialect, None, &Prefs::default()) else { return };
    let What::Ask { request, .. } = reading.what else { return };
    assert!((1..=32).contains(&request.questions.len()), "{call}");
    let mut ids = HashSet::new();
    for question in &request.questions {
        assert!(ids.insert(question.id.raw()) && !question.id.is_blank(), "{call}");
        assert!(question.options.len() <= 200, "{call}");
        let answered = match &question.kind {
            Kind::One => !question.options.is_empty() || question.custom,
            Kind::Many { min, max } => min <= max && *max >= 1,
            Kind::Number { .. } | Kind::Text { .. } => true,
        };
        assert!(answered, "{call}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn whatever_comes_is_refused_or_can_be_asked(call in any_call()) {
        sound(&call, None);
        for dialect in ALL {
            sound(&call, Some(dialect.id));
        }
    }
}
