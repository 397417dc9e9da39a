//! The reply of a stored request.
//!
//! - Any process of any version can write it, from the call, the request and the ending alone.
//! - What was dropped from the call is read from it again.
//! - If this build doesn't know the dialect any more, the reply is in asq's own.

use asq_core::life::Asked;
use asq_dialects::{Dialect, Ending, by_id};
use asq_wire::{Note, ToolCall, ToolReply};
use serde_json::Value;

/// The reply to the asker.
pub fn reply(asked: &Asked, ending: Ending<'_>) -> ToolReply {
    (dialect(&asked.dialect).write)(&call(asked), Some(&asked.request), ending)
}

/// What its dialect dropped or mended when it read the call; repairs of the call's own JSON aren't stored.
pub fn stored_notes(asked: &Asked) -> Vec<Note> {
    let read = (dialect(&asked.dialect).read)(&call(asked), &asked.request.prefs);
    read.map(|reading| reading.notes).unwrap_or_default()
}

/// The dialect with this id; asq's own if this build doesn't know it any more.
pub fn dialect(id: &str) -> &'static Dialect {
    by_id(id).unwrap_or(&asq_dialects::asq::DIALECT)
}

/// The call as it arrived, from its stored JSON.
fn call(asked: &Asked) -> ToolCall {
    match asq_wire::read(asked.call.as_bytes()) {
        Ok(parsed) => parsed.value,
        Err(_) => ToolCall { name: None, arguments: Value::Null },
    }
}

/// The stored form of a call: any process reads the same call from it.
pub fn stored_call(call: &ToolCall) -> String {
    serde_json::json!({ "name": call.name, "arguments": call.arguments }).to_string()
}
