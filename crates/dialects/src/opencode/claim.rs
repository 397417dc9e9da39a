//! Calls of OpenCode's `question`: the name, or its flags `multiple` and `custom`.

use crate::Claim;
use crate::claim::any_has;
use serde_json::Value;

pub(super) fn claims(name: Option<&str>, arguments: &Value) -> Claim {
    if name == Some("question") {
        Claim::Name
    } else if any_has(arguments, "multiple") || any_has(arguments, "custom") {
        Claim::Keys(4)
    } else {
        Claim::No
    }
}
