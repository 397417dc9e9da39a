//! Refusals of an input; the request stays as it was.
//!
//! - A refusal names the winner: who, when, and the outcome.
//! - It reports all misfits at once.
//! - It tells apart a dangerous answer, an answer from the asker's own process tree, and a missing right.
//! - Any input after the time limit is refused as late, even if nobody has recorded the limit yet.

use super::{Actor, How, Moment, Right, Unseen};
use crate::fit::Misfit;
use crate::model::Outcome;

/// The reason for a refusal.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// The request doesn't exist yet.
    NotAsked,
    /// The request was asked before, with this digest.
    AskedBefore {
        /// The digest of that ask.
        digest: String,
    },
    /// Somebody closed it first.
    Closed {
        /// The winner.
        by: Box<Actor>,
        /// The time.
        at: Moment,
        /// The outcome.
        outcome: Box<Outcome>,
    },
    /// The request is closed, and its texts are erased.
    Erased,
    /// The answers don't fit.
    Misfit(Vec<Misfit>),
    /// The answer is for another version of the request.
    Changed {
        /// The digest that came with the answer.
        came: String,
        /// The digest of the request.
        asked: String,
    },
    /// The actor has another right.
    Right {
        /// The needed right.
        needed: Right,
        /// The actor's right.
        came: Right,
    },
    /// A dangerous answer needs a terminal, a page or the host that asked.
    Danger(How),
    /// The answer comes from the asker's own process tree.
    OwnTree,
    /// The answer may come from the asker's own process tree.
    UnknownTree(Unseen),
    /// The time limit hasn't passed. It has the milliseconds left; `None` without a limit.
    NotDue(Option<u64>),
    /// The time limit has passed, so the request can only expire. The driver does that first and records who and when.
    Overdue,
    /// The key has this many bytes, and the limit is 256.
    LongKey(usize),
    /// There is no ending to deliver.
    Open,
    /// The ending was delivered before.
    DeliveredBefore(Moment),
}
