//! The durable facts of one request.
//!
//! - Three kinds: asked, closed, delivered; each with who and when.
//! - A key lets an asker ask again after it died, and an answerer repeat itself after a lost reply.

use super::{Actor, Moment};
use crate::model::{Outcome, Request};

/// Names an ask or an answer, so that repeating it is no second one. At most 256 bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key(pub String);

/// A request was put.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// What is asked.
    pub request: Request,
    /// The digest of the request, as surfaces show and answers name it.
    pub digest: String,
    /// What names this ask.
    pub key: Option<Key>,
}

/// A request was closed.
#[derive(Clone, Debug, PartialEq)]
pub struct Closed {
    /// How.
    pub outcome: Outcome,
    /// What names this answer.
    pub key: Option<Key>,
}

/// What happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// The request was put.
    Asked(Box<Asked>),
    /// The request was closed.
    Closed(Box<Closed>),
    /// The ending was handed over and flushed.
    Delivered,
}

/// A durable fact.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Who.
    pub by: Actor,
    /// When.
    pub at: Moment,
    /// What.
    pub fact: Fact,
}
