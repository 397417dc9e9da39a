//! How a request ended.

use super::{Answers, Draft};
use crate::text::Untrusted;

/// How a request ended. All but Answered carry what was typed so far.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The person submitted; unanswered questions have no answer in their entry.
    Answered(Answers),
    /// The person wants to talk first.
    Discuss(Draft),
    /// The person said no to this.
    Declined {
        /// Why, if they said.
        reason: Option<Untrusted>,
        /// What was typed so far.
        draft: Draft,
    },
    /// The person stopped the work.
    Cancelled(Draft),
    /// The asker took it back.
    Withdrawn(Draft),
    /// The time limit that the asker set went by.
    Expired(Draft),
}

impl Outcome {
    /// How it ended, in the word that every program reads.
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
    /// What the person answered or typed, as a draft: an answer becomes the picks and texts that a form begins with.
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
