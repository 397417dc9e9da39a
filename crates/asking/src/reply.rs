//! The reply of a stored request.
//!
//! - Any process of any version writes it: from the call, the request and the ending alone.
//! - A dialect that this build does not speak any more replies in asq's own words.

use asq_core::life::Asked;
use asq_dialects::{Dialect, Ending, by_id};
use asq_wire::{ToolCall, ToolReply};
use serde_json::Value;

/// What the asker gets.
pub fn reply(asked: &Asked, ending: Ending<'_>) -> ToolReply {
    (dialect(&asked.dialect).write)(&call(asked), Some(&asked.request), ending)
}

/// The dialect of this id; asq's own where this build does not know it any more.
pub fn dialect(id: &str) -> &'static Dialect {
    by_id(id).unwrap_or(&asq_dialects::asq::DIALECT)
}

/// The call as it came.
fn call(asked: &Asked) -> ToolCall {
    match asq_wire::read(asked.call.as_bytes()) {
        Ok(parsed) => parsed.value,
        Err(_) => ToolCall { name: None, arguments: Value::Null },
    }
}

/// A call as it is stored: any process reads the same call out of it.
pub fn stored_call(call: &ToolCall) -> String {
    serde_json::json!({ "name": call.name, "arguments": call.arguments }).to_string()
}
