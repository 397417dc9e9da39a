//! An object of `asq history --json`: one closed request.

use super::actor::WireActor;
use super::summary::WireSummary;
use super::{PublicError, from_utc, id, joined, object, utc};
use asq_core::history::Past;
use asq_core::life::Moment;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A closed request that a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundRequest {
    /// The request.
    pub past: Past,
    /// The shortest beginning of its id that fits no other.
    pub short: String,
    /// How many texts of others came too late; they are kept for a week.
    pub late: usize,
}

#[derive(Serialize, Deserialize)]
struct WireFound {
    id: String,
    short: String,
    state: String,
    asked_at: String,
    closed_at: String,
    danger_confirmed: Option<bool>,
    by: WireActor,
    delivered: bool,
    late: usize,
}

impl FoundRequest {
    /// The object.
    pub fn to_json(&self) -> Value {
        let FoundRequest { past, short, late } = self;
        let Past { id, asked, closed, by, how, danger_confirmed, delivered, summary } = past;
        let head = WireFound {
            id: id.to_string(),
            short: short.clone(),
            state: how.clone(),
            asked_at: utc(asked.wall_ms),
            closed_at: utc(closed.wall_ms),
            danger_confirmed: *danger_confirmed,
            by: by.into(),
            delivered: *delivered,
            late: *late,
        };
        joined(&head, &WireSummary::from(summary))
    }

    /// Reads it back.
    ///
    /// # Errors
    /// It has another shape.
    pub fn from_json(value: &Value) -> Result<FoundRequest, PublicError> {
        let head: WireFound = object(value)?;
        let moment = |text: &str| from_utc(text).map(|wall_ms| Moment { wall_ms, boot: None });
        Ok(FoundRequest {
            past: Past {
                id: id(&head.id)?,
                asked: moment(&head.asked_at)?,
                closed: moment(&head.closed_at)?,
                by: head.by.into(),
                how: head.state,
                danger_confirmed: head.danger_confirmed,
                delivered: head.delivered,
                summary: object::<WireSummary>(value)?.into(),
            },
            short: head.short,
            late: head.late,
        })
    }
}
