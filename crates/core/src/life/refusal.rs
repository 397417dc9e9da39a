//! Why a step is not taken; the request stays as it was.
//!
//! - A loser learns of the winner: who, when, how it ended.
//! - All misfits come at once.
//! - A dangerous answer, an answer from the asker's own process tree and a missing right are different refusals.
//! - Whatever comes after the time limit is refused as late, even if nobody has recorded the limit yet.

use super::{Actor, How, Moment, Right, Unseen};
use crate::fit::Misfit;
use crate::model::Outcome;

/// Why a step is not taken.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// There is no such request yet.
    NotAsked,
    /// This request was asked before, with this digest.
    AskedBefore {
        /// The digest of what was asked.
        digest: String,
    },
    /// Somebody was first.
    Closed {
        /// Who.
        by: Box<Actor>,
        /// When.
        at: Moment,
        /// How it ended.
        outcome: Box<Outcome>,
    },
    /// It is closed, and its texts are erased.
    Erased,
    /// The answers don't fit.
    Misfit(Vec<Misfit>),
    /// What was answered is not what is asked.
    Changed {
        /// The digest that came with the answer.
        came: String,
        /// The digest of the request.
        asked: String,
    },
    /// The right is another one.
    Right {
        /// The one that is needed.
        needed: Right,
        /// The one that came.
        came: Right,
    },
    /// A dangerous answer needs a terminal, a page or the host that asked.
    Danger(How),
    /// It comes from the asker's own process tree.
    OwnTree,
    /// Nobody can tell whether it comes from there.
    UnknownTree(Unseen),
    /// The time limit hasn't passed: milliseconds that are left; `None` without a limit.
    NotDue(Option<u64>),
    /// The time limit is over, and nothing but that can be decided: the driver expires it first, which says who and when.
    Overdue,
    /// The key has this many bytes; 256 is the limit.
    LongKey(usize),
    /// There is no ending to deliver.
    Open,
    /// It was delivered before.
    DeliveredBefore(Moment),
}
