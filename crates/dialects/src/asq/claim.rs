//! Calls of `ask`: its name, names that agents give it, one of its own `kind`s, and whatever no other
//! contract claims.

use super::KINDS;
use crate::Claim;
use crate::claim::questions;
use serde_json::Value;

pub(super) fn claims(name: Option<&str>, arguments: &Value) -> Claim {
    let kind =
        |value: &Value| value.get("kind").and_then(Value::as_str).is_some_and(|kind| KINDS.contains(&kind));
    if matches!(name, Some("ask" | "AskUserQuestion" | "ask_user")) {
        Claim::Name
    } else if kind(arguments) || questions(arguments).iter().any(kind) {
        Claim::Keys(6)
    } else {
        Claim::Rest
    }
}
