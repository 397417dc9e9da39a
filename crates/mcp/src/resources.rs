//! What an agent can read: the requests that it asked itself.
//!
//! - `asq://pending` has those that are open, as `asq list --json` has them.
//! - `asq://request/ID` has one, open or closed, as `asq show --json` has it. It has no secret.
//! - What another agent asked doesn't exist.

use crate::McpSide;
use crate::asked::{self, CallFailure};
use asq_backend::{Backend, Failure};
use asq_core::inbox::Pending;
use asq_core::text::{Shown, Untrusted};
use rmcp::model::{Resource, ResourceContents, ResourceTemplate};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Where all of an agent's open requests are.
const PENDING: &str = "asq://pending";
/// Before the id of one request.
const REQUEST: &str = "asq://request/";
/// How many requests a list names at most, the latest ones.
const LISTED: usize = 50;
/// The most graphemes of a name.
const NAME: usize = 60;

const JSON: &str = "application/json";

/// Why nothing can be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum UnreadResource {
    /// The agent has no such resource.
    #[error("no resource of yours is called {0}")]
    Unknown(String),
    /// The store fails.
    #[error("{0}")]
    Store(String),
}

impl From<CallFailure> for UnreadResource {
    fn from(failure: CallFailure) -> UnreadResource {
        UnreadResource::Store(failure.to_string())
    }
}

/// The addresses of single requests.
pub(crate) fn template() -> ResourceTemplate {
    ResourceTemplate::new(format!("{REQUEST}{{id}}"), "request")
        .with_description("One of your questions, open or closed, by its id")
        .with_mime_type(JSON)
}

/// The resources of this agent. May block.
///
/// # Errors
/// The store can't be used.
pub(crate) fn list(side: &dyn McpSide, agent: Option<&Untrusted>) -> Result<Vec<Resource>, UnreadResource> {
    let all = Resource::new(PENDING, "pending").with_description("Your open questions").with_mime_type(JSON);
    let (_, own) = own(side, agent)?;
    let one = |pending: &Pending| {
        let name = Shown::clipped(&pending.summary.header, NAME).to_string();
        Resource::new(format!("{REQUEST}{}", pending.id), name).with_mime_type(JSON)
    };
    Ok(std::iter::once(all).chain(own.iter().rev().take(LISTED).map(one)).collect())
}

/// What this address stands for. May block.
///
/// # Errors
/// The agent has no such resource, or the store fails.
pub(crate) fn read(
    side: &dyn McpSide,
    agent: Option<&Untrusted>,
    uri: &str,
) -> Result<ResourceContents, UnreadResource> {
    let failed = |failure: Failure| UnreadResource::Store(side.words(&failure));
    let json = if uri == PENDING {
        let (backend, own) = own(side, agent)?;
        let rows =
            asq_asking::listed_rows(&*backend, own, &BTreeMap::new(), &BTreeMap::new()).map_err(failed)?;
        rows.iter().map(asq_wire::public::ListedRequest::to_json).collect::<Value>()
    } else {
        let unknown = || UnreadResource::Unknown(asq_wire::quoted(uri));
        let id = uri.strip_prefix(REQUEST).ok_or_else(unknown)?;
        match asked::found(side, agent, id) {
            Ok((backend, stored)) => asq_asking::shown(&*backend, &stored).map_err(failed)?.to_json(),
            Err(CallFailure::Unknown(_) | CallFailure::Ambiguous(_)) => return Err(unknown()),
            Err(failure) => return Err(failure.into()),
        }
    };
    let text = asq_wire::inert(json.to_string());
    Ok(ResourceContents::text(text, uri).with_mime_type(JSON))
}

/// The agent's open requests, in the order of asking.
fn own(
    side: &dyn McpSide,
    agent: Option<&Untrusted>,
) -> Result<(Arc<dyn Backend>, Vec<Pending>), UnreadResource> {
    let failed = |failure: Failure| UnreadResource::Store(side.words(&failure));
    let backend = side.backend(agent).map_err(|away| UnreadResource::Store(away.to_string()))?;
    let mut own = backend.list(0).map_err(failed)?;
    // A list has neither the whole name nor the whole origin.
    own.retain(|pending| is_of(pending, agent) && asked::found(side, agent, &pending.id.to_string()).is_ok());
    Ok((backend, own))
}

/// Whether this agent may have asked it, by the beginning of its name.
fn is_of(pending: &Pending, agent: Option<&Untrusted>) -> bool {
    match (&pending.summary.agent, agent) {
        (Some(listed), Some(agent)) => agent.raw().starts_with(listed.raw()),
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

#[cfg(test)]
#[path = "../tests/unit/resources.rs"]
mod tests;
