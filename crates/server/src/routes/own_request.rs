//! The request that a call is about, for a caller that may know of it.
//!
//! - A token that asks knows what it asked, and nothing else: the rest is as unknown as an id of nobody.
//! - How long a refusal takes doesn't tell either whether there is such a request, nor how large it is.

use crate::auth::caller::Authenticated;
use crate::http_asker::HttpAsker;
use crate::problem::FailedCall;
use crate::refused_after::refused_after;
use crate::server_state::ServerState;
use asq_asking::ticket;
use asq_backend::{Failure, StoredRequest};
use asq_core::life::{Asked, RequestId};
use asq_wire::http::CallCode;
use std::sync::Arc;
use tokio::time::Instant;

/// A request that this caller asked, with its time limit judged.
///
/// # Errors
/// There is no such request, or somebody else asked it.
pub(super) async fn own(
    state: &ServerState,
    caller: &Arc<Authenticated>,
    id: RequestId,
) -> Result<StoredRequest, FailedCall> {
    let caller = caller.clone();
    only(state, id, move |asked| caller.owns(&asked.origin)).await
}

/// A request of this caller's scope, with its time limit judged.
///
/// # Errors
/// There is no such request, or it is of another session or call.
pub(super) async fn within(
    state: &ServerState,
    caller: &Arc<Authenticated>,
    id: RequestId,
) -> Result<StoredRequest, FailedCall> {
    let caller = caller.clone();
    only(state, id, move |asked| caller.credential.covers(asked)).await
}

/// A request for which this holds; all others are as unknown as an id of nobody.
async fn only(
    state: &ServerState,
    id: RequestId,
    holds: impl FnOnce(&Asked) -> bool + Send + 'static,
) -> Result<StoredRequest, FailedCall> {
    let (began, onlooker) = (Instant::now(), state.onlooker().clone());
    let found = move || {
        let stored = match onlooker.read(id) {
            Ok(stored) => stored,
            Err(Failure::NoSuch(_)) => return Ok(None),
            Err(failure) => return Err(failure),
        };
        if stored.asked().is_some_and(holds) { onlooker.get(id).map(Some) } else { Ok(None) }
    };
    let stored = state.blocking(found).await?.map_err(|failure| state.failed(failure))?;
    if stored.is_none() {
        refused_after(began).await;
    }
    stored.ok_or_else(FailedCall::not_found)
}

/// A request that this caller may see: it may see all, or asked it.
///
/// # Errors
/// There is no such request, or none that it may see.
pub(super) async fn visible(
    state: &ServerState,
    caller: &Arc<Authenticated>,
    id: RequestId,
) -> Result<StoredRequest, FailedCall> {
    if !caller.credential.observes() {
        return own(state, caller, id).await;
    }
    let onlooker = state.onlooker().clone();
    state.store(move |_| onlooker.get(id)).await
}

/// Refuses somebody who may not have the secret that a request asks for. Reads `/proc` the first time.
///
/// # Errors
/// It neither asked it nor holds its ticket.
pub(super) fn may_have_secret(asked: &Asked, side: &HttpAsker) -> Result<(), FailedCall> {
    if !ticket::is_wanted(&asked.request) || ticket::opens(asked, side) {
        return Ok(());
    }
    let detail =
        "a secret is for the program that asked for it, and for the holder of its ticket (Asq-Ticket)";
    Err(FailedCall::call(CallCode::Forbidden, detail))
}
