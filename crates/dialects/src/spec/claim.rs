//! Calls of the three tools: their names, a question with options and no list around it, or a summary alone.

use super::wire::Tool;
use crate::Claim;
use serde_json::Value;

pub(super) fn claims(name: Option<&str>, arguments: &Value) -> Claim {
    let has = |key| arguments.get(key).is_some();
    let alone = || arguments.as_object().is_some_and(|object| object.len() == 1);
    if name.is_some_and(|name| Tool::ALL.iter().any(|tool| tool.name() == name)) {
        Claim::Name
    } else if (has("question") && has("options")) || (has("summary") && alone()) {
        Claim::Keys(1)
    } else {
        Claim::No
    }
}
