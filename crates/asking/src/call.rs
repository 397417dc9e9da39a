//! From bytes to a reading.
//!
//! - A call is parsed strictly, recognised, then read by its dialect.
//! - A tool named on the command line goes before the one in the call.
//! - A malformed call gets its dialect's reply. For an unreadable call the command line names the dialect; without a
//!   name the reply is asq's own.
//! - The preferences of the asked person apply.
//! - The reading reports repairs of the call's JSON, too.

use asq_core::model::Prefs;
use asq_dialects::{Dialect, Ending, Reading, misuse_reply};
use asq_wire::{Misuse, Parsed, ToolCall, ToolReply};
use serde_json::Value;
use std::rc::Rc;

/// A valid call.
pub struct Call {
    /// The call.
    pub call: Rc<ToolCall>,
    /// The dialect of its contract.
    pub dialect: &'static Dialect,
    /// Its request, with everything that was dropped or repaired.
    pub reading: Reading,
}

/// The result of reading a call's bytes.
pub enum ReadCall {
    /// A valid call.
    Call(Box<Call>),
    /// The problems, and the reply to the agent.
    Misuse(Misuse, ToolReply),
}

/// Reads a call; `named` is the dialect and the tool given next to it.
pub fn read_call(bytes: Vec<u8>, named: (Option<&str>, Option<&str>), prefs: Prefs) -> ReadCall {
    judged(asq_wire::read(bytes), named, prefs)
}

/// The same for a call that is part of a line, already parsed by [`asq_wire::read_json`].
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
