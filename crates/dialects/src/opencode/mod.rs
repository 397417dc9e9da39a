//! OpenCode's contract `question`, as a running OpenCode speaks it.
//!
//! - Any number of questions with one pick or several, and custom text unless `custom` is false.
//! - Its tool's name, description and schema are OpenCode's, word for word.
//! - The reply is OpenCode's one sentence; the details hold the labels of each question, as its metadata
//!   does.
//! - A dismissed question, a missing terminal and an invalid call are errors, as in OpenCode.
//! - Lists of labels, as OpenCode's clients send them, become answers and back.
//! - OpenCode's gate decides whether agents see the tool at all.

mod claim;
mod labels;
mod read;
pub mod rules;
mod schema_error;
mod tools;
mod wire;
mod write;

pub use labels::{UnknownLabel, answers, labels};

use crate::{Dialect, Limits};

/// OpenCode's contract `question`.
pub const DIALECT: Dialect = Dialect {
    id: "opencode",
    offered: |prefs| prefs.opencode_offered,
    tools: |prefs| if prefs.opencode_offered { vec![tools::question()] } else { Vec::new() },
    limits: Limits::PUBLISHED,
    claims: claim::claims,
    no_fails: false,
    structured: false,
    form: |_| rules::FORM,
    read: read::read,
    write: write::write,
};
