//! A form's schema, as MCP's elicitation sends it, as questions of `ask`.
//!
//! - Each property is a question: enums and titled constants are lists, arrays of them take several picks,
//!   booleans are confirmations, numbers are numbers, anything else is a one-line text.
//! - Properties that the schema doesn't require may be skipped.
//! - Patterns, formats and lengths can't be checked; a note says so.
//! - A form with one field asks its message.

use super::fields::problem;
use crate::Note;
use crate::findings::Findings;
use asq_core::model::Preview;
use asq_wire::{Path, Problem};
use serde_json::{Map, Value, json};

const UNCHECKED: [&str; 4] = ["pattern", "format", "minLength", "maxLength"];

/// The questions, each with its place, in this contract's own keys.
pub(super) fn questions(
    schema: &Value,
    path: &Path,
    message: Option<&Preview>,
    log: &mut Findings,
) -> Vec<(Path, Value)> {
    let Some(Value::Object(properties)) = schema.get("properties") else {
        log.problem(Problem::new(path.key("properties"), "must be an object of fields", "is missing"));
        return Vec::new();
    };
    if properties.is_empty() || properties.len() > super::LIMITS.questions.1 {
        let wanted = format!("must hold 1 to {} fields", super::LIMITS.questions.1);
        log.problem(Problem::new(path.key("properties"), wanted, format!("holds {}", properties.len())));
        return Vec::new();
    }
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .map(|list| list.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let message = message.filter(|_| properties.len() == 1).map(|m| m.source.raw());
    let at = path.key("properties");
    log.note(Note::mended(path, "each field is read as a question"));
    let one = |(name, field): (&String, &Value)| {
        let path = at.key(name);
        let Value::Object(field) = field else {
            return problem(log, &path, "must be an object", field);
        };
        let question = question(name, field, message, required.contains(&name.as_str()));
        for key in UNCHECKED.iter().filter(|key| field.contains_key(**key)) {
            log.note(Note::dropped(&path.key(key), "it is not checked here"));
        }
        Some((path, question))
    };
    properties.iter().filter_map(one).collect()
}

fn question(name: &str, field: &Map<String, Value>, message: Option<&str>, required: bool) -> Value {
    let text = |key: &str| field.get(key).and_then(Value::as_str);
    let title = text("title").unwrap_or(name);
    let asked = message.unwrap_or(title);
    let mut question = Map::new();
    let mut put = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            question.insert(key.to_owned(), value);
        }
    };
    put("id", Some(name.into()));
    put("header", Some(title.into()));
    put("question", Some(asked.into()));
    put("description", text("description").map(Into::into));
    put("default", field.get("default").cloned());
    put("skippable", (!required).then_some(true.into()));
    let kind = text("type").unwrap_or("string");
    let items = field.get("items").and_then(Value::as_object);
    if let Some(options) = options(field) {
        put("kind", Some("select_one".into()));
        put("options", Some(options));
        put("custom", Some(false.into()));
    } else if let ("array", Some(options)) = (kind, items.and_then(options)) {
        put("kind", Some("select_many".into()));
        put("options", Some(options));
        put("custom", Some(false.into()));
        put("min", field.get("minItems").cloned());
        put("max", field.get("maxItems").cloned());
    } else if matches!(kind, "number" | "integer") {
        put("kind", Some("number".into()));
        put("min", field.get("minimum").cloned());
        put("max", field.get("maximum").cloned());
    } else if kind == "boolean" {
        put("kind", Some("confirm".into()));
    } else {
        put("kind", Some("text".into()));
        put("multiline", Some(false.into()));
    }
    Value::Object(question)
}

/// The options of an enum, or of titled constants.
fn options(field: &Map<String, Value>) -> Option<Value> {
    if let Some(Value::Array(values)) = field.get("enum") {
        let names = field.get("enumNames").and_then(Value::as_array);
        let one = |(n, value): (usize, &Value)| {
            let label = names.and_then(|names| names.get(n)).unwrap_or(value);
            json!({"label": label, "value": value})
        };
        return Some(values.iter().enumerate().map(one).collect());
    }
    let constants = field.get("oneOf").or_else(|| field.get("anyOf")).and_then(Value::as_array)?;
    let one = |c: &Value| {
        let value = c.get("const")?;
        let label = c.get("title").unwrap_or(value);
        let mut option = json!({"label": label, "value": value});
        if let Some(description) = c.get("description") {
            option["description"] = description.clone();
        }
        Some(option)
    };
    constants.iter().map(one).collect::<Option<Vec<Value>>>().map(Into::into)
}
