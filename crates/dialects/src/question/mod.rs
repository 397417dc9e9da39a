//! The contract `question`.
//!
//! - One or several questions, one pick each, custom text always possible.
//! - An option has a value for the agent next to its label; the reply names both.
//! - The reply's details always hold the questions, the answers and whether the person cancelled.
//! - Expected endings aren't errors: a missing terminal and a cancel are plain replies.

mod claim;
mod read;
pub mod rules;
mod tools;
mod wire;
mod write;

use crate::{Dialect, Limits};

/// The contract `question`.
pub const DIALECT: Dialect = Dialect {
    id: "question",
    offered: |_| true,
    tools: |_| vec![tools::question()],
    limits: Limits::PUBLISHED,
    claims: claim::claims,
    no_fails: false,
    structured: false,
    form: |_| rules::FORM,
    read: read::read,
    write: write::write,
};
