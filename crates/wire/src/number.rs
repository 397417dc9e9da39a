//! Numbers in JSON, with all their digits.

use asq_core::number::{Decimal, NotANumber};
use serde_json::Value;

/// A number as JSON, digit for digit.
pub fn number(number: &Decimal) -> Value {
    // It is written in JSON's grammar, so that this never is null.
    number.as_str().parse().map_or(Value::Null, Value::Number)
}

/// A number of JSON with the digits that came.
///
/// # Errors
/// It is beyond what readers of JSON can hold.
pub fn decimal(number: &serde_json::Number) -> Result<Decimal, NotANumber> {
    number.as_str().parse()
}
