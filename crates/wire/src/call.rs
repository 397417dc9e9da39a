//! What an agent sends and what it gets back.
//!
//! - A call is bare arguments, `{"name": TOOL, "arguments": {…}}`, or a block as a provider or a host sends it.
//! - Arguments in a JSON string, as some models write them, are read, with a note.
//! - Keys that no block has are dropped, with a note.
//! - Missing arguments stay missing, and arguments that aren't an object stay as they came: the contract
//!   judges both.

use crate::block::{self, ProviderBlock};
use crate::{Misuse, Note, Parsed, Path, Problem, kind, quoted, read_json};
use serde_json::{Map, Value};

/// Most dropped keys that notes name.
const NOTED: usize = 100;

const HOW: &str = "Send the tool's arguments, or {\"name\": TOOL, \"arguments\": {…}}.";

/// A call of a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolCall {
    /// The tool's name, if the call says it.
    pub name: Option<String>,
    /// The tool's arguments: an object, or whatever came instead.
    pub arguments: Value,
}

/// What the agent receives.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolReply {
    /// What the model reads.
    pub content: String,
    /// The dialect's structured details; `Null` without any.
    pub details: Value,
    /// Whether the tool counts as failed. If the contract throws, the content is the thrown text.
    pub is_error: bool,
}

/// Reads a tool call. An owned vector becomes the call's longest text without a copy.
///
/// # Errors
/// As [`read_json`], and if the value isn't a call (see [`ToolCall::from_json`]).
pub fn read(bytes: impl Into<Vec<u8>>) -> Result<Parsed<ToolCall>, Misuse> {
    let Parsed { value, mut notes } = read_json(bytes)?;
    let (call, more) = ToolCall::from_json(value)?;
    notes.extend(more);
    Ok(Parsed { value: call, notes })
}

impl ToolReply {
    /// A failure without details.
    pub fn error(content: impl Into<String>) -> ToolReply {
        ToolReply { content: content.into(), details: Value::Null, is_error: true }
    }
}

impl ToolCall {
    /// Takes a call out of a JSON value; the second part lists what was dropped or mended.
    ///
    /// # Errors
    /// The value is neither an object nor a list, or the tool's name isn't a text.
    pub fn from_json(value: Value) -> Result<(ToolCall, Vec<Note>), Misuse> {
        let object = match value {
            Value::Object(object) => object,
            // A bare list of questions: the dialect knows whether that is enough.
            list @ Value::Array(_) => return Ok((ToolCall { name: None, arguments: list }, Vec::new())),
            Value::String(text) => return text_of_json(&text),
            other @ (Value::Null | Value::Bool(_) | Value::Number(_)) => {
                return Err(Misuse::one(
                    Problem::new("input", "must be a JSON object", kind(&other)).fix(HOW),
                ));
            }
        };
        let ProviderBlock { name, arguments, strange } = match block::open(object) {
            Ok(block) => block,
            Err(bare) => return Ok((ToolCall { name: None, arguments: bare.into() }, Vec::new())),
        };
        let name = match name {
            None | Some(Value::Null) => None,
            Some(Value::String(name)) => Some(name),
            Some(other) => {
                let wanted = "must be the tool's name as a string";
                return Err(Misuse::one(Problem::new("name", wanted, kind(&other))));
            }
        };
        let (arguments, mut notes) = sound(arguments);
        for key in strange.iter().take(NOTED) {
            let told = format!("{} is not part of a call", quoted(key));
            notes.push(Note::dropped(&Path::root().key(key), told));
        }
        Ok((ToolCall { name, arguments }, notes))
    }
}

/// A whole call in a JSON string.
fn text_of_json(text: &str) -> Result<(ToolCall, Vec<Note>), Misuse> {
    match read_json(text) {
        Ok(Parsed { value: value @ (Value::Object(_) | Value::Array(_)), mut notes }) => {
            notes.insert(0, Note::mended("input", "was a string of JSON; its content was read"));
            let (call, more) = ToolCall::from_json(value)?;
            notes.extend(more);
            Ok((call, notes))
        }
        Ok(_) | Err(_) => {
            Err(Misuse::one(Problem::new("input", "must be a JSON object", kind(&text.into())).fix(HOW)))
        }
    }
}

/// The arguments as a value; missing ones become an empty object, so that the contract says what it needs.
fn sound(arguments: Option<(&str, Value)>) -> (Value, Vec<Note>) {
    let empty = || Value::Object(Map::new());
    let Some((key, value)) = arguments else { return (empty(), Vec::new()) };
    match value {
        Value::Null => (empty(), vec![Note::mended(key, "null is read as left out")]),
        Value::String(text) if text.trim().is_empty() => {
            (empty(), vec![Note::mended(key, "a blank text is read as left out")])
        }
        Value::String(text) => match read_json(text.as_str()) {
            Ok(Parsed { value, notes: inner }) => {
                let mut notes = vec![Note::mended(key, "was a string of JSON; its content was read")];
                notes.extend(inner);
                (value, notes)
            }
            Err(_) => (Value::String(text), Vec::new()),
        },
        other => (other, Vec::new()),
    }
}
