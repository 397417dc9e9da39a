//! A refusal of a request, as the members of a problem body.
//!
//! - The winner of a race is named as in `asq show`: who, when, how it ended; never what was answered.
//! - A moment is one of the wall clock, as everywhere in public JSON.
//! - Everything that a surface says about a refusal reads back.

use super::field;
use super::misfit::{misfits_from_json, misfits_to_json};
use crate::Ended;
use crate::public::actor::WireActor;
use crate::public::{PublicError, from_utc, object, utc};
use crate::reason::Reason;
use crate::stored::actor::{StoredHow, StoredRight, StoredUnseen};
use asq_core::life::{Moment, Refusal};
use asq_core::model::{Answers, Draft, Outcome};
use serde_json::{Map, Value, json};

/// The status of a refusal.
pub(super) fn refusal_status(refusal: &Refusal) -> u16 {
    match refusal {
        Refusal::NotAsked => 404,
        Refusal::AskedBefore { .. }
        | Refusal::Closed { .. }
        | Refusal::Changed { .. }
        | Refusal::NotDue(_)
        | Refusal::Open
        | Refusal::DeliveredBefore(_) => 409,
        Refusal::Erased | Refusal::Overdue => 410,
        Refusal::Misfit(_) | Refusal::LongKey(_) => 422,
        Refusal::Right { .. }
        | Refusal::Danger(_)
        | Refusal::OwnTree
        | Refusal::UnknownTree(_)
        | Refusal::UnknownDanger(_) => 403,
    }
}

/// The code of a refusal, and its members.
pub(super) fn refusal_members(refusal: &Refusal) -> (&'static str, Map<String, Value>) {
    let value = |it: Result<Value, serde_json::Error>| it.unwrap_or_default();
    let members = match refusal {
        Refusal::AskedBefore { digest } => json!({ "digest": digest }),
        Refusal::Closed { by, at, outcome } => json!({
            "by": value(serde_json::to_value(WireActor::from(&**by))),
            "at": utc(at.wall_ms),
            "outcome": outcome.name(),
        }),
        Refusal::Misfit(misfits) => json!({ "errors": misfits_to_json(misfits) }),
        Refusal::Changed { came, asked } => json!({ "came": came, "asked": asked }),
        Refusal::Right { needed, came } => json!({
            "needed": value(serde_json::to_value(StoredRight::of(*needed))),
            "came": value(serde_json::to_value(StoredRight::of(*came))),
        }),
        Refusal::Danger(how) => json!({ "how": value(serde_json::to_value(StoredHow::of(*how))) }),
        Refusal::UnknownTree(why) | Refusal::UnknownDanger(why) => {
            json!({ "why": value(serde_json::to_value(StoredUnseen::of(*why))) })
        }
        Refusal::NotDue(left_ms) => json!({ "left_ms": left_ms }),
        Refusal::LongKey(bytes) => json!({ "bytes": bytes }),
        Refusal::DeliveredBefore(at) => json!({ "at": utc(at.wall_ms) }),
        Refusal::NotAsked | Refusal::Erased | Refusal::OwnTree | Refusal::Overdue | Refusal::Open => {
            json!({})
        }
    };
    let members = if let Value::Object(members) = members { members } else { Map::new() };
    (Reason::from(refusal).code, members)
}

/// The refusal of this code, from its members; `None` if no refusal has this code.
pub(super) fn refusal_of(code: &str, body: &Value) -> Result<Option<Refusal>, PublicError> {
    Ok(Some(match code {
        "unknown" => Refusal::NotAsked,
        "conflict" => Refusal::AskedBefore { digest: field(body, "digest")? },
        "closed" => Refusal::Closed {
            by: Box::new(object::<WireActor>(member(body, "by")?)?.into()),
            at: moment(body)?,
            outcome: Box::new(outcome_named(&field::<String>(body, "outcome")?)?),
        },
        "erased" => Refusal::Erased,
        "misfit" => Refusal::Misfit(misfits_from_json(body.get("errors"))?),
        "changed" => Refusal::Changed { came: field(body, "came")?, asked: field(body, "asked")? },
        "right" => Refusal::Right {
            needed: field::<StoredRight>(body, "needed")?.back(),
            came: field::<StoredRight>(body, "came")?.back(),
        },
        "danger" => Refusal::Danger(field::<StoredHow>(body, "how")?.back()),
        "own_tree" => Refusal::OwnTree,
        "unknown_tree" => Refusal::UnknownTree(field::<StoredUnseen>(body, "why")?.back()),
        "unknown_danger" => Refusal::UnknownDanger(field::<StoredUnseen>(body, "why")?.back()),
        "open" if body.get("left_ms").is_some() => Refusal::NotDue(field(body, "left_ms")?),
        "open" => Refusal::Open,
        "expired" => Refusal::Overdue,
        "long_key" => Refusal::LongKey(field(body, "bytes")?),
        "delivered" => Refusal::DeliveredBefore(moment(body)?),
        _ => return Ok(None),
    }))
}

fn member<'a>(body: &'a Value, name: &str) -> Result<&'a Value, PublicError> {
    body.get(name).ok_or(PublicError::Nonsense("problem lacks a member"))
}

fn moment(body: &Value) -> Result<Moment, PublicError> {
    Ok(Moment { wall_ms: from_utc(&field::<String>(body, "at")?)?, boot: None })
}

/// An outcome of this name, without any content: nobody else learns what was answered.
pub(super) fn outcome_named(name: &str) -> Result<Outcome, PublicError> {
    let nothing = Draft::default;
    let unknown = PublicError::Nonsense("request closed in a way that this asq doesn't know");
    Ok(match Ended::named(name).ok_or(unknown)? {
        Ended::Answered => Outcome::Answered(Answers::default()),
        Ended::Discuss => Outcome::Discuss(nothing()),
        Ended::Declined => Outcome::Declined { reason: None, draft: nothing() },
        Ended::Cancelled => Outcome::Cancelled(nothing()),
        Ended::Withdrawn => Outcome::Withdrawn(nothing()),
        Ended::Expired => Outcome::Expired(nothing()),
        Ended::Pending | Ended::Unavailable | Ended::Misuse | Ended::Conflict => {
            return Err(PublicError::Nonsense("outcome isn't one of a closed request"));
        }
    })
}
