//! Clients over streamable HTTP, behind a server that knows who they are.
//!
//! - Every message passes the strict reader first, as over lines.
//! - The older era has sessions: each belongs to one caller, and for anybody else it doesn't exist. The oldest session of
//!   a caller ends when it begins one too many.
//! - The newer era has none: what a call leaves behind is shared by all calls.
//! - What is sent is inert, as over lines.
//! - Nothing here authenticates; the server in front of it does.

use crate::message::{self, RefusedLine};
use crate::server::{AskServer, CallSide, KeptForCalls};
use crate::{AgentLimit, McpOptions, McpSide};
use asq_core::model::Prefs;
use asq_dialects::Dialect;
use bytes::Bytes;
use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use rmcp::RoleServer;
use rmcp::model::{ClientRequest, JsonRpcMessage};
use rmcp::service::RxJsonRpcMessage;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::session::{SessionId, SessionManager};
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;

/// How many sessions one caller has at most.
const SESSIONS: usize = 64;
/// How long a session lives without a message.
const IDLE: Duration = Duration::from_hours(24);

const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");

/// A reply, whose body never fails.
pub type AgentHttpReply = Response<BoxBody<Bytes, Infallible>>;

/// The settings of the person whom a server asks. May read files.
pub type ServedPrefs = Arc<dyn Fn() -> Prefs + Send + Sync>;

/// Agents over HTTP.
pub struct HttpAgents {
    prefs: ServedPrefs,
    agent_limits: Vec<AgentLimit>,
    /// By the dialects that their address names.
    endpoints: Mutex<BTreeMap<Vec<&'static str>, Arc<HttpEndpoint>>>,
}

impl HttpAgents {
    /// Serves agents under these settings, as far as no caller is known.
    pub fn new(prefs: ServedPrefs, agent_limits: Vec<AgentLimit>) -> HttpAgents {
        HttpAgents { prefs, agent_limits, endpoints: Mutex::default() }
    }

    /// Serves one request of this caller, whose body was read. The address says which dialects it wants:
    /// `?dialect=ID`, repeatable; asq's own without it.
    pub async fn serve(&self, side: Arc<dyn McpSide>, request: Request<Bytes>) -> AgentHttpReply {
        match self.endpoint(request.uri().query().unwrap_or_default()) {
            Ok(endpoint) => endpoint.serve(side, request).await,
            Err(why) => plain(StatusCode::BAD_REQUEST, why),
        }
    }

    fn endpoint(&self, query: &str) -> Result<Arc<HttpEndpoint>, String> {
        let mut wanted = BTreeSet::new();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            if name != "dialect" {
                return Err(format!("an address of agents has no {}, only dialect", asq_wire::quoted(&name)));
            }
            let dialect = asq_dialects::ALL.iter().position(|dialect| dialect.id == value);
            wanted
                .insert(dialect.ok_or_else(|| format!("no dialect is called {}", asq_wire::quoted(&value)))?);
        }
        let mut dialects: Vec<&'static Dialect> = wanted.iter().map(|at| &asq_dialects::ALL[*at]).collect();
        if dialects.is_empty() {
            dialects.push(&asq_dialects::FALLBACK);
        }
        let mut options = McpOptions::of(&dialects).map_err(|why| why.to_string())?;
        options.agent_limits.clone_from(&self.agent_limits);
        let named: Vec<&'static str> = options.dialects().iter().map(|dialect| dialect.id).collect();
        let mut endpoints = self.endpoints.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || Arc::new(HttpEndpoint::new(options, self.prefs.clone()));
        // Few: each dialect counts once, in one order.
        Ok(endpoints.entry(named).or_insert_with(new).clone())
    }
}

/// The agents that want the same dialects.
struct HttpEndpoint {
    service: StreamableHttpService<AskServer, LocalSessionManager>,
    sessions: Arc<LocalSessionManager>,
    owned: Mutex<VecDeque<OwnedSession>>,
    /// Never sent to: a client that breaks a connection off takes nothing back.
    _stays: watch::Sender<bool>,
}

/// A session, which exists for one caller alone.
struct OwnedSession {
    id: SessionId,
    caller: String,
}

impl HttpEndpoint {
    fn new(options: McpOptions, prefs: ServedPrefs) -> HttpEndpoint {
        let (stays, hung_up) = watch::channel(false);
        let kept: Arc<KeptForCalls> = Arc::default();
        let mut manager = LocalSessionManager::default();
        manager.session_config.keep_alive = Some(IDLE);
        let sessions = Arc::new(manager);
        let server =
            move || Ok(AskServer::new(options.clone(), prefs(), None, kept.clone(), hung_up.clone()));
        // The gate of the server in front judges host and origin.
        let config = StreamableHttpServerConfig::default()
            .disable_allowed_hosts()
            .with_max_request_body_bytes(asq_wire::MAX_BYTES);
        let service = StreamableHttpService::new(server, sessions.clone(), config);
        HttpEndpoint { service, sessions, owned: Mutex::default(), _stays: stays }
    }

    async fn serve(&self, side: Arc<dyn McpSide>, request: Request<Bytes>) -> AgentHttpReply {
        let caller = side.caller();
        let named =
            request.headers().get(&SESSION).map(|value| value.to_str().unwrap_or_default().to_owned());
        if named.is_some_and(|named| !self.owns(&named, &caller)) {
            return plain(StatusCode::NOT_FOUND, "Not Found: Session not found".to_owned());
        }
        let begins = if request.method() == Method::POST {
            match message::read(request.body()) {
                Ok(message) => is_initialize(&message),
                Err(refused) => return refusal(&refused),
            }
        } else {
            false
        };
        let (mut head, body) = request.into_parts();
        head.extensions.insert(CallSide(side));
        let reply = self.service.handle(Request::from_parts(head, Full::new(body))).await;
        let session = reply.headers().get(&SESSION).and_then(|id| id.to_str().ok());
        if let Some(id) = session.filter(|_| begins) {
            self.begin(id.into(), caller).await;
        }
        reply.map(|body| body.map_frame(|frame| frame.map_data(inert)).boxed())
    }

    fn owned(&self) -> MutexGuard<'_, VecDeque<OwnedSession>> {
        self.owned.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn owns(&self, id: &str, caller: &str) -> bool {
        self.owned().iter().any(|session| &*session.id == id && session.caller == caller)
    }

    /// Notes whose session it is; ends the caller's oldest one if there are too many.
    async fn begin(&self, id: SessionId, caller: String) {
        let too_many = {
            let mut owned = self.owned();
            owned.push_back(OwnedSession { id, caller: caller.clone() });
            let own = || owned.iter().enumerate().filter(|(_, session)| session.caller == caller);
            let first = own().next().map(|(at, _)| at).filter(|_| own().count() > SESSIONS);
            first.and_then(|first| owned.remove(first))
        };
        if let Some(oldest) = too_many {
            // It may have ended by itself.
            drop(self.sessions.close_session(&oldest.id).await);
        }
    }
}

fn is_initialize(message: &RxJsonRpcMessage<RoleServer>) -> bool {
    match message {
        JsonRpcMessage::Request(request) => matches!(request.request, ClientRequest::InitializeRequest(_)),
        JsonRpcMessage::Response(_) | JsonRpcMessage::Notification(_) | JsonRpcMessage::Error(_) => false,
    }
}

/// A frame of events, with nothing in it that a terminal obeys.
fn inert(frame: Bytes) -> Bytes {
    match String::from_utf8(frame.into()) {
        Ok(text) => asq_wire::inert(text).into(),
        Err(bytes) => bytes.into_bytes().into(),
    }
}

fn plain(status: StatusCode, text: String) -> AgentHttpReply {
    let mut reply = Response::new(Full::new(Bytes::from(text)).boxed());
    *reply.status_mut() = status;
    reply
}

fn refusal(refused: &RefusedLine) -> AgentHttpReply {
    let mut reply = Response::new(Full::new(Bytes::from(refused.line())).boxed());
    *reply.status_mut() = StatusCode::BAD_REQUEST;
    reply.headers_mut().insert(http::header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    reply
}
