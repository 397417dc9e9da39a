//! This process, as the server of an agent.
//!
//! - Its store, its settings and its folder are those of every other command.
//! - The agent's session, the folder of its project, and when it puts a call into the background come from the
//!   environment that it gives its servers.
//! - A form that the agent shows is in front of a person at this machine, so it answers like a host's own form.

use crate::clock::local_zone;
use crate::env::Env;
use crate::error::escaped;
use crate::output;
use crate::session::{Acts, OpenBackend, ThisAsker, ThisProcess, refused};
use crate::settings;
use asq_asking::AskerSide;
use asq_backend::{Backend, Failure};
use asq_core::life::RequestId;
use asq_core::model::Prefs;
use asq_core::text::Untrusted;
use asq_mcp::{BlockingTurn, McpSide, StoreAway};
use asq_runtime::process_origin;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;

/// Claude Code's own screen is `cli`. There it puts a call into the background after so many milliseconds; 0: never.
const ENTRYPOINT: &str = "CLAUDE_CODE_ENTRYPOINT";
const BACKGROUND: &str = "CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS";
/// Without the variable, in milliseconds.
const BACKGROUND_MS: u64 = 120_000;
/// So many calls use the store at once. Each takes a thread, whose memory stays.
const TURNS: usize = 4;
/// The folder of the project.
const PROJECT: &str = "CLAUDE_PROJECT_DIR";

pub(super) struct McpProcess {
    env: Env,
    backend: Mutex<Option<AgentsBackend>>,
    turns: Arc<Semaphore>,
}

/// The backend of the client, opened with its first call.
struct AgentsBackend {
    agent: Option<Untrusted>,
    backend: Arc<dyn Backend>,
}

impl McpProcess {
    pub(super) fn new(env: Env) -> McpProcess {
        McpProcess { env, backend: Mutex::default(), turns: Arc::new(Semaphore::new(TURNS)) }
    }
}

impl McpSide for McpProcess {
    fn backend(&self, agent: Option<&Untrusted>) -> Result<Arc<dyn Backend>, StoreAway> {
        let mut open = self.backend.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = open.as_ref().filter(|known| known.agent.as_ref() == agent) {
            return Ok(known.backend.clone());
        }
        let opened = OpenBackend::made(&self.env, ThisProcess::asks(agent, Acts::Host))
            .map_err(|failure| StoreAway(one_line(&failure.to_string())))?;
        *open = Some(AgentsBackend { agent: agent.cloned(), backend: opened.backend.clone() });
        Ok(opened.backend)
    }

    fn turn(&self) -> BlockingTurn {
        let turns = self.turns.clone();
        // They are never closed.
        Box::pin(async { Box::new(turns.acquire_owned().await.ok()) as Box<dyn Send> })
    }

    fn prefs(&self, folder: Option<&Path>) -> Prefs {
        settings::trusted_prefs(&self.env, folder)
    }

    fn asker<'a>(&'a self, folder: Option<&'a Path>) -> Box<dyn AskerSide + 'a> {
        Box::new(ThisAsker { folder, ..ThisAsker::of(&self.env) })
    }

    fn session(&self) -> Option<String> {
        process_origin::session(&|name| self.env.text(name))
    }

    fn background(&self) -> Option<Duration> {
        if self.env.text(ENTRYPOINT)? != "cli" {
            return None;
        }
        let ms = self.env.text(BACKGROUND).and_then(|text| text.parse().ok()).unwrap_or(BACKGROUND_MS);
        (ms > 0).then(|| Duration::from_millis(ms))
    }

    fn folder(&self) -> Option<PathBuf> {
        let project = self.env.text(PROJECT).map(PathBuf::from).filter(|folder| folder.is_absolute());
        project.or_else(|| self.env.cwd())
    }

    fn page(&self, id: RequestId) -> Option<String> {
        server(&self.env).map(|server| format!("{server}/r/{id}"))
    }

    fn tell(&self, line: &str) {
        output::say(&escaped(line));
    }

    fn words(&self, failure: &Failure) -> String {
        one_line(&refused::of(failure, &local_zone(&self.env)).to_string())
    }
}

/// The address of the store's server, if a browser reaches it.
#[cfg(feature = "serve")]
fn server(env: &Env) -> Option<String> {
    crate::serve::page_address::of(env)
}

#[cfg(not(feature = "serve"))]
fn server(_: &Env) -> Option<String> {
    None
}

fn one_line(text: &str) -> String {
    let lines = text.strip_prefix("asq: ").unwrap_or(text).lines();
    lines.map(str::trim).collect::<Vec<_>>().join("; ")
}
