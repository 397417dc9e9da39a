//! Outcomes of a request.

use super::{Answers, Draft};
use crate::text::Untrusted;

/// The outcome of a request. All but `Answered` have the text typed so far.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The person submitted; entries of open questions have no answer.
    Answered(Answers),
    /// The person wants to talk first.
    Discuss(Draft),
    /// The person declined the request.
    Declined {
        /// The reason, if given.
        reason: Option<Untrusted>,
        /// The text typed so far.
        draft: Draft,
    },
    /// The person stopped the work.
    Cancelled(Draft),
    /// The asker took the request back.
    Withdrawn(Draft),
    /// The asker's time limit passed.
    Expired(Draft),
}

impl Outcome {
    /// The name of the outcome, for programs.
    pub const fn name(&self) -> &'static str {
        match self {
            Outcome::Answered(_) => "answered",
            Outcome::Discuss(_) => "discuss",
            Outcome::Declined { .. } => "declined",
            Outcome::Cancelled(_) => "cancelled",
            Outcome::Withdrawn(_) => "withdrawn",
            Outcome::Expired(_) => "expired",
        }
    }
    /// The person's picks and texts as a draft: a form can start with an answer's content.
    pub fn into_draft(self) -> Draft {
        match self {
            Outcome::Answered(answers) => Draft { answers, ..Draft::default() },
            Outcome::Discuss(draft)
            | Outcome::Declined { draft, .. }
            | Outcome::Cancelled(draft)
            | Outcome::Withdrawn(draft)
            | Outcome::Expired(draft) => draft,
        }
    }
}
