//! The log, as a follower reads it.
//!
//! - One entry per record, in order, each with its position; a reader can begin at any position.
//! - An entry is what a list shows: no call, no answer and no typed text.
//! - A slow reader costs no memory: it gets one reset, and continues wherever it wants.
//! - Reading never blocks.

use crate::Failure;
use asq_core::inbox::{Pending, Position};
use asq_core::life::{Actor, Moment, RequestId};
use std::os::fd::BorrowedFd;
use std::sync::Arc;

/// One record of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct LogEntry {
    /// Its place in the log. Positions have no gaps.
    pub position: Position,
    /// The request.
    pub id: RequestId,
    /// What the record says.
    pub fact: LogFact,
}

/// What a record says, as far as a list shows it.
#[derive(Clone, Debug, PartialEq)]
pub enum LogFact {
    /// Somebody asked.
    Asked(Arc<Pending>),
    /// The request closed.
    Closed {
        /// Who closed it.
        by: Box<Actor>,
        /// When.
        at: Moment,
        /// In a word: answered, discuss, declined, cancelled, withdrawn, expired.
        how: &'static str,
    },
    /// The asker has the ending.
    Delivered {
        /// Since when.
        at: Moment,
    },
    /// The record's content was erased.
    Erased,
}

/// The next part of the log.
#[derive(Clone, Debug, PartialEq)]
pub enum LogNews {
    /// The next entries. Empty: nothing has come so far, and the wake-up reports when something has.
    Entries(Vec<Arc<LogEntry>>),
    /// The reader was too slow, or began beyond the end of the log. Nothing more comes until it
    /// [resumes](LogReader::resume): after its last entry, or after a fresh list.
    Reset,
}

/// A reader of the log. Dropping it stops reading.
pub trait LogReader: Send {
    /// The next entries, at most so many. Never blocks. Call it until nothing comes, then wait for the wake-up.
    ///
    /// # Errors
    /// The backend has stopped for good.
    fn next(&self, most: usize) -> Result<LogNews, Failure>;

    /// Continues with the first record after this position.
    fn resume(&self, after: Position);

    /// Readable when there may be something to read; `None` if a callback was wanted, or no descriptor was left.
    fn descriptor(&self) -> Option<BorrowedFd<'_>>;
}
