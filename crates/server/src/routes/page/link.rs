//! The one-time links that lead to the page.
//!
//! - A link is traded for a session, and the browser goes on to an address without a secret.
//! - That is the request whose page the browser asked for before it was signed in, else the list.
//! - A look at a link that isn't a visit doesn't use it up.

use super::stranger;
use crate::TokenText;
use crate::auth::session::{SessionCookie, cookies, session_label};
use crate::problem::FailedCall;
use crate::query::part;
use crate::server_state::ServerState;
use asq_core::life::RequestId;
use asq_wire::http::CallCode;
use axum::extract::{FromRequestParts, State};
use axum::response::{IntoResponse, Response};
use http::header::{LOCATION, SET_COOKIE};
use http::request::Parts;
use http::{HeaderValue, StatusCode};

/// The cookie of the request that a browser wanted to see before it was signed in.
const WANTED: &str = "asq_wanted";

/// How long that is remembered, in seconds.
const REMEMBERED: u32 = 600;

/// A link, as a visit or only looked at.
pub(in super::super) struct LinkInPath {
    secret: String,
    cookie: SessionCookie,
    /// The session that the browser has.
    before: Option<TokenText>,
    label: String,
    /// The whole id, or its beginning.
    wanted: Option<String>,
}

impl FromRequestParts<ServerState> for LinkInPath {
    type Rejection = FailedCall;

    async fn from_request_parts(head: &mut Parts, state: &ServerState) -> Result<LinkInPath, FailedCall> {
        let wanted = cookies(head).find(|(name, id)| *name == WANTED && RequestId::is_prefix(id));
        Ok(LinkInPath {
            secret: part(head, 2).ok_or_else(FailedCall::not_found)?.to_owned(),
            cookie: SessionCookie::of(state, head)?,
            before: SessionCookie::brought(state, head),
            label: session_label(state, head),
            wanted: wanted.map(|(_, id)| id.to_owned()),
        })
    }
}

/// Trades a link for a session.
pub(in super::super) async fn trade(State(state): State<ServerState>, link: LinkInPath) -> Response {
    let LinkInPath { secret, cookie, before, label, wanted } = link;
    if !state.links().use_up(&secret) {
        let text = "This link was used, or is older than a minute. This prints another:";
        return stranger(StatusCode::GONE, "The link is used up", text);
    }
    let session = match state.authenticator().begin_session(&state, before, label).await {
        Ok(session) => session,
        Err(failed) => return failed.into_response(),
    };
    let path = wanted.as_ref().map_or_else(|| "/".to_owned(), |id| format!("/r/{id}"));
    let (Some(kept), Ok(path)) = (cookie.kept(&session), HeaderValue::from_str(&path)) else {
        return FailedCall::broken().into_response();
    };
    let mut reply = StatusCode::SEE_OTHER.into_response();
    reply.headers_mut().append(SET_COOKIE, kept);
    if wanted.is_some() {
        reply.headers_mut().extend(wanting("", 0).map(|header| (SET_COOKIE, header)));
    }
    reply.headers_mut().insert(LOCATION, path);
    reply
}

/// Has a browser that isn't signed in remember which request it wanted to see.
pub(super) fn remembering(mut reply: Response, id: &str) -> Response {
    reply.headers_mut().extend(wanting(id, REMEMBERED).map(|header| (SET_COOKIE, header)));
    reply
}

fn wanting(id: &str, seconds: u32) -> Option<HeaderValue> {
    let cookie = format!("{WANTED}={id}; HttpOnly; SameSite=Strict; Path=/l; Max-Age={seconds}");
    HeaderValue::from_str(&cookie).ok()
}

/// Replies to a look at a link, which isn't a visit.
pub(in super::super) async fn keep(_: LinkInPath) -> FailedCall {
    FailedCall::call(CallCode::MethodNotAllowed, "a link takes a visit: GET")
}
