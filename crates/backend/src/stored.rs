//! Stored requests, open or closed.

use asq_core::inbox::Position;
use asq_core::life::{Actor, Asked, Life, Moment, RequestId};

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
