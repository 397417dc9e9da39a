//! An object of `asq list --json`: one open request.
//!
//! - It has the latest time at which it can be answered.
//! - It says whether a person put it off, and until when.
//! - It says whether somebody typed something, or decided something that isn't sent.

use super::summary::WireSummary;
use super::{PublicError, from_utc, id, joined, moment, object, utc};
use crate::stored::StoredHeldAs;
use asq_core::inbox::{Pending, Position, RequestMark};
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
    /// The end of its snooze in milliseconds since 1970, if it is snoozed.
    pub snoozed_until: Option<u64>,
    /// What a person did with it that isn't sent yet.
    pub mark: RequestMark,
}

#[derive(Serialize, Deserialize)]
struct WireListed {
    id: String,
    short: String,
    state: WireOpen,
    asked_at: String,
    expires_at: Option<String>,
    asker_waits: bool,
    snoozed_until: Option<String>,
    draft: bool,
    held: Option<WireHeld>,
}

/// An ending that is to be sent at this time, or was, if its inbox was gone by then.
#[derive(Serialize, Deserialize)]
struct WireHeld {
    how: StoredHeldAs,
    until: String,
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
        let ListedRequest { pending, short, asker_waits, snoozed_until, mark } = self;
        let Pending { id, position, asked_ms, due, summary } = pending;
        let head = WireListed {
            id: id.to_string(),
            short: short.clone(),
            state: WireOpen::Open,
            asked_at: utc(*asked_ms),
            expires_at: due.as_ref().map(|due| utc(due.0.wall_ms)),
            asker_waits: *asker_waits,
            snoozed_until: snoozed_until.map(utc),
            draft: *mark == RequestMark::Draft,
            held: match *mark {
                RequestMark::Held { how, until_ms } => {
                    Some(WireHeld { how: how.into(), until: utc(until_ms) })
                }
                RequestMark::None | RequestMark::Draft => None,
            },
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
                asked_ms: from_utc(&head.asked_at)?,
                due: moment::back(head.expires_at.as_ref())?.map(|ms| Box::new(Due(moment_of(ms)))),
                summary: object::<WireSummary>(value)?.into(),
            },
            short: head.short,
            asker_waits: head.asker_waits,
            snoozed_until: moment::back(head.snoozed_until.as_ref())?,
            mark: match head.held {
                Some(held) => RequestMark::Held { how: held.how.into(), until_ms: from_utc(&held.until)? },
                None if head.draft => RequestMark::Draft,
                None => RequestMark::None,
            },
        })
    }
}
