//! Looking after a store.

use crate::{Head, StoreError};
use asq_core::inbox::Position;
use std::io::{BufRead, Write};

/// What is wrong with a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogProblem {
    /// Where, if one record is to blame.
    pub position: Option<Position>,
    /// What, in plain words.
    pub what: String,
}

/// What a look at the whole log found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The last record.
    pub head: Head,
    /// How many records were looked at.
    pub records: u64,
    /// How many of them have no body any more.
    pub erased: u64,
    /// The first hundred problems; none is a sound log.
    pub problems: Vec<LogProblem>,
}

/// What was pruned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Bodies that were erased.
    pub bodies: u64,
    /// Records that were cut off at the beginning.
    pub records: u64,
    /// Texts of drafts that were removed.
    pub drafts: u64,
}

/// What a long upkeep is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpkeepStage {
    /// What closed is taken into the list that history is searched by.
    Indexing,
    /// The words of old requests are erased.
    Erasing,
    /// The beginning of the log is cut off.
    Cutting,
    /// The list of words is packed.
    Packing,
    /// Space is given back.
    Vacuuming,
    /// A log is read.
    Reading,
}

/// How far a long upkeep is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UpkeepProgress {
    /// What it is at.
    pub stage: UpkeepStage,
    /// So much of it is done.
    pub done: u64,
    /// So much there is, where that is known.
    pub of: Option<u64>,
}

/// Hears how far a long upkeep is, between two of its steps, when nothing is locked.
pub type Progressing = Box<dyn Fn(UpkeepProgress) + Send + Sync>;

/// Looking after a store.
///
/// A long upkeep goes in steps, between which others write; whatever ends it half-way, it can be done again.
pub trait Upkeep {
    /// Has this told how far a long upkeep is, from now on. A store whose upkeep does not go in steps tells nothing.
    fn on_progress(&self, _: Progressing) {}

    /// Checks every record: digests, links, the head, and the tables next to the log.
    fn verify(&self, noted: Option<Head>) -> Result<Verified, StoreError>;

    /// Writes the log as lines of JSON that [`import`](Upkeep::import) reads.
    fn export(&self, to: &mut dyn Write) -> Result<u64, StoreError>;

    /// Reads what `export` wrote into an empty store; positions, links and digests stay as they are.
    fn import(&self, from: &mut dyn BufRead) -> Result<u64, StoreError>;

    /// Erases the bodies of requests that were closed before then, and cuts off the beginning of the log as far as all
    /// is closed and old.
    fn prune(&self, before_ms: u64) -> Result<Pruned, StoreError>;

    /// What `asq doctor` says of it: name and value, a line each.
    fn about(&self) -> Vec<(String, String)>;
}
