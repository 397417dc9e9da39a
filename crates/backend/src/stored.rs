//! Stored requests, open or closed.

use asq_core::inbox::Position;
use asq_core::life::{Actor, Asked, Life, Moment, RequestId};
use asq_core::model::Draft;

/// One request as its records describe it.
#[derive(Clone, Debug)]
pub struct StoredRequest {
    /// Its id.
    pub id: RequestId,
    /// Its life, from asked to closed.
    pub life: Life,
    /// The time and the actor of the ask; unknown once they are erased.
    pub asked_by: Option<(Moment, Actor)>,
    /// The position of the record that closed it.
    pub closed_at: Option<Position>,
}

impl StoredRequest {
    /// The content of the ask, while it is kept.
    pub fn asked(&self) -> Option<&Asked> {
        self.life.asked()
    }
}

/// The text for one question by a person who came too late.
#[derive(Clone, Debug, PartialEq)]
pub struct LateDraft {
    /// The question's index.
    pub question: usize,
    /// The time of saving, in milliseconds since 1970.
    pub at_ms: u64,
    /// The typed text, as the draft of that one question.
    pub draft: Draft,
}
