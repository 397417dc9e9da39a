//! Closed requests.
//!
//! - A closed request has everything for the reply: the call as it arrived, the request, the outcome.
//! - It names who closed it, when, and whether the ending was delivered.
//! - It says whether its delivery erased a secret: then the rest isn't the whole answer.

use asq_core::life::{Actor, Asked, Life, Moment, RequestId};
use asq_core::model::Outcome;

/// A closed request, with everything for its reply.
#[derive(Clone, Debug, PartialEq)]
pub struct ClosedRequest {
    /// Its id.
    pub id: RequestId,
    /// The request as it was asked.
    pub asked: Box<Asked>,
    /// The outcome.
    pub outcome: Box<Outcome>,
    /// The actor who closed it.
    pub by: Actor,
    /// The time of its end.
    pub at: Moment,
    /// When its ending was delivered.
    pub delivered: Option<Moment>,
}

impl ClosedRequest {
    /// The closed request; `None` if it is open or its ending was erased.
    pub fn of(id: RequestId, life: &Life) -> Option<ClosedRequest> {
        let (outcome, by, at) = life.closed()?;
        Some(ClosedRequest {
            id,
            asked: Box::new(life.asked()?.clone()),
            outcome: Box::new(outcome.clone()),
            by: by.clone(),
            at,
            delivered: life.delivered(),
        })
    }

    /// Whether its delivery erased a secret, so that the rest isn't the whole answer.
    pub fn is_spent(&self) -> bool {
        let secret = self.asked.request.questions.iter().any(|question| question.sensitive);
        secret && self.delivered.is_some() && matches!(*self.outcome, Outcome::Answered(_))
    }
}
