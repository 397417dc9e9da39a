//! The one-time links that lead to the page.
//!
//! - A link is traded for a cookie, and the browser goes on to an address without a secret.
//! - A look at a link that isn't a visit doesn't use it up.

use super::stranger;
use crate::connection::Connection;
use crate::gate::Admitted;
use crate::links::{COOKIE, SECURE_COOKIE};
use crate::problem::FailedCall;
use crate::query::part;
use crate::server_state::ServerState;
use asq_wire::http::CallCode;
use axum::extract::{FromRequestParts, State};
use axum::response::{IntoResponse, Response};
use http::header::{LOCATION, SET_COOKIE};
use http::request::Parts;
use http::{HeaderValue, StatusCode};
use std::sync::Arc;

/// A link, as a visit or only looked at.
pub(in super::super) struct LinkInPath {
    secret: String,
    /// The port, if the cookie may go over plain HTTP: browsers send it to every port of the host.
    plain: Option<u16>,
}

impl FromRequestParts<ServerState> for LinkInPath {
    type Rejection = FailedCall;

    async fn from_request_parts(head: &mut Parts, state: &ServerState) -> Result<LinkInPath, FailedCall> {
        let secret = part(head, 2).ok_or_else(FailedCall::not_found)?.to_owned();
        let (connection, admitted) =
            (head.extensions.get::<Arc<Connection>>(), head.extensions.get::<Admitted>());
        let (connection, admitted) = connection.zip(admitted).ok_or_else(FailedCall::broken)?;
        let secure = state.names().is_secure(admitted.named, &connection.peer.ends);
        let port = connection.peer.ends.own_port().unwrap_or_default();
        Ok(LinkInPath { secret, plain: (!secure).then_some(port) })
    }
}

/// Trades a link for a cookie.
pub(in super::super) async fn trade(State(state): State<ServerState>, link: LinkInPath) -> Response {
    let LinkInPath { secret, plain } = link;
    let cookie = state.links().trade(&secret).map(|session| {
        let (name, secure) = match plain {
            Some(port) => (format!("{COOKIE}{port}"), ""),
            None => (SECURE_COOKIE.to_owned(), "; Secure"),
        };
        format!("{name}={session}; HttpOnly; SameSite=Strict; Path=/{secure}")
    });
    let Some(cookie) = cookie.and_then(|cookie| HeaderValue::from_str(&cookie).ok()) else {
        let text = "This link was used, or is older than a minute. This prints another:";
        return stranger(StatusCode::GONE, "The link is used up", text);
    };
    let mut reply = StatusCode::SEE_OTHER.into_response();
    reply.headers_mut().insert(SET_COOKIE, cookie);
    reply.headers_mut().insert(LOCATION, HeaderValue::from_static("/"));
    reply
}

/// Replies to a look at a link, which isn't a visit.
pub(in super::super) async fn keep(_: LinkInPath) -> FailedCall {
    FailedCall::call(CallCode::MethodNotAllowed, "a link takes a visit: GET")
}
