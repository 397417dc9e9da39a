//! Authentication: the token or the cookie of a caller.
//!
//! - No token, an empty, doubled, unknown, expired or revoked one: the same 401, after the same pause.
//! - A token is looked up again after a second, and at once after a change.
//! - A token that can't be looked up is refused for now. However long the store takes, looking up goes on.
//! - A page of another origin is let in if a valid token names that origin.
//! - A session counts in a cookie alone, and a token never does.
//! - Extra routes may take a token in another form.

pub(crate) mod caller;
mod failures;
pub(crate) mod open_calls;
pub(crate) mod permits;
pub(crate) mod session;

use crate::connection::Connection;
use crate::problem::FailedCall;
use crate::{ServerState, TokenRecord, TokenText, Tokens};
use asq_core::life::TokenId;
use asq_wire::http::CallCode;
use caller::Credential;
use failures::Failures;
use http::HeaderValue;
use http::header::AUTHORIZATION;
use http::request::Parts;
use session::NotedUses;
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
    uses: NotedUses,
}

impl Authenticator {
    pub(crate) fn new(tokens: Arc<dyn Tokens>) -> Authenticator {
        Authenticator {
            tokens,
            known: Mutex::default(),
            failures: Failures::default(),
            origins: Mutex::default(),
            uses: NotedUses::default(),
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
            (None, _) => self.session(state, head).await?,
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
        let record = self.record(state, token).await?.filter(|record| !record.page);
        Ok(record.map(|record| Credential::Token { id: token.id(), record }))
    }

    /// The record of this token or session, if it counts.
    async fn record(
        &self,
        state: &ServerState,
        token: &TokenText,
    ) -> Result<Option<Arc<TokenRecord>>, FailedCall> {
        let record = match self.remembered(token.id()) {
            Some(record) => Some(record),
            None => self.look_up(state, token.id()).await?,
        };
        let now = ServerState::now_ms();
        Ok(record.filter(|record| token.fits(&record.sha256) && record.counts(now)))
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

/// The token of an `Authorization` header.
pub(crate) fn bearer(value: &[u8]) -> Option<TokenText> {
    let (scheme, token) = str::from_utf8(value).ok()?.split_once(' ')?;
    if scheme.eq_ignore_ascii_case("bearer") { TokenText::parse(token) } else { None }
}
