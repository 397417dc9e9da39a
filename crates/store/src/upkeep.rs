//! Looking after a store.

use crate::{Head, StoreError};
use asq_core::inbox::Position;
use std::io::{BufRead, Write};

/// What is wrong with a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
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
    pub problems: Vec<Problem>,
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

/// Looking after a store.
pub trait Upkeep {
    /// Looks at every record: digests, links, the head, and what the tables beside the log say.
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
