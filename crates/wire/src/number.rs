//! Numbers in JSON, with all their digits.

use asq_core::number::{Decimal, NotANumber};
use serde_json::Value;

/// A number as JSON, digit for digit.
pub fn number(number: &Decimal) -> Value {
    // It has JSON's grammar, so this is never null.
    number.as_str().parse().map_or(Value::Null, Value::Number)
}

/// The number in a JSON value, digit for digit.
///
/// # Errors
/// JSON readers can't hold it.
pub fn decimal(number: &serde_json::Number) -> Result<Decimal, NotANumber> {
    number.as_str().parse()
}
