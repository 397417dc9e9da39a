//! `/mcp`: agents that reach this server over HTTP.
//!
//! - An agent needs a token that may ask, and sees nothing but what that token asked.
//! - Its person answers in an inbox or on the page: a token that asks can't answer, so no form of the agent can.
//! - Settings are those of this server's person.

use super::served_settings::ServedSettings;
use crate::env::Env;
use crate::mcp::agent_limits;
use asq_asking::{AskerSide, Delivery};
use asq_backend::{Backend, Failure};
use asq_core::life::{Origin, RequestId};
use asq_core::model::Prefs;
use asq_core::text::Untrusted;
use asq_mcp::{BlockingTurn, HttpAgents, McpSide, StoreAway};
use asq_server::{
    AgentProtocol, AgentReply, AgentRequest, ExtraRoutes, PersonSettings, RemoteAgent, agent_route,
};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The path of agents over MCP.
const PATH: &str = "/mcp";

/// The route, of a server with this address.
pub(super) fn route(env: &Env, url: &str, limits: &str) -> ExtraRoutes {
    let settings = ServedSettings::of(env);
    let agents = Arc::new(HttpAgents::new(Arc::new(move || settings.prefs(None)), agent_limits::of(limits)));
    agent_route(PATH, Arc::new(McpOverHttp { agents, url: url.into() }))
}

struct McpOverHttp {
    agents: Arc<HttpAgents>,
    url: Arc<str>,
}

impl AgentProtocol for McpOverHttp {
    fn serve(&self, caller: RemoteAgent, request: AgentRequest) -> AgentReply {
        let (agents, side) = (self.agents.clone(), Arc::new(HttpSide { caller, url: self.url.clone() }));
        Box::pin(async move { agents.serve(side, request).await })
    }
}

/// The agent at the other end of one request.
struct HttpSide {
    caller: RemoteAgent,
    url: Arc<str>,
}

impl McpSide for HttpSide {
    fn backend(&self, agent: Option<&Untrusted>) -> Result<Arc<dyn Backend>, StoreAway> {
        Ok(self.caller.backend(agent))
    }

    fn owns(&self, asked: &Origin) -> bool {
        self.caller.owns(asked)
    }

    fn caller(&self) -> String {
        self.caller.name()
    }

    fn turn(&self) -> BlockingTurn {
        Box::pin(self.caller.turn())
    }

    fn delivers(&self, delivery: Delivery) -> Option<Delivery> {
        self.caller.delivers(delivery);
        None
    }

    fn prefs(&self, _: Option<&Path>) -> Prefs {
        self.caller.prefs()
    }

    fn asker<'a>(&'a self, folder: Option<&'a Path>) -> Box<dyn AskerSide + 'a> {
        self.caller.asker(folder)
    }

    fn session(&self) -> Option<String> {
        None
    }

    fn background(&self) -> Option<Duration> {
        None
    }

    fn folder(&self) -> Option<PathBuf> {
        self.caller.folder()
    }

    fn answers_here(&self) -> bool {
        false
    }

    fn page(&self, id: RequestId) -> Option<String> {
        Some(format!("{}/r/{id}", self.url))
    }

    fn tell(&self, line: &str) {
        self.caller.report(line.strip_prefix("asq: ").unwrap_or(line));
    }

    fn words(&self, failure: &Failure) -> String {
        self.caller.words(failure)
    }
}
