//! `GET /v1/embed/calls/CALL`: the request of a tool call.
//!
//! - It looks among the open requests first, then among those that were closed last: the latest one counts.
//! - Of both it looks at so many at most. An element knows the id afterwards.
//! - A call of nobody, or outside the token's scope, has no request.

use super::super::document::{CallSchema, Problems};
use crate::auth::caller::ScopedAnswerer;
use crate::front;
use crate::problem::FailedCall;
use crate::server_state::ServerState;
use asq_backend::{Backend, Failure};
use asq_core::history::Query;
use asq_core::life::RequestId;
use asq_core::text::Untrusted;
use axum::extract::{Path, State};
use axum::response::Response;
use http::StatusCode;
use serde_json::json;
use std::sync::Arc;

/// The most open requests that are looked at, and the most closed ones.
const OPEN: usize = 1000;
const CLOSED: usize = 200;

/// The request of a tool call, for the element; null while nobody has asked it.
#[utoipa::path(
    get,
    path = "/v1/embed/calls/{call}",
    operation_id = "ofCall",
    security(("token" = ["answer", "admin"])),
    params(("call" = String, Path, description = "The id of the tool call, as its asker named it")),
    responses((status = 200, description = "The request's id", body = CallSchema), Problems),
)]
pub(in super::super) async fn of_call(
    State(state): State<ServerState>,
    ScopedAnswerer(caller): ScopedAnswerer,
    Path(call): Path<String>,
) -> Result<Response, FailedCall> {
    let (onlooker, caller) = (state.onlooker().clone(), Arc::new(caller));
    let call = Untrusted::from(call);
    let find = move |_: &asq_runtime::Driver| {
        let open = onlooker.list(0)?;
        let open = open.iter().rev().take(OPEN).map(|pending| pending.id);
        let of_call = |id: RequestId| is_of_call(&*onlooker, &caller, id, &call);
        if let Some(found) = first(open, of_call)? {
            return Ok(Some(found));
        }
        let closed = onlooker.history(&Query { limit: CLOSED, ..Query::default() })?;
        first(closed.iter().map(|past| past.id), of_call)
    };
    let found = state.store(find).await?;
    Ok(front::json(StatusCode::OK, &json!({ "id": found.map(|id| id.to_string()) })))
}

fn first(
    mut ids: impl Iterator<Item = RequestId>,
    of_call: impl Fn(RequestId) -> Result<bool, Failure>,
) -> Result<Option<RequestId>, Failure> {
    ids.find_map(|id| match of_call(id) {
        Ok(true) => Some(Ok(id)),
        Ok(false) => None,
        Err(failure) => Some(Err(failure)),
    })
    .transpose()
}

fn is_of_call(
    backend: &dyn Backend,
    caller: &crate::auth::caller::Authenticated,
    id: RequestId,
    call: &Untrusted,
) -> Result<bool, Failure> {
    let stored = match backend.read(id) {
        Ok(stored) => stored,
        // It was erased meanwhile.
        Err(Failure::NoSuch(_)) => return Ok(false),
        Err(failure) => return Err(failure),
    };
    let asked = stored.asked();
    Ok(asked.is_some_and(|asked| {
        asked.request.from.call_id.as_ref() == Some(call) && caller.credential.covers(asked)
    }))
}
