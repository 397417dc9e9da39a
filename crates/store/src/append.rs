//! Appends, and their outcomes.

use asq_core::inbox::Position;
use asq_core::life::{Record, RequestId};

/// Records of one request, to be stored together.
#[derive(Clone, Debug, PartialEq)]
pub struct Append {
    /// The request that they belong to.
    pub request: RequestId,
    /// The number of records that the request had when the decision was made.
    pub expected: u64,
    /// The records; at least one.
    pub records: Vec<Record>,
}

/// The outcome of an [`Append`]. One that wasn't appended leaves nothing behind, and doesn't affect its neighbours in
/// the batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is on disk; this is the position of its last record.
    Appended(Position),
    /// The request has more records by now: read it again and decide again.
    Stale,
    /// Another request already holds its claim; this is that request.
    Taken(RequestId),
}

/// A record and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    /// Its place in the log.
    pub position: Position,
    /// The request that it belongs to.
    pub request: RequestId,
    /// Its number among the request's records, from 1.
    pub seq: u64,
    /// The record; `None` if its body was pruned.
    pub record: Option<Record>,
    /// Whether the record is incomplete: the answer to a secret question was erased after delivery, and now reads as
    /// unanswered.
    pub redacted: bool,
}

/// The position of the last record, and the chain's link there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The last record's position.
    pub position: Position,
    /// SHA-256 over the previous link, the position and the record's digest.
    pub link: [u8; 32],
}
