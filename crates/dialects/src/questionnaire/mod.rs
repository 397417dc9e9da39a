//! The contract `AskUserQuestion`, version 2.
//!
//! - One to four questions of five types: one pick, several, yes or no, a number, a text.
//! - Every list has a row `Other` for own words; an `Other` of the agent's becomes that row.
//! - Every question needs an answer; each may carry a note; a dangerous one is confirmed by typing.
//! - Answers come back under their question's index, with `mode` where there was something to pick.
//! - A call of version 1 is refused, with the new name of everything in it; nothing here is an error to the host.

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

/// Its documented limits; seven options and an `Other` are eight.
pub(crate) const LIMITS: Limits =
    Limits { questions: (1, 4), options: (2, 8), header_chars: Some(20), ..Limits::PUBLISHED };

/// The contract `AskUserQuestion`.
pub const DIALECT: Dialect = Dialect {
    id: "questionnaire",
    offered: |_| true,
    tools: |_| vec![tools::ask_user_question()],
    limits: LIMITS,
    claims: claim::claims,
    form: |_| rules::FORM,
    read: read::read,
    write: write::write,
};
