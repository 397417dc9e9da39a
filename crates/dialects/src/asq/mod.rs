//! asq's own contract: the union of the others, lenient with a model's harmless errors.
//!
//! - One tool, `ask`: picks, confirmations, numbers and texts, with context, previews, dangers and secrets.
//! - Calls in other agents' spelling are read if they hold a question; notes say what was mended.
//! - Answers come back by id, with label, value, index, custom text and note; the text alone is complete.
//! - Details can be read back into the answers they came from.

mod answered;
mod back;
mod claim;
mod danger;
mod default;
mod expires;
mod fields;
mod ids;
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
pub use expires::{EXPIRES_MS, duration};
use kind::KINDS;

use crate::{Dialect, Limits};

/// The published limits; none is narrower.
pub(crate) const LIMITS: Limits = Limits::PUBLISHED;

/// asq's own contract.
pub const DIALECT: Dialect = Dialect {
    id: "asq",
    offered: |_| true,
    tools: |_| vec![tools::ask()],
    limits: LIMITS,
    claims: claim::claims,
    no_fails: true,
    structured: true,
    form: |_| rules::FORM,
    read: read::read,
    write: write::write,
};
