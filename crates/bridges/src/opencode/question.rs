//! A question as OpenCode lists it.
//!
//! - Ids are letters, digits, `_` and `-`: they become part of paths.
//! - It is kept as it came; only the ids and the tool's part are read here.
//! - A question that isn't from a tool has no part.

use serde_json::Value;

/// The most letters of an id.
const ID: usize = 128;

/// The part of a message that shows the tool call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PartName {
    pub(crate) message: String,
    pub(crate) call: String,
}

/// A question that waits in OpenCode.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OpenCodeQuestion {
    pub(crate) id: String,
    pub(crate) session: String,
    pub(crate) part: Option<PartName>,
    /// The directory of its session.
    pub(crate) folder: String,
    /// The whole question, as it came.
    pub(crate) whole: Value,
}

impl OpenCodeQuestion {
    /// Reads a question; `None` if this isn't one.
    pub(crate) fn read(whole: Value, folder: &str) -> Option<OpenCodeQuestion> {
        let part = match &whole["tool"] {
            Value::Null => None,
            tool => {
                Some(PartName { message: id(&tool["messageID"])?, call: tool["callID"].as_str()?.to_owned() })
            }
        };
        Some(OpenCodeQuestion {
            id: id(&whole["id"]).filter(|id| id.starts_with("que"))?,
            session: id(&whole["sessionID"])?,
            part,
            folder: folder.to_owned(),
            whole,
        })
    }

    /// Whether this is its part.
    pub(crate) fn has_part(&self, session: &str, part: &PartName) -> bool {
        self.session == session && self.part.as_ref() == Some(part)
    }

    /// The first question's header, for messages.
    pub(crate) fn header(&self) -> &str {
        self.whole["questions"][0]["header"].as_str().unwrap_or_default()
    }
}

/// An id that may stand in a path.
pub(crate) fn id(value: &Value) -> Option<String> {
    let plain = |text: &&str| {
        (1..=ID).contains(&text.len())
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'))
    };
    value.as_str().filter(plain).map(str::to_owned)
}

/// The lists of labels in this.
pub(crate) fn labels(value: &Value) -> Option<Vec<Vec<String>>> {
    let text = |label: &Value| label.as_str().map(str::to_owned);
    let list = |list: &Value| list.as_array()?.iter().map(text).collect();
    value.as_array()?.iter().map(list).collect()
}
