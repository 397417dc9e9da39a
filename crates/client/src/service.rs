//! The calls of asq's HTTP API, one function each.
//!
//! - Each call is made with the token that fits it.
//! - Tickets go along where a secret may be asked for or told.
//! - What a list told of its rows is used for a moment, so that a table costs one call and not one per row.

use crate::absence::ServerAbsence;
use crate::call::{Caller, HttpCall, HttpReply, NoReply, Opened};
use crate::connect::ServerConnector;
use crate::failure::{ServerWords, lacks};
use crate::limits::ClientLimits;
use crate::tokens::{ClientTokens, Secrets, TokenRole};
use asq_backend::{Failure, StoredRequest};
use asq_core::history::Query;
use asq_core::life::{Closing, IdempotencyKey, RequestId, Right};
use asq_wire::Output;
use asq_wire::http::{
    ClosingRoute, DraftList, IdList, KEY_HEADER, OpenList, RequestRecords, ServiceState, TICKET_HEADER,
    found_from_json,
};
use asq_wire::public::{ClosedReply, FoundRequest, PublicError, ShownRequest, utc};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// For so long a list's own words about its rows count.
const RECENT: Duration = Duration::from_secs(1);
/// The most requests of which a client remembers that it asked them.
const REMEMBERED: usize = 100_000;

/// Why a call has no result.
#[derive(Clone, Debug)]
pub(crate) enum CallError {
    /// There was no reply.
    Away(NoReply),
    /// The server can't serve it now.
    Busy(Failure),
    /// The server refuses it, or no token has the right.
    Failed(Failure),
}

impl From<Failure> for CallError {
    fn from(failure: Failure) -> CallError {
        CallError::Failed(failure)
    }
}

/// What a list told of a row.
#[derive(Clone, Debug)]
struct RowFacts {
    short: String,
    asker_waits: bool,
}

/// The rows of a list, and when they came.
type RecentRows = Option<(Instant, BTreeMap<RequestId, RowFacts>)>;

/// The calls to one server.
pub(crate) struct ServerCalls {
    pub(crate) caller: Caller,
    pub(crate) words: ServerWords,
    pub(crate) limits: ClientLimits,
    pub(crate) absence: ServerAbsence,
    tokens: ClientTokens,
    own_ticket: Option<String>,
    given_ticket: Option<String>,
    asked_here: Mutex<BTreeSet<RequestId>>,
    recent: Mutex<RecentRows>,
}

impl ServerCalls {
    pub(crate) fn new(
        connector: ServerConnector,
        limits: ClientLimits,
        words: ServerWords,
        secrets: Secrets,
    ) -> ServerCalls {
        let Secrets { tokens, own_ticket, given_ticket } = secrets;
        ServerCalls {
            caller: Caller::new(connector, limits),
            words,
            limits,
            absence: ServerAbsence::default(),
            tokens: ClientTokens::new(tokens),
            own_ticket,
            given_ticket,
            asked_here: Mutex::default(),
            recent: Mutex::default(),
        }
    }

    /// The failure of a call that may have changed something.
    pub(crate) fn changed(&self, error: CallError) -> Failure {
        match error {
            CallError::Away(no_reply) => self.words.no_reply(&no_reply),
            CallError::Busy(failure) | CallError::Failed(failure) => failure,
        }
    }

    /// The failure of a call that only reads.
    pub(crate) fn unread(&self, error: CallError) -> Failure {
        match error {
            CallError::Away(no_reply) => self.words.unread(&no_reply),
            CallError::Busy(failure) | CallError::Failed(failure) => failure,
        }
    }

    pub(crate) fn strange(&self, error: &PublicError) -> CallError {
        CallError::Failed(self.words.strange(&error.to_string()))
    }

    /// The token for a call. Asks the server for rights that it needs to know.
    pub(crate) async fn token(&self, role: TokenRole) -> Result<&str, CallError> {
        let needed = match role {
            TokenRole::Asks => Right::Ask,
            TokenRole::Reads | TokenRole::ReadsOwn | TokenRole::Lists | TokenRole::Answers => Right::Answer,
        };
        if self.tokens.lacks(role) {
            return Err(lacks(needed).into());
        }
        if let Some(only) = self.tokens.only() {
            return Ok(only);
        }
        let refused = self.learn_rights().await?;
        self.tokens.best(role).ok_or_else(|| refused.unwrap_or_else(|| lacks(needed)).into())
    }

    /// Asks the server for the rights of the tokens. Returns why it refuses one of them.
    async fn learn_rights(&self) -> Result<Option<Failure>, CallError> {
        let mut failed = None;
        for (at, token) in self.tokens.unknown() {
            let reply = self.state_reply(token).await?;
            match self.read(&reply, None, ServiceState::from_json) {
                Ok(state) => self.tokens.knows(at, Ok(state.right)),
                Err(CallError::Failed(failure)) if reply.status == 401 => {
                    self.tokens.knows(at, Err(failure));
                }
                // It says nothing of the token, so the next call asks again.
                Err(CallError::Failed(failure)) => failed = Some(failure),
                Err(away) => return Err(away),
            }
        }
        Ok(failed.or_else(|| self.tokens.refused()))
    }

    /// Whether one of the tokens may answer, and whether one may ask.
    pub(crate) async fn rights(&self) -> Result<(bool, bool), CallError> {
        let refused = self.learn_rights().await?;
        let has = |role| self.tokens.best(role).is_some();
        match refused {
            Some(refused) if !has(TokenRole::Reads) => Err(refused.into()),
            Some(_) | None => Ok((has(TokenRole::Answers), has(TokenRole::Asks))),
        }
    }

    async fn state_of(&self, token: &str) -> Result<ServiceState, CallError> {
        let reply = self.state_reply(token).await?;
        self.read(&reply, None, ServiceState::from_json)
    }

    async fn state_reply(&self, token: &str) -> Result<HttpReply, CallError> {
        self.caller.call(&HttpCall::get("/v1/state"), token).await.map_err(CallError::Away)
    }

    /// Makes a call about a request, or about none, and reads its reply if it is a success.
    pub(crate) async fn call<T>(
        &self,
        role: TokenRole,
        id: Option<RequestId>,
        call: HttpCall,
        read: impl FnOnce(&Value) -> Result<T, PublicError>,
    ) -> Result<T, CallError> {
        let reply = self.reply(role, call).await?;
        self.read(&reply, id, read)
    }

    pub(crate) async fn reply(&self, role: TokenRole, call: HttpCall) -> Result<HttpReply, CallError> {
        let token = self.token(role).await?;
        self.caller.call(&call, token).await.map_err(CallError::Away)
    }

    pub(crate) fn read<T>(
        &self,
        reply: &HttpReply,
        id: Option<RequestId>,
        read: impl FnOnce(&Value) -> Result<T, PublicError>,
    ) -> Result<T, CallError> {
        match reply.status {
            200..=299 => read(&reply.body).map_err(|error| self.strange(&error)),
            // A proxy before a server that is away says so in its own words.
            502 | 504 => Err(CallError::Away(NoReply::Lost(format!("status {}", reply.status)))),
            503 if !reply.body.is_object() => Err(CallError::Away(NoReply::Lost("status 503".to_owned()))),
            status => {
                let failure = self.words.refused(reply, id);
                let busy = matches!(status, 429 | 500..=599) && !failure.is_final();
                Err(if busy { CallError::Busy(failure) } else { CallError::Failed(failure) })
            }
        }
    }

    pub(crate) async fn stream(
        &self,
        role: TokenRole,
        call: HttpCall,
    ) -> Result<hyper::body::Incoming, CallError> {
        let token = self.token(role).await?;
        match self.caller.stream(&call, token).await.map_err(CallError::Away)? {
            Opened::Stream(body) => Ok(body),
            Opened::Reply(reply) => {
                self.read(&reply, None, |_| Err(PublicError::Nonsense("stream doesn't begin")))
            }
        }
    }

    pub(crate) fn with_tickets(&self, call: HttpCall, asks: bool) -> HttpCall {
        let own = self.own_ticket.iter().filter(|_| asks);
        let tickets: Vec<&str> = own.chain(&self.given_ticket).map(String::as_str).collect();
        if tickets.is_empty() { call } else { call.header(TICKET_HEADER, tickets.join(",")) }
    }

    pub(crate) fn asked_here(&self, id: RequestId) {
        let mut asked = self.asked_here.lock().unwrap_or_else(PoisonError::into_inner);
        if asked.len() < REMEMBERED {
            asked.insert(id);
        }
    }

    fn is_asked_here(&self, id: RequestId) -> bool {
        self.asked_here.lock().unwrap_or_else(PoisonError::into_inner).contains(&id)
    }

    fn reads(&self, id: RequestId) -> TokenRole {
        if self.is_asked_here(id) { TokenRole::ReadsOwn } else { TokenRole::Reads }
    }

    pub(crate) async fn records(&self, id: RequestId) -> Result<StoredRequest, CallError> {
        // The asker may hold the ticket of its own secret.
        let call = self.with_tickets(HttpCall::get(format!("/v1/requests/{id}/records")), true);
        let records = self.call(self.reads(id), Some(id), call, RequestRecords::from_json).await?;
        Ok(StoredRequest {
            id,
            life: records.life(),
            asked_by: records.asked_by(),
            closed_at: records.closed_at,
        })
    }

    pub(crate) async fn shown(&self, id: RequestId) -> Result<ShownRequest, CallError> {
        let call = HttpCall::get(format!("/v1/requests/{id}"));
        self.call(self.reads(id), Some(id), call, ShownRequest::from_json).await
    }

    /// The ending of a request, after at most so many seconds; `None` while it is open.
    pub(crate) async fn ending(&self, id: RequestId, wait: u64) -> Result<Option<Output>, CallError> {
        let call = HttpCall::get(format!("/v1/requests/{id}/ending?wait={wait}"));
        let call = self.with_tickets(call, true).waiting(Duration::from_secs(wait));
        let reply = self.reply(TokenRole::Asks, call).await?;
        if reply.status == 202 {
            return Ok(None);
        }
        let line = |body: &Value| {
            Output::parse(&body.to_string()).ok_or(PublicError::Nonsense("reply has no ending"))
        };
        self.read(&reply, Some(id), line).map(Some)
    }

    pub(crate) async fn list(&self) -> Result<OpenList, CallError> {
        let list =
            self.call(TokenRole::Lists, None, HttpCall::get("/v1/requests"), OpenList::from_json).await?;
        let rows = list.requests.iter();
        let facts = rows
            .map(|row| (row.pending.id, RowFacts { short: row.short.clone(), asker_waits: row.asker_waits }));
        *self.recent.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), facts.collect()));
        Ok(list)
    }

    fn recent(&self, id: RequestId) -> Option<RowFacts> {
        let recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, rows) = recent.as_ref()?;
        if at.elapsed() < RECENT { rows.get(&id).cloned() } else { None }
    }

    pub(crate) async fn short_id(&self, id: RequestId) -> Result<String, CallError> {
        match self.recent(id) {
            Some(facts) => Ok(facts.short),
            None => Ok(self.shown(id).await?.short),
        }
    }

    pub(crate) async fn asker_waits(&self, id: RequestId) -> Result<bool, CallError> {
        match self.recent(id) {
            Some(facts) => Ok(facts.asker_waits),
            None => Ok(self.shown(id).await?.asker_waits),
        }
    }

    pub(crate) async fn find(&self, prefix: &str, limit: usize) -> Result<Vec<RequestId>, CallError> {
        let path = format!("/v1/requests?{}", query([("prefix", prefix), ("limit", &limit.to_string())]));
        self.call(TokenRole::Lists, None, HttpCall::get(path), IdList::from_json).await.map(|IdList(ids)| ids)
    }

    pub(crate) async fn history(&self, wanted: &Query) -> Result<Vec<FoundRequest>, CallError> {
        let Query { text, agent, folder, from_ms, to_ms, limit } = wanted;
        let limit = (*limit > 0).then(|| limit.to_string());
        let (since, until) = (from_ms.map(utc), to_ms.map(utc));
        let parts = [
            ("text", text),
            ("agent", agent),
            ("folder", folder),
            ("since", &since),
            ("until", &until),
            ("limit", &limit),
        ];
        let given = parts.into_iter().filter_map(|(name, value)| Some((name, value.as_deref()?)));
        let path = format!("/v1/history?{}", query(given));
        let found = self.call(TokenRole::Lists, None, HttpCall::get(path), found_from_json).await?;
        let facts =
            found.iter().map(|it| (it.past.id, RowFacts { short: it.short.clone(), asker_waits: false }));
        *self.recent.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), facts.collect()));
        Ok(found)
    }

    /// What the server says of itself, and of its open requests to those who may list.
    pub(crate) async fn state(&self) -> Result<ServiceState, CallError> {
        let token = match self.token(TokenRole::Lists).await {
            Ok(token) => token,
            Err(CallError::Failed(Failure::Refused(_))) => self.token(TokenRole::Asks).await?,
            Err(error) => return Err(error),
        };
        self.state_of(token).await
    }

    pub(crate) async fn drafts(&self, id: RequestId) -> Result<DraftList, CallError> {
        let call = HttpCall::get(format!("/v1/requests/{id}/drafts"));
        self.call(TokenRole::Answers, Some(id), call, DraftList::from_json).await
    }

    /// Closes a request. `false`: this same ending was accepted before.
    pub(crate) async fn close(
        &self,
        id: RequestId,
        closing: &Closing,
        IdempotencyKey(key): IdempotencyKey,
    ) -> Result<bool, CallError> {
        let way = ClosingRoute::of(closing);
        let path = format!("/v1/requests/{id}/{}", way.path());
        let call = HttpCall::post(path, ClosingRoute::body(closing)).header(KEY_HEADER, key);
        let role = match closing.needs() {
            Right::Ask | Right::System => TokenRole::Asks,
            Right::Answer => TokenRole::Answers,
        };
        let reply = self.call(role, Some(id), call, ClosedReply::from_json).await?;
        Ok(!reply.repeated)
    }

    /// Records a delivery. `false`: it was delivered before.
    pub(crate) async fn delivered(&self, id: RequestId) -> Result<bool, CallError> {
        let call = HttpCall::post(format!("/v1/requests/{id}/delivered"), json!({}));
        let repeated = |body: &Value| {
            body.get("repeated").and_then(Value::as_bool).ok_or(PublicError::Nonsense("reply is no delivery"))
        };
        self.call(TokenRole::Asks, Some(id), call, repeated).await.map(|repeated| !repeated)
    }

    pub(crate) async fn health(&self) -> Result<(), CallError> {
        let token = match self.tokens.only() {
            Some(only) => only,
            None => self.token(TokenRole::Reads).await?,
        };
        let call = HttpCall::get("/v1/health");
        let reply = self.caller.call(&call, token).await.map_err(CallError::Away)?;
        self.read(&reply, None, |_| Ok(()))
    }
}

/// The query of a path.
pub(crate) fn query<'a>(parts: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(parts).finish()
}
