//! Refusals of an input; the request stays as it was.
//!
//! - A refusal names the winner: who, when, and the outcome.
//! - It reports all misfits at once.
//! - It tells apart a dangerous answer, an answer from the asker's own process tree, and a missing right.
//! - Its sentence is the same on every surface. The winner and the time are data: each surface words them for its reader.
//! - Any input after the time limit is refused as late, even if nobody has recorded the limit yet.

use super::{Actor, How, Moment, Right, Unseen};
use crate::fit::Misfit;
use crate::model::Outcome;
use std::fmt;

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
    /// The same on a surface that was opened after a dangerous question was asked.
    UnknownDanger(Unseen),
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

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::NotAsked => "there is no such request",
            Refusal::AskedBefore { .. } => "this was asked before, with other content",
            Refusal::Closed { outcome, .. } => {
                let name = outcome.name();
                let how = if name == "discuss" { "to be discussed first" } else { name };
                return write!(f, "it is closed: {how}");
            }
            Refusal::Erased => "it is closed, and its words have been erased",
            Refusal::Misfit(_) => "the answer does not fit, so the request stays open",
            Refusal::Changed { .. } => "the request has changed since it was shown",
            Refusal::Right { .. } => "asking and answering are different rights",
            Refusal::Danger(how) => {
                return write!(f, "a dangerous question is never answered {}", by_means(*how));
            }
            Refusal::OwnTree => "it can't be closed from the asker's own process tree",
            Refusal::UnknownTree(why) => {
                return write!(f, "nobody can tell whether the asker answers itself: {}", why.clause());
            }
            Refusal::UnknownDanger(why) => {
                return write!(
                    f,
                    "it is dangerous and of unknown origin: answer it on its page, or in an inbox that was open before it came: {}",
                    why.clause()
                );
            }
            Refusal::NotDue(_) | Refusal::Open => "it is still open",
            Refusal::Overdue => "its time limit is over",
            Refusal::LongKey(bytes) => return write!(f, "the key of the answer has {bytes} bytes"),
            Refusal::DeliveredBefore(_) => "it was delivered before",
        })
    }
}

const fn by_means(how: How) -> &'static str {
    match how {
        How::Cli | How::Bridge => how.words(),
        // The page is over HTTP, too.
        How::Api => "by a program over HTTP",
        // These may answer one.
        How::Tty | How::Page | How::Host => "by somebody who didn't see it",
    }
}
