//! Calls of `AskUserQuestion` v2: a `type` in a question, or anything of version 1.

use super::legacy::is_old;
use super::question_type::TYPES;
use crate::Claim;
use crate::claim::{any_has, questions};
use serde_json::Value;

pub(super) fn claims(name: Option<&str>, arguments: &Value) -> Claim {
    let asked = questions(arguments);
    let typed =
        |question: &Value| question.get("type").and_then(Value::as_str).is_some_and(|t| TYPES.contains(&t));
    let by_name = match name {
        Some("AskUserQuestion") => any_has(arguments, "type") || asked.iter().any(is_old),
        // The tool's name in version 1; other agents use it, too.
        Some("ask_user") => asked.iter().any(is_old),
        _ => false,
    };
    if by_name {
        Claim::NameAndKeys
    } else if asked.iter().any(typed) {
        Claim::Keys(2)
    } else {
        Claim::No
    }
}
