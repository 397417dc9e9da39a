//! The JSON that asq prints about stored requests, and reads again; docs/store.md lists the fields.
//!
//! [`ListedRequest`] is an object of `asq list`, [`FoundRequest`] one of `asq history`, [`ShownRequest`] that of `asq show`;
//! [`ClosedReply`] reports what closing a request led to.
//!
//! - The same key always has the same type; an unknown value is null, never left out.
//! - What is printed can be read back.

pub(crate) mod actor;
mod closed;
mod found;
mod listed;
mod moment;
mod origin;
mod question;
mod shown;
mod summary;

pub use closed::ClosedReply;
pub use found::FoundRequest;
pub use listed::ListedRequest;
pub use moment::{from_utc, utc};
pub use shown::{LateText, ShownAsk, ShownRequest};

use crate::stored::StoredError;
use asq_core::life::{NoId, RequestId};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

/// Why JSON isn't one of these objects.
#[derive(Debug, thiserror::Error)]
pub enum PublicError {
    /// It has another shape.
    #[error("the object has another shape: {0}")]
    Shape(#[from] serde_json::Error),
    /// The right shape with impossible content.
    #[error("the {0}")]
    Nonsense(&'static str),
}

impl From<StoredError> for PublicError {
    fn from(error: StoredError) -> PublicError {
        match error {
            StoredError::Shape(error) => PublicError::Shape(error),
            StoredError::Nonsense(what) => PublicError::Nonsense(what),
            StoredError::Newer(_) => {
                PublicError::Nonsense("request closed in a way that this asq doesn't know")
            }
        }
    }
}

impl From<NoId> for PublicError {
    fn from(_: NoId) -> PublicError {
        PublicError::Nonsense("request's id is invalid")
    }
}

pub(crate) fn id(text: &str) -> Result<RequestId, PublicError> {
    Ok(text.parse()?)
}

/// One object with the fields of both, in this order.
pub(crate) fn joined(first: &impl Serialize, second: &impl Serialize) -> Value {
    let mut all = Map::new();
    for part in [value(first), value(second)] {
        if let Value::Object(part) = part {
            all.extend(part);
        }
    }
    all.into()
}

/// These objects have string keys and finite numbers, so writing them can't fail.
pub(crate) fn value(object: &impl Serialize) -> Value {
    serde_json::to_value(object).unwrap_or_default()
}

pub(crate) fn object<T: DeserializeOwned>(value: &Value) -> Result<T, PublicError> {
    Ok(T::deserialize(value)?)
}
