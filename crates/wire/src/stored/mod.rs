//! Requests, answers, drafts, outcomes and records as bytes and back.
//!
//! - The only serde mirror of the model, which knows no serde.
//! - The same request always gives the same bytes, so its digest names what the person saw.
//! - Texts come back to the last character, numbers to the last digit.
//! - Invalid bytes are refused with the reason, never half read.

pub(crate) mod about;
pub(crate) mod actor;
pub(crate) mod answers;
mod boot;
pub(crate) mod number;
mod origin;
pub(crate) mod outcome;
pub(crate) mod question;
pub(crate) mod record;
mod request;
pub(crate) mod rules;
pub(crate) mod via;
pub(crate) mod whole;

pub use record::{record_from_bytes, record_to_bytes};
pub(crate) use whole::StoredHeldAs;
pub use whole::{whole_from_bytes, whole_to_bytes};

use asq_core::model::{Answers, Draft, Outcome, Request};
use asq_core::text::{Untrusted, hex};
use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};

/// Why bytes aren't a request, answers, an outcome or a record.
#[derive(Debug, thiserror::Error)]
pub enum StoredError {
    /// Not JSON, or JSON of another shape.
    #[error("the stored text has another shape: {0}")]
    Shape(#[from] serde_json::Error),
    /// The right shape with impossible content.
    #[error("the stored {0}")]
    Nonsense(&'static str),
    /// A newer version wrote something unknown here.
    #[error("the stored record says that the request was “{0}”, which this asq does not know: update asq")]
    Newer(String),
}

/// A request as canonical JSON: fixed key order, no spaces, absent parts left out.
///
/// # Errors
/// The bytes could not be written.
pub fn request_to_bytes(request: &Request) -> Result<Vec<u8>, StoredError> {
    to_bytes(&request::StoredAsk::from(request))
}

/// The request that [`request_to_bytes`] wrote.
///
/// # Errors
/// The bytes hold no valid request.
pub fn request_from_bytes(bytes: &[u8]) -> Result<Request, StoredError> {
    from_bytes::<request::StoredAsk>(bytes)?.try_into()
}

/// Answers as JSON.
///
/// # Errors
/// The bytes could not be written.
pub fn answers_to_bytes(answers: &Answers) -> Result<Vec<u8>, StoredError> {
    to_bytes(&answers::StoredAnswers::from(answers))
}

/// The answers that [`answers_to_bytes`] wrote.
///
/// # Errors
/// The bytes hold no valid answers.
pub fn answers_from_bytes(bytes: &[u8]) -> Result<Answers, StoredError> {
    from_bytes::<answers::StoredAnswers>(bytes)?.try_into()
}

/// An outcome as JSON, without the time a draft was kept, which is for one person's eyes.
///
/// # Errors
/// The bytes could not be written.
pub fn outcome_to_bytes(outcome: &Outcome) -> Result<Vec<u8>, StoredError> {
    to_bytes(&outcome::StoredOutcome::from(outcome))
}

/// The outcome that [`outcome_to_bytes`] wrote.
///
/// # Errors
/// The bytes hold no valid outcome.
pub fn outcome_from_bytes(bytes: &[u8]) -> Result<Outcome, StoredError> {
    from_bytes::<outcome::StoredOutcome>(bytes)?.try_into()
}

/// A draft as JSON, without the time it was kept.
///
/// # Errors
/// The bytes could not be written.
pub fn draft_to_bytes(draft: &Draft) -> Result<Vec<u8>, StoredError> {
    to_bytes(&outcome::StoredDraft::from(draft))
}

/// The draft that [`draft_to_bytes`] wrote.
///
/// # Errors
/// The bytes hold no valid draft.
pub fn draft_from_bytes(bytes: &[u8]) -> Result<Draft, StoredError> {
    from_bytes::<outcome::StoredDraft>(bytes)?.try_into()
}

/// SHA-256 over parts of text, in hex. The parts' lengths count, so other divisions of the same text differ.
pub fn name_of(parts: &[&str]) -> String {
    let mut sha = Sha256::new();
    for part in parts {
        sha.update((part.len() as u64).to_le_bytes());
        sha.update(part);
    }
    hex(&sha.finalize())
}

/// SHA-256 over the canonical JSON of a request, in hex.
///
/// # Errors
/// As [`request_to_bytes`].
pub fn digest(request: &Request) -> Result<String, StoredError> {
    Ok(hex(&Sha256::digest(request_to_bytes(request)?)))
}

fn to_bytes(stored: &impl Serialize) -> Result<Vec<u8>, StoredError> {
    Ok(serde_json::to_vec(stored)?)
}

fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, StoredError> {
    Ok(serde_json::from_slice(bytes)?)
}

pub(crate) fn raw(text: &Untrusted) -> String {
    text.raw().to_owned()
}

pub(crate) fn raw_option(text: Option<&Untrusted>) -> Option<String> {
    text.map(raw)
}

pub(crate) fn untrusted(text: Option<String>) -> Option<Untrusted> {
    text.map(Untrusted::from)
}
