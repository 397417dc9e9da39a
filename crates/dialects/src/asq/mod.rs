//! asq's own contract: the union of what the others have, lenient where a model errs harmlessly.
//!
//! - One tool, `ask`: picks, confirmations, numbers and texts, with contexts, previews, dangers, secrets.
//! - Calls in other agents' spelling are read as far as they carry a question; what was mended is told.
//! - Answers come back by id, with label, value, index, own words and note; the text alone is complete.
//! - Details read back to the answers that they were written from.

mod answered;
mod back;
mod blank;
mod claim;
mod danger;
mod default;
mod expires;
mod fields;
mod keys;
mod kind;
mod list;
mod mark;
mod options;
mod preview;
mod question;
mod quoted;
mod read;
mod requested;
pub mod rules;
mod tools;
mod write;

pub use back::answers;
pub use expires::duration;
use kind::KINDS;

use crate::{Dialect, Limits};

/// The published limits, and no narrower ones.
pub(crate) const LIMITS: Limits = Limits::PUBLISHED;

/// asq's own contract.
pub const DIALECT: Dialect = Dialect {
    id: "asq",
    offered: |_| true,
    tools: |_| vec![tools::ask()],
    limits: LIMITS,
    claims: claim::claims,
    form: |_| rules::FORM,
    read: read::read,
    write: write::write,
};
