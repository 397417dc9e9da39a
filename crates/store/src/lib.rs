//! The store: requests outlive processes here.
//!
//! `store.rs` has the traits. An append names the sequence that it expects, and is acknowledged only once it is on disk. In
//! every database, positions grow by one in the order of commits. Reading is the truth: a bell only shortens the wait. Drafts
//! and seen state are next to the records, not among them.

mod append;
mod audit;
mod draft;
mod error;
#[cfg(feature = "faulty")]
mod faulty;
mod line;
mod local_bell;
mod locks;
mod memory;
mod memory_log;
mod mutex;
mod pending_bytes;
#[cfg(feature = "postgres")]
mod postgres;
mod prefix;
mod random;
mod row;
mod search_match;
mod search_terms;
mod seen;
mod sqlite;
mod step_rest;
mod store;
mod upkeep;

pub use append::{Append, Head, Stored, Verdict};
pub use draft::{DraftKept, DraftMark, DraftRow};
pub use error::StoreError;
#[cfg(feature = "faulty")]
pub use faulty::{AppendFault, Faults, Faulty, FaultyProcess};
pub use memory::Memory;
#[cfg(feature = "postgres")]
pub use postgres::{Postgres, Surroundings, is_address};
pub use search_match::{Past, Query};
pub use seen::{AnnounceRound, ClaimAsk, Claimed};
pub use sqlite::Sqlite;
pub use store::{Bell, Drafts, History, LockGuard, Log, Presence, Seen, Store, WakeReason};
pub use upkeep::{LogProblem, Progressing, Pruned, Upkeep, UpkeepProgress, UpkeepStage, Verified};

use draft::WEEK_MS;

/// The indexes of an ask's secret questions.
fn secret_questions(asked: &asq_core::life::Asked) -> Vec<usize> {
    let questions = asked.request.questions.iter().enumerate();
    questions.filter(|(_, question)| question.sensitive).map(|(at, _)| at).collect()
}
