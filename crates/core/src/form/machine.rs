//! The machine itself.

use super::{Action, Effect, FormRules, Screen};
use crate::model::{Draft, Request};
use crate::time::Timestamp;

/// How long keys that would commit are ignored, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// After the first frame.
    pub first: u64,
    /// After a page change, for Enter, Space and digits.
    pub page: u64,
}

impl Guard {
    /// 50 ms and 250 ms.
    pub const DEFAULT: Guard = Guard { first: 50, page: 250 };
    /// None, for scripts.
    pub const OFF: Guard = Guard { first: 0, page: 0 };
}

/// The interaction that answers one request. Not durable.
#[derive(Clone, Debug)]
pub struct Form {
    request: Request,
    rules: FormRules,
}
