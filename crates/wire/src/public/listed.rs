//! An object of `asq list --json`: one open request.

use super::summary::WireSummary;
use super::{PublicError, from_utc, id, joined, moment, object, utc};
use asq_core::inbox::{Pending, Position};
use asq_core::life::{Due, Moment};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An open request in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedRequest {
    /// The request.
    pub pending: Pending,
    /// The shortest beginning of its id that fits no other.
    pub short: String,
    /// Whether its asker still waits.
    pub asker_waits: bool,
}

#[derive(Serialize, Deserialize)]
struct WireListed {
    id: String,
    short: String,
    state: WireOpen,
    asked_at: String,
    expires_at: Option<String>,
    asker_waits: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum WireOpen {
    Open,
}

#[derive(Serialize, Deserialize)]
struct WirePosition {
    position: u64,
}

impl ListedRequest {
    /// The object.
    pub fn to_json(&self) -> Value {
        let ListedRequest { pending, short, asker_waits } = self;
        let Pending { id, position, at, due, summary } = pending;
        let head = WireListed {
            id: id.to_string(),
            short: short.clone(),
            state: WireOpen::Open,
            asked_at: utc(at.wall_ms),
            expires_at: due.as_ref().map(|due| utc(due.0.wall_ms)),
            asker_waits: *asker_waits,
        };
        let rest = joined(&WireSummary::from(summary), &WirePosition { position: position.0 });
        joined(&head, &rest)
    }

    /// Reads it back.
    ///
    /// # Errors
    /// It has another shape.
    pub fn from_json(value: &Value) -> Result<ListedRequest, PublicError> {
        let head: WireListed = object(value)?;
        let WirePosition { position } = object(value)?;
        let moment_of = |wall_ms| Moment { wall_ms, boot: None };
        Ok(ListedRequest {
            pending: Pending {
                id: id(&head.id)?,
                position: Position(position),
                at: moment_of(from_utc(&head.asked_at)?),
                due: moment::back(head.expires_at.as_ref())?.map(|ms| Box::new(Due(moment_of(ms)))),
                summary: object::<WireSummary>(value)?.into(),
            },
            short: head.short,
            asker_waits: head.asker_waits,
        })
    }
}
