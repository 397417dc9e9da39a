//! The caller of a route: its credential, its rights and its peer.
//!
//! - A route names the right that it needs; an extractor refuses everybody else.
//! - A token that may only ask sees nothing but what it asked: any other route is as unknown to it as a wrong path.
//! - A narrowed token reaches only the routes that keep to its scope, and only from a page of its origins.
//! - A caller counts as one call until the call ends, or becomes a wait or a stream.

use super::permits::{Permit, Use};
use crate::connection::Connection;
use crate::gate::Admitted;
use crate::own_names::NamedBy;
use crate::problem::FailedCall;
use crate::{ServerState, TokenRecord, TokenScope};
use asq_core::life::{AccessToken, Asked, Origin, PeerPlace, Right, TokenId, Via};
use asq_core::text::Untrusted;
use asq_wire::http::{CallCode, TokenRight};
use axum::extract::FromRequestParts;
use http::header::ORIGIN;
use http::request::Parts;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub(crate) enum Credential {
    /// A token.
    Token { id: TokenId, record: Arc<TokenRecord> },
    /// The session of a page, in a cookie.
    Page { id: TokenId, record: Arc<TokenRecord> },
    /// Nothing: a process that may open the Unix socket.
    Socket,
}

/// A caller, for what it does at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CallerKey {
    Token(TokenId),
    Socket,
}

/// The caller of a route.
pub(crate) struct Authenticated {
    pub(crate) credential: Credential,
    pub(crate) connection: Arc<Connection>,
    pub(crate) named: NamedBy,
    permit: Permit,
}

impl Credential {
    /// Its right. Somebody without a token has none that a route asks for.
    pub(crate) fn right(&self) -> Option<TokenRight> {
        match self {
            Credential::Token { record, .. } | Credential::Page { record, .. } => Some(record.right),
            Credential::Socket => None,
        }
    }

    /// Whether it is a page in a browser.
    pub(crate) fn is_page(&self) -> bool {
        matches!(self, Credential::Page { .. })
    }

    pub(crate) fn key(&self) -> CallerKey {
        match self {
            Credential::Token { id, .. } | Credential::Page { id, .. } => CallerKey::Token(*id),
            Credential::Socket => CallerKey::Socket,
        }
    }

    pub(crate) fn token_id(&self) -> Option<TokenId> {
        match self {
            Credential::Token { id, .. } | Credential::Page { id, .. } => Some(*id),
            Credential::Socket => None,
        }
    }

    pub(crate) fn label(&self) -> Option<&Untrusted> {
        match self {
            Credential::Token { record, .. } | Credential::Page { record, .. } => Some(&record.label),
            Credential::Socket => None,
        }
    }

    /// What its token is limited to, if it is narrowed.
    pub(crate) fn scope(&self) -> Option<&TokenScope> {
        match self {
            Credential::Token { record, .. } => record.scope.as_ref(),
            Credential::Page { .. } | Credential::Socket => None,
        }
    }

    /// Whether a request exists for it.
    pub(crate) fn covers(&self, asked: &Asked) -> bool {
        self.scope().is_none_or(|scope| scope.covers(asked))
    }

    pub(crate) fn asks(&self) -> bool {
        self.right().is_some_and(TokenRight::asks)
    }

    /// Whether it may list and read everything.
    pub(crate) fn observes(&self) -> bool {
        self.right().is_some_and(TokenRight::observes)
    }

    pub(crate) fn answers(&self) -> bool {
        self.right().is_some_and(TokenRight::answers)
    }
}

impl Authenticated {
    /// A caller whose credential counts.
    ///
    /// # Errors
    /// It does too much at once.
    pub(crate) fn new(
        state: &ServerState,
        credential: Credential,
        head: &Parts,
    ) -> Result<Authenticated, FailedCall> {
        let connection = head.extensions.get::<Arc<Connection>>().ok_or_else(FailedCall::broken)?.clone();
        let admitted = head.extensions.get::<Admitted>().ok_or_else(FailedCall::broken)?;
        counts_here(credential.scope(), admitted, head)?;
        let permit = state.permits().take(credential.key(), Use::Call, state.limits())?;
        Ok(Authenticated { credential, connection, named: admitted.named, permit })
    }

    /// Turns the call into a wait or a stream, with a permit of its own.
    ///
    /// # Errors
    /// The caller has too many of those.
    pub(crate) fn becomes(&mut self, of: Use, state: &ServerState) -> Result<(), FailedCall> {
        self.permit = state.permits().take(self.credential.key(), of, state.limits())?;
        if of == Use::Stream {
            self.connection.phases.streams();
        }
        Ok(())
    }

    /// Where its process runs. A caller chooses the name that it calls, so the public one makes nobody a caller from
    /// elsewhere: over loopback it is a proxy's, or the peer's own. Reads `/proc` the first time.
    pub(crate) fn place(&self) -> PeerPlace {
        let look = self.connection.peer.look();
        match (self.named, look.place) {
            (NamedBy::Publicly, PeerPlace::Here) => PeerPlace::Proxied,
            (NamedBy::Publicly, PeerPlace::Unknown) if look.is_anothers => PeerPlace::Proxied,
            (NamedBy::Directly | NamedBy::Publicly, place) => place,
        }
    }

    /// How it was authenticated, for a record. Reads `/proc` the first time.
    pub(crate) fn via(&self) -> Via {
        let token = match &self.credential {
            Credential::Token { id, record } | Credential::Page { id, record } => {
                Some(Box::new(AccessToken { label: record.label.clone(), id: Some(*id) }))
            }
            Credential::Socket => None,
        };
        Via { token, peer: Some(Box::new(self.connection.peer.address(self.place()))) }
    }

    /// The folder that it asks from, if that means the same folder here.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        let here = matches!(self.named, NamedBy::Directly).then(|| self.connection.peer.look())?;
        here.folder().map(Path::to_owned)
    }

    /// Whether it certainly is the asker of this origin.
    pub(crate) fn is_askers(&self, origin: &Origin) -> bool {
        let peer = matches!(self.named, NamedBy::Directly).then(|| self.connection.peer.look());
        peer.and_then(|look| look.process.as_ref()).is_some_and(|process| process.is_askers(origin))
    }

    /// Whether it asked the request of this origin.
    pub(crate) fn owns(&self, origin: &Origin) -> bool {
        self.credential.asks() && self.credential.token_id() == origin.via.token_id()
    }
}

/// Refuses a token in a page of an origin that it isn't for.
fn counts_here(scope: Option<&TokenScope>, admitted: &Admitted, head: &Parts) -> Result<(), FailedCall> {
    let origin = head.headers.get(ORIGIN);
    let named = scope.is_some_and(|scope| origin.is_some_and(|origin| scope.names(origin)));
    // A page that only tokens let in may use those that name it, and no others.
    let limited = admitted.by_token || scope.is_some_and(|scope| !scope.origins.is_empty());
    if named || !limited {
        return Ok(());
    }
    let only = scope.map(|scope| scope.origins.join(", ")).filter(|only| !only.is_empty());
    let only = only.map_or_else(
        || "this token names no origin".to_owned(),
        |only| format!("this token counts in pages of {only} alone"),
    );
    let came = match origin {
        Some(origin) => asq_wire::quoted(&String::from_utf8_lossy(origin.as_bytes())),
        None => "no page".to_owned(),
    };
    Err(FailedCall::call(CallCode::Forbidden, format!("{only}, and the call came from {came}")))
}

/// Any caller with a credential that counts.
pub(crate) struct Anyone(pub(crate) Authenticated);

/// A caller that may ask.
pub(crate) struct Asker(pub(crate) Authenticated);

/// A caller that may list and read everything.
pub(crate) struct Observer(pub(crate) Authenticated);

/// A caller that may answer.
pub(crate) struct Answerer(pub(crate) Authenticated);

/// A caller that may answer, with a token that may be narrowed: the route keeps to its scope.
pub(crate) struct ScopedAnswerer(pub(crate) Authenticated);

/// A caller that may take requests back: its own, or an administrator any.
pub(crate) struct TakesBack(pub(crate) Authenticated);

async fn caller(head: &Parts, state: &ServerState) -> Result<Authenticated, FailedCall> {
    let caller = scoped(head, state).await?;
    // Only the routes that keep to its scope exist for a narrowed token.
    if caller.credential.scope().is_some() { Err(FailedCall::not_found()) } else { Ok(caller) }
}

async fn scoped(head: &Parts, state: &ServerState) -> Result<Authenticated, FailedCall> {
    let credential = state.authenticator().check(state, head).await?;
    Authenticated::new(state, credential, head)
}

/// Refuses a caller that may not answer.
fn answerer(caller: Authenticated) -> Result<Authenticated, FailedCall> {
    if caller.credential.answers() {
        return Ok(caller);
    }
    // Nothing but its own requests exists for a token that asks.
    Err(if caller.credential.asks() { FailedCall::not_found() } else { FailedCall::right(Right::Answer) })
}

impl FromRequestParts<ServerState> for Anyone {
    type Rejection = FailedCall;

    async fn from_request_parts(head: &mut Parts, state: &ServerState) -> Result<Anyone, FailedCall> {
        caller(head, state).await.map(Anyone)
    }
}

impl FromRequestParts<ServerState> for Asker {
    type Rejection = FailedCall;

    async fn from_request_parts(head: &mut Parts, state: &ServerState) -> Result<Asker, FailedCall> {
        let caller = caller(head, state).await?;
        if caller.credential.asks() { Ok(Asker(caller)) } else { Err(FailedCall::right(Right::Ask)) }
    }
}

impl FromRequestParts<ServerState> for Observer {
    type Rejection = FailedCall;

    async fn from_request_parts(head: &mut Parts, state: &ServerState) -> Result<Observer, FailedCall> {
        let caller = caller(head, state).await?;
        if caller.credential.observes() { Ok(Observer(caller)) } else { Err(FailedCall::not_found()) }
    }
}

impl FromRequestParts<ServerState> for Answerer {
    type Rejection = FailedCall;

    async fn from_request_parts(head: &mut Parts, state: &ServerState) -> Result<Answerer, FailedCall> {
        answerer(caller(head, state).await?).map(Answerer)
    }
}

impl FromRequestParts<ServerState> for ScopedAnswerer {
    type Rejection = FailedCall;

    async fn from_request_parts(head: &mut Parts, state: &ServerState) -> Result<ScopedAnswerer, FailedCall> {
        answerer(scoped(head, state).await?).map(ScopedAnswerer)
    }
}

impl FromRequestParts<ServerState> for TakesBack {
    type Rejection = FailedCall;

    async fn from_request_parts(head: &mut Parts, state: &ServerState) -> Result<TakesBack, FailedCall> {
        let caller = caller(head, state).await?;
        let administers = caller.credential.right() == Some(TokenRight::Admin);
        if administers || caller.credential.asks() {
            return Ok(TakesBack(caller));
        }
        Err(FailedCall::right(Right::Ask))
    }
}
