//! Closed requests, as a search finds them: plain data.

use crate::inbox::Summary;
use crate::life::{Actor, Moment, RequestId};

/// What is looked for. Nothing set is everything, the latest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// Beginnings of words that all stand in a question or an answer, in any case.
    pub text: Option<String>,
    /// The agent's name, whole.
    pub agent: Option<String>,
    /// A folder, with those below it.
    pub folder: Option<String>,
    /// Asked at or after, in milliseconds since 1970.
    pub from_ms: Option<u64>,
    /// Asked before.
    pub to_ms: Option<u64>,
    /// The most that are found; 0 finds all.
    pub limit: usize,
}

/// A request that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Past {
    /// Which.
    pub id: RequestId,
    /// When it was asked.
    pub asked: Moment,
    /// When it was closed.
    pub closed: Moment,
    /// By whom.
    pub by: Actor,
    /// How, in a word.
    pub how: String,
    /// Whether its ending was delivered.
    pub delivered: bool,
    /// What a list shows of it.
    pub summary: Summary,
}
