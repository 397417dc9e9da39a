//! The durable facts of one request.
//!
//! - There are three kinds: asked, closed, delivered; each with its actor and time.
//! - With a key, a restarted asker can ask again, and an answerer can repeat an answer after a lost reply.

use super::{About, Actor, Moment, Origin};
use crate::model::{Outcome, Request};

/// An idempotency key of an ask or an ending. It has at most [`IdempotencyKey::MOST`] bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IdempotencyKey(pub String);

impl IdempotencyKey {
    /// The most bytes of a key.
    pub const MOST: usize = 256;
}

/// The key of an ask: asking again under it attaches to the same request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AskKey {
    /// From agent, session and call id: valid as long as the request is kept.
    Call(IdempotencyKey),
    /// From agent, session, dialect and content: valid until the ending is delivered.
    Content(IdempotencyKey),
}

impl AskKey {
    /// The key itself.
    pub fn key(&self) -> &IdempotencyKey {
        match self {
            AskKey::Call(key) | AskKey::Content(key) => key,
        }
    }
}

/// The record of an ask.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// The request itself.
    pub request: Request,
    /// The digest of the request; an answer names the digest of the request it answers.
    pub digest: String,
    /// The key of this ask.
    pub claim: Option<AskKey>,
    /// The id of the call's dialect; opaque here.
    pub dialect: String,
    /// The tool call as it arrived, as JSON; opaque here.
    pub call: String,
    /// The origin of the ask.
    pub origin: Origin,
    /// The digest of a ticket, whose holder may take a secret like the asker itself.
    pub ticket: Option<String>,
    /// What the agent was doing; no part of the question.
    pub about: Option<Box<About>>,
    /// Whether the asker comes back for the ending, instead of waiting for it.
    pub returns: bool,
}

/// The record of an ending.
#[derive(Clone, Debug, PartialEq)]
pub struct Closed {
    /// The outcome.
    pub outcome: Outcome,
    /// The ending's idempotency key, so that the closing process may repeat it.
    pub key: Option<IdempotencyKey>,
}

/// The content of a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// The request was asked.
    Asked(Box<Asked>),
    /// The request was closed.
    Closed(Box<Closed>),
    /// The ending was delivered and flushed.
    Delivered,
}

/// A durable fact.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The actor.
    pub by: Actor,
    /// The time.
    pub at: Moment,
    /// The content.
    pub fact: Fact,
}
