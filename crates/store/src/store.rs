//! What every store can do.
//!
//! - One trait per purpose; [`Store`] is all of them.
//! - Every call may be made from any thread; each is one short transaction or none.
//! - An error is worded for the person and says what was not stored.

use crate::{
    Append, Bell, DraftKept, DraftRow, Head, Past, Presence, Query, StoreError, Stored, Upkeep, Verdict,
};
use asq_core::inbox::{Pending, Position};
use asq_core::life::{Key, RequestId};

/// The records.
pub trait Log {
    /// Appends a batch in one transaction, and returns when it is on disk: a verdict per append, in their order.
    ///
    /// # Errors
    /// Nothing of the batch was stored (but see [`StoreError::Unknown`]).
    fn append(&self, batch: &[Append]) -> Result<Vec<Verdict>, StoreError>;

    /// The last record.
    fn head(&self) -> Result<Head, StoreError>;

    /// The records after a position, at most so many, in their order.
    fn after(&self, position: Position, limit: usize) -> Result<Vec<Stored>, StoreError>;

    /// All records of one request, each checked against its digest; empty for an unknown request.
    fn records(&self, id: RequestId) -> Result<Vec<Stored>, StoreError>;

    /// The open requests that were asked after a position, in the order of asking, at most so many (0 is all), and the
    /// position up to which that holds.
    fn pending(&self, after: Position, limit: usize) -> Result<(Position, Vec<Pending>), StoreError>;

    /// How many requests are open.
    fn count(&self) -> Result<u64, StoreError>;

    /// The ids that begin with this, open or closed, at most so many.
    fn find(&self, prefix: &str, limit: usize) -> Result<Vec<RequestId>, StoreError>;

    /// Whose this claim is.
    fn claimed(&self, key: &Key) -> Result<Option<RequestId>, StoreError>;

    /// What time it is, in milliseconds since 1970, by a clock that all who use the store share; `None` where each judges
    /// by its own machine's.
    fn clock(&self) -> Result<Option<u64>, StoreError> {
        Ok(None)
    }

    /// A bell; it must be taken before what it is to wake for is read.
    fn bell(&self) -> Result<Box<dyn Bell>, StoreError>;
}

/// What was typed so far.
pub trait Drafts {
    /// Keeps what was typed for one question. `row.rev` is the revision that the writer knows.
    fn keep_draft(&self, row: &DraftRow) -> Result<DraftKept, StoreError>;

    /// All drafts of one request, by question.
    fn drafts(&self, id: RequestId) -> Result<Vec<DraftRow>, StoreError>;

    /// Removes the drafts of one request. What another surface than `but` had typed is kept for a week as unsent.
    fn drop_drafts(&self, id: RequestId, but: Option<u64>) -> Result<(), StoreError>;

    /// Texts that came too late, as they were kept.
    fn unsent(&self, id: RequestId) -> Result<Vec<DraftRow>, StoreError>;
}

/// What was seen, shared by all surfaces.
pub trait Seen {
    /// Takes it upon itself to announce these requests: those that nobody has announced before.
    fn announce(&self, ids: &[RequestId]) -> Result<Vec<RequestId>, StoreError>;

    /// Puts a request off until this time, in milliseconds since 1970; then it is announced again. 0 brings it back, seen.
    fn snooze(&self, id: RequestId, until_ms: u64) -> Result<(), StoreError>;

    /// What is put off.
    fn snoozed(&self) -> Result<Vec<(RequestId, u64)>, StoreError>;
}

/// What is over.
pub trait History {
    /// Looks among what is over, the latest first.
    fn past(&self, query: &Query) -> Result<Vec<Past>, StoreError>;

    /// How many requests were closed before then, in milliseconds since 1970, and have their words.
    fn closed_before(&self, before_ms: u64) -> Result<u64, StoreError> {
        let past = self.past(&Query { to_ms: Some(before_ms), ..Query::default() })?;
        Ok(past.iter().filter(|past| past.closed.wall_ms < before_ms).count() as u64)
    }
}

/// All that a store can do.
pub trait Store: Log + Drafts + Seen + History + Presence + Upkeep + Send + Sync {}

impl<T: Log + Drafts + Seen + History + Presence + Upkeep + Send + Sync> Store for T {}
