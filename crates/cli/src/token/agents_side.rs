//! Refuses an agent what only a person may have: tokens that answer, and links.
//!
//! - Refuses where the environment names an agent or an agent's session.
//! - Refuses inside the process tree of an open ask, in the named store and in the account's own.
//! - A request that nobody can place refuses neither, in a terminal of the person's own.
//! - Says why, and what to do. A store that can't be read refuses, too.

use crate::env::Env;
use crate::error::{CommandError, ErrorClass};
use crate::session::place::{self, StoreAddress, StorePlace};
use crate::session::{ThisProcess, open};
use asq_backend::{Backend, Failure};
use asq_core::life::{Kin, Origin, RequestId, Unseen};
use asq_runtime::{Driver, process_origin};

/// The sign of an agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AgentsSide {
    /// A variable of the environment, whose value isn't shown.
    #[error("the environment names an agent ({0})")]
    Variable(&'static str),
    /// Another process's environment.
    #[error("its environment names an agent")]
    Environment,
    /// The short id of an open request.
    #[error("it was asked for inside the process tree that asks {0}, which is open")]
    Tree(String),
    #[error("nobody can tell whether it was asked for inside the process tree that asks {0}, which is open")]
    Unknown(String),
    #[error("nobody can tell which program asked for it")]
    Unseen,
}

impl AgentsSide {
    /// What the person can do instead.
    pub(crate) fn way_out(&self) -> &'static str {
        match self {
            AgentsSide::Variable(_) | AgentsSide::Environment => {
                "start it in a terminal of your own, which no agent opened"
            }
            AgentsSide::Tree(_) => {
                "start it in a terminal of your own, which no agent opened, or close the request first"
            }
            AgentsSide::Unknown(_) => "start it in a terminal of your own, or close the request first",
            AgentsSide::Unseen => "start it in a terminal of your own, without sudo and not in a container",
        }
    }

    /// The failure that ends the command.
    pub(crate) fn refusal(&self, what: &str) -> CommandError {
        CommandError::new(ErrorClass::Misfit, format!("{what}: {self}")).hint(self.way_out())
    }
}

/// The variable of an agent in this environment.
pub(crate) fn variable(env: &Env) -> Option<AgentsSide> {
    process_origin::variable(&|name| env.text(name)).map(AgentsSide::Variable)
}

/// Judges this process by its environment and by the open requests of both stores.
///
/// # Errors
/// A store can't be read.
pub(crate) fn of_this_process(env: &Env) -> Result<Option<AgentsSide>, CommandError> {
    if let Some(found) = variable(env) {
        return Ok(Some(found));
    }
    let named = place::of(env, env.cwd().as_deref())?;
    if let Some(found) = in_store(&named, env)? {
        return Ok(Some(found));
    }
    in_own_store(&named, env)
}

/// The same for a server, which has its store open already.
///
/// # Errors
/// A store can't be read.
pub(crate) fn of_server(env: &Env, served: &dyn Backend) -> Result<Option<AgentsSide>, CommandError> {
    if let Some(found) = variable(env) {
        return Ok(Some(found));
    }
    if let Some(found) = among_open(served, process_origin::in_own_terminal, this_process(env))? {
        return Ok(Some(found));
    }
    in_own_store(&place::of(env, env.cwd().as_deref())?, env)
}

/// Looks into the account's own store, unless it is this one: an agent could name another, in which it has asked nothing.
fn in_own_store(seen: &StorePlace, env: &Env) -> Result<Option<AgentsSide>, CommandError> {
    let Some(home) = asq_files::account::home() else { return Ok(None) };
    let at = StoreAddress::File(home.join(".local/share/asq/store.db"));
    if seen.at == at { Ok(None) } else { in_store(&StorePlace { at, named: false }, env) }
}

fn in_store(place: &StorePlace, env: &Env) -> Result<Option<AgentsSide>, CommandError> {
    let Some(store) = open::existing(place)? else { return Ok(None) };
    let backend = Driver::new(store).backend(ThisProcess::looks(env));
    Ok(among_open(&*backend, process_origin::in_own_terminal, this_process(env))?)
}

fn this_process(env: &Env) -> impl Fn(&Origin) -> Option<Kin> {
    let kin = process_origin::kins(&|name| env.text(name));
    move |origin| Some(kin(origin))
}

/// Judges somebody by the open requests: `kin` is their relation to the asker from each of these origins, if it is known.
/// `own_terminal` says whether they run in a terminal of a person's own.
///
/// # Errors
/// The backend can't be read.
pub(crate) fn among_open(
    backend: &dyn Backend,
    own_terminal: impl FnOnce() -> bool,
    kin: impl Fn(&Origin) -> Option<Kin>,
) -> Result<Option<AgentsSide>, Failure> {
    let mut unknown: Option<RequestId> = None;
    for pending in backend.list(0)? {
        let stored = match backend.read(pending.id) {
            // Pruned just now.
            Err(Failure::NoSuch(_)) => continue,
            read => read?,
        };
        let Some(asked) = stored.asked().filter(|_| stored.life.closed().is_none()) else { continue };
        match kin(&asked.origin) {
            // An asker behind another user's proxy isn't this process.
            Some(Kin::Apart | Kin::Unknown { why: Unseen::Proxy, .. }) => {}
            Some(Kin::Own { .. }) => return Ok(Some(AgentsSide::Tree(backend.short_id(pending.id)?))),
            Some(Kin::Unknown { .. }) | None => unknown = unknown.or(Some(pending.id)),
        }
    }
    match unknown {
        Some(id) if !own_terminal() => Ok(Some(AgentsSide::Unknown(backend.short_id(id)?))),
        Some(_) | None => Ok(None),
    }
}
