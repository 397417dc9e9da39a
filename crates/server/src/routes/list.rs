//! `GET /v1/requests`: the open requests, or the ids that begin with a text.
//!
//! - The list has the position of the log for which it is true: a stream from there misses nothing.

use super::document::{ListSchema, Problems};
use crate::auth::caller::Observer;
use crate::front;
use crate::list_cache::ListCache;
use crate::problem::FailedCall;
use crate::query::{QueryOf, wrong};
use crate::server_state::ServerState;
use asq_core::life::RequestId;
use asq_wire::http::IdList;
use axum::extract::State;
use axum::response::Response;
use http::StatusCode;

/// The most ids in a reply.
const MOST: u64 = 1000;

/// The open requests with the position for which they are true; with a prefix the ids that begin so.
#[utoipa::path(
    get,
    path = "/v1/requests",
    operation_id = "list",
    security(("token" = ["answer", "observe", "admin"])),
    params(
        ("prefix" = Option<String>, Query, description = "Replies with the ids that begin so, open and closed"),
        ("limit" = Option<u64>, Query, maximum = 1000, description = "The most ids"),
    ),
    responses((status = 200, description = "The open requests, or the ids", body = ListSchema), Problems),
)]
pub(super) async fn list(
    State(state): State<ServerState>,
    _: Observer,
    query: QueryOf,
) -> Result<Response, FailedCall> {
    let limit = query.number("limit", MOST)?.unwrap_or(MOST) as usize;
    let Some(prefix) = query.text("prefix") else {
        return Ok(front::bytes(StatusCode::OK, ListCache::json(&state).await?));
    };
    let prefix = prefix.to_ascii_lowercase();
    if !RequestId::is_prefix(&prefix) {
        return Err(wrong("prefix is the beginning of an id".to_owned()));
    }
    let onlooker = state.onlooker().clone();
    let ids = state.store(move |_| onlooker.find(&prefix, limit)).await?;
    Ok(front::json(StatusCode::OK, &IdList(ids).to_json()))
}
