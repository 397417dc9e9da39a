//! Numbers as this contract writes them.
//!
//! - Whole numbers have no decimal point: 3, not 3.0.
//! - All others come back as they were given, to the last digit.

use crate::log::Log;
use crate::object::Object;
use asq_wire::{Problem, kind};
use serde_json::Value;

/// The largest number below which every whole number is told apart.
const WHOLE: f64 = 9_007_199_254_740_992.0;

/// A number as JSON; one that is not finite is null.
pub(super) fn json(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < WHOLE {
        #[expect(clippy::cast_possible_truncation, reason = "it is whole and small enough")]
        let whole = number as i64;
        return Value::from(whole);
    }
    Value::from(number)
}

/// A number that may be absent.
pub(super) fn finite(object: &Object<'_>, key: &'static str, log: &mut Log) -> Option<f64> {
    let value = object.given(key, log)?;
    let number = value.as_f64().filter(|n| n.is_finite());
    if number.is_none() {
        log.problem(Problem::new(object.path.key(key), "must be a finite number", kind(value)));
    }
    number
}
