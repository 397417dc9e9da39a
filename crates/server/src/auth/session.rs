//! The session of a page, in a browser's cookie.
//!
//! - It is named after the server's person and the kind of browser, as in `ada · Chromium on Android`.
//! - The cookie is `HttpOnly` and `SameSite=Strict`, and ends with the session. Over TLS its name binds it to the host.
//! - Without TLS its name has the port, so that servers of one host don't replace each other's.
//! - A browser has one session on a server: a further link ends the one before.
//! - Its last use is noted, once a minute at most.

use super::Authenticator;
use super::caller::Credential;
use crate::browser_kind::browser_kind;
use crate::connection::Connection;
use crate::gate::Admitted;
use crate::problem::FailedCall;
use crate::server_state::{ServerState, spawn};
use crate::tokens::SESSION;
use crate::{TokenRecord, TokenText, TokensFault};
use asq_core::life::TokenId;
use asq_core::text::hex;
use http::HeaderValue;
use http::header::{COOKIE, USER_AGENT};
use http::request::Parts;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// How long a noted use stands for further ones.
const NOTED: Duration = Duration::from_mins(1);

/// The most sessions whose use is remembered.
const REMEMBERED: usize = 1024;

/// The bytes of a form's token.
const CSRF: usize = 16;

/// The cookie of a session, as the browser of one request keeps it.
pub(crate) struct SessionCookie {
    name: String,
    /// Whether it goes over TLS alone.
    secure: bool,
}

impl SessionCookie {
    /// The one of this request.
    ///
    /// # Errors
    /// The request came past the gate.
    pub(crate) fn of(state: &ServerState, head: &Parts) -> Result<SessionCookie, FailedCall> {
        let (connection, admitted) =
            (head.extensions.get::<Arc<Connection>>(), head.extensions.get::<Admitted>());
        let (connection, admitted) = connection.zip(admitted).ok_or_else(FailedCall::broken)?;
        let ends = &connection.peer.ends;
        let secure = state.names().is_secure(admitted.named, ends);
        // Without TLS browsers send it to every port of the host.
        let plain = || format!("asq_{}", ends.own_port().unwrap_or_default());
        Ok(SessionCookie { name: if secure { "__Host-asq".to_owned() } else { plain() }, secure })
    }

    /// The session in the cookie that this request brings, whether it counts or not.
    pub(crate) fn brought(state: &ServerState, head: &Parts) -> Option<TokenText> {
        // A page of another origin brings a token of its own, never the person's cookie.
        if head.extensions.get::<Admitted>().is_none_or(|admitted| admitted.cors.is_some()) {
            return None;
        }
        let own = SessionCookie::of(state, head).ok()?;
        cookies(head).filter(|(name, _)| *name == own.name).find_map(|(_, value)| TokenText::parse(value))
    }

    /// The header that has the browser keep it.
    pub(crate) fn kept(&self, session: &TokenText) -> Option<HeaderValue> {
        self.header(session.as_str(), SESSION)
    }

    /// The header that has the browser forget it.
    pub(crate) fn forgotten(&self) -> Option<HeaderValue> {
        self.header("", Duration::ZERO)
    }

    fn header(&self, value: &str, lasts: Duration) -> Option<HeaderValue> {
        let (name, secure) = (&self.name, if self.secure { "; Secure" } else { "" });
        let lasts = lasts.as_secs();
        let header = format!("{name}={value}; HttpOnly; SameSite=Strict; Path=/; Max-Age={lasts}{secure}");
        HeaderValue::from_str(&header).ok()
    }
}

/// The cookies of a request, by name and value.
pub(crate) fn cookies(head: &Parts) -> impl Iterator<Item = (&str, &str)> {
    let all = head.headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|all| all.split(';')).filter_map(|pair| pair.trim().split_once('='))
}

/// The token of the forms of this session. It says nothing about the cookie.
pub(crate) fn csrf(session: &TokenText) -> String {
    hex(&Sha256::digest(format!("asq form {}", session.as_str()))[..CSRF])
}

/// The sessions whose last use was noted a moment ago.
#[derive(Default)]
pub(super) struct NotedUses(Mutex<HashMap<TokenId, Instant>>);

impl NotedUses {
    /// Whether this use is to be noted. It counts as noted then.
    fn is_due(&self, id: TokenId) -> bool {
        let (mut noted, now) = (self.0.lock().unwrap_or_else(PoisonError::into_inner), Instant::now());
        if noted.get(&id).is_some_and(|at| now < *at + NOTED) {
            return false;
        }
        if noted.len() >= REMEMBERED {
            noted.retain(|_, at| now < *at + NOTED);
        }
        noted.insert(id, now);
        true
    }
}

impl Authenticator {
    /// The session that a request brings, if it counts.
    ///
    /// # Errors
    /// It can't be looked up.
    pub(super) async fn session(
        &self,
        state: &ServerState,
        head: &Parts,
    ) -> Result<Option<Credential>, FailedCall> {
        let Some(text) = SessionCookie::brought(state, head) else { return Ok(None) };
        let Some(record) = self.record(state, &text).await?.filter(|record| record.page) else {
            return Ok(None);
        };
        let id = text.id();
        if self.uses.is_due(id) {
            let state = state.clone();
            spawn(async move {
                let now = ServerState::now_ms();
                // A use that isn't noted harms nobody.
                let noted = state.authenticator().looking_up(move |tokens| tokens.used(id, now)).await;
                if let Ok(Err(fault)) = noted {
                    state.report(&format!("the use of a session can't be noted: {fault}"));
                }
            });
        }
        Ok(Some(Credential::Page { id, record }))
    }

    /// Begins a session for the browser of this request, in place of the one that it has.
    ///
    /// # Errors
    /// It can't be kept.
    pub(crate) async fn begin_session(
        &self,
        state: &ServerState,
        before: Option<TokenText>,
        label: String,
    ) -> Result<TokenText, FailedCall> {
        let new = TokenText::random().map_err(|_| FailedCall::broken())?;
        let before = match before {
            Some(before) => self.record(state, &before).await?.filter(|it| it.page).map(|_| before.id()),
            None => None,
        };
        let (id, now) = (new.id(), ServerState::now_ms());
        let record = TokenRecord::session(label.into(), new.sha256(), now);
        let kept = self.looking_up(move |tokens| tokens.keep_session(id, &record, now)).await?;
        kept.map_err(|fault| failed(state, "a session can't be kept", &fault))?;
        self.uses.is_due(id);
        if let Some(before) = before {
            self.end_session(state, before).await?;
        }
        Ok(new)
    }

    /// Ends a session, and what it has open.
    ///
    /// # Errors
    /// It can't be ended.
    pub(crate) async fn end_session(&self, state: &ServerState, id: TokenId) -> Result<(), FailedCall> {
        let ended = self.looking_up(move |tokens| tokens.end_session(id)).await?;
        ended.map_err(|fault| failed(state, "a session can't be ended", &fault))?;
        self.forget();
        state.open_calls().look();
        Ok(())
    }
}

fn failed(state: &ServerState, what: &str, fault: &TokensFault) -> FailedCall {
    state.report(&format!("{what}: {fault}"));
    FailedCall::call(asq_wire::http::CallCode::Unavailable, format!("{what} now"))
}

/// The name of a new session: the server's person, and the browser of this request.
pub(crate) fn session_label(state: &ServerState, head: &Parts) -> String {
    let agent = head.headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok());
    format!("{} · {}", state.person(), browser_kind(agent.unwrap_or_default()))
}
