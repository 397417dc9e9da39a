//! The JSON of asq's HTTP API, written and read by both ends; docs/serve.md lists the routes.
//!
//! - A body that is also printed by a command has the same objects as there ([`crate::public`]).
//! - [`CallProblem`] is why a call failed: a problem body with a code, its status and what a surface shows of it.
//! - [`AskBody`], [`ClosingRoute`] and [`DraftBody`] are what a call sends.
//! - [`OpenList`], [`DraftList`], [`RequestRecords`] and [`ServiceState`] are what it gets.
//! - [`StreamedRecord`] is an event of the public stream; [`notice_to_json`] and [`FeedCommands`] are the line of asq's own
//!   surfaces.
//! - Unknown keys are ignored, so that two versions understand each other.

mod ask;
mod asked;
mod closing;
mod command;
mod draft;
mod event;
mod list;
mod misfit;
mod notice;
mod problem;
mod records;
mod refused;
mod state;

pub use ask::{AskBody, ClaimedOrigin};
pub use closing::ClosingRoute;
pub use command::{FeedCommands, command_from_json, command_to_json};
pub use draft::{DraftBody, DraftList, DraftOf, LateOf};
pub use event::{StreamedFact, StreamedRecord};
pub use list::{IdList, OpenList, found_from_json, found_to_json};
pub use notice::{FeedHello, notice_from_json, notice_to_json};
pub use problem::{CallCode, CallProblem, StoreProblem};
pub use records::RequestRecords;
pub use state::{ListState, ServiceState, TokenRight};

use crate::public::PublicError;
use crate::stored::outcome::StoredDraft;
use crate::stored::whole::StoredWhole;
use asq_core::model::{Draft, WholeDraft};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The header with the tickets of an asker: the one that a new secret is asked under, then others, with commas.
pub const TICKET_HEADER: &str = "asq-ticket";

/// The header with the key of an ending.
pub const KEY_HEADER: &str = "idempotency-key";

/// A field of an object; a missing one reads like null.
fn field<T: DeserializeOwned>(value: &Value, name: &str) -> Result<T, PublicError> {
    Ok(T::deserialize(value.get(name).unwrap_or(&Value::Null))?)
}

/// A draft as JSON, without the time it was kept.
fn draft_json(draft: &Draft) -> Value {
    crate::public::value(&StoredDraft::from(draft))
}

/// A draft; null and a missing one are empty.
fn draft_of(value: Option<&Value>) -> Result<Draft, PublicError> {
    match value {
        None | Some(Value::Null) => Ok(Draft::default()),
        Some(value) => {
            // Serde takes a list for an object.
            let lists = ["answers", "typed"].iter().filter_map(|name| value.get(name)?.as_array());
            if !value.is_object() || !lists.flatten().all(Value::is_object) {
                return Err(PublicError::Nonsense("draft has a part that isn't an object"));
            }
            Ok(crate::public::object::<StoredDraft>(value)?.try_into()?)
        }
    }
}

fn whole_json(whole: &WholeDraft) -> Value {
    crate::public::value(&StoredWhole::from(whole))
}

fn whole_of(value: Option<&Value>) -> Result<WholeDraft, PublicError> {
    match value {
        None | Some(Value::Null) => Ok(WholeDraft::default()),
        Some(value) => Ok(crate::public::object::<StoredWhole>(value)?.into()),
    }
}
