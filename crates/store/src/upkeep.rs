//! Maintenance of a store.

use crate::{Head, StoreError};
use asq_core::inbox::Position;
use std::io::{BufRead, Write};

/// A problem of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogProblem {
    /// The position, if a single record is to blame.
    pub position: Option<Position>,
    /// The problem in plain words.
    pub what: String,
}

/// The result of checking the whole log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The last record.
    pub head: Head,
    /// The number of checked records.
    pub records: u64,
    /// The number of records whose bodies were erased.
    pub erased: u64,
    /// The first hundred problems; empty for a sound log.
    pub problems: Vec<LogProblem>,
}

/// The result of pruning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// The number of erased bodies.
    pub bodies: u64,
    /// The number of records cut off at the beginning.
    pub records: u64,
    /// The number of removed draft texts.
    pub drafts: u64,
}

/// The current stage of long maintenance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpkeepStage {
    /// The search index takes in closed requests.
    Indexing,
    /// Erases the text of old requests.
    Erasing,
    /// Cuts off the beginning of the log.
    Cutting,
    /// Repacks the search index.
    Packing,
    /// Returns free space.
    Vacuuming,
    /// Reads a log.
    Reading,
}

/// The progress of long maintenance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UpkeepProgress {
    /// The current stage.
    pub stage: UpkeepStage,
    /// The amount of work done.
    pub done: u64,
    /// The total amount of work, if it is known.
    pub of: Option<u64>,
}

/// A callback for the progress of long maintenance. It runs between two steps, when nothing is locked.
pub type Progressing = Box<dyn Fn(UpkeepProgress) + Send + Sync>;

/// Maintenance of a store.
///
/// Long maintenance runs in steps, and others write between them. After an interruption it can be repeated.
pub trait Upkeep {
    /// Sets the callback for progress. A store without steps never calls it.
    fn on_progress(&self, _: Progressing) {}

    /// Checks every record: digests, links, the head, and the tables next to the log.
    fn verify(&self, noted: Option<Head>) -> Result<Verified, StoreError>;

    /// Writes the log as lines of JSON, for [`import`](Upkeep::import).
    fn export(&self, to: &mut dyn Write) -> Result<u64, StoreError>;

    /// Reads the output of `export` into an empty store; positions, links and digests stay unchanged.
    fn import(&self, from: &mut dyn BufRead) -> Result<u64, StoreError>;

    /// Erases the bodies of requests that closed before this time. Cuts off the beginning of the log up to the first
    /// request that is open or newer.
    fn prune(&self, before_ms: u64) -> Result<Pruned, StoreError>;

    /// The store's lines in `asq doctor`, each a name and a value.
    fn about(&self) -> Vec<(String, String)>;
}
