//! Agents over HTTP, behind a server that knows who they are.
//!
//! - The address says which dialects it offers.
//! - The newer era has no sessions: what a call leaves behind is shared by all calls.
//! - A connection that breaks off takes nothing back.

use crate::http_endpoint::{AgentHttpReply, HttpEndpoint, plain};
use crate::server::{AskServer, CallSide};
use crate::{AgentLimit, McpOptions, McpSide};
use asq_core::model::Prefs;
use asq_dialects::Dialect;
use bytes::Bytes;
use http::{Request, StatusCode};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::watch;

/// The settings of the person whom a server asks. May read files.
pub type ServedPrefs = Arc<dyn Fn() -> Prefs + Send + Sync>;

/// Agents over HTTP.
pub struct HttpAgents {
    prefs: ServedPrefs,
    agent_limits: Vec<AgentLimit>,
    /// By the dialects that their address names.
    endpoints: Mutex<BTreeMap<Vec<&'static str>, Arc<HttpEndpoint<AskServer>>>>,
    hung_up: watch::Receiver<bool>,
    /// Never sent to: a connection that breaks off takes nothing back.
    _stays: watch::Sender<bool>,
}

impl HttpAgents {
    /// Serves agents under these settings, as far as no caller is known.
    pub fn new(prefs: ServedPrefs, agent_limits: Vec<AgentLimit>) -> HttpAgents {
        let (stays, hung_up) = watch::channel(false);
        HttpAgents { prefs, agent_limits, endpoints: Mutex::default(), hung_up, _stays: stays }
    }

    /// Serves one request of this caller, whose body was read. The address says which dialects it wants:
    /// `?dialect=ID`, repeatable; asq's own without it.
    pub async fn serve(&self, side: Arc<dyn McpSide>, mut request: Request<Bytes>) -> AgentHttpReply {
        match self.endpoint(request.uri().query().unwrap_or_default()) {
            Ok(endpoint) => {
                let caller = side.caller();
                request.extensions_mut().insert(CallSide(side));
                endpoint.serve(caller, request).await
            }
            Err(why) => plain(StatusCode::BAD_REQUEST, why),
        }
    }

    fn endpoint(&self, query: &str) -> Result<Arc<HttpEndpoint<AskServer>>, String> {
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
        let new = || Arc::new(HttpEndpoint::new(self.server(options)));
        // Few: each dialect counts once, in one order.
        Ok(endpoints.entry(named).or_insert_with(new).clone())
    }

    /// Makes a server that offers this.
    fn server(&self, options: McpOptions) -> impl Fn() -> AskServer + Send + Sync + use<> {
        let info = AskServer::info(&options, (self.prefs)());
        let (kept, hung_up) = (Arc::default(), self.hung_up.clone());
        move || AskServer::new(options.clone(), info.clone(), None, Arc::clone(&kept), hung_up.clone())
    }
}
