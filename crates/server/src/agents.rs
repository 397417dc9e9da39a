//! Agents that speak a protocol of their own, at a path of their own, behind the same gate.
//!
//! - The caller has a token that may ask, and asks under the name that its protocol gives it.
//! - A body is read within the limits of every other call. A call that is answered counts as a wait, a stream as one.
//! - An ending counts as delivered once the reply with it was flushed; a reply that breaks off delivers nothing.
//! - A revoked token cuts what it has open.

use crate::ServerState;
use crate::auth::caller::{Asker, Authenticated};
use crate::auth::open_calls::OpenCall;
use crate::auth::permits::Use;
use crate::body::read_in_time;
use crate::config::ExtraRoutes;
use crate::http_asker::{HttpAsker, Tickets};
use crate::identity::HttpParty;
use crate::problem::FailedCall;
use crate::server_state::spawn;
use asq_asking::{AskerSide, Delivery};
use asq_backend::{Backend, Failure};
use asq_core::life::Origin;
use asq_core::model::Prefs;
use asq_core::text::Untrusted;
use asq_wire::http::ClaimedOrigin;
use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use axum::routing::any;
use bytes::Bytes;
use http::{Method, Request};
use http_body_util::combinators::BoxBody;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

/// A request of an agent, whose body was read.
pub type AgentRequest = Request<Bytes>;

/// The reply to an agent, whose body never fails.
pub type AgentReply = Pin<Box<dyn Future<Output = http::Response<BoxBody<Bytes, Infallible>>> + Send>>;

/// A protocol in which agents ask.
pub trait AgentProtocol: Send + Sync + 'static {
    /// Replies to one request, whose body was read. The query of its address is left to the protocol.
    fn serve(&self, caller: RemoteAgent, request: AgentRequest) -> AgentReply;
}

/// The agent at the other end of one request.
#[derive(Clone)]
pub struct RemoteAgent(Arc<CallOfAgent>);

struct CallOfAgent {
    state: ServerState,
    caller: Arc<Authenticated>,
    tickets: Tickets,
    /// Recorded once the reply was flushed.
    deliveries: Mutex<Vec<Delivery>>,
}

/// Serves agents at this path, to be mounted behind the gate.
pub fn agent_route(path: &'static str, protocol: Arc<dyn AgentProtocol>) -> ExtraRoutes {
    Box::new(move |server| {
        let state = AgentRoute { server: server.clone(), protocol };
        Router::new().route(path, any(serve)).with_state(state)
    })
}

#[derive(Clone)]
struct AgentRoute {
    server: ServerState,
    protocol: Arc<dyn AgentProtocol>,
}

impl axum::extract::FromRef<AgentRoute> for ServerState {
    fn from_ref(route: &AgentRoute) -> ServerState {
        route.server.clone()
    }
}

async fn serve(
    State(AgentRoute { server: state, protocol }): State<AgentRoute>,
    request: axum::extract::Request,
) -> Result<Response, FailedCall> {
    use axum::extract::FromRequestParts as _;
    let (mut head, body) = request.into_parts();
    // Nothing of the body is read before its caller is known.
    let Asker(mut caller) = Asker::from_request_parts(&mut head, &state).await?;
    let tickets = Tickets::of(&head.headers);
    let streams = head.method == Method::GET;
    let bytes = read_in_time(body, &state).await?;
    caller.becomes(if streams { Use::Stream } else { Use::Wait }, &state)?;
    let open = state.open_calls().watch(&state, caller.credential.token_id(), &caller.connection);
    let call = CallOfAgent { state, caller: Arc::new(caller), tickets, deliveries: Mutex::default() };
    let caller = RemoteAgent(Arc::new(call));
    let reply = protocol.serve(caller.clone(), Request::from_parts(head, bytes.into())).await;
    Ok(reply.map(|body| Body::new(AgentBody { body, caller, _open: open })))
}

impl RemoteAgent {
    /// A backend in which this agent asks.
    pub fn backend(&self, agent: Option<&Untrusted>) -> Arc<dyn Backend> {
        let CallOfAgent { state, caller, .. } = &*self.0;
        state.backend(Arc::new(HttpParty::new(caller, state.person()).agent(agent)))
    }

    /// The folder that it asks from, if that means the same folder here. Reads `/proc` the first time.
    pub fn folder(&self) -> Option<PathBuf> {
        self.0.caller.folder()
    }

    /// The settings of the server's person for an ask of this caller. May read files.
    pub fn prefs(&self) -> Prefs {
        self.0.state.settings().prefs(self.folder().as_deref())
    }

    /// The asker, who claims this folder. Reads `/proc`.
    pub fn asker(&self, folder: Option<&Path>) -> Box<dyn AskerSide> {
        let CallOfAgent { state, caller, tickets, .. } = &*self.0;
        let folder = folder.map(|folder| folder.to_string_lossy().into_owned().into());
        let claimed = ClaimedOrigin { folder, ..ClaimedOrigin::default() };
        Box::new(HttpAsker::asks(state, caller.clone(), tickets.clone(), claimed, None, false))
    }

    /// Whether its token asked the request of this origin.
    pub fn owns(&self, origin: &Origin) -> bool {
        self.0.caller.owns(origin)
    }

    /// What tells it from every other caller.
    pub fn name(&self) -> String {
        self.0.caller.credential.token_id().map(|id| id.to_string()).unwrap_or_default()
    }

    /// Waits for one of the few threads on which the store may block. It is taken until the guard is dropped.
    pub fn turn(&self) -> impl Future<Output = Box<dyn Send>> + Send + 'static {
        self.0.state.turn()
    }

    /// Has an ending recorded as delivered, once the reply to this request was flushed.
    pub fn delivers(&self, delivery: Delivery) {
        self.0.deliveries.lock().unwrap_or_else(PoisonError::into_inner).push(delivery);
    }

    /// Reports something to the person who runs the server.
    pub fn report(&self, line: &str) {
        self.0.state.report(line);
    }

    /// A store's failure in words.
    pub fn words(&self, failure: &Failure) -> String {
        self.0.state.failed(failure.clone()).problem().detail()
    }
}

/// The body of a reply, with what counts when it was flushed.
struct AgentBody {
    body: BoxBody<Bytes, Infallible>,
    caller: RemoteAgent,
    _open: OpenCall,
}

impl AgentBody {
    /// The reply is complete; its last bytes are still to be flushed.
    fn ended(&self) {
        let CallOfAgent { state, caller, deliveries, .. } = &*self.caller.0;
        let deliveries = std::mem::take(&mut *deliveries.lock().unwrap_or_else(PoisonError::into_inner));
        if deliveries.is_empty() {
            return;
        }
        let state = state.clone();
        caller.connection.phases.after_flush(Box::new(move || {
            spawn(async move {
                // A failure leaves it undelivered: the next ask of the same gets it again.
                let record = || deliveries.into_iter().for_each(|delivery| drop(delivery.record()));
                drop(state.blocking(record).await);
            });
        }));
    }
}

impl hyper::body::Body for AgentBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<Bytes>, Infallible>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        if frame.is_none() {
            self.ended();
        }
        Poll::Ready(frame)
    }
}
