//! The contract `AskUserQuestion`, version 2.
//!
//! - One to four questions of five types: one pick, several, yes or no, a number, a text.
//! - Every list has a row `Other` for custom text; an `Other` from the agent becomes that row.
//! - Every question needs an answer and may carry a note; a dangerous one is confirmed by typing.
//! - Answers come back by question index, with `mode` if there was something to pick.
//! - A call of version 1 is refused with all new names; no ending is an error to the host.

mod claim;
mod legacy;
mod number;
mod option_list;
mod place;
mod question_type;
mod read;
pub mod rules;
mod tools;
mod typed_fields;
mod wire;
mod wire_option;
mod write;

use crate::{Dialect, Limits};

/// Its documented limits; seven options and an `Other` make eight.
pub(crate) const LIMITS: Limits =
    Limits { questions: (1, 4), options: (2, 8), header_chars: Some(20), ..Limits::PUBLISHED };

/// The contract `AskUserQuestion`.
pub const DIALECT: Dialect = Dialect {
    id: "questionnaire",
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
