//! A request that is over.
//!
//! - Holds what every process needs to write the reply: the call as it came, the request, how it ended.
//! - Says who ended it, when, and whether that was handed over before.
//! - What was erased since is known to be over, and no more.

use asq_core::life::{Actor, Asked, Life, Moment, RequestId};
use asq_core::model::Outcome;
use asq_store::Stored;

/// A request that is over, with all that its reply is written from.
#[derive(Clone, Debug, PartialEq)]
pub struct Over {
    /// What names it.
    pub id: RequestId,
    /// What was asked, and how.
    pub asked: Box<Asked>,
    /// How it ended.
    pub outcome: Box<Outcome>,
    /// Who ended it.
    pub by: Actor,
    /// When.
    pub at: Moment,
    /// When its ending was handed over before.
    pub delivered: Option<Moment>,
}

impl Over {
    /// The request's ending, if it has one that can be told.
    pub fn of(id: RequestId, life: &Life) -> Option<Over> {
        let (outcome, by, at) = life.closed()?;
        Some(Over {
            id,
            asked: Box::new(life.asked()?.clone()),
            outcome: Box::new(outcome.clone()),
            by: by.clone(),
            at,
            delivered: life.delivered(),
        })
    }
}

/// The life that these records make.
pub fn life_of(stored: &[Stored]) -> Life {
    let mut life = Life::default();
    for stored in stored {
        match &stored.record {
            Some(record) => life.apply(record),
            None => life.apply_erased(),
        }
    }
    life
}
