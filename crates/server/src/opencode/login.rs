//! The callers of OpenCode's routes.
//!
//! - A token with the right to answer, as a Basic password of the user `opencode`, or as a Bearer token.
//! - A narrowed token sees the questions of its scope, and no stream.
//! - A stream may have it in its query as well (`auth_token`): browsers can't send a header with it.
//! - A caller without one gets OpenCode's 401, after the same pause as everywhere.
//! - A token with another right gets what asq's own routes say to it.

use super::OpenCodeState;
use super::refusals::OpenCodeRefusal;
use crate::auth::caller::{Authenticated, Credential};
use crate::problem::FailedCall;
use crate::query::QueryOf;
use crate::server_state::ServerState;
use crate::{TokenText, auth};
use asq_core::life::Right;
use axum::extract::FromRequestParts;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::StatusCode;
use http::header::AUTHORIZATION;
use http::request::Parts;

/// The name that OpenCode gives to its user.
const USER: &str = "opencode";

/// A caller that may answer.
pub(super) struct OpenCodeCaller(pub(super) Authenticated);

/// The same for a stream.
pub(super) struct OpenCodeFollower(pub(super) Authenticated);

impl FromRequestParts<OpenCodeState> for OpenCodeCaller {
    type Rejection = OpenCodeRefusal;

    async fn from_request_parts(
        head: &mut Parts,
        state: &OpenCodeState,
    ) -> Result<OpenCodeCaller, OpenCodeRefusal> {
        caller(head, &state.server, false).await.map(OpenCodeCaller)
    }
}

impl FromRequestParts<OpenCodeState> for OpenCodeFollower {
    type Rejection = OpenCodeRefusal;

    async fn from_request_parts(
        head: &mut Parts,
        state: &OpenCodeState,
    ) -> Result<OpenCodeFollower, OpenCodeRefusal> {
        caller(head, &state.server, true).await.map(OpenCodeFollower)
    }
}

async fn caller(head: &Parts, state: &ServerState, stream: bool) -> Result<Authenticated, OpenCodeRefusal> {
    let token = presented(head, stream);
    let credential = match token {
        Some(token) => state.authenticator().token(state, &token).await?,
        None => None,
    };
    let Some(credential) = credential else {
        let failed = state.authenticator().refused(state, head).await;
        let unknown = failed.status() == StatusCode::UNAUTHORIZED;
        return Err(if unknown { OpenCodeRefusal::Unauthorized } else { failed.into() });
    };
    may_answer(&credential)?;
    if stream && credential.scope().is_some() {
        // A stream has the events of all requests.
        return Err(FailedCall::not_found().into());
    }
    Ok(Authenticated::new(state, credential, head)?)
}

fn may_answer(credential: &Credential) -> Result<(), FailedCall> {
    if credential.answers() {
        return Ok(());
    }
    Err(if credential.asks() { FailedCall::not_found() } else { FailedCall::right(Right::Answer) })
}

/// The token of a request; several headers don't count.
fn presented(head: &Parts, stream: bool) -> Option<TokenText> {
    let mut headers = head.headers.get_all(AUTHORIZATION).iter();
    match (headers.next(), headers.next()) {
        (Some(one), None) => auth::bearer(one.as_bytes()).or_else(|| {
            let (scheme, coded) = one.to_str().ok()?.split_once(' ')?;
            if scheme.eq_ignore_ascii_case("basic") { password(coded) } else { None }
        }),
        (None, _) if stream => password(QueryOf::new(head.uri.query()).ok()?.text("auth_token")?),
        (None | Some(_), _) => None,
    }
}

/// The password in `user:password` in base64.
fn password(coded: &str) -> Option<TokenText> {
    let bytes = STANDARD.decode(coded).ok()?;
    let (user, password) = str::from_utf8(&bytes).ok()?.split_once(':')?;
    if user == USER { TokenText::parse(password) } else { None }
}
