//! A tool's schema for OpenAI's strict mode.
//!
//! - Every key is required, and an optional one takes null; other keys aren't allowed.
//! - Only keywords that strict mode knows stay; the limits of a text move into its description.
//! - The description says that null leaves a key out, and every contract reads it so.

use crate::ToolSpec;
use serde_json::{Map, Value, json};

const KEPT: [&str; 7] = ["type", "enum", "description", "minItems", "maxItems", "minimum", "maximum"];

/// The tool as `asq schema ID --strict` prints it.
pub(crate) fn tool(spec: &ToolSpec) -> Value {
    let mut tool = spec.json();
    tool["description"] =
        format!("{}\nSet a key that you don't need to null.", spec.description.trim_end()).into();
    tool["input_schema"] = schema(&spec.input_schema);
    tool["strict"] = true.into();
    tool
}

fn schema(node: &Value) -> Value {
    let mut strict: Map<String, Value> =
        KEPT.iter().filter_map(|key| Some(((*key).to_owned(), node.get(*key)?.clone()))).collect();
    if let Some(told) = described(node) {
        strict.insert("description".to_owned(), told.into());
    }
    if let Some(items) = node.get("items") {
        strict.insert("items".to_owned(), schema(items));
    }
    if let Some(Value::Array(branches)) = node.get("anyOf") {
        strict.insert("anyOf".to_owned(), branches.iter().map(schema).collect());
    }
    if let Some(Value::Object(properties)) = node.get("properties") {
        let required: Vec<&str> = list(node, "required").iter().filter_map(Value::as_str).collect();
        let one = |(name, property): (&String, &Value)| {
            let strict = schema(property);
            (name.clone(), if required.contains(&name.as_str()) { strict } else { nullable(strict) })
        };
        let all: Vec<&String> = properties.keys().collect();
        strict.insert("required".to_owned(), json!(all));
        strict.insert("additionalProperties".to_owned(), false.into());
        strict.insert("properties".to_owned(), properties.iter().map(one).collect::<Map<_, _>>().into());
    }
    strict.into()
}

/// The same schema, or null.
fn nullable(mut node: Value) -> Value {
    if let Some(Value::Array(branches)) = node.get_mut("anyOf") {
        branches.push(json!({"type": "null"}));
        return node;
    }
    match node.get("type").and_then(Value::as_str) {
        Some(kind @ ("string" | "number" | "integer" | "boolean")) if node.get("enum").is_none() => {
            node["type"] = json!([kind, "null"]);
            node
        }
        Some(_) | None => json!({"anyOf": [node, {"type": "null"}]}),
    }
}

/// The description plus the limits that strict mode has no keyword for, unless it names them already.
fn described(node: &Value) -> Option<String> {
    let said = node.get("description").and_then(Value::as_str);
    let most = node.get("maxLength").and_then(Value::as_u64);
    let most = most.filter(|most| !said.is_some_and(|said| said.contains(&most.to_string())));
    match (said, most) {
        (said, None) => said.map(str::to_owned),
        (Some(said), Some(most)) => Some(format!("{said} At most {most} characters.")),
        (None, Some(most)) => Some(format!("At most {most} characters.")),
    }
}

fn list<'a>(node: &'a Value, key: &str) -> &'a [Value] {
    node.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}
