//! The log, as a follower reads it.
//!
//! - The entry of a record has its position and its request.
//! - An entry has what a list shows: no call, no answer and no typed text.

use crate::Failure;
use asq_core::inbox::{Pending, Position};
use asq_core::life::{Actor, Fact, Moment, Record, RequestId};
use std::os::fd::BorrowedFd;
use std::sync::Arc;

/// One record of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct LogEntry {
    /// Its place in the log. Positions have no gaps.
    pub position: Position,
    /// The request.
    pub id: RequestId,
    /// The content of the record.
    pub fact: LogFact,
}

impl LogEntry {
    /// The entry of a record; of an erased one without it.
    pub fn of(position: Position, id: RequestId, record: Option<&Record>) -> LogEntry {
        let fact = match record.map(|record| (&record.fact, record)) {
            None => LogFact::Erased,
            Some((Fact::Asked(asked), record)) => {
                LogFact::Asked(Arc::new(Pending::of(id, position, record.at, asked)))
            }
            Some((Fact::Closed(closed), record)) => {
                let (by, how) = (Box::new(record.by.clone()), closed.outcome.name());
                LogFact::Closed { by, at: record.at, how }
            }
            Some((Fact::Delivered, record)) => LogFact::Delivered { at: record.at },
        };
        LogEntry { position, id, fact }
    }
}

/// The part of a record that a list shows.
#[derive(Clone, Debug, PartialEq)]
pub enum LogFact {
    /// Somebody asked.
    Asked(Arc<Pending>),
    /// The request closed.
    Closed {
        /// The actor who closed it.
        by: Box<Actor>,
        /// The time of closing.
        at: Moment,
        /// One word: answered, discuss, declined, cancelled, withdrawn, expired.
        how: &'static str,
    },
    /// The asker has the ending.
    Delivered {
        /// The time of the delivery.
        at: Moment,
    },
    /// The record's content was erased.
    Erased,
}

/// The next part of the log.
#[derive(Clone, Debug, PartialEq)]
pub enum LogNews {
    /// The next entries. Empty: no new ones so far, and the wake-up reports when some arrive.
    Entries(Vec<Arc<LogEntry>>),
    /// The reader was too slow, or began beyond the end of the log. Nothing more comes until it
    /// [resumes](LogReader::resume): after its last entry, or after a fresh list.
    Reset,
}

/// A reader of the log. Dropping it stops reading.
pub trait LogReader: Send {
    /// The next entries, at most so many. Never blocks. Call it until it returns none, then wait for the wake-up.
    ///
    /// # Errors
    /// The backend has stopped for good.
    fn next(&self, most: usize) -> Result<LogNews, Failure>;

    /// Continues with the first record after this position.
    fn resume(&self, after: Position);

    /// Readable when there may be entries; `None` if the reader takes a callback, or no descriptor was left.
    fn descriptor(&self) -> Option<BorrowedFd<'_>>;
}
