//! What a real OpenCode sent: tests/fixtures/opencode, made comparable.

use super::payload;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs::read_to_string;
use std::path::Path;

/// A fixture's file.
pub(super) fn fixture(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/opencode");
    serde_json::from_str(&read_to_string(folder.join(name)).unwrap()).unwrap()
}

/// Puts names in the place of what no two servers have in common: ids, times and the directory. Equal ids get equal names.
#[derive(Default)]
pub(super) struct Anonymous {
    names: HashMap<String, String>,
}

impl Anonymous {
    pub(super) fn of(value: &Value) -> Value {
        Anonymous::default().value(value)
    }

    fn value(&mut self, value: &Value) -> Value {
        match value {
            Value::Array(values) => values.iter().map(|it| self.value(it)).collect(),
            Value::Object(fields) => fields
                .iter()
                .map(|(name, value)| {
                    let value = match (name.as_str(), value) {
                        ("time" | "start" | "end", Value::Number(_)) => json!("a time"),
                        ("directory", Value::String(_)) => json!("a directory"),
                        _ => self.value(value),
                    };
                    (name.clone(), value)
                })
                .collect(),
            Value::String(text) => self.text(text).into(),
            other => other.clone(),
        }
    }

    /// An id's name, or the text.
    fn text(&mut self, text: &str) -> String {
        let kinds = ["que_", "msg_", "prt_", "evt_", "ses_", "call_"];
        let Some(kind) = kinds.iter().find(|kind| text.starts_with(**kind)) else { return text.to_owned() };
        let number = self.names.keys().filter(|known| known.starts_with(kind)).count();
        self.names.entry(text.to_owned()).or_insert_with(|| format!("{kind}{number}")).clone()
    }
}

/// The events of a stream that concern questions, without OpenCode's duplicates for other servers.
pub(super) fn concerns(events: &[Value]) -> Vec<Value> {
    let of_question = |event: &&Value| {
        let event = payload(event);
        let kind = event["type"].as_str().unwrap();
        kind.starts_with("question.")
            || kind == "server.connected"
            || (kind == "message.part.updated" && event["properties"]["part"]["tool"] == "question")
    };
    events.iter().filter(of_question).cloned().collect()
}
