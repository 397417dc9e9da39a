//! What `asq answer`, `decline`, `cancel` and `withdraw` print with `--json`.

use super::actor::WireActor;
use super::{PublicError, from_utc, id, object, utc, value};
use asq_core::life::{Actor, RequestId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What closing a request led to.
#[derive(Clone, Debug, PartialEq)]
pub struct ClosedReply {
    /// Its id.
    pub id: RequestId,
    /// The name of its outcome.
    pub outcome: String,
    /// When it was closed, in milliseconds since 1970.
    pub at_ms: u64,
    /// Who closed it.
    pub by: Actor,
    /// Whether the same ending was accepted before.
    pub repeated: bool,
    /// Whether its asker waited.
    pub asker_waits: bool,
}

#[derive(Serialize, Deserialize)]
struct WireClosed {
    id: String,
    outcome: String,
    at: String,
    by: WireActor,
    repeated: bool,
    asker_waits: bool,
}

impl ClosedReply {
    /// The object.
    pub fn to_json(&self) -> Value {
        let ClosedReply { id, outcome, at_ms, by, repeated, asker_waits } = self;
        value(&WireClosed {
            id: id.to_string(),
            outcome: outcome.clone(),
            at: utc(*at_ms),
            by: by.into(),
            repeated: *repeated,
            asker_waits: *asker_waits,
        })
    }

    /// Reads it back.
    ///
    /// # Errors
    /// It has another shape.
    pub fn from_json(value: &Value) -> Result<ClosedReply, PublicError> {
        let WireClosed { id: text, outcome, at, by, repeated, asker_waits } = object(value)?;
        let (id, at_ms) = (id(&text)?, from_utc(&at)?);
        Ok(ClosedReply { id, outcome, at_ms, by: by.into(), repeated, asker_waits })
    }
}
