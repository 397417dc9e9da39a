//! The text of an ending on standard output.
//!
//! - One line of JSON, the text that the model would read, or the answer's values.
//! - On a terminal JSON may be indented; it is the same object.
//! - The object may have one more key at its end: a ticket or a cursor.
//! - A sample call ends in two lines: what the agent receives, and how to see the whole reply.

use crate::args::OutputFormat;
use crate::output::{json, json_lines, shown, width};
use crate::store::table::clipped;
use asq_core::life::RequestId;
use asq_core::text::{Shown, Untrusted};
use asq_wire::{Ended, Output, ToolReply};
use serde_json::Value;

/// An ending, about to be printed.
pub(crate) struct EndingText {
    /// `None` if the request isn't in the store.
    pub(crate) id: Option<RequestId>,
    pub(crate) ended: Ended,
    pub(crate) reply: ToolReply,
    /// The answer's values, one per line.
    pub(crate) values: String,
    /// What was dropped or mended while the call was read.
    pub(crate) notes: Vec<String>,
    /// One more key of the object.
    pub(crate) more: Option<(&'static str, Value)>,
}

impl EndingText {
    /// The text in this format; safe if a terminal shows it.
    pub(crate) fn printed(self, format: OutputFormat) -> String {
        match format {
            OutputFormat::Json => json(&self.object()),
            OutputFormat::Text => shown(self.reply.content + "\n"),
            OutputFormat::Value => shown(self.values),
        }
    }

    /// The object on several lines, for people.
    pub(crate) fn indented(self) -> String {
        json_lines(&self.object())
    }

    fn object(self) -> Value {
        let EndingText { id, ended, reply, notes, .. } = self;
        let output = Output { id: id.map(|id| id.to_string()), ended, reply, notes };
        let mut object = output.to_json();
        if let Some((key, value)) = self.more {
            object[key] = value;
        }
        object
    }
}

/// Two lines below the receipt of a sample call of this dialect: the beginning of what the agent receives, and the
/// command for all of it.
pub(crate) fn of_sample(dialect: &str, content: &str) -> String {
    const HEAD: &str = "The agent receives: ";
    let mut lines = content.trim().lines();
    let first = Shown::one_line(&Untrusted::from(lines.next().unwrap_or_default()));
    let first = if lines.next().is_some() { first.then(&Shown::own(" …")) } else { first };
    let room = width().unwrap_or(80).saturating_sub(HEAD.len());
    let first = clipped(&first, room);
    format!("{HEAD}{first}\nThe whole reply:    asq demo {dialect} --format json\n")
}
