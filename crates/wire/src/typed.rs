//! Typed answers as JSON values: a number is a number with all its digits, a text is a string.

use crate::{decimal, number};
use asq_core::kind::{Answer, Kind};
use serde_json::Value;

/// A typed answer; `None` for picks, which each contract writes in its own way.
pub fn typed(answer: &Answer) -> Option<Value> {
    match answer {
        Answer::Picks(_) => None,
        Answer::Number(value) => Some(number(value)),
        Answer::Text(text) => Some(text.raw().into()),
    }
}

/// The answer to a question of this kind that [`typed`] wrote; `None` if it wrote no such value.
pub fn read_typed(kind: &Kind, value: &Value) -> Option<Answer> {
    match kind {
        Kind::One | Kind::Many { .. } => None,
        Kind::Number { .. } => Some(Answer::Number(decimal(value.as_number()?).ok()?)),
        Kind::Text { .. } => Some(Answer::Text(value.as_str()?.into())),
    }
}
