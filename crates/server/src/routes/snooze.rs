//! `POST /v1/requests/ID/snooze`: hides a request in inboxes until a time.

use super::document::{Problems, ProblemsOfBody, ProblemsOfChange, SnoozeSchema};
use crate::auth::caller::Answerer;
use crate::body::JsonBody;
use crate::identity::HttpParty;
use crate::problem::FailedCall;
use crate::query::{IdInPath, wrong};
use crate::server_state::ServerState;
use asq_wire::public::from_utc;
use axum::extract::State;
use http::StatusCode;
use serde_json::Value;
use std::sync::Arc;

/// Hides a request in inboxes until a time, or brings it back.
#[utoipa::path(
    post,
    path = "/v1/requests/{id}/snooze",
    operation_id = "snooze",
    security(("token" = ["answer", "admin"])),
    request_body = SnoozeSchema,
    params(("id" = String, Path, description = "The whole id")),
    responses((status = 204, description = "It is done"), Problems, ProblemsOfBody, ProblemsOfChange),
)]
pub(super) async fn snooze(
    State(state): State<ServerState>,
    Answerer(caller): Answerer,
    IdInPath(id): IdInPath,
    JsonBody(body): JsonBody,
) -> Result<StatusCode, FailedCall> {
    let shape = || wrong("until is a moment such as 2026-11-20T13:03:09.120Z, or null".to_owned());
    let until_ms = match body.get("until").ok_or_else(shape)? {
        Value::Null => 0,
        Value::String(text) => from_utc(text).map_err(|_| shape())?,
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => return Err(shape()),
    };
    let person = state.person().to_owned();
    let snooze = move |driver: &asq_runtime::Driver| {
        driver.backend(Arc::new(HttpParty::new(&caller, &person))).snooze(id, until_ms)
    };
    state.store(snooze).await?;
    Ok(StatusCode::NO_CONTENT)
}
