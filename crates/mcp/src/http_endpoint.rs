//! One address of MCP over streamable HTTP, whatever the server behind it offers.
//!
//! - Every message passes the strict reader first, as over lines.
//! - The older era has sessions: each belongs to one caller, and for anybody else it doesn't exist. The oldest session of
//!   a caller ends when it begins one too many.
//! - What is sent is inert, as over lines.
//! - Nothing here authenticates; the server in front of it does.

use crate::message::{self, RefusedLine};
use bytes::Bytes;
use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use rmcp::RoleServer;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{ClientRequest, JsonRpcMessage};
use rmcp::service::RxJsonRpcMessage;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::session::{SessionId, SessionManager};
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How many sessions one caller has at most.
const SESSIONS: usize = 64;
/// How long a session lives without a message.
const IDLE: Duration = Duration::from_hours(24);

const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");

/// A reply, whose body never fails.
pub type AgentHttpReply = Response<BoxBody<Bytes, Infallible>>;

/// One address of MCP over HTTP.
pub struct HttpEndpoint<S> {
    service: StreamableHttpService<S, LocalSessionManager>,
    sessions: Arc<LocalSessionManager>,
    owned: Mutex<VecDeque<OwnedSession>>,
}

/// A session, which exists for one caller alone.
struct OwnedSession {
    id: SessionId,
    caller: String,
}

impl<S: ServerHandler + Send + 'static> HttpEndpoint<S> {
    /// Serves each session, and each message without one, by a server of its own.
    pub fn new(server: impl Fn() -> S + Send + Sync + 'static) -> HttpEndpoint<S> {
        let mut manager = LocalSessionManager::default();
        manager.session_config.keep_alive = Some(IDLE);
        let sessions = Arc::new(manager);
        // The gate of the server in front judges host and origin.
        let config = StreamableHttpServerConfig::default()
            .disable_allowed_hosts()
            .with_max_request_body_bytes(asq_wire::MAX_BYTES);
        let service = StreamableHttpService::new(move || Ok(server()), sessions.clone(), config);
        HttpEndpoint { service, sessions, owned: Mutex::default() }
    }

    /// Serves one request of this caller, whose body was read. What it is extended with, the server finds in its context.
    pub async fn serve(&self, caller: String, request: Request<Bytes>) -> AgentHttpReply {
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
        let reply = self.service.handle(request.map(Full::new)).await;
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
            let living = self.sessions.sessions.read().await;
            let mut owned = self.owned();
            // Clients end sessions, and silence does.
            owned.retain(|session| living.contains_key(&session.id));
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

pub(crate) fn plain(status: StatusCode, text: String) -> AgentHttpReply {
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

#[cfg(test)]
#[path = "../tests/unit/http_endpoint.rs"]
mod tests;
