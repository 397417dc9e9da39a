//! The contract of `ask_question`, `ask_multi_select` and `resume_structured`.
//!
//! - One question per call: one pick of 2 to 6 options, or any number of picks but at least one.
//! - The single pick has two ways out: custom text, and "Let's discuss this", which is an ending of its own.
//! - `resume_structured` asks nobody: its reply comes from the call alone, with or without a terminal.
//! - Expected endings aren't errors: a missing terminal and a cancel are plain replies.

mod claim;
mod read;
pub mod rules;
mod tools;
mod wire;
mod write;

use crate::{Dialect, Limits};

/// Its documented limits; `ask_question` has narrower ones for its options.
pub(crate) const LIMITS: Limits = Limits { questions: (1, 1), options: (1, 200), ..Limits::PUBLISHED };

/// How many options `ask_question` takes.
pub(crate) const ONE_OF: (usize, usize) = (2, 6);

/// The contract of the three tools.
pub const DIALECT: Dialect = Dialect {
    id: "spec",
    offered: |_| true,
    tools: |_| tools::all(),
    limits: LIMITS,
    claims: claim::claims,
    no_fails: false,
    structured: false,
    form: |_| rules::FORM,
    read: read::read,
    write: write::write,
};
