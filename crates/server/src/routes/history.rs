//! `GET /v1/history`: closed requests, the latest first.

use super::document::{AnyObject, Problems};
use crate::auth::caller::Observer;
use crate::front;
use crate::problem::FailedCall;
use crate::query::QueryOf;
use crate::server_state::ServerState;
use asq_core::history::Query;
use asq_wire::http::found_to_json;
use axum::extract::State;
use axum::response::Response;
use http::StatusCode;

/// The most requests in a reply, and how many there are without a limit.
const MOST: u64 = 10_000;
const USUAL: u64 = 100;

/// Closed requests, the latest first, as `asq history --json` prints them.
#[utoipa::path(
    get,
    path = "/v1/history",
    operation_id = "history",
    security(("token" = ["answer", "observe", "admin"])),
    params(
        ("text" = Option<String>, Query, description = "Words that a question or an answer has"),
        ("agent" = Option<String>, Query, description = "The agent's full name"),
        ("folder" = Option<String>, Query, description = "A folder, with those below it"),
        ("since" = Option<String>, Query, description = "Asked at this moment or later, such as 2026-11-20T13:03:09.120Z"),
        ("until" = Option<String>, Query, description = "Asked before this moment"),
        ("limit" = Option<u64>, Query, maximum = 10000, description = "The most requests; 100 without it"),
    ),
    responses((status = 200, description = "The requests", body = AnyObject), Problems),
)]
pub(super) async fn history(
    State(state): State<ServerState>,
    _: Observer,
    query: QueryOf,
) -> Result<Response, FailedCall> {
    let text = |name| query.text(name).filter(|text| !text.is_empty()).map(str::to_owned);
    let limit = query.number("limit", MOST)?.unwrap_or(USUAL);
    let search = Query {
        text: text("text"),
        agent: text("agent"),
        folder: text("folder"),
        from_ms: query.moment("since")?,
        to_ms: query.moment("until")?,
        limit: limit as usize,
    };
    if limit == 0 {
        // To the store it means all of them.
        return Ok(front::json(StatusCode::OK, &found_to_json(&[])));
    }
    let onlooker = state.onlooker().clone();
    let found = state.store(move |_| asq_asking::found(&*onlooker, &search)).await?;
    Ok(front::json(StatusCode::OK, &found_to_json(&found)))
}
