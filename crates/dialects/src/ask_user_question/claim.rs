//! Calls of `ask_user_question`: the name, or `multiSelect`.

use crate::Claim;
use crate::claim::any_has;
use serde_json::Value;

pub(super) fn claims(name: Option<&str>, arguments: &Value) -> Claim {
    if name == Some("ask_user_question") {
        Claim::Name
    } else if any_has(arguments, "multiSelect") {
        Claim::Keys(3)
    } else {
        Claim::No
    }
}
