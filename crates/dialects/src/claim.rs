//! Whether a call belongs to a contract, as the contract itself judges.
//!
//! - The tool's name counts most; contracts that share a name tell their calls apart by keys.
//! - Without a known name, the questions' keys decide.
//! - Claims are ordered: the strongest wins, so no contract has to know the others.

use crate::blank::is_blank;
use serde_json::Value;

/// How strongly a contract claims a call, in rising order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Claim {
    /// Nothing speaks for this contract.
    No,
    /// This contract takes what the others leave.
    Rest,
    /// The keys look like this contract's. If a call has keys of several contracts, the greater number wins;
    /// no two contracts have the same number.
    Keys(u8),
    /// The tool's name is this contract's, though others may use it, too.
    Name,
    /// The tool's name is this contract's, and so are the keys.
    NameAndKeys,
}

/// The questions of a call; empty if it holds no list of them.
pub(crate) fn questions(arguments: &Value) -> &[Value] {
    list(arguments, "questions")
}

/// Whether any question of a call has this key, with a value that says something: models under strict schemas fill
/// in keys that they don't mean.
pub(crate) fn any_has(arguments: &Value, key: &str) -> bool {
    questions(arguments).iter().any(|question| question.get(key).is_some_and(|value| !is_blank(value)))
}

/// The list of this key; empty if it is missing or isn't a list.
pub(crate) fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}
