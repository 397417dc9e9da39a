//! The durable facts of one request.
//!
//! - Three kinds: asked, closed, delivered; each with who and when.
//! - A key lets an asker ask again after it died, and an answerer repeat itself after a lost reply.

use super::{Actor, Moment, Origin};
use crate::model::{Outcome, Request};

/// Names an ask or an ending, so that repeating it isn't a second one. At most [`Key::MOST`] bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key(pub String);

impl Key {
    /// The most bytes of a key.
    pub const MOST: usize = 256;
}

/// What names an ask, so that asking again attaches to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// By agent, session and call id: it names the request for as long as it is kept.
    Call(Key),
    /// By agent, session, dialect and content: it names the request until its ending was delivered.
    Content(Key),
}

impl Claim {
    /// The name.
    pub fn key(&self) -> &Key {
        match self {
            Claim::Call(key) | Claim::Content(key) => key,
        }
    }
}

/// A request was put.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// What is asked.
    pub request: Request,
    /// The digest of the request, as surfaces show and answers name it.
    pub digest: String,
    /// What names this ask.
    pub claim: Option<Claim>,
    /// The id of the dialect that the call came in; opaque here.
    pub dialect: String,
    /// The tool call as it came, as JSON; opaque here.
    pub call: String,
    /// Where it came from.
    pub origin: Origin,
    /// The digest of a ticket: its holder gets a secret like the asker itself.
    pub ticket: Option<String>,
}

/// A request was closed.
#[derive(Clone, Debug, PartialEq)]
pub struct Closed {
    /// How.
    pub outcome: Outcome,
    /// The ending's name, so that the process that closed it may repeat that.
    pub key: Option<Key>,
}

/// What happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// The request was put.
    Asked(Box<Asked>),
    /// The request was closed.
    Closed(Box<Closed>),
    /// The ending was delivered and flushed.
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
