//! `GET /v1/health`: whether the server serves its store.
//!
//! - On the Unix socket it takes no token: the socket's owner guards it.

use super::document::{HealthSchema, Problems};
use crate::auth::caller::{Anyone, Authenticated, Credential};
use crate::connection::Connection;
use crate::front;
use crate::problem::FailedCall;
use crate::server_state::ServerState;
use asq_runtime::Driver;
use axum::extract::{FromRequestParts, State};
use axum::response::Response;
use http::StatusCode;
use http::header::AUTHORIZATION;
use http::request::Parts;
use serde_json::json;
use std::sync::Arc;

/// Anybody on the Unix socket; elsewhere any caller with a token.
pub(super) struct HealthCaller;

impl FromRequestParts<ServerState> for HealthCaller {
    type Rejection = FailedCall;

    async fn from_request_parts(head: &mut Parts, state: &ServerState) -> Result<HealthCaller, FailedCall> {
        let connection = head.extensions.get::<Arc<Connection>>();
        let near = connection.is_some_and(|connection| connection.peer.is_unix());
        if near && !head.headers.contains_key(AUTHORIZATION) {
            // It counts among the calls of all who come without a token.
            return Authenticated::new(state, Credential::Socket, head).map(|_| HealthCaller);
        }
        Anyone::from_request_parts(head, state).await.map(|_| HealthCaller)
    }
}

/// Whether the server serves its store.
#[utoipa::path(
    get,
    path = "/v1/health",
    operation_id = "health",
    security(("token" = ["ask", "answer", "observe", "admin"])),
    responses((status = 200, description = "It does", body = HealthSchema), Problems),
)]
pub(super) async fn health(
    State(state): State<ServerState>,
    _: HealthCaller,
) -> Result<Response, FailedCall> {
    if let Some(failure) = state.driver().stopped() {
        return Err(state.failed(failure));
    }
    state.store(Driver::head).await?;
    Ok(front::json(StatusCode::OK, &json!({ "status": "ok", "version": state.version() })))
}
