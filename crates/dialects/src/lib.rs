//! Foreign tool contracts: read a call into a request, write the ending back.
//!
//! - [`recognise()`] finds the contract of a call: by dialect, by tool name or by keys.
//! - [`Dialect::read`] gives a request and notes on what was dropped or mended, or everything that is wrong
//!   with the call.
//! - [`Dialect::write`] gives each ending the exact words and details that the contract promises.
//! - [`Dialect::schema`] is the tool as agents see it.
//! - Everything here is a pure function; [`ALL`] holds the contracts that both read and write.

mod blank;
mod claim;
mod common_replies;
mod dialect;
mod ending;
mod findings;
mod limits;
mod near;
mod object;
mod reading;
mod recognise;
mod strict;
mod tool_spec;

pub mod ask_user_question;
pub mod asq;
pub mod opencode;
pub mod question;
pub mod questionnaire;
pub mod spec;

pub use asq_wire::{Misuse, Note, Problem, ToolCall, ToolReply};
pub use claim::Claim;
pub use common_replies::misuse_reply;
pub use dialect::Dialect;
pub use ending::{Conflict, Ending, Why};
pub use limits::Limits;
pub use reading::{Reading, What};
pub use recognise::{by_id, recognise, understand};
pub use tool_spec::ToolSpec;

/// Reads what the other contracts leave.
pub const FALLBACK: Dialect = asq::DIALECT;

/// The contracts that can be read and written.
pub const ALL: &[Dialect] = &[
    question::DIALECT,
    ask_user_question::DIALECT,
    opencode::DIALECT,
    questionnaire::DIALECT,
    spec::DIALECT,
    FALLBACK,
];
