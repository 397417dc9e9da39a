//! Calls of `question`: the name, which OpenCode's tool has, too; a `prompt` tells them apart.

use crate::Claim;
use crate::claim::{any_has, list, questions};
use serde_json::Value;

pub(super) fn claims(name: Option<&str>, arguments: &Value) -> Claim {
    let valued = |question: &Value| list(question, "options").iter().any(|o| o.get("value").is_some());
    let asked = questions(arguments);
    // Without any question nothing tells the two contracts apart, and only this one has a reply for it.
    if name == Some("question") && (asked.is_empty() || any_has(arguments, "prompt")) {
        Claim::NameAndKeys
    } else if asked.iter().any(|question| question.get("prompt").is_some() && valued(question)) {
        Claim::Keys(5)
    } else {
        Claim::No
    }
}
