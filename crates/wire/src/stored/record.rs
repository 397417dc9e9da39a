//! A record in the store: who, when and what.
//!
//! - The same record always gives the same bytes, so its digest can be checked forever.
//! - Fields of later versions may be absent; unknown fields are ignored.
//! - A fact of an unknown kind is an error that names the kind; nothing is guessed.

use super::about::StoredAbout;
use super::actor::{StoredActor, StoredMoment};
use super::origin::StoredOrigin;
use super::outcome::StoredOutcome;
use super::request::StoredAsk;
use super::{StoredError, from_bytes, to_bytes};
use asq_core::life::{AskKey, Asked, Closed, Fact, IdempotencyKey, Record};
use serde::{Deserialize, Serialize};

/// Most characters of a kind's name that an error repeats.
const NAME: usize = 40;

/// The kinds of fact that this version knows.
const KINDS: [&str; 3] = ["asked", "closed", "delivered"];

#[derive(Serialize, Deserialize)]
pub(crate) struct StoredRecord {
    by: StoredActor,
    at: StoredMoment,
    fact: StoredFact,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredFact {
    Asked(Box<StoredAsked>),
    Closed(Box<StoredClosed>),
    Delivered {},
}

#[derive(Serialize, Deserialize)]
pub(crate) struct StoredAsked {
    request: StoredAsk,
    digest: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    claim: Option<StoredClaim>,
    dialect: String,
    call: String,
    #[serde(default)]
    origin: StoredOrigin,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ticket: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    about: Option<StoredAbout>,
    #[serde(default, skip_serializing_if = "is_false")]
    returns: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(it: &bool) -> bool {
    !*it
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredClaim {
    Call(String),
    Content(String),
}

#[derive(Serialize, Deserialize)]
struct StoredClosed {
    outcome: StoredOutcome,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<String>,
}

/// Reads only the kind of a record's fact.
#[derive(Deserialize)]
struct WireFactKind {
    fact: serde_json::Map<String, serde_json::Value>,
}

/// A record as canonical JSON: fixed key order, no spaces, absent parts left out.
///
/// # Errors
/// The bytes could not be written.
pub fn record_to_bytes(record: &Record) -> Result<Vec<u8>, StoredError> {
    to_bytes(&StoredRecord::from(record))
}

/// The record that [`record_to_bytes`] wrote.
///
/// # Errors
/// The bytes hold no valid record, or one of a kind that only a newer version knows.
pub fn record_from_bytes(bytes: &[u8]) -> Result<Record, StoredError> {
    let stored: StoredRecord = from_bytes(bytes).map_err(|e| newer(bytes).unwrap_or(e))?;
    stored.try_into()
}

/// The error that names an unknown kind of fact.
fn newer(bytes: &[u8]) -> Option<StoredError> {
    let kind: WireFactKind = serde_json::from_slice(bytes).ok()?;
    let (name, _) = kind.fact.into_iter().find(|(name, _)| !KINDS.contains(&name.as_str()))?;
    Some(StoredError::Newer(name.escape_debug().take(NAME).collect()))
}

impl From<&Record> for StoredRecord {
    fn from(record: &Record) -> StoredRecord {
        let Record { by, at, fact } = record;
        let fact = match fact {
            Fact::Asked(asked) => StoredFact::Asked(Box::new(asked.as_ref().into())),
            Fact::Closed(closed) => StoredFact::Closed(Box::new(closed.as_ref().into())),
            Fact::Delivered => StoredFact::Delivered {},
        };
        StoredRecord { by: by.into(), at: (*at).into(), fact }
    }
}

impl TryFrom<StoredRecord> for Record {
    type Error = StoredError;

    fn try_from(stored: StoredRecord) -> Result<Record, StoredError> {
        Ok(Record {
            by: stored.by.into(),
            at: stored.at.try_into()?,
            fact: match stored.fact {
                StoredFact::Asked(asked) => Fact::Asked(Box::new((*asked).try_into()?)),
                StoredFact::Closed(closed) => Fact::Closed(Box::new((*closed).try_into()?)),
                StoredFact::Delivered {} => Fact::Delivered,
            },
        })
    }
}

impl From<&Asked> for StoredAsked {
    fn from(asked: &Asked) -> StoredAsked {
        let Asked { request, digest, claim, dialect, call, origin, ticket, about, returns } = asked;
        StoredAsked {
            request: request.into(),
            digest: digest.clone(),
            claim: claim.as_ref().map(|claim| match claim {
                AskKey::Call(IdempotencyKey(key)) => StoredClaim::Call(key.clone()),
                AskKey::Content(IdempotencyKey(key)) => StoredClaim::Content(key.clone()),
            }),
            dialect: dialect.clone(),
            call: call.clone(),
            origin: origin.into(),
            ticket: ticket.clone(),
            about: about.as_deref().map(StoredAbout::from),
            returns: *returns,
        }
    }
}

impl TryFrom<StoredAsked> for Asked {
    type Error = StoredError;

    fn try_from(stored: StoredAsked) -> Result<Asked, StoredError> {
        Ok(Asked {
            request: stored.request.try_into()?,
            digest: stored.digest,
            claim: stored.claim.map(|claim| match claim {
                StoredClaim::Call(key) => AskKey::Call(IdempotencyKey(key)),
                StoredClaim::Content(key) => AskKey::Content(IdempotencyKey(key)),
            }),
            dialect: stored.dialect,
            call: stored.call,
            origin: stored.origin.try_into()?,
            ticket: stored.ticket,
            about: stored.about.and_then(StoredAbout::back),
            returns: stored.returns,
        })
    }
}

impl From<&Closed> for StoredClosed {
    fn from(closed: &Closed) -> StoredClosed {
        let Closed { outcome, key } = closed;
        StoredClosed { outcome: outcome.into(), key: key.as_ref().map(|IdempotencyKey(key)| key.clone()) }
    }
}

impl TryFrom<StoredClosed> for Closed {
    type Error = StoredError;

    fn try_from(stored: StoredClosed) -> Result<Closed, StoredError> {
        Ok(Closed { outcome: stored.outcome.try_into()?, key: stored.key.map(IdempotencyKey) })
    }
}
