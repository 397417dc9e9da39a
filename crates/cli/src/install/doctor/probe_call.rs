//! The question that the doctor asks, as a call of any tool of asq's dialects.
//!
//! - The call has what the tool's own schema names, and nothing else.
//! - The form that comes back is filled in with the doctor's own answer.

use serde_json::{Map, Value, json};

pub(super) const TEXT: &str =
    "asq doctor checks the way of a question. You needn't do anything. Does its answer come back?";
/// The answer that the doctor gives.
pub(super) const ANSWER: &str = "It comes back";
const OTHER: &str = "It doesn't";
const HEADER: &str = "asq doctor";

/// The first tool that asks a question, and a call of it.
pub(super) fn of(tools: &[(String, Value)]) -> Option<(&str, Value)> {
    tools.iter().find_map(|(name, schema)| Some((name.as_str(), call(schema)?)))
}

fn call(schema: &Value) -> Option<Value> {
    let properties = schema.get("properties")?;
    match properties.get("questions") {
        Some(questions) => {
            let question = question(questions.pointer("/items/properties")?)?;
            Some(json!({ "questions": [question] }))
        }
        None => question(properties),
    }
}

fn question(properties: &Value) -> Option<Value> {
    let known = properties.as_object()?;
    let rows = known.get("options")?.pointer("/items/properties")?.as_object()?;
    let row = |label: &str, about: &str| {
        let all = [("label", label), ("value", label), ("description", about)];
        pick(rows, all.map(|(name, value)| (name, json!(value))))
    };
    let options =
        json!([row(ANSWER, "asq doctor picks this by itself."), row(OTHER, "Nobody has to pick this."),]);
    // A dialect with `prompt` calls its header a label.
    let text = if known.contains_key("prompt") { "prompt" } else { "question" };
    known.contains_key(text).then(|| {
        pick(
            known,
            [
                ("id", json!("doctor")),
                ("header", json!(HEADER)),
                ("label", json!(HEADER)),
                (text, json!(TEXT)),
                ("type", json!("select_one")),
                ("options", options),
            ],
        )
    })
}

/// The members that the schema names.
fn pick<const N: usize>(known: &Map<String, Value>, all: [(&str, Value); N]) -> Value {
    let named = all.into_iter().filter(|(name, _)| known.contains_key(*name));
    Value::Object(named.map(|(name, value)| (name.to_owned(), value)).collect())
}

/// The result of a form with the doctor's answer; a form without it is cancelled.
pub(super) fn filled_in(form: &Value) -> Value {
    let fields = form.pointer("/requestedSchema/properties").and_then(Value::as_object);
    let row = |(name, field): (&String, &Value)| {
        let rows = field.get("enum")?.as_array()?;
        let row = rows.iter().find(|row| row.as_str().is_some_and(|row| row.contains(ANSWER)))?;
        Some(json!({ name: row }))
    };
    match fields.and_then(|fields| fields.iter().find_map(row)) {
        Some(content) => json!({ "action": "accept", "content": content }),
        None => json!({ "action": "cancel" }),
    }
}

#[cfg(test)]
mod tests {
    use super::of;
    use asq_core::model::Prefs;

    #[test]
    fn every_dialect_takes_the_call() {
        for dialect in asq_dialects::ALL {
            let tools: Vec<_> = (dialect.tools)(&Prefs::default())
                .into_iter()
                .map(|tool| (tool.name.to_owned(), serde_json::to_value(&tool.input_schema).unwrap()))
                .collect();
            let (name, arguments) = of(&tools).unwrap();
            let call = asq_wire::ToolCall { name: Some(name.to_owned()), arguments };
            let read = (dialect.read)(&call, &Prefs::default());
            assert!(read.is_ok_and(|reading| reading.notes.is_empty()), "{}: {call:?}", dialect.id);
        }
    }
}
