//! The one-time links that lead to the page.
//!
//! - A link opens a page with one button, and uses nothing up: a look at it signs nobody in.
//! - The button trades the link for a session, and the browser goes on to an address without a secret.
//! - That is the request whose page the browser asked for before it was signed in, else the list.
//! - A browser that fetches a link ahead of its visit gets nothing.

use super::{html, stranger, stranger_chrome};
use crate::TokenText;
use crate::auth::session::{SessionCookie, cookies, session_label};
use crate::body::FormBody;
use crate::browser_kind::browser_kind;
use crate::gate::Admitted;
use crate::links;
use crate::problem::FailedCall;
use crate::query::part;
use crate::server_state::ServerState;
use crate::tokens::SESSION;
use asq_core::life::RequestId;
use asq_page::{SIGN_IN, SignInPage};
use asq_wire::http::CallCode;
use axum::extract::{FromRequestParts, State};
use axum::response::{IntoResponse, Response};
use http::header::{LOCATION, SET_COOKIE, USER_AGENT};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, StatusCode};

/// The cookie of the request that a browser wanted to see before it was signed in.
const WANTED: &str = "asq_wanted";

/// How long that is remembered, in seconds.
const REMEMBERED: u32 = 600;

/// The headers in which a browser says that it fetches something ahead, or for a preview.
const AHEAD: [&str; 4] = ["sec-purpose", "purpose", "x-purpose", "x-moz"];

/// A link, and who follows it.
pub(in super::super) struct LinkInPath {
    secret: String,
    browser: String,
    ahead: bool,
}

impl FromRequestParts<ServerState> for LinkInPath {
    type Rejection = FailedCall;

    async fn from_request_parts(head: &mut Parts, _: &ServerState) -> Result<LinkInPath, FailedCall> {
        let agent = head.headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok());
        Ok(LinkInPath {
            secret: part(head, 2).ok_or_else(FailedCall::not_found)?.to_owned(),
            browser: browser_kind(agent.unwrap_or_default()),
            ahead: is_ahead(&head.headers),
        })
    }
}

/// Whether a browser fetches this before its person asks for it.
fn is_ahead(headers: &HeaderMap) -> bool {
    AHEAD.iter().flat_map(|name| headers.get_all(*name)).any(|purpose| {
        let purpose = String::from_utf8_lossy(purpose.as_bytes()).to_ascii_lowercase();
        purpose.contains("prefetch") || purpose.contains("prerender") || purpose.contains("preview")
    })
}

/// The browser that presses the button on the page of a link.
pub(in super::super) struct SigningIn {
    cookie: SessionCookie,
    /// The session that the browser has.
    before: Option<TokenText>,
    label: String,
    /// The whole id, or its beginning.
    wanted: Option<String>,
}

impl FromRequestParts<ServerState> for SigningIn {
    type Rejection = FailedCall;

    async fn from_request_parts(head: &mut Parts, state: &ServerState) -> Result<SigningIn, FailedCall> {
        // A page of another origin may use a token of its own, and signs nobody in here.
        if head.extensions.get::<Admitted>().is_none_or(|admitted| admitted.cors.is_some()) {
            return Err(FailedCall::not_found());
        }
        let wanted = cookies(head).find(|(name, id)| *name == WANTED && RequestId::is_prefix(id));
        Ok(SigningIn {
            cookie: SessionCookie::of(state, head)?,
            before: SessionCookie::brought(state, head),
            label: session_label(state, head),
            wanted: wanted.map(|(_, id)| id.to_owned()),
        })
    }
}

/// The page of a link.
pub(in super::super) async fn visit(State(state): State<ServerState>, link: LinkInPath) -> Response {
    if link.ahead {
        return FailedCall::call(CallCode::Unavailable, "a link isn't fetched ahead of its visit")
            .into_response();
    }
    if !state.links().is_valid(&link.secret) {
        return used_up();
    }
    let Some(nonce) = links::random() else { return FailedCall::broken().into_response() };
    let page = SignInPage {
        chrome: &stranger_chrome(&nonce),
        browser: &link.browser,
        person: &state.person().into(),
        machine: state.machine(),
        days: SESSION.as_secs() / 86_400,
    };
    html(StatusCode::OK, &nonce, page.html())
}

/// Trades a link for a session.
pub(in super::super) async fn trade(
    State(state): State<ServerState>,
    link: LinkInPath,
    browser: SigningIn,
    FormBody(fields): FormBody,
) -> Response {
    let SigningIn { cookie, before, label, wanted } = browser;
    // The gate lets a form in only from a page of this server.
    if !fields.iter().any(|(name, value)| (name.as_str(), value.as_str()) == SIGN_IN) {
        return FailedCall::call(
            CallCode::BadRequest,
            "the page of a link has a button, which sends act=sign-in",
        )
        .into_response();
    }
    if !state.links().use_up(&link.secret) {
        return used_up();
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

fn used_up() -> Response {
    let text = "This link was used, or is older than a minute. This prints another:";
    stranger(StatusCode::GONE, "The link is used up", text)
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
