//! The ways to close a request, other than its time limit.
//!
//! - One enum for every layer: form, inbox, page, command line, HTTP and the record's decision pass it on unchanged.
//! - Answering, discussing, declining and cancelling take the right to answer; withdrawing takes the right to ask.

use super::Right;
use crate::model::{Answers, Draft, Outcome};
use crate::text::Untrusted;

/// How somebody closes a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Closing {
    /// With answers.
    Answer {
        /// One entry per question.
        answers: Answers,
        /// The digest of the request that the person saw.
        seen: String,
    },
    /// The person refuses this request.
    Decline {
        /// Why, if they gave a reason.
        reason: Option<Untrusted>,
        /// What was typed so far.
        draft: Draft,
    },
    /// The person wants to talk first.
    Discuss {
        /// What was typed so far.
        draft: Draft,
    },
    /// The person stops the work.
    Cancel {
        /// What was typed so far.
        draft: Draft,
    },
    /// The asker takes it back.
    Withdraw,
}

impl Closing {
    /// What a form's outcome asks for; `None` for a time limit, which only the driver judges. `seen` is the digest of
    /// the request that the form showed.
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

    /// The right that it takes.
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
