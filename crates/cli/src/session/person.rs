//! The agent or person who acts from this process.
//!
//! - A person has the name of the user that the process runs as, or the name given with --as.
//! - An agent has the name that its call gives.
//! - Finds out whether an answer comes from the asker's own process tree, as the surface began and as it is now; records
//!   that a person insisted.

use crate::env::Env;
use crate::settings;
use asq_core::inbox::from_home;
use asq_core::life::{Actor, How, Kin, LetIn, Moment, Origin, Right};
use asq_core::text::Untrusted;
use asq_runtime::driver::Identity;
use asq_runtime::process_origin::{self, ActingSurface};
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

/// This process, as somebody who asks and answers.
pub(crate) struct ThisProcess {
    acts: Acts,
    /// The agent that asks, as it names itself.
    agent: Option<Untrusted>,
}

pub(crate) enum Acts {
    /// At the terminal of an ask.
    Terminal,
    /// On the screen of the host that asks.
    Host,
    /// In an inbox of their own, which began as told.
    Inbox(Env, ActingSurface),
    /// By a command, as somebody of this name; `force` insists.
    Command { name: Option<OsString>, force: bool, env: Env },
    /// Step by step on a terminal of their own, which began as told, as somebody of this name; `force` insists.
    Steps { name: Option<OsString>, force: bool, env: Env, began: ActingSurface },
}

impl Acts {
    /// A person in an inbox that begins now.
    pub(crate) fn inbox(env: &Env) -> Acts {
        Acts::Inbox(env.clone(), ActingSurface::begins(&|name| env.text(name)))
    }

    /// A person who answers step by step from now on.
    pub(crate) fn steps(name: Option<OsString>, force: bool, env: &Env) -> Acts {
        Acts::Steps { name, force, env: env.clone(), began: ActingSurface::begins(&|name| env.text(name)) }
    }
}

impl ThisProcess {
    pub(crate) fn acts(acts: Acts) -> Arc<ThisProcess> {
        Arc::new(ThisProcess { acts, agent: None })
    }

    /// An agent asks, and a person answers here.
    pub(crate) fn asks(agent: Option<&Untrusted>, acts: Acts) -> Arc<ThisProcess> {
        Arc::new(ThisProcess { acts, agent: agent.cloned() })
    }

    /// Somebody who looks, and acts under no other name than their own.
    pub(crate) fn looks(env: &Env) -> Arc<ThisProcess> {
        ThisProcess::acts(Acts::Command { name: None, force: false, env: env.clone() })
    }
}

impl Identity for ThisProcess {
    fn asker(&self) -> Option<Actor> {
        let by = process_origin::actor(user(), Right::Ask, How::Cli);
        Some(match &self.agent {
            Some(agent) => Actor { name: agent.clone(), ..by },
            None => by,
        })
    }

    fn taker(&self) -> Option<Actor> {
        Some(process_origin::taker(user()))
    }

    fn person(&self, asker: &Origin) -> Option<Actor> {
        let by = |how| process_origin::actor(user(), Right::Answer, how);
        // A surface may share the asker's terminal: a person opened it there.
        let shown = |env: &Env, began: &ActingSurface| {
            let kin = began.kin(asker, &|name| env.text(name), true);
            let by = began.actor(user(), Right::Answer, How::Tty);
            Actor { kin: on_surface(kin, env), ..by }
        };
        Some(match &self.acts {
            Acts::Terminal => by(How::Tty),
            Acts::Host => by(How::Host),
            Acts::Inbox(env, began) => shown(env, began),
            Acts::Command { name, force, env } => {
                let kin = process_origin::kins(&|name| env.text(name))(asker);
                named(by(How::Cli), name.as_ref(), kin, *force)
            }
            Acts::Steps { name, force, env, began } => {
                let by = shown(env, began);
                let kin = by.kin;
                named(by, name.as_ref(), kin, *force)
            }
        })
    }

    fn open_since(&self) -> Option<Moment> {
        match &self.acts {
            Acts::Inbox(_, began) | Acts::Steps { began, .. } => Some(began.at()),
            Acts::Terminal | Acts::Host | Acts::Command { .. } => None,
        }
    }
}

/// A person who may have another name, and may insist.
fn named(by: Actor, name: Option<&OsString>, kin: Kin, force: bool) -> Actor {
    let by = Actor { kin: if force { kin.forced() } else { kin }, ..by };
    match name {
        Some(name) => Actor { name: name.to_string_lossy().into_owned().into(), claimed: true, ..by },
        None => by,
    }
}

/// The origin of an ask from this process.
pub(crate) fn origin(env: &Env, folder: Option<&Path>) -> Origin {
    process_origin::origin(&|name| env.text(name), folder)
}

/// An origin in the spelling of the person here. The home is the account's: an asker may set HOME.
pub(crate) fn spelled(origin: &Origin) -> Origin {
    from_home(origin, asq_files::account::home().as_deref().and_then(Path::to_str))
}

/// Lets in an answer of unknown origin on a surface of the person's, unless their settings refuse it. The record says so.
fn on_surface(kin: Kin, env: &Env) -> Kin {
    match kin {
        Kin::Unknown { why, let_in: None } if !settings::refuses_unknown(env) => {
            Kin::Unknown { why, let_in: Some(LetIn::Surface) }
        }
        Kin::Apart | Kin::Own { .. } | Kin::Unknown { .. } => kin,
    }
}

/// The name of the user that this process runs as, or else the user's number.
pub(crate) fn user() -> String {
    name_here().unwrap_or_else(|| format!("user {}", rustix::process::getuid().as_raw()))
}

/// The user's name, if this machine knows one.
pub(crate) fn name_here() -> Option<String> {
    asq_files::account::mine()?.name.to_str().map(str::to_owned)
}
