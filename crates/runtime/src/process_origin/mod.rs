//! What the machine knows of a process: the origin of an ask, and whether an answer comes from the same place.
//!
//! - It describes this process, and through [`Peer`] another one, such as the peer of a socket.
//! - [`origin`] describes the asking process; [`actor`] names the acting one.
//! - [`ActingSurface`] and [`kins`] recognise an answer from the asker's own process tree, or from the same agent's session.
//! - The ask's terminal session counts as the asker's, too, except for a person's inbox in it.
//! - [`is_askers`] holds only for a certain member of that tree or session, who may have a secret. [`taker`] names the
//!   taker.
//! - Anything that can't be determined (another namespace or user, an unreadable ancestor) counts as unknown.
//! - The environment can only add to the processes whose answer is refused. Nothing in it, and no flag of the asker,
//!   takes one away.
//! - All facts come from `/proc`, and never from a mount over it. Without `/proc` (macOS) only the parent is known, and
//!   the tree is that parent's children.

pub mod agents;
mod answering;
mod peer;
mod proc;
mod process;
mod tcp_peer;
mod tree;

pub use agents::{session, variable, variables};
pub use peer::Peer;
pub use tcp_peer::{TcpPeer, tcp_peer};

use crate::driver::{Clock, MachineClock, boot_id};
use answering::Here;
use asq_core::life::{Actor, AskerTree, How, Kin, Leader, Moment, Origin, Right, Spaces, Via};
use asq_core::text::Untrusted;
use proc::Proc;
use process::{Ancestry, ProcessInfo};
use std::path::Path;
use tree::{Above, Root};

/// A lookup of environment variables.
pub type Lookup<'a> = &'a dyn Fn(&str) -> Option<String>;

/// The origin of an ask by this process.
pub fn origin(env: Lookup<'_>, folder: Option<&Path>) -> Origin {
    Subject::this(env).origin(folder)
}

/// The actor in this process.
pub fn actor(name: impl Into<Untrusted>, right: Right, how: How) -> Actor {
    Subject::this(&|_| None).actor(name, right, how)
}

/// The taker of an ending in this process: the program that started it, if that is known.
pub fn taker(name: impl Into<Untrusted>) -> Actor {
    Subject::this(&|_| None).taker(name)
}

/// Whether this process runs in a terminal of a person's own: shells alone are between it and the program that opened
/// that terminal, and no agent has that program.
pub fn in_own_terminal() -> bool {
    Subject::this(&|_| None).in_own_terminal()
}

/// Whether this process certainly belongs to the process tree or the session of the asking process. Unlike [`kins`], it
/// trusts no environment, and nothing unreadable counts.
pub fn is_askers(origin: &Origin) -> bool {
    Subject::this(&|_| None).here().is_askers(origin)
}

/// The relation of this process to the tree of each ask: it is described only once.
pub fn kins(env: Lookup<'_>) -> impl Fn(&Origin) -> Kin + use<> {
    let here = Subject::this(env).here();
    move |origin| here.kin(origin, false)
}

/// This process at the beginning of what a person does in it, to judge each answer as it was then and as it is now.
pub struct ActingSurface {
    at: Moment,
    here: Here,
    tty: Option<Untrusted>,
    leader: Option<Box<Leader>>,
}

impl ActingSurface {
    /// This process, which begins now.
    pub fn begins(env: Lookup<'_>) -> ActingSurface {
        let this = Subject::this(env);
        let Actor { tty, leader, .. } = this.actor("", Right::Answer, How::Tty);
        ActingSurface { at: MachineClock.now(), here: this.here(), tty, leader }
    }

    /// When it began.
    pub fn at(&self) -> Moment {
        self.at
    }

    /// The relation of an answer by it to the tree of an ask, the stricter of then and now. With `inbox`, a person
    /// answers in an inbox of their own, which may be in the ask's terminal.
    pub fn kin(&self, origin: &Origin, env: Lookup<'_>, inbox: bool) -> Kin {
        Subject::this(env).here().kin_since(&self.here, origin, inbox)
    }

    /// The actor in it, at the terminal that it began in.
    pub fn actor(&self, name: impl Into<Untrusted>, right: Right, how: How) -> Actor {
        Actor { tty: self.tty.clone(), leader: self.leader.clone(), ..actor(name, right, how) }
    }
}

/// A process of this machine: this one, or the peer of a socket.
struct Subject<'a> {
    proc: Option<Proc>,
    pid: u32,
    env: Lookup<'a>,
}

impl Subject<'_> {
    fn this(env: Lookup<'_>) -> Subject<'_> {
        Subject { proc: Proc::open(), pid: std::process::id(), env }
    }

    fn line(&self) -> Ancestry {
        process::line(self.proc.as_ref(), self.pid)
    }

    fn spaces(&self) -> Option<Spaces> {
        spaces(self.proc.as_ref()?, self.pid)
    }

    /// The root of the process tree with these ancestors.
    fn root<'l>(&self, ancestors: &'l [ProcessInfo]) -> Root<'l> {
        match &self.proc {
            Some(proc) => tree::root(ancestors, &Machine { proc, spaces: self.spaces() }),
            None => Root { root: ancestors.first(), opener: None },
        }
    }

    fn origin(&self, folder: Option<&Path>) -> Origin {
        let Subject { proc, env, .. } = self;
        let line = self.line();
        let own = line.seen.first();
        let found = self.root(line.seen.get(1..).unwrap_or_default());
        let pane = match (env("TMUX"), env("TMUX_PANE")) {
            // `TMUX` holds the socket, the server's pid and the session, separated by commas.
            (Some(tmux), Some(pane)) => {
                tmux.split(',').next().map(|socket| format!("{socket} {pane}").into())
            }
            _ => None,
        };
        let exe = |seen: &ProcessInfo| process::exe(proc.as_ref()?, seen.process.pid);
        let tree = AskerTree {
            boot: boot_id(),
            opener: found.opener.map(|seen| seen.process),
            leader: proc.as_ref().zip(own).map(|(proc, own)| process::session(proc, own)),
            // If an ask sees only a part of its line, and no agent in it, it may be anybody's.
            spaces: self.spaces().filter(|_| line.whole || found.root.is_some()),
            sessions: agents::sessions(env),
        };
        Origin {
            host: process::host(),
            process: own.map(|seen| seen.process),
            root: found.root.map(|seen| seen.process),
            exe: found.root.or(line.seen.get(1)).and_then(exe),
            tty: own.and_then(|seen| process::tty(seen.tty)),
            folder: folder.map(|folder| folder.to_string_lossy().into_owned().into()),
            pane,
            // The program runs on this machine, as one of its users.
            via: Via::default(),
            tree: tree.known(),
        }
    }

    fn actor(&self, name: impl Into<Untrusted>, right: Right, how: How) -> Actor {
        let Subject { proc, pid, .. } = self;
        let own = proc.as_ref().and_then(|proc| Some((proc, process::look(proc, *pid)?)));
        Actor {
            pid: Some(*pid),
            exe: proc.as_ref().and_then(|proc| process::exe(proc, *pid)),
            tty: own.as_ref().and_then(|(_, own)| process::tty(own.tty)),
            leader: own.and_then(|(proc, own)| process::leader(proc, &own)).map(Box::new),
            ..Actor::new(name, right, how)
        }
    }

    fn taker(&self, name: impl Into<Untrusted>) -> Actor {
        let by = self.actor(name, Right::Ask, How::Cli);
        let line = self.line();
        let ancestors = line.seen.get(1..).unwrap_or_default();
        let root = self.proc.as_ref().and_then(|_| self.root(ancestors).root);
        match root.or(ancestors.first()) {
            Some(seen) => Actor {
                pid: Some(seen.process.pid),
                exe: self.proc.as_ref().and_then(|proc| process::exe(proc, seen.process.pid)),
                ..by
            },
            None => by,
        }
    }

    fn in_own_terminal(&self) -> bool {
        let line = self.line();
        let Some(proc) = &self.proc else { return false };
        let machine = Machine { proc, spaces: self.spaces() };
        tree::is_in_own_terminal(line.seen.get(1..).unwrap_or_default(), &machine)
    }

    /// Its description as an answering process.
    fn here(&self) -> Here {
        let line = self.line();
        let leader = self.proc.as_ref().zip(line.seen.first()).map(|(proc, own)| process::session(proc, own));
        Here { spaces: self.spaces(), boot: boot_id(), leader, sessions: agents::sessions(self.env), line }
    }
}

fn spaces(proc: &Proc, pid: u32) -> Option<Spaces> {
    let own = pid == std::process::id();
    let uid = if own { Some(rustix::process::getuid().as_raw()) } else { process::user(proc, pid) };
    Some(Spaces {
        pid: proc.space(pid, "pid")?,
        user: proc.space(pid, "user")?,
        uts: proc.space(pid, "uts")?,
        time: proc.space(pid, "time").unwrap_or(0),
        uid: uid?,
    })
}

/// The processes of this machine, for [`tree`].
struct Machine<'a> {
    proc: &'a Proc,
    spaces: Option<Spaces>,
}

impl Above for Machine<'_> {
    fn program(&self, seen: &ProcessInfo) -> Option<String> {
        let Some(path) = process::exe(self.proc, seen.process.pid) else {
            // A login's helper runs as the person and hides its program, but another user's program started it.
            let above = process::look(self.proc, seen.parent).filter(|above| above.process.pid > 1)?;
            return (self.is_anothers(seen) || self.is_anothers(&above)).then(|| seen.name.clone());
        };
        let path = path.raw();
        let name = path.strip_suffix(" (deleted)").unwrap_or(path).rsplit('/').next()?;
        Some(name.to_owned())
    }

    fn is_anothers(&self, seen: &ProcessInfo) -> bool {
        let own = self.spaces.map(|spaces| spaces.uid);
        process::user(self.proc, seen.process.pid).is_some_and(|user| Some(user) != own)
    }

    fn is_installed(&self, seen: &ProcessInfo) -> bool {
        process::is_installed(self.proc, seen.process.pid)
    }

    fn is_first(&self) -> bool {
        self.spaces.is_some_and(|spaces| proc::first_pids(spaces.pid))
    }
}
