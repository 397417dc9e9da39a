//! Who acts from this process.
//!
//! - A person is named by the user that the process runs as, or as they say with --as.
//! - Process, program and terminal are what the system says, not what a variable says.
//! - Whether an answer comes from the asker's own process tree is found out here; to insist is recorded.

use crate::env::Env;
use crate::settings;
use asq_core::life::{Actor, How, Kin, LetIn, Origin, Right};
use asq_runtime::here;
use std::ffi::OsStr;
use std::path::Path;

/// Somebody who answers by a command.
pub(super) fn answering(name: Option<&OsStr>, force: bool, asker: &Origin, env: &Env) -> Actor {
    let kin = allowed(here::kin(asker, &|name| env.text(name), false), env);
    let kin = if force { kin.forced() } else { kin };
    let by = here::actor(user(), Right::Answer, How::Cli);
    match name {
        Some(name) => Actor { name: name.to_string_lossy().into_owned().into(), claimed: true, kin, ..by },
        None => Actor { kin, ..by },
    }
}

/// Somebody who asks, waits or takes back.
pub(crate) fn asking() -> Actor {
    here::actor(user(), Right::Ask, How::Cli)
}

/// Somebody who looks at the terminal of an ask.
pub(crate) fn at_terminal() -> Actor {
    here::actor(user(), Right::Answer, How::Tty)
}

/// Somebody who looks at the screen of the host that asks.
pub(crate) fn in_host() -> Actor {
    here::actor(user(), Right::Answer, How::Host)
}

/// Where an ask of this process comes from.
pub(crate) fn origin(env: &Env, folder: &Path) -> Origin {
    here::origin(&|name| env.text(name), Some(folder))
}

/// How a person's inbox in this process stands to the tree that an ask came from.
pub(crate) fn of_inbox(asker: &Origin, env: &Env) -> Kin {
    allowed(here::kin(asker, &|name| env.text(name), true), env)
}

/// The same, where the person's own settings say that they may answer from where nobody can tell.
fn allowed(kin: Kin, env: &Env) -> Kin {
    match kin {
        Kin::Unknown { why, let_in: None } if settings::answers_unknown(env) => {
            Kin::Unknown { why, let_in: Some(LetIn::Settings) }
        }
        Kin::Apart | Kin::Own { .. } | Kin::Unknown { .. } => kin,
    }
}

/// The name of the user that this process runs as.
pub(super) fn user() -> String {
    name_here().unwrap_or_else(|| format!("user {}", rustix::process::getuid().as_raw()))
}

/// The same, where this machine has a name for that user.
pub(super) fn name_here() -> Option<String> {
    asq_files::account::mine()?.name.to_str().map(str::to_owned)
}
