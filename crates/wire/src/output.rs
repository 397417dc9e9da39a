//! The one line that `asq ask` prints.
//!
//! - One JSON object on one line, keys always in the same order.
//! - `id` is null without a store; absent details are null.
//! - What was dropped or mended while the call was read is in `notes`, which is missing if that is nothing.
//! - With the text format only the content is printed.
//! - A line can be read back.

use crate::{Ended, ToolReply, inert};
use serde_json::{Value, json};

/// What is printed when an ask has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// The request's id; `None` without a store.
    pub id: Option<String>,
    /// How it ended.
    pub ended: Ended,
    /// What the dialect wrote.
    pub reply: ToolReply,
    /// What was dropped or mended while the call was read.
    pub notes: Vec<String>,
}

impl Output {
    /// The object on one line, without a final line break.
    pub fn line(&self) -> String {
        inert(self.to_json().to_string())
    }

    /// The object.
    pub fn to_json(&self) -> Value {
        let mut object = json!({
            "id": self.id,
            "outcome": self.ended.name(),
            "content": self.reply.content,
            "details": self.reply.details,
            "is_error": self.reply.is_error,
        });
        if !self.notes.is_empty() {
            object["notes"] = json!(self.notes);
        }
        object
    }

    /// Reads a line of [`Output::line`]; `None` if it isn't one.
    pub fn parse(line: &str) -> Option<Output> {
        let value: Value = serde_json::from_str(line).ok()?;
        let id = match value.get("id")? {
            Value::Null => None,
            other => Some(other.as_str()?.to_owned()),
        };
        Some(Output {
            id,
            ended: Ended::named(value.get("outcome")?.as_str()?)?,
            reply: ToolReply {
                content: value.get("content")?.as_str()?.to_owned(),
                details: value.get("details")?.clone(),
                is_error: value.get("is_error")?.as_bool()?,
            },
            notes: match value.get("notes") {
                None => Vec::new(),
                Some(notes) => notes
                    .as_array()?
                    .iter()
                    .map(|note| note.as_str().map(str::to_owned))
                    .collect::<Option<_>>()?,
            },
        })
    }
}
