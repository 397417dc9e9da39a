//! A request that is closed.
//!
//! - Holds what every process needs to write the reply: the call as it came, the request, the outcome.
//! - Says who closed it, when, and whether the ending was delivered before.
//! - Of a request whose content was erased, only its end is known.

use asq_core::life::{Actor, Asked, Life, Moment, RequestId};
use asq_core::model::Outcome;

/// A closed request, with everything that its reply is written from.
#[derive(Clone, Debug, PartialEq)]
pub struct ClosedRequest {
    /// Its id.
    pub id: RequestId,
    /// What was asked, and how.
    pub asked: Box<Asked>,
    /// How it closed.
    pub outcome: Box<Outcome>,
    /// Who closed it.
    pub by: Actor,
    /// When.
    pub at: Moment,
    /// When its ending was delivered.
    pub delivered: Option<Moment>,
}

impl ClosedRequest {
    /// The closed request, unless its ending was erased.
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

    /// Whether it contained a secret that was erased with the delivery, so that the rest isn't the whole answer.
    pub fn is_spent(&self) -> bool {
        let secret = self.asked.request.questions.iter().any(|question| question.sensitive);
        secret && self.delivered.is_some() && matches!(*self.outcome, Outcome::Answered(_))
    }
}
