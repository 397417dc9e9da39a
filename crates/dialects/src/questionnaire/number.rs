//! Numbers in this contract.

use crate::findings::Findings;
use crate::object::Object;
use asq_core::number::Decimal;
use asq_wire::{Problem, decimal, kind};

/// An optional number, with the digits that came.
pub(super) fn finite(object: &Object<'_>, key: &'static str, log: &mut Findings) -> Option<Decimal> {
    let value = object.given(key, log)?;
    let number = value.as_number().and_then(|number| decimal(number).ok());
    if number.is_none() {
        log.problem(Problem::new(object.path.key(key), "must be a finite number", kind(value)));
    }
    number
}
