//! A tool as agents see it.
//!
//! - Name, description and JSON schema for every host.
//! - A one-line snippet and guidelines, for hosts that put them into the system prompt.

use serde_json::{Map, Value};

/// A tool as agents see it.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolSpec {
    pub name: &'static str,
    pub description: &'static str,
    /// JSON schema of the arguments.
    pub input_schema: Value,
    /// One line about the tool.
    pub snippet: Option<&'static str>,
    /// When and how to use it, a sentence or two each.
    pub guidelines: &'static [&'static str],
}

impl ToolSpec {
    /// As `asq schema` prints it; absent parts are left out.
    pub fn json(&self) -> Value {
        let mut object = Map::new();
        object.insert("name".into(), self.name.into());
        object.insert("description".into(), self.description.into());
        object.insert("input_schema".into(), self.input_schema.clone());
        if let Some(snippet) = self.snippet {
            object.insert("snippet".into(), snippet.into());
        }
        if !self.guidelines.is_empty() {
            object.insert("guidelines".into(), self.guidelines.into());
        }
        Value::Object(object)
    }
}
