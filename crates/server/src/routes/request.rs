//! `GET /v1/requests/ID`: one request, and its records for asq's own client.
//!
//! - A secret's answer is in neither, except in the records for its own asker.

use super::document::{AnyObject, Problems};
use super::own_request::{may_have_secret, visible};
use crate::auth::caller::Anyone;
use crate::front;
use crate::http_asker::{HttpAsker, Tickets};
use crate::problem::FailedCall;
use crate::query::IdInPath;
use crate::server_state::ServerState;
use asq_core::life::Right;
use asq_wire::http::RequestRecords;
use axum::extract::State;
use axum::response::Response;
use http::{HeaderMap, StatusCode};
use std::sync::Arc;

/// One request with everything that a surface needs to draw it, as `asq show --json` prints it.
#[utoipa::path(
    get,
    path = "/v1/requests/{id}",
    operation_id = "get",
    security(("token" = ["ask", "answer", "observe", "admin"])),
    params(("id" = String, Path, description = "The whole id")),
    responses((status = 200, description = "The request", body = AnyObject), Problems),
)]
pub(super) async fn request(
    State(state): State<ServerState>,
    Anyone(caller): Anyone,
    IdInPath(id): IdInPath,
) -> Result<Response, FailedCall> {
    let stored = visible(&state, &Arc::new(caller), id).await?;
    let onlooker = state.onlooker().clone();
    let shown = state.store(move |_| asq_asking::shown(&*onlooker, &stored)).await?;
    Ok(front::json(StatusCode::OK, &shown.to_json()))
}

/// The records of a request. A secret's answer is left out for everybody but its asker.
#[utoipa::path(
    get,
    path = "/v1/requests/{id}/records",
    operation_id = "records",
    security(("token" = ["ask", "answer", "admin"])),
    params(
        ("id" = String, Path, description = "The whole id"),
        ("Asq-Ticket" = Option<String>, Header, description = "The ticket of a secret"),
    ),
    responses((status = 200, description = "The records", body = AnyObject), Problems),
)]
pub(super) async fn records(
    State(state): State<ServerState>,
    Anyone(caller): Anyone,
    IdInPath(id): IdInPath,
    headers: HeaderMap,
) -> Result<Response, FailedCall> {
    if caller.credential.observes() && !caller.credential.answers() {
        return Err(FailedCall::right(Right::Answer));
    }
    let caller = Arc::new(caller);
    let stored = visible(&state, &caller, id).await?;
    let side = HttpAsker::waits(&state, caller, Tickets::of(&headers));
    let records = move || {
        let may = stored.asked().is_none_or(|asked| may_have_secret(asked, &side).is_ok());
        let (by, at) = (stored.asked_by.as_ref(), stored.closed_at);
        let records = RequestRecords::of(stored.id, &stored.life, by, at);
        let records = if may { records } else { records.withheld() };
        asq_wire::inert(records.to_json().to_string()) + "\n"
    };
    Ok(front::bytes(StatusCode::OK, state.blocking(records).await?))
}
