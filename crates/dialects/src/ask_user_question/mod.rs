//! The contract `ask_user_question`.
//!
//! - One to four questions of two to four options, with headers of at most 12 characters.
//! - One pick or several; a custom row in the list, except when previews are compared.
//! - The reply is one sentence with all answers; details hold them by question text, with annotations.
//! - A cancel or a missing terminal is thrown.

mod claim;
mod read;
pub mod rules;
mod tools;
mod wire;
mod write;

use crate::{Dialect, Limits};

pub(crate) const LIMITS: Limits =
    Limits { questions: (1, 4), options: (2, 4), header_chars: Some(12), ..Limits::PUBLISHED };

/// The contract `ask_user_question`.
pub const DIALECT: Dialect = Dialect {
    id: "ask_user_question",
    offered: |_| true,
    tools: |_| vec![tools::ask_user_question()],
    limits: LIMITS,
    claims: claim::claims,
    no_fails: false,
    structured: false,
    form: |_| rules::FORM,
    read: read::read,
    write: write::write,
};
