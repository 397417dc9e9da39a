//! An answering process: its relation to the process tree of an ask.
//!
//! - It is judged from its ancestors, its session, its namespaces and the agent sessions of its environment.
//! - A process that answers for a while is judged as it began and as it is now; the stricter verdict counts.
//! - A process that lost its terminal or its parent since then is unknown, however free both verdicts are.

use super::proc;
use super::process::Ancestry;
use super::tree;
use asq_core::life::{AskerTree, Kin, Origin, PeerPlace, Process, Spaces, Unseen};

/// The known facts of an answering process.
#[derive(Clone)]
pub(super) struct Here {
    pub(super) line: Ancestry,
    pub(super) spaces: Option<Spaces>,
    pub(super) boot: Option<u128>,
    /// The leader of its session.
    pub(super) leader: Option<Process>,
    pub(super) sessions: Vec<String>,
}

impl Here {
    /// Whether it certainly belongs to the asker's process tree or session.
    pub(super) fn is_askers(&self, origin: &Origin) -> bool {
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

    /// Its relation to the asker of this origin; `inbox`: a person answers in an inbox of their own.
    pub(super) fn kin(&self, origin: &Origin, inbox: bool) -> Kin {
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
        let below = opener.filter(|opener| same_boot && above(*opener));
        let opened = below.is_some_and(|opener| !tree::has_terminal_below(line, opener));
        let in_session = leader.zip(self.leader.filter(|_| !inbox));
        let same_session = in_session.is_some_and(|(asked, here)| is_same(asked, here));
        if same_boot && (opened || same_session) {
            return own;
        }
        if !cfg!(target_os = "linux") {
            // Nothing more is known without `/proc`.
            return Kin::Apart;
        }
        if origin.via.place() == PeerPlace::Proxied && spaces.is_none() {
            return unknown(Unseen::Proxy);
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
        if below.is_some() {
            return unknown(Unseen::Opener);
        }
        if self.line.whole { Kin::Apart } else { unknown(Unseen::Ancestors) }
    }

    /// The same for a process that began as `before`: an asker may have opened its terminal and left it since. It says what
    /// a person's inbox lost; other programs lose their parents every day.
    pub(super) fn kin_since(&self, before: &Here, origin: &Origin, inbox: bool) -> Kin {
        let lost = Kin::Unknown { why: Unseen::Lost, let_in: None };
        // A process that holds a secret hides its namespaces meanwhile; it had them before, and goes to no others.
        let now = Here { spaces: self.spaces.or(before.spaces), ..self.clone() };
        match stricter(before.kin(origin, inbox), now.kin(origin, inbox)) {
            Kin::Apart if inbox && self.has_lost(before) => lost,
            kin => kin,
        }
    }

    /// Whether its terminal, the leader of that, or its parent is gone since it was like this.
    fn has_lost(&self, before: &Here) -> bool {
        let tty = |here: &Here| here.line.seen.first().map(|own| own.tty);
        let parent = |here: &Here| here.line.seen.get(1).map(|parent| parent.process);
        (tty(self), parent(self), self.leader) != (tty(before), parent(before), before.leader)
    }
}

/// The verdict that trusts an answer less.
fn stricter(one: Kin, other: Kin) -> Kin {
    let trusts = |kin| match kin {
        Kin::Own { .. } => 0,
        Kin::Unknown { .. } => 1,
        Kin::Apart => 2,
    };
    if trusts(other) < trusts(one) { other } else { one }
}

/// Whether two readings are of one process; an ended process has no known start.
fn is_same(one: Process, other: Process) -> bool {
    one.pid == other.pid && (one.started == other.started || one.started == 0 || other.started == 0)
}

#[cfg(test)]
mod tests {
    use super::super::process::{Ancestry, ProcessInfo};
    use super::{AskerTree, Here, Kin, Origin, PeerPlace, Process, Spaces, Unseen};
    use asq_core::life::{PeerAddress, Via};

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
        assert_eq!(here(&[99, 98, 20, 1]).kin(&asked(), false), OWN);
        assert_eq!(here(&[99, 31, 1]).kin(&asked(), false), OWN);
        assert_eq!(here(&[99, 98, 1]).kin(&asked(), false), Kin::Apart);
        // A reused pid.
        let again = Origin { root: Some(Process { pid: 20, started: 7 }), ..asked() };
        assert_eq!(here(&[99, 20, 1]).kin(&again, false), Kin::Apart);
        let session = asked_by(AskerTree { boot: Some(8), sessions: vec!["CLAUDECODE:1".into()], ..tree() });
        assert_eq!(here(&[99, 1]).kin(&session, false), OWN);
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
            assert_eq!(here(&[99, 1]).kin(&session(started), false), kin, "{started}");
        }
        assert_eq!(here(&[99, 1]).kin(&session(100), true), Kin::Apart);
        // Both began outside the container: they may be one, and a secret is not given away for that.
        let outside = Process { pid: 0, started: 0 };
        let asked = asked_by(AskerTree { leader: Some(outside), ..tree() });
        let inside = Here { leader: Some(outside), ..here(&[99, 1]) };
        assert_eq!((inside.kin(&asked, false), inside.is_askers(&asked)), (OWN, false));
        assert_eq!(here(&[99, 1]).kin(&asked, false), Kin::Apart);
    }

    #[test]
    fn the_opener_of_the_ask_answers_itself_and_nobody_can_tell_about_a_terminal_below_it() {
        let asked = Origin { root: None, ..asked_by(AskerTree { opener: Some(process(20)), ..tree() }) };
        assert_eq!(here(&[99, 20, 1]).kin(&asked, false), OWN);
        assert_eq!(here(&[99, 15, 20, 1]).kin(&asked, false), unknown(Unseen::Opener));
        // It isn't above the answerer.
        assert_eq!(here(&[99, 15, 21, 1]).kin(&asked, false), Kin::Apart);
    }

    #[test]
    fn what_nobody_can_tell_is_said_to_be_unknown() {
        let line = [99, 98, 1];
        let blind = asked_by(AskerTree { spaces: None, ..tree() });
        assert_eq!(here(&line).kin(&blind, false), unknown(Unseen::Asker));
        // An ask of which nothing is known at all.
        assert_eq!(here(&line).kin(&Origin::default(), false), unknown(Unseen::Asker));
        assert_eq!(Here { spaces: None, ..here(&line) }.kin(&asked(), false), unknown(Unseen::Ancestors));
        let mut cut = here(&line);
        cut.line.whole = false;
        assert_eq!(cut.kin(&asked(), false), unknown(Unseen::Ancestors));
        for other in [
            Spaces { pid: 5, ..FIRST },
            Spaces { user: 5, ..FIRST },
            Spaces { uts: 5, ..FIRST },
            Spaces { time: 5, ..FIRST },
            Spaces { time: 5, uid: 5, ..FIRST },
        ] {
            assert_eq!(here(&line).kin(&elsewhere(other), false), unknown(Unseen::Namespace));
        }
        assert_eq!(here(&line).kin(&elsewhere(Spaces { uid: 5, ..FIRST }), false), unknown(Unseen::User));
    }

    #[test]
    fn a_peer_of_another_machine_is_in_no_tree_of_this_one_unless_it_is_the_same_agents_session() {
        let peer = |place| Via {
            peer: Some(Box::new(PeerAddress { address: "10.0.0.7:4711".into(), place })),
            ..Via::default()
        };
        let far = |origin: Origin| Origin { via: peer(PeerPlace::Elsewhere), ..origin };
        assert_eq!(here(&[99, 20, 31, 1]).kin(&far(asked()), false), Kin::Apart);
        assert_eq!(here(&[99, 1]).kin(&far(Origin::default()), false), Kin::Apart);
        let session = asked_by(AskerTree { sessions: vec!["CLAUDECODE:1".into()], ..tree() });
        assert_eq!(here(&[99, 1]).kin(&far(session), false), OWN);
        let hidden = Origin { via: peer(PeerPlace::Unknown), ..Origin::default() };
        assert_eq!(here(&[99, 1]).kin(&hidden, false), unknown(Unseen::Asker));
    }

    #[test]
    fn another_boot_is_another_machine_unless_somebody_could_have_made_it_up() {
        let line = [99, 20, 31, 1];
        let other = asked_by(AskerTree { boot: Some(8), ..tree() });
        assert_eq!(here(&line).kin(&other, false), Kin::Apart);
        let rebooted = |spaces| asked_by(AskerTree { boot: Some(8), spaces: Some(spaces), ..tree() });
        let made = Spaces { user: 5, ..FIRST };
        assert_eq!(here(&line).kin(&rebooted(made), false), unknown(Unseen::Namespace));
        let made_here = Here { spaces: Some(made), ..here(&line) };
        assert_eq!(made_here.kin(&other, false), unknown(Unseen::Namespace));
        // Users of another machine have other numbers.
        let user = Spaces { uid: 5, pid: 6, ..FIRST };
        assert_eq!(here(&line).kin(&rebooted(user), false), Kin::Apart);
    }

    #[test]
    fn an_answer_is_judged_as_its_surface_began_and_as_it_is_now() {
        let shell = || here(&[99, 98, 20, 1]);
        let orphan = || here(&[99, 1]);
        let lost = unknown(Unseen::Lost);
        // The asker opened a terminal for it, and that shell is gone when the answer is sent.
        assert_eq!(orphan().kin_since(&shell(), &asked(), true), OWN);
        // It came into the tree later.
        assert_eq!(shell().kin_since(&orphan(), &asked(), true), OWN);
        let (apart, other) = (|| here(&[99, 98, 1]), here(&[99, 97, 1]));
        assert_eq!(apart().kin_since(&apart(), &asked(), true), Kin::Apart);
        // Its parent, its session's leader or its terminal is gone.
        assert_eq!(other.kin_since(&apart(), &asked(), true), lost);
        let ended = Here { leader: Some(Process { pid: 10, started: 0 }), ..apart() };
        assert_eq!(ended.kin_since(&apart(), &asked(), true), lost);
        let mut hung_up = apart();
        hung_up.line.seen[0].tty = 34817;
        assert_eq!(apart().kin_since(&hung_up, &asked(), true), lost);
        // It hides while it holds a secret; one that was hidden from the start stays unknown.
        let blind = || Here { spaces: None, ..apart() };
        assert_eq!(blind().kin_since(&apart(), &asked(), true), Kin::Apart);
        assert_eq!(apart().kin_since(&blind(), &asked(), true), unknown(Unseen::Ancestors));
    }

    #[test]
    fn what_comes_through_a_proxy_is_unknown_but_for_an_answer_from_the_proxys_own_tree() {
        let peer = PeerAddress { address: "127.0.0.1:4711".into(), place: PeerPlace::Proxied };
        let via = Via { peer: Some(Box::new(peer)), ..Via::default() };
        let proxied = |origin: Origin| Origin { via: via.clone(), ..origin };
        assert_eq!(here(&[99, 1]).kin(&proxied(Origin::default()), false), unknown(Unseen::Proxy));
        let asked = proxied(asked().proxied(Origin::default()));
        assert_eq!(here(&[99, 1]).kin(&asked, false), unknown(Unseen::Proxy));
        assert_eq!(here(&[99, 20, 1]).kin(&asked, false), OWN);
        assert!(!here(&[99, 20, 1]).is_askers(&asked), "it gets no secret");
    }
}
