//! The meeting point: where requests outlive processes.
//!
//! - Records are appended with the sequence that is expected; who comes second is told, and nothing is half-written.
//! - What was appended is on disk before anybody is told.
//! - Positions grow by one, in the order of commits, in every database; a follower misses nothing.
//! - Reading is the truth: a bell only shortens the wait.
//! - Drafts and what was seen stand beside the records, not among them.
//! - Whether an inbox is in use, and whether an asker still waits, is told by locks, never by heartbeats in a table.

mod append;
mod audit;
mod bell;
mod draft;
mod error;
#[cfg(feature = "faulty")]
mod faulty;
mod history;
mod line;
mod local_bell;
mod locks;
mod memory;
mod memory_log;
mod pending_bytes;
#[cfg(feature = "postgres")]
mod postgres;
mod prefix;
mod presence;
mod row;
mod search_terms;
mod sqlite;
mod store;
mod upkeep;

pub use append::{Append, Head, Stored, Verdict};
pub use bell::{Bell, WakeReason};
pub use draft::{DraftKept, DraftRow};
pub use error::StoreError;
#[cfg(feature = "faulty")]
pub use faulty::{Fault, Faults, Faulty, Process};
pub use history::{Past, Query};
pub use memory::Memory;
#[cfg(feature = "postgres")]
pub use postgres::{Postgres, Surroundings, is_address};
pub use presence::{LockGuard, Presence};
pub use sqlite::Sqlite;
pub use store::{Drafts, History, Log, Seen, Store};
pub use upkeep::{Problem, Progress, Progressing, Pruned, Stage, Upkeep, Verified};

use draft::WEEK_MS;

/// The questions of an ask that ask for a secret.
fn secret_questions(asked: &asq_core::life::Asked) -> Vec<usize> {
    let questions = asked.request.questions.iter().enumerate();
    questions.filter(|(_, question)| question.sensitive).map(|(at, _)| at).collect()
}
