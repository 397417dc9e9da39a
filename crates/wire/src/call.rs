//! What an agent sends and what it gets back.
//!
//! - A call is bare arguments, or `{"name": TOOL, "arguments": {…}}`.
//! - Arguments that come as a string of JSON, as some models write them, are read and noted.
//! - Keys beside `name` and `arguments` are dropped and noted.
//! - Arguments that are no object are a misuse.

use crate::{Misuse, Note, Parsed, Path, Problem, kind, quoted, read_json};
use serde_json::Value;

/// How many dropped keys are noted.
const NOTED: usize = 100;

/// A call of a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolCall {
    /// The tool's name, where the call says it.
    pub name: Option<String>,
    /// The tool's arguments: an object.
    pub arguments: Value,
}

/// What the agent gets.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolReply {
    /// What the model reads.
    pub content: String,
    /// The dialect's structured details; `Null` if there are none.
    pub details: Value,
    /// Whether the tool counts as failed (where it throws, the content is the thrown text).
    pub is_error: bool,
}

impl ToolReply {
    /// A failure without details.
    pub fn error(content: impl Into<String>) -> ToolReply {
        ToolReply { content: content.into(), details: Value::Null, is_error: true }
    }
}

impl ToolCall {
    /// Takes a call out of a JSON value; the second part is what was dropped or mended.
    ///
    /// # Errors
    /// The value is no object, `arguments` is no object, or `name` is no text.
    pub fn from_json(value: Value) -> Result<(ToolCall, Vec<Note>), Misuse> {
        let Value::Object(mut object) = value else {
            return Err(Misuse::one(
                Problem::new("input", "must be a JSON object", kind(&value))
                    .fix("Send the tool's arguments, or {\"name\": TOOL, \"arguments\": {…}}."),
            ));
        };
        let enveloped = match object.get("arguments") {
            Some(Value::Object(_) | Value::String(_)) => true,
            Some(_) => object.contains_key("name"),
            None => false,
        };
        if !enveloped {
            return Ok((ToolCall { name: None, arguments: Value::Object(object) }, Vec::new()));
        }
        let mut problems = Vec::new();
        let mut notes = Vec::new();
        let name = match object.shift_remove("name") {
            None | Some(Value::Null) => None,
            Some(Value::String(name)) => Some(name),
            Some(other) => {
                problems.push(Problem::new("name", "must be the tool's name as a string", kind(&other)));
                None
            }
        };
        let arguments = match object.shift_remove("arguments") {
            Some(Value::String(text)) => match read_json(text) {
                Ok(Parsed { value: inner @ Value::Object(_), notes: inner_notes }) => {
                    notes.push(Note::mended("arguments", "was a string of JSON; its content was read"));
                    notes.extend(inner_notes);
                    inner
                }
                Ok(Parsed { value: inner, .. }) => {
                    problems.push(Problem::new("arguments", "must be an object", kind(&inner)));
                    Value::Null
                }
                Err(misuse) => {
                    problems.push(Problem::new(
                        "arguments",
                        "must be an object",
                        "came as a string that is no sound JSON",
                    ));
                    problems.extend(misuse.problems);
                    Value::Null
                }
            },
            Some(object @ Value::Object(_)) => object,
            other => {
                let came = other.as_ref().map_or_else(|| "is missing".to_owned(), kind);
                problems.push(Problem::new("arguments", "must be an object", came));
                Value::Null
            }
        };
        for key in object.keys().take(NOTED) {
            notes.push(Note::dropped(
                &Path::root().key(key),
                format!("{} is not part of a call", quoted(key)),
            ));
        }
        if problems.is_empty() {
            Ok((ToolCall { name, arguments }, notes))
        } else {
            Err(Misuse::new(problems))
        }
    }
}
