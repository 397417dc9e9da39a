//! The page at `/`, and the one-time links that lead to it.
//!
//! - A link is traded for a cookie, and the browser goes on to an address without a secret.
//! - A look at a link that isn't a visit doesn't use it up.
//! - Nothing on a page runs, and no other page can frame it.

use crate::auth::caller::{Answerer, Authenticated, Credential};
use crate::connection::Connection;
use crate::gate::Admitted;
use crate::links::{COOKIE, SECURE_COOKIE};
use crate::page as html;
use crate::problem::FailedCall;
use crate::query::part;
use crate::server_state::ServerState;
use asq_wire::http::CallCode;
use axum::body::Body;
use axum::extract::{FromRequestParts, State};
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, LOCATION, SET_COOKIE};
use http::request::Parts;
use http::{HeaderValue, StatusCode};
use std::sync::Arc;

/// The person at the page.
pub(super) struct AtPage(Result<Answerer, FailedCall>);

impl FromRequestParts<ServerState> for AtPage {
    type Rejection = FailedCall;

    async fn from_request_parts(head: &mut Parts, state: &ServerState) -> Result<AtPage, FailedCall> {
        Ok(AtPage(Answerer::from_request_parts(head, state).await))
    }
}

/// The open requests, for the person with the cookie.
pub(super) async fn page(State(state): State<ServerState>, AtPage(who): AtPage) -> Response {
    let failed = match who {
        Ok(Answerer(Authenticated { credential: Credential::Page(_), .. })) => {
            let onlooker = state.onlooker().clone();
            let listed = state.store(move |_| asq_asking::listed(&*onlooker)).await;
            let now = ServerState::now_ms();
            match listed {
                Ok(listed) => return page_of(StatusCode::OK, html::open_requests(&listed, now)),
                Err(failed) => failed,
            }
        }
        // A token's holder has other routes.
        Ok(_) => FailedCall::not_found(),
        Err(failed) => failed,
    };
    let status = failed.status();
    if status == StatusCode::UNAUTHORIZED {
        return page_of(status, html::without_cookie());
    }
    failed.into_response()
}

/// A link, as a visit or only looked at.
pub(super) struct LinkInPath {
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
pub(super) async fn trade(State(state): State<ServerState>, link: LinkInPath) -> Response {
    let LinkInPath { secret, plain } = link;
    let cookie = state.links().trade(&secret).map(|session| {
        let (name, secure) = match plain {
            Some(port) => (format!("{COOKIE}{port}"), ""),
            None => (SECURE_COOKIE.to_owned(), "; Secure"),
        };
        format!("{name}={session}; HttpOnly; SameSite=Strict; Path=/{secure}")
    });
    let Some(cookie) = cookie.and_then(|cookie| HeaderValue::from_str(&cookie).ok()) else {
        return page_of(StatusCode::GONE, html::late_link());
    };
    let mut reply = StatusCode::SEE_OTHER.into_response();
    reply.headers_mut().insert(SET_COOKIE, cookie);
    reply.headers_mut().insert(LOCATION, HeaderValue::from_static("/"));
    reply
}

/// Replies to a look at a link, which isn't a visit.
pub(super) async fn keep(_: LinkInPath) -> FailedCall {
    FailedCall::call(CallCode::MethodNotAllowed, "a link takes a visit: GET")
}

fn page_of(status: StatusCode, text: String) -> Response {
    // Without its policy no page goes out.
    let Ok(policy) = HeaderValue::from_str(&html::policy()) else {
        return FailedCall::broken().into_response();
    };
    let mut reply = Response::new(Body::from(text));
    *reply.status_mut() = status;
    let headers = reply.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CONTENT_SECURITY_POLICY, policy);
    reply
}
