//! The traits of every store.
//!
//! - Each purpose has one trait; [`Store`] combines them.
//! - Any thread may make any call; each call is at most one short transaction.
//! - An error is worded for the person, and names what wasn't stored.

use crate::{
    Append, ClaimAsk, Claimed, DraftKept, DraftMark, DraftRow, Head, Past, Query, StoreError, Stored, Upkeep,
    Verdict,
};
use asq_core::inbox::{Pending, Position};
use asq_core::life::{IdempotencyKey, RequestId};
use std::sync::Arc;
use std::time::Duration;

/// The records.
pub trait Log {
    /// Appends a batch in one transaction, and returns once it is on disk: a verdict per append, in the same order.
    ///
    /// # Errors
    /// Nothing of the batch was stored (but see [`StoreError::Unknown`]).
    fn append(&self, batch: &[Append]) -> Result<Vec<Verdict>, StoreError>;

    /// The last record.
    fn head(&self) -> Result<Head, StoreError>;

    /// The position before the first record: pruning moves it up, and an import moves it back.
    fn beginning(&self) -> Result<Position, StoreError> {
        Ok(Position(0))
    }

    /// The records after a position, in order, at most so many.
    fn after(&self, position: Position, limit: usize) -> Result<Vec<Stored>, StoreError>;

    /// All records of one request, each checked against its digest; empty for an unknown request.
    fn records(&self, id: RequestId) -> Result<Vec<Stored>, StoreError>;

    /// The open requests asked after a position, in the order of asking, at most so many (0 is all). Also returns the
    /// log position for which the list is true.
    fn pending(&self, after: Position, limit: usize) -> Result<(Position, Vec<Pending>), StoreError>;

    /// The number of open requests.
    fn count(&self) -> Result<u64, StoreError>;

    /// The ids with this prefix, of open and closed requests, at most so many.
    fn find(&self, prefix: &str, limit: usize) -> Result<Vec<RequestId>, StoreError>;

    /// The request that owns this claim.
    fn claimed(&self, key: &IdempotencyKey) -> Result<Option<RequestId>, StoreError>;

    /// The time in milliseconds since 1970, by a clock that all users of the store share; `None` if each uses its own
    /// machine's clock.
    fn clock(&self) -> Result<Option<u64>, StoreError> {
        Ok(None)
    }

    /// A bell. Take it before reading, or it may miss news.
    fn bell(&self) -> Result<Box<dyn Bell>, StoreError>;
}

/// The drafts.
pub trait Drafts {
    /// Stores the typed text for one question. `row.rev` is the revision that the writer knows.
    fn keep_draft(&self, row: &DraftRow) -> Result<DraftKept, StoreError>;

    /// All drafts of one request, by question.
    fn drafts(&self, id: RequestId) -> Result<Vec<DraftRow>, StoreError>;

    /// A mark of each draft of all requests, by request and question.
    fn draft_marks(&self) -> Result<Vec<DraftMark>, StoreError>;

    /// Removes the drafts of one request. Text from surfaces other than `but` is kept for a week as unsent.
    fn drop_drafts(&self, id: RequestId, but: Option<u64>) -> Result<(), StoreError>;

    /// The requests with texts that came too late; the latest text first.
    fn late_requests(&self) -> Result<Vec<RequestId>, StoreError>;

    /// The texts of this request that came too late.
    fn late_drafts(&self, id: RequestId) -> Result<Vec<DraftRow>, StoreError>;

    /// Forgets the texts of this request that came too late and were typed until then, in milliseconds since 1970.
    fn forget_late(&self, id: RequestId, until_ms: u64) -> Result<(), StoreError>;
}

/// The seen state, shared by all surfaces.
pub trait Seen {
    /// Claims the announcement of open requests: each is announced by one caller, and at its turn.
    fn claim(&self, ask: &ClaimAsk) -> Result<Claimed, StoreError>;

    /// Notes that a person types until this time, in milliseconds since 1970: nothing is announced before it.
    fn typing(&self, until_ms: u64) -> Result<(), StoreError>;

    /// The number of open requests that aren't snoozed at this time.
    fn waiting(&self, now_ms: u64) -> Result<u64, StoreError>;

    /// Snoozes a request until this time, in milliseconds since 1970; then it is announced again. 0 brings it back,
    /// seen.
    fn snooze(&self, id: RequestId, until_ms: u64) -> Result<(), StoreError>;

    /// The snoozed requests, each with the end of its snooze.
    fn snoozed(&self) -> Result<Vec<(RequestId, u64)>, StoreError>;
}

/// Closed requests.
pub trait History {
    /// Searches closed requests, the latest first.
    fn past(&self, query: &Query) -> Result<Vec<Past>, StoreError>;

    /// The number of requests that closed before this time, in milliseconds since 1970, and still have their text.
    fn closed_before(&self, before_ms: u64) -> Result<u64, StoreError> {
        let past = self.past(&Query { to_ms: Some(before_ms), ..Query::default() })?;
        Ok(past.iter().filter(|past| past.closed.wall_ms < before_ms).count() as u64)
    }
}

/// Why a wait ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WakeReason {
    /// A process appended records.
    Records,
    /// A draft or the seen state changed.
    Drafts,
    /// Somebody called the waker, or the inbox's or an asker's lock changed hands.
    Nudged,
    /// No news came in time.
    Quiet,
}

/// Wakes a process when there is news. Take a bell, then read, then wait: it rings for everything appended after it was
/// taken. It can fail silently, so its owner polls after a while anyway (`patience`).
pub trait Bell: Send {
    /// Waits for news, at most this long.
    fn wait(&mut self, at_most: Duration) -> WakeReason;

    /// How long to wait before polling: 30 s if the bell passed its self-test within the last minute. Otherwise 250 ms
    /// within 10 s of the last change, and 2 s after that.
    fn patience(&self) -> Duration;

    /// Returns a function that ends a wait at once, from any thread.
    fn waker(&self) -> Arc<dyn Fn() + Send + Sync>;
}

/// A held lock; dropping it releases it.
pub trait LockGuard: Send {}

impl LockGuard for Vec<Box<dyn LockGuard>> {}

/// Shows which inboxes and askers are alive, by locks: a lock disappears with its process, however that ends. A check
/// takes less than a millisecond and creates nothing.
pub trait Presence {
    /// Marks an inbox as in use while the lock is held.
    fn hold_inbox(&self) -> Result<Box<dyn LockGuard>, StoreError>;

    fn inbox_in_use(&self) -> bool;

    /// Marks an asker as waiting for this request's ending while the lock is held.
    fn hold_asker(&self, id: RequestId) -> Result<Box<dyn LockGuard>, StoreError> {
        self.hold_askers(&[id])
    }

    /// Marks an asker as waiting for the endings of these requests while the lock is held: for all of them, or for none.
    fn hold_askers(&self, ids: &[RequestId]) -> Result<Box<dyn LockGuard>, StoreError>;

    fn asker_waits(&self, id: RequestId) -> bool;
}

/// A complete store.
pub trait Store: Log + Drafts + Seen + History + Presence + Upkeep + Send + Sync {}

impl<T: Log + Drafts + Seen + History + Presence + Upkeep + Send + Sync> Store for T {}
