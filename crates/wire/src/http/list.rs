//! Lists of requests: the open ones with their position, the closed ones that a search found, and ids.

use super::field;
use crate::public::{FoundRequest, ListedRequest, PublicError};
use asq_core::inbox::Position;
use asq_core::life::RequestId;
use serde_json::{Value, json};

/// The open requests: the reply of `GET /v1/requests`.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenList {
    /// The position for which the list is true.
    pub position: Position,
    /// The requests.
    pub requests: Vec<ListedRequest>,
}

impl OpenList {
    /// The object.
    pub fn to_json(&self) -> Value {
        let requests: Vec<Value> = self.requests.iter().map(ListedRequest::to_json).collect();
        json!({ "position": self.position.0, "requests": requests })
    }

    /// Reads it back.
    ///
    /// # Errors
    /// It has another shape.
    pub fn from_json(value: &Value) -> Result<OpenList, PublicError> {
        let requests: Vec<Value> = field(value, "requests")?;
        Ok(OpenList {
            position: Position(field(value, "position")?),
            requests: requests.iter().map(ListedRequest::from_json).collect::<Result<_, _>>()?,
        })
    }
}

/// The ids with a prefix: the reply of `GET /v1/requests?prefix=…`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdList(pub Vec<RequestId>);

impl IdList {
    /// The object.
    pub fn to_json(&self) -> Value {
        json!({ "ids": ids_to_json(&self.0) })
    }

    /// Reads it back.
    ///
    /// # Errors
    /// It has another shape.
    pub fn from_json(value: &Value) -> Result<IdList, PublicError> {
        Ok(IdList(ids_of(value, "ids")?))
    }
}

/// The closed requests that a search found: the reply of `GET /v1/history`.
pub fn found_to_json(found: &[FoundRequest]) -> Value {
    let requests: Vec<Value> = found.iter().map(FoundRequest::to_json).collect();
    json!({ "requests": requests })
}

/// Reads it back.
///
/// # Errors
/// It has another shape.
pub fn found_from_json(value: &Value) -> Result<Vec<FoundRequest>, PublicError> {
    field::<Vec<Value>>(value, "requests")?.iter().map(FoundRequest::from_json).collect()
}

pub(super) fn ids_to_json(ids: &[RequestId]) -> Vec<String> {
    ids.iter().map(RequestId::to_string).collect()
}

/// The ids in a field; a missing one has none.
pub(super) fn ids_of(value: &Value, name: &str) -> Result<Vec<RequestId>, PublicError> {
    let ids = field::<Option<Vec<String>>>(value, name)?.unwrap_or_default();
    ids.iter().map(|id| crate::public::id(id)).collect()
}
