//! What is appended, and what became of it.

use asq_core::inbox::Position;
use asq_core::life::{Record, RequestId};

/// Records of one request.
#[derive(Clone, Debug, PartialEq)]
pub struct Append {
    /// Which request.
    pub request: RequestId,
    /// How many records it has, as far as the decision knew.
    pub expected: u64,
    /// The records; never none.
    pub records: Vec<Record>,
}

/// What became of an [`Append`]. One that was not appended left nothing behind; its neighbours in the batch are not
/// touched by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is on disk; the position of its last record.
    Appended(Position),
    /// The request has another number of records by now: read it again and decide again.
    Stale,
    /// What it claims belongs to this request already.
    Taken(RequestId),
}

/// A record with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    /// Its place in the log.
    pub position: Position,
    /// Whose it is.
    pub request: RequestId,
    /// Its number among the request's records, from 1.
    pub seq: u64,
    /// The record; `None` where its body was pruned.
    pub record: Option<Record>,
    /// The record is no longer whole: what answered a question that asks for a secret was erased once it had been handed
    /// over, and stands there as if it had not been answered.
    pub redacted: bool,
}

/// The last record's place, and the link of the chain there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Its place.
    pub position: Position,
    /// SHA-256 over the link before, the place and the record's digest.
    pub link: [u8; 32],
}
