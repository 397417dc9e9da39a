//! The meeting point: where requests outlive processes.
//!
//! - Records are appended with the sequence that is expected; who comes second is told, and nothing is half-written.
//! - What was appended is on disk before anybody is told.
//! - Positions grow by one, in the order of commits, in every database; a follower misses nothing.
//! - Reading is the truth: a bell only shortens the wait.
//! - Drafts and what was seen stand beside the records, not among them.
//! - Whether an inbox is in use, and whether an asker still waits, is told by locks, never by heartbeats in a table.

mod append;
mod bell;
mod draft;
mod error;
mod history;
mod presence;
mod store;
mod upkeep;

pub use append::{Append, Head, Stored, Verdict};
pub use bell::{Bell, Rang};
pub use draft::{DraftKept, DraftRow};
pub use error::StoreError;
pub use history::{Past, Query};
pub use presence::{Held, Presence};
pub use store::{Drafts, History, Log, Seen, Store};
pub use upkeep::{Problem, Pruned, Upkeep, Verified};
