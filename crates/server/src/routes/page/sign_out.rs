//! The way out of the page: the session ends, and the browser forgets it.
//!
//! - What the session has open in other tabs ends, too, and says so there.
//! - A form of an older session signs nobody out.

use super::{PagePerson, see_other, stranger};
use crate::auth::session::SessionCookie;
use crate::body::FormBody;
use crate::server_state::ServerState;
use axum::extract::{FromRequestParts, State};
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::SET_COOKIE;
use http::request::Parts;

/// The cookie of the browser that leaves.
pub(in super::super) struct LeavingCookie(SessionCookie);

impl FromRequestParts<ServerState> for LeavingCookie {
    type Rejection = Response;

    async fn from_request_parts(head: &mut Parts, state: &ServerState) -> Result<LeavingCookie, Response> {
        SessionCookie::of(state, head).map(LeavingCookie).map_err(IntoResponse::into_response)
    }
}

pub(in super::super) async fn sign_out(
    State(state): State<ServerState>,
    person: PagePerson,
    LeavingCookie(cookie): LeavingCookie,
    FormBody(fields): FormBody,
) -> Response {
    let own = fields.iter().any(|(name, value)| name == "csrf" && *value == person.csrf);
    let Some(session) = person.caller.credential.token_id().filter(|_| own) else { return see_other("/") };
    if let Err(failed) = state.authenticator().end_session(&state, session).await {
        return failed.into_response();
    }
    let text = "This browser sees and answers nothing here any more. This prints a link for it:";
    let mut reply = stranger(StatusCode::OK, "You are signed out", text);
    reply.headers_mut().extend(cookie.forgotten().map(|header| (SET_COOKIE, header)));
    reply
}
