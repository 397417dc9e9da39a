//! Searches of closed requests, and their results: plain data.

use crate::inbox::Summary;
use crate::life::{Actor, Moment, RequestId};

/// A search of closed requests. Without any criterion it finds all, the latest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// Beginnings of words, in any case; a question or an answer must contain all of them.
    pub text: Option<String>,
    /// The agent's full name.
    pub agent: Option<String>,
    /// A folder, including its subfolders.
    pub folder: Option<String>,
    /// Asked at or after, in milliseconds since 1970.
    pub from_ms: Option<u64>,
    /// Asked before.
    pub to_ms: Option<u64>,
    /// The most results; 0 returns all.
    pub limit: usize,
}

/// A closed request.
#[derive(Clone, Debug, PartialEq)]
pub struct Past {
    /// Its id.
    pub id: RequestId,
    /// The time of asking.
    pub asked: Moment,
    /// The time of closing.
    pub closed: Moment,
    /// The actor who closed it.
    pub by: Actor,
    /// The outcome in one word.
    pub how: String,
    /// Whether its dangerous answers were confirmed by typing; `None` if it has none, or if they were erased.
    pub danger_confirmed: Option<bool>,
    /// Whether its ending was delivered.
    pub delivered: bool,
    /// Its summary, for a list.
    pub summary: Summary,
}
