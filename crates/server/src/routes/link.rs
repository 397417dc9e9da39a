//! `POST /v1/link`: makes a one-time link to the page, for `asq serve --link`.
//!
//! - It exists on the Unix socket alone, for the server's own user with the secret of the server's own file.
//! - A program in an agent's hands gets none: its environment and its process tree are judged.

use crate::connection::{Connection, ConnectionEnds};
use crate::front;
use crate::problem::FailedCall;
use crate::server_state::ServerState;
use asq_wire::http::CallCode;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use http::header::AUTHORIZATION;
use http::{HeaderMap, HeaderValue, StatusCode};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::sync::Arc;

pub(super) async fn link(
    State(state): State<ServerState>,
    Extension(connection): Extension<Arc<Connection>>,
    headers: HeaderMap,
) -> Result<Response, FailedCall> {
    let own = rustix::process::getuid().as_raw();
    let pid = match connection.peer.ends {
        ConnectionEnds::Unix { pid, uid } if uid == own => Some(pid).filter(|pid| *pid != 0),
        ConnectionEnds::Unix { .. } | ConnectionEnds::Tcp { .. } => {
            return Err(refused(&state, &connection).await);
        }
    };
    let Some(control) = state.link_control() else { return Err(refused(&state, &connection).await) };
    let mut presented = headers.get_all(AUTHORIZATION).iter();
    let secret = match (presented.next().map(HeaderValue::as_bytes), presented.next()) {
        (Some(value), None) => value.strip_prefix(b"Bearer ").unwrap_or_default(),
        (_, _) => b"",
    };
    let sha256: [u8; 32] = Sha256::digest(secret).into();
    let differs = sha256.iter().zip(control.sha256).fold(0, |differs, (a, b)| differs | (a ^ b));
    if std::hint::black_box(differs) != 0 {
        return Err(refused(&state, &connection).await);
    }
    let may_link = control.may_link.clone();
    if let Err(why) = state.blocking(move || may_link(pid)).await? {
        return Err(FailedCall::call(CallCode::Forbidden, why));
    }
    let path = state.links().make().ok_or_else(FailedCall::broken)?;
    Ok(front::json(StatusCode::OK, &json!({ "path": path })))
}

/// The refusal of a path that isn't there for this caller, after the pause of a failed authentication.
async fn refused(state: &ServerState, connection: &Connection) -> FailedCall {
    state.authenticator().refused_at(state, connection.peer.ip()).await
}
