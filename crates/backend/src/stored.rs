//! One request as it is stored, open or closed.

use asq_core::inbox::Position;
use asq_core::life::{Actor, Asked, Life, Moment, RequestId};
use asq_core::model::Draft;

/// One request as its records describe it.
#[derive(Clone, Debug)]
pub struct StoredRequest {
    /// Its id.
    pub id: RequestId,
    /// From asked to closed.
    pub life: Life,
    /// When it was asked, and by whom; unknown once that was erased.
    pub asked_by: Option<(Moment, Actor)>,
    /// The position of the record that closed it.
    pub closed_at: Option<Position>,
}

impl StoredRequest {
    /// What was asked, while it is kept.
    pub fn asked(&self) -> Option<&Asked> {
        self.life.asked()
    }
}

/// Text for one question by a person who came too late.
#[derive(Clone, Debug, PartialEq)]
pub struct LateDraft {
    /// The question's index.
    pub question: usize,
    /// When it was kept, in milliseconds since 1970.
    pub at_ms: u64,
    /// What was typed, as the draft of that one question.
    pub draft: Draft,
}
