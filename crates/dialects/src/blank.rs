//! What counts as left out: models under strict schemas fill in every key.
//!
//! - Null, white space, an empty list and an empty object count.
//! - So does an object or a list whose parts are all blank, zero or false.

use serde_json::Value;

/// Whether a value carries no information.
pub(crate) fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(list) => list.iter().all(is_blank),
        Value::Object(map) => map.values().all(|part| is_blank(part) || is_zero(part)),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// False, or zero in any notation.
pub(crate) fn is_zero(value: &Value) -> bool {
    match value {
        Value::Bool(flag) => !flag,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.trim() == "0",
        Value::Null | Value::Array(_) | Value::Object(_) => false,
    }
}

/// The word for such a value in a note.
pub(crate) fn named(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::String(text) if text.trim().is_empty() => "a blank text",
        Value::Array(_) => "a list with nothing in it",
        Value::Object(_) => "an object with nothing in it",
        Value::String(_) | Value::Bool(_) | Value::Number(_) => "0",
    }
}
