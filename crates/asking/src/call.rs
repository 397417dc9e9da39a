//! From bytes to a reading.
//!
//! - Read strictly, recognised, then read by its dialect.
//! - A tool that the command line names goes before the one that the call names.
//! - A malformed call comes with its dialect's reply. The command line names the dialect of an unreadable call; without
//!   any name the reply is asq's own.
//! - Read under the prefs of the person who is asked.

use asq_core::model::Prefs;
use asq_dialects::{Dialect, Ending, Reading, misuse_reply};
use asq_wire::{Misuse, Parsed, ToolCall, ToolReply};
use serde_json::Value;
use std::rc::Rc;

/// A call that can be asked.
pub struct Call {
    /// The call.
    pub call: Rc<ToolCall>,
    /// Whose contract it follows.
    pub dialect: &'static Dialect,
    /// What it asks, and what was dropped or mended.
    pub reading: Reading,
}

/// What the bytes hold.
pub enum ReadCall {
    /// A call that can be asked.
    Call(Box<Call>),
    /// What is wrong, and the reply to the agent.
    Misuse(Misuse, ToolReply),
}

/// Reads a call; `named` is the dialect and the tool that somebody names next to it.
pub fn read_call(bytes: Vec<u8>, named: (Option<&str>, Option<&str>), prefs: Prefs) -> ReadCall {
    judged(asq_wire::read(bytes), named, prefs)
}

/// The same for a call that is part of a line, which [`asq_wire::read_json`] has read.
pub fn read_json_call(call: Value, named: (Option<&str>, Option<&str>), prefs: Prefs) -> ReadCall {
    judged(ToolCall::from_json(call).map(|(value, notes)| Parsed { value, notes }), named, prefs)
}

fn judged(
    parsed: Result<Parsed<ToolCall>, Misuse>,
    named: (Option<&str>, Option<&str>),
    prefs: Prefs,
) -> ReadCall {
    let (id, tool) = named;
    let misuse = |dialect: Option<&Dialect>, call: &ToolCall, misuse: Misuse| {
        let reply = match dialect {
            Some(dialect) => (dialect.write)(call, None, Ending::Misuse(&misuse)),
            None => misuse_reply(&misuse),
        };
        ReadCall::Misuse(misuse, reply)
    };
    let parsed = match parsed {
        Ok(parsed) => parsed,
        Err(problems) => {
            let unread = ToolCall { name: tool.map(str::to_owned), arguments: Value::Null };
            let dialect = id.or(tool).and_then(|_| asq_dialects::recognise(&unread, id, tool).ok());
            return misuse(dialect, &unread, problems);
        }
    };
    let mut call = parsed.value;
    if let Some(tool) = tool {
        call.name = Some(tool.to_owned());
    }
    match asq_dialects::understand(&call, id, tool, &prefs) {
        Ok((dialect, mut reading)) => {
            reading.notes.splice(0..0, parsed.notes);
            ReadCall::Call(Box::new(Call { call: Rc::new(call), dialect, reading }))
        }
        Err((dialect, problems)) => misuse(dialect, &call, problems),
    }
}
