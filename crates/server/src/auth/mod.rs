//! Authentication: the token or the cookie of a caller.
//!
//! - No token, an empty, doubled, unknown, expired or revoked one: the same 401, after the same pause.
//! - A token is looked up again after a second, and at once after a change.
//! - A token that can't be looked up is refused for now. However long the store takes, looking up goes on.
//! - A page of another origin is let in if a valid token names that origin.
//! - Extra routes may take a token in another form.

pub(crate) mod caller;
mod failures;
pub(crate) mod open_calls;
pub(crate) mod permits;

use crate::connection::Connection;
use crate::gate::Admitted;
use crate::problem::FailedCall;
use crate::{ServerState, TokenRecord, TokenText, Tokens};
use asq_core::life::TokenId;
use asq_wire::http::CallCode;
use caller::Credential;
use failures::Failures;
use http::HeaderValue;
use http::header::{AUTHORIZATION, COOKIE};
use http::request::Parts;
use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// How long a token's record counts without another look.
const KNOWN: Duration = Duration::from_secs(1);

/// The most records that are kept.
const KEPT: usize = 1024;

pub(crate) struct Authenticator {
    tokens: Arc<dyn Tokens>,
    known: Mutex<HashMap<TokenId, (Instant, Arc<TokenRecord>)>>,
    failures: Failures,
    origins: Mutex<Option<(Instant, Arc<BTreeSet<String>>)>>,
}

impl Authenticator {
    pub(crate) fn new(tokens: Arc<dyn Tokens>) -> Authenticator {
        Authenticator {
            tokens,
            known: Mutex::default(),
            failures: Failures::default(),
            origins: Mutex::default(),
        }
    }

    /// The credential of a request.
    ///
    /// # Errors
    /// It has none that counts.
    pub(crate) async fn check(&self, state: &ServerState, head: &Parts) -> Result<Credential, FailedCall> {
        let mut presented = head.headers.get_all(AUTHORIZATION).iter();
        let credential = match (presented.next(), presented.next()) {
            (Some(one), None) => match bearer(one.as_bytes()) {
                Some(token) => self.token(state, &token).await?,
                None => None,
            },
            (None, _) => cookie(state, head).map(Credential::Page),
            (Some(_), Some(_)) => None,
        };
        match credential {
            Some(credential) => Ok(credential),
            None => Err(self.refused(state, head).await),
        }
    }

    /// The credential of this token, if it counts.
    ///
    /// # Errors
    /// It can't be looked up.
    pub(crate) async fn token(
        &self,
        state: &ServerState,
        token: &TokenText,
    ) -> Result<Option<Credential>, FailedCall> {
        let id = token.id();
        let record = match self.remembered(id) {
            Some(record) => Some(record),
            None => self.look_up(state, id).await?,
        };
        let counts =
            |record: &Arc<TokenRecord>| token.fits(&record.sha256) && is_valid(record, ServerState::now_ms());
        Ok(record.filter(counts).map(|record| Credential::Token { id, record }))
    }

    /// The refusal of somebody without a credential that counts, after a pause.
    pub(crate) async fn refused(&self, state: &ServerState, head: &Parts) -> FailedCall {
        let address = head.extensions.get::<Arc<Connection>>().and_then(|connection| connection.peer.ip());
        self.refused_at(state, address).await
    }

    /// The same for a caller at this address.
    pub(crate) async fn refused_at(&self, state: &ServerState, address: Option<IpAddr>) -> FailedCall {
        match self.failures.turn(address, Instant::now(), state.limits().failure_pause) {
            Some(turn) => {
                sleep_until(turn).await;
                FailedCall::unauthorized()
            }
            None => FailedCall::call(CallCode::TooMany, "too many tokens of this address didn't count"),
        }
    }

    fn remembered(&self, id: TokenId) -> Option<Arc<TokenRecord>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, record) = known.get(&id)?;
        (at.elapsed() < KNOWN).then(|| record.clone())
    }

    async fn look_up(
        &self,
        state: &ServerState,
        id: TokenId,
    ) -> Result<Option<Arc<TokenRecord>>, FailedCall> {
        let found = self.looking_up(move |tokens| tokens.find(id)).await?;
        let found = found.map_err(|fault| {
            state.report(&format!("a token can't be looked up: {fault}"));
            FailedCall::call(CallCode::Unavailable, "tokens can't be looked up now")
        })?;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= KEPT {
            known.retain(|_, (at, _)| at.elapsed() < KNOWN);
        }
        if found.is_none() {
            known.remove(&id);
        }
        Ok(found.map(|record| {
            let record = Arc::new(record);
            known.insert(id, (Instant::now(), record.clone()));
            record
        }))
    }

    /// Whether a valid token names this origin.
    pub(crate) async fn names_origin(&self, state: &ServerState, origin: &HeaderValue) -> bool {
        let known = self.origins.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let known = match known.filter(|(at, _)| at.elapsed() < KNOWN) {
            Some((_, known)) => Some(known),
            None => self.look_up_origins(state).await,
        };
        let origin = origin.to_str().ok();
        known.zip(origin).is_some_and(|(known, origin)| known.contains(origin))
    }

    /// The origins that valid tokens name; `None` if nobody can tell.
    async fn look_up_origins(&self, state: &ServerState) -> Option<Arc<BTreeSet<String>>> {
        let now = ServerState::now_ms();
        match self.looking_up(move |tokens| tokens.origins(now)).await.ok()? {
            Ok(found) => {
                let found = Arc::new(found);
                let kept = Some((Instant::now(), found.clone()));
                *self.origins.lock().unwrap_or_else(PoisonError::into_inner) = kept;
                Some(found)
            }
            Err(fault) => {
                state.report(&format!("no page is let in by its token: {fault}"));
                None
            }
        }
    }

    /// Looks tokens up on a thread that the store never has.
    ///
    /// # Errors
    /// It panicked, or the server is gone.
    pub(crate) async fn looking_up<T: Send + 'static>(
        &self,
        look: impl FnOnce(&dyn Tokens) -> T + Send + 'static,
    ) -> Result<T, FailedCall> {
        let tokens = self.tokens.clone();
        tokio::task::spawn_blocking(move || look(&*tokens)).await.map_err(|_| FailedCall::broken())
    }

    /// Has every token looked up again.
    pub(crate) fn forget(&self) {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).clear();
        *self.origins.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    pub(crate) fn tokens(&self) -> &Arc<dyn Tokens> {
        &self.tokens
    }
}

/// Whether a token's time isn't over.
pub(crate) fn is_valid(record: &TokenRecord, now_ms: u64) -> bool {
    record.expires_ms.is_none_or(|end| now_ms < end)
}

/// The token of an `Authorization` header.
pub(crate) fn bearer(value: &[u8]) -> Option<TokenText> {
    let (scheme, token) = str::from_utf8(value).ok()?.split_once(' ')?;
    if scheme.eq_ignore_ascii_case("bearer") { TokenText::parse(token) } else { None }
}

/// The session of a page, by its cookie.
fn cookie(state: &ServerState, head: &Parts) -> Option<u64> {
    sessions(state, head).map(|(session, _)| session)
}

/// The text of the cookie of a page's session.
pub(crate) fn page_cookie(state: &ServerState, head: &Parts) -> Option<String> {
    sessions(state, head).map(|(_, cookie)| cookie)
}

fn sessions(state: &ServerState, head: &Parts) -> Option<(u64, String)> {
    // A page of another origin brings a token of its own, never the person's cookie.
    if head.extensions.get::<Admitted>().is_none_or(|admitted| admitted.cors.is_some()) {
        return None;
    }
    let cookies = head.headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|all| all.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find_map(|(name, value)| Some((state.links().session(name, value)?, value.to_owned())))
}
