//! The ways to close a request, other than its time limit.
//!
//! - Every layer uses one enum unchanged: form, inbox, page, command line, HTTP, and the decision about the record.
//! - Answering, discussing, declining and cancelling need the right to answer; withdrawing needs the right to ask.

use super::Right;
use crate::model::{Answers, Draft, Outcome};
use crate::text::Untrusted;

/// A way to close a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Closing {
    /// The person answers.
    Answer {
        /// One entry per question.
        answers: Answers,
        /// The digest of the request that the person saw.
        seen: String,
    },
    /// The person refuses this request.
    Decline {
        /// The reason, if given.
        reason: Option<Untrusted>,
        /// The text typed so far.
        draft: Draft,
    },
    /// The person wants to talk first.
    Discuss {
        /// The text typed so far.
        draft: Draft,
    },
    /// The person stops the work.
    Cancel {
        /// The text typed so far.
        draft: Draft,
    },
    /// The asker takes the request back.
    Withdraw,
}

impl Closing {
    /// The closing that a form's outcome stands for; `None` for a time limit, which only the driver judges. `seen` is
    /// the digest of the request that the form showed.
    pub fn of(outcome: Outcome, seen: &str) -> Option<Closing> {
        Some(match outcome {
            Outcome::Answered(answers) => Closing::Answer { answers, seen: seen.to_owned() },
            Outcome::Declined { reason, draft } => Closing::Decline { reason, draft },
            Outcome::Discuss(draft) => Closing::Discuss { draft },
            Outcome::Cancelled(draft) => Closing::Cancel { draft },
            Outcome::Withdrawn(_) => Closing::Withdraw,
            Outcome::Expired(_) => return None,
        })
    }

    /// The right that it needs.
    pub fn needs(&self) -> Right {
        match self {
            Closing::Answer { .. }
            | Closing::Decline { .. }
            | Closing::Discuss { .. }
            | Closing::Cancel { .. } => Right::Answer,
            Closing::Withdraw => Right::Ask,
        }
    }

    /// Whether it is an answer.
    pub fn is_answer(&self) -> bool {
        matches!(self, Closing::Answer { .. })
    }
}
