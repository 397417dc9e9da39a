//! What the machine knows of a process: the origin of an ask, and whether an answer comes from the same place.
//!
//! - It describes this process, and through [`Peer`] another one, such as the peer of a socket.
//! - [`origin`] describes the asking process; [`actor`] names the acting one.
//! - [`kin`] recognises an answer from the asker's own process tree, or from the same agent's session.
//! - The ask's terminal session counts as the asker's, too, except for a person's inbox in it.
//! - [`is_askers`] holds only for a certain member of that tree or session, who may have a secret. [`taker`] names the
//!   taker.
//! - Anything that can't be determined (another namespace or user, an unreadable ancestor) counts as unknown.
//! - The environment can only add to the processes whose answer is refused. Nothing in it, and no flag of the asker,
//!   takes one away.
//! - All facts come from `/proc`, and never from a mount over it. Without `/proc` (macOS) only the parent is known, and
//!   the tree is that parent's children.

mod peer;
mod proc;
mod process;
mod sessions;
mod tcp_peer;
mod tree;

pub use peer::Peer;
pub use sessions::{AGENT, SESSIONS};
pub use tcp_peer::{TcpPeer, tcp_peer};

use crate::driver::boot_id;
use asq_core::life::{Actor, AskerTree, How, Kin, Origin, PeerPlace, Process, Right, Spaces, Unseen, Via};
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

/// Whether this process certainly belongs to the process tree or the session of the asking process. Unlike [`kin`], it
/// trusts no environment, and nothing unreadable counts.
pub fn is_askers(origin: &Origin) -> bool {
    Subject::this(&|_| None).here(false).is_askers(origin)
}

/// The relation of an answer by this process to the tree of an ask. With `inbox`, a person answers in an inbox of their
/// own, which may be in the ask's terminal.
pub fn kin(origin: &Origin, env: Lookup<'_>, inbox: bool) -> Kin {
    kins(env, inbox)(origin)
}

/// The same for many asks: this process is described only once.
pub fn kins(env: Lookup<'_>, inbox: bool) -> impl Fn(&Origin) -> Kin + use<> {
    let here = Subject::this(env).here(inbox);
    move |origin| here.kin(origin)
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
            sessions: sessions::of(env),
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

    /// Its description as an answering process; `inbox`: a person uses an inbox of their own in it.
    fn here(&self, inbox: bool) -> Here {
        let line = self.line();
        let leader = self.proc.as_ref().zip(line.seen.first()).map(|(proc, own)| process::session(proc, own));
        Here {
            spaces: self.spaces(),
            boot: boot_id(),
            leader: leader.filter(|_| !inbox),
            sessions: sessions::of(self.env),
            line,
        }
    }
}

/// The known facts of an answering process.
struct Here {
    line: Ancestry,
    spaces: Option<Spaces>,
    boot: Option<u128>,
    /// The leader of its session, unless that is a person's inbox.
    leader: Option<Process>,
    sessions: Vec<String>,
}

impl Here {
    fn is_askers(&self, origin: &Origin) -> bool {
        let above = |process: Process| self.line.seen.iter().any(|seen| seen.process == process);
        let tree = [origin.root, origin.process].into_iter().flatten().any(above);
        let AskerTree { boot, leader, spaces, .. } = origin.tree.as_deref().cloned().unwrap_or_default();
        if !cfg!(target_os = "linux") {
            return tree && boot == self.boot;
        }
        // A pid and a start name a process only if both processes count them alike.
        let comparable = boot == self.boot && spaces.is_some() && spaces == self.spaces;
        let same_session = leader.zip(self.leader).is_some_and(|(asked, here)| {
            // Pid 1 leads every process without a session of its own. The start of an ended process is unknown.
            asked == here && asked.started != 0 && asked.pid > 1
        });
        comparable && (tree || same_session)
    }

    fn kin(&self, origin: &Origin) -> Kin {
        let own = Kin::Own { forced: false };
        let unknown = |why| Kin::Unknown { why, let_in: None };
        let AskerTree { boot, opener, leader, spaces, sessions } =
            origin.tree.as_deref().cloned().unwrap_or_default();
        // First, because it holds across namespaces, boots and machines.
        if sessions.iter().any(|session| self.sessions.contains(session)) {
            return own;
        }
        // No process of another machine is above or below one of this machine.
        if origin.via.place() == PeerPlace::Elsewhere {
            return Kin::Apart;
        }
        let same_boot = boot == self.boot;
        let line = &self.line.seen;
        let above = |process: Process| line.iter().any(|seen| seen.process == process);
        if same_boot && [origin.root, origin.process].into_iter().flatten().any(above) {
            return own;
        }
        let opened = opener.is_some_and(|opener| above(opener) && !tree::has_terminal_below(line, opener));
        let same_session = leader.zip(self.leader).is_some_and(|(asked, here)| is_same(asked, here));
        if same_boot && (opened || same_session) {
            return own;
        }
        if !cfg!(target_os = "linux") {
            // Nothing more is known without `/proc`.
            return Kin::Apart;
        }
        let (Some(asked), Some(here)) = (spaces, self.spaces) else {
            return unknown(if spaces.is_none() { Unseen::Asker } else { Unseen::Ancestors });
        };
        if !same_boot {
            // Another machine, or this one before a reboot, if the boot id is true. In its own user namespace a process
            // can mount another id over it.
            let is_told = proc::first_users(asked.user) && proc::first_users(here.user);
            return if is_told { Kin::Apart } else { unknown(Unseen::Namespace) };
        }
        // A pid means nothing in another namespace.
        if asked != (Spaces { uid: asked.uid, ..here }) {
            return unknown(Unseen::Namespace);
        }
        if asked.uid != here.uid {
            return unknown(Unseen::User);
        }
        if self.line.whole { Kin::Apart } else { unknown(Unseen::Ancestors) }
    }
}

/// Whether two readings are of one process; an ended process has no known start.
fn is_same(one: Process, other: Process) -> bool {
    one.pid == other.pid && (one.started == other.started || one.started == 0 || other.started == 0)
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

#[cfg(test)]
mod tests {
    use super::process::{Ancestry, ProcessInfo};
    use super::{AskerTree, Here, Kin, Origin, PeerPlace, Process, Spaces, Unseen, Via};
    use asq_core::life::PeerAddress;

    const FIRST: Spaces = Spaces { pid: 0xefff_fffc, user: 0xefff_fffd, uts: 3, time: 4, uid: 1000 };

    fn process(pid: u32) -> Process {
        Process { pid, started: u64::from(pid) * 10 }
    }

    fn here(line: &[u32]) -> Here {
        let seen = |pid: &u32| ProcessInfo {
            process: process(*pid),
            parent: 0,
            session: if *pid == 15 { 15 } else { 0 },
            tty: if *pid == 15 { 34816 } else { 0 },
            name: String::new(),
        };
        Here {
            line: Ancestry { seen: line.iter().map(seen).collect(), whole: true },
            spaces: Some(FIRST),
            boot: Some(7),
            leader: Some(process(10)),
            sessions: vec!["CLAUDECODE:1".into()],
        }
    }

    fn tree() -> AskerTree {
        AskerTree {
            boot: Some(7),
            leader: Some(process(11)),
            spaces: Some(FIRST),
            sessions: vec!["X:2".into()],
            ..AskerTree::default()
        }
    }

    fn asked() -> Origin {
        asked_by(tree())
    }

    fn asked_by(tree: AskerTree) -> Origin {
        Origin {
            process: Some(process(31)),
            root: Some(process(20)),
            tree: tree.known(),
            ..Origin::default()
        }
    }

    fn elsewhere(spaces: Spaces) -> Origin {
        asked_by(AskerTree { spaces: Some(spaces), ..tree() })
    }

    const OWN: Kin = Kin::Own { forced: false };

    fn unknown(why: Unseen) -> Kin {
        Kin::Unknown { why, let_in: None }
    }

    #[test]
    fn an_ancestor_or_a_session_in_common_is_the_same_tree() {
        assert_eq!(here(&[99, 98, 20, 1]).kin(&asked()), OWN);
        assert_eq!(here(&[99, 31, 1]).kin(&asked()), OWN);
        assert_eq!(here(&[99, 98, 1]).kin(&asked()), Kin::Apart);
        // A reused pid.
        let again = Origin { root: Some(Process { pid: 20, started: 7 }), ..asked() };
        assert_eq!(here(&[99, 20, 1]).kin(&again), Kin::Apart);
        let session = asked_by(AskerTree { boot: Some(8), sessions: vec!["CLAUDECODE:1".into()], ..tree() });
        assert_eq!(here(&[99, 1]).kin(&session), OWN);
    }

    #[test]
    fn a_secret_is_of_the_tree_or_the_session_beyond_doubt() {
        let line = [99, 98, 1];
        let leader = |pid, started| asked_by(AskerTree { leader: Some(Process { pid, started }), ..tree() });
        assert!(here(&[99, 20, 1]).is_askers(&asked()) && here(&[99, 31, 1]).is_askers(&asked()));
        assert!(here(&line).is_askers(&leader(10, 100)));
        assert!(!here(&line).is_askers(&asked()));
        for origin in [leader(10, 0), leader(10, 7), Origin::default()] {
            assert!(!here(&line).is_askers(&origin), "{origin:?}");
        }
        // The environment, another boot, another namespace, and unreadable ancestors.
        let session = asked_by(AskerTree { sessions: vec!["CLAUDECODE:1".into()], ..tree() });
        assert!(!here(&line).is_askers(&session));
        let line = [99, 20, 1];
        assert!(!here(&line).is_askers(&asked_by(AskerTree { boot: Some(8), ..tree() })));
        assert!(!here(&line).is_askers(&asked_by(AskerTree { spaces: None, ..tree() })));
        assert!(!Here { spaces: None, ..here(&line) }.is_askers(&asked()));
        assert!(!here(&line).is_askers(&elsewhere(Spaces { pid: 5, ..FIRST })));
        assert!(!here(&line).is_askers(&elsewhere(Spaces { uid: 5, ..FIRST })));
        let first = Here { leader: Some(process(1)), ..here(&[99, 1]) };
        assert!(!first.is_askers(&leader(1, 10)));
    }

    #[test]
    fn the_session_of_the_ask_is_the_askers_but_for_an_inbox() {
        let session = |started| asked_by(AskerTree { leader: Some(Process { pid: 10, started }), ..tree() });
        for (started, kin) in [(100, OWN), (0, OWN), (7, Kin::Apart)] {
            assert_eq!(here(&[99, 1]).kin(&session(started)), kin, "{started}");
        }
        assert_eq!(Here { leader: None, ..here(&[99, 1]) }.kin(&session(100)), Kin::Apart);
        // Both began outside the container: they may be one, and a secret is not given away for that.
        let outside = Process { pid: 0, started: 0 };
        let asked = asked_by(AskerTree { leader: Some(outside), ..tree() });
        let inside = Here { leader: Some(outside), ..here(&[99, 1]) };
        assert_eq!((inside.kin(&asked), inside.is_askers(&asked)), (OWN, false));
        assert_eq!(here(&[99, 1]).kin(&asked), Kin::Apart);
    }

    #[test]
    fn who_opened_the_terminal_of_the_ask_answers_itself_unless_somebody_has_a_terminal_below_it() {
        let asked = Origin { root: None, ..asked_by(AskerTree { opener: Some(process(20)), ..tree() }) };
        assert_eq!(here(&[99, 20, 1]).kin(&asked), OWN);
        assert_eq!(here(&[99, 15, 20, 1]).kin(&asked), Kin::Apart);
    }

    #[test]
    fn what_nobody_can_tell_is_said_to_be_unknown() {
        let line = [99, 98, 1];
        let blind = asked_by(AskerTree { spaces: None, ..tree() });
        assert_eq!(here(&line).kin(&blind), unknown(Unseen::Asker));
        // An ask of which nothing is known at all.
        assert_eq!(here(&line).kin(&Origin::default()), unknown(Unseen::Asker));
        assert_eq!(Here { spaces: None, ..here(&line) }.kin(&asked()), unknown(Unseen::Ancestors));
        let mut cut = here(&line);
        cut.line.whole = false;
        assert_eq!(cut.kin(&asked()), unknown(Unseen::Ancestors));
        for other in [
            Spaces { pid: 5, ..FIRST },
            Spaces { user: 5, ..FIRST },
            Spaces { uts: 5, ..FIRST },
            Spaces { time: 5, ..FIRST },
            Spaces { time: 5, uid: 5, ..FIRST },
        ] {
            assert_eq!(here(&line).kin(&elsewhere(other)), unknown(Unseen::Namespace));
        }
        assert_eq!(here(&line).kin(&elsewhere(Spaces { uid: 5, ..FIRST })), unknown(Unseen::User));
    }

    #[test]
    fn a_peer_of_another_machine_is_in_no_tree_of_this_one_unless_it_is_the_same_agents_session() {
        let peer = |place| Via {
            peer: Some(Box::new(PeerAddress { address: "10.0.0.7:4711".into(), place })),
            ..Via::default()
        };
        let far = |origin: Origin| Origin { via: peer(PeerPlace::Elsewhere), ..origin };
        assert_eq!(here(&[99, 20, 31, 1]).kin(&far(asked())), Kin::Apart);
        assert_eq!(here(&[99, 1]).kin(&far(Origin::default())), Kin::Apart);
        let session = asked_by(AskerTree { sessions: vec!["CLAUDECODE:1".into()], ..tree() });
        assert_eq!(here(&[99, 1]).kin(&far(session)), OWN);
        let hidden = Origin { via: peer(PeerPlace::Unknown), ..Origin::default() };
        assert_eq!(here(&[99, 1]).kin(&hidden), unknown(Unseen::Asker));
    }

    #[test]
    fn another_boot_is_another_machine_unless_somebody_could_have_made_it_up() {
        let line = [99, 20, 31, 1];
        let other = asked_by(AskerTree { boot: Some(8), ..tree() });
        assert_eq!(here(&line).kin(&other), Kin::Apart);
        let rebooted = |spaces| asked_by(AskerTree { boot: Some(8), spaces: Some(spaces), ..tree() });
        let made = Spaces { user: 5, ..FIRST };
        assert_eq!(here(&line).kin(&rebooted(made)), unknown(Unseen::Namespace));
        let made_here = Here { spaces: Some(made), ..here(&line) };
        assert_eq!(made_here.kin(&other), unknown(Unseen::Namespace));
        // Users of another machine have other numbers.
        let user = Spaces { uid: 5, pid: 6, ..FIRST };
        assert_eq!(here(&line).kin(&rebooted(user)), Kin::Apart);
    }
}
