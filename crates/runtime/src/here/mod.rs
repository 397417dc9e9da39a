//! What the machine knows of this process: where an ask comes from, and whether an answer comes from the same place.
//!
//! - [`origin`] is collected by the process that asks; [`actor`] says who acts.
//! - [`own_tree`] tells an answer that comes from the asker's own process tree, or from the same agent's session.
//! - The asker's tree begins at the program that started the ask: shells and the like that only passed it on are
//!   skipped; a shell that leads a terminal's session is a person's, and begins no tree.
//! - What the environment says can only add to whom an answer is refused; nothing in it and no flag of the asker takes
//!   anything away.
//! - All of it comes from `/proc`. Where there is none (macOS), only the parent is known, and a tree is that parent's
//!   children.

mod process;
mod sessions;

pub use sessions::SESSIONS;

use crate::desk::boot_id;
use asq_core::life::{Actor, How, Origin, Process, Right};
use asq_core::text::Untrusted;
use process::Seen;
use std::path::Path;

/// Programs that only pass on what they are told to run.
const PASSING: [&str; 16] = [
    "sh", "bash", "dash", "zsh", "ksh", "ash", "busybox", "fish", "env", "timeout", "nohup", "nice",
    "setsid", "sudo", "xargs", "time",
];

/// Looks up a variable of the environment.
pub type Lookup<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Where an ask of this process comes from.
pub fn origin(env: Lookup<'_>, folder: Option<&Path>) -> Origin {
    let line = process::line();
    let own = line.first();
    let root = root(&line[1.min(line.len())..]);
    let pane = match (env("TMUX"), env("TMUX_PANE")) {
        // The socket, the server's pid and the session stand there, divided by commas.
        (Some(tmux), Some(pane)) => tmux.split(',').next().map(|socket| format!("{socket} {pane}").into()),
        _ => None,
    };
    Origin {
        host: process::host(),
        boot: boot_id(),
        process: own.map(|seen| seen.process),
        root: root.map(|seen| seen.process),
        exe: root.or(line.get(1)).and_then(|seen| process::exe(seen.process.pid)),
        tty: own.and_then(|seen| process::tty(seen.tty)),
        folder: folder.map(|folder| folder.to_string_lossy().into_owned().into()),
        pane,
        sessions: sessions::of(env),
    }
}

/// Who acts in this process.
pub fn actor(name: impl Into<Untrusted>, right: Right, how: How) -> Actor {
    let pid = std::process::id();
    let tty = process::own().and_then(|seen| process::tty(seen.tty));
    Actor { pid: Some(pid), exe: process::exe(pid), tty, ..Actor::new(name, right, how) }
}

/// Whether this process belongs to the tree that an ask came from, or to the same agent's session.
pub fn own_tree(origin: &Origin, env: Lookup<'_>) -> bool {
    let here = origin.boot == boot_id() && origin.host == process::host();
    let line: Vec<Process> = process::line().into_iter().map(|seen| seen.process).collect();
    is_of(origin, here, &line, &sessions::of(env))
}

/// The same, of what was found out.
fn is_of(origin: &Origin, here: bool, line: &[Process], sessions: &[String]) -> bool {
    let above = |process: &Option<Process>| process.is_some_and(|p| line.contains(&p));
    let same_tree = here && (above(&origin.root) || above(&origin.process));
    same_tree || origin.sessions.iter().any(|session| sessions.contains(session))
}

/// The root of the tree of a process with these ancestors, the parent first.
fn root(ancestors: &[Seen]) -> Option<&Seen> {
    // The first process of all is nobody's agent.
    let below = ancestors.iter().take_while(|seen| seen.process.pid > 1 && !seen.leads_a_terminal());
    let mut last = None;
    for seen in below {
        last = Some(seen);
        if !PASSING.contains(&seen.name.as_str()) {
            break;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::process::Seen;
    use super::{Origin, Process, is_of, root};

    fn seen(pid: u32, name: &str, session: u32, tty: u32) -> Seen {
        Seen {
            process: Process { pid, started: u64::from(pid) * 10 },
            parent: 0,
            session,
            tty,
            name: name.into(),
        }
    }

    fn root_of(ancestors: &[Seen]) -> Option<u32> {
        root(ancestors).map(|seen| seen.process.pid)
    }

    #[test]
    fn the_tree_begins_at_the_program_that_started_the_ask() {
        let person = seen(10, "zsh", 10, 34816);
        let agent = seen(20, "node", 10, 34816);
        let tool = seen(30, "bash", 30, 0);
        // An agent's shell tool; the same through `timeout`; the agent itself; a script; a person.
        assert_eq!(root_of(&[tool.clone(), agent.clone(), person.clone()]), Some(20));
        assert_eq!(root_of(&[seen(31, "timeout", 30, 0), tool.clone(), agent.clone()]), Some(20));
        assert_eq!(root_of(&[agent.clone(), person.clone()]), Some(20));
        assert_eq!(root_of(&[seen(40, "bash", 10, 34816), person.clone()]), Some(40));
        assert_eq!(root_of(&[person]), None);
        // An agent that leads the session of its own pane: its tool's shell is all that is known.
        assert_eq!(root_of(&[tool.clone(), seen(50, "node", 50, 34817)]), Some(30));
        // Nobody is the child of the first process.
        assert_eq!(root_of(&[tool, seen(1, "systemd", 1, 0)]), Some(30));
        assert_eq!(root_of(&[]), None);
    }

    #[test]
    fn an_ancestor_or_a_session_in_common_is_the_same_tree() {
        let process = |pid| Process { pid, started: u64::from(pid) * 10 };
        let origin = Origin {
            process: Some(process(31)),
            root: Some(process(20)),
            sessions: vec!["CLAUDECODE:1".into()],
            ..Origin::default()
        };
        let line = [process(99), process(98), process(20), process(10)];
        assert!(is_of(&origin, true, &line, &[]));
        assert!(is_of(&origin, true, &[process(99), process(31)], &[]));
        // Another machine or another boot has other processes of these numbers; so has a number that came back.
        assert!(!is_of(&origin, false, &line, &[]));
        assert!(!is_of(&origin, true, &[Process { pid: 20, started: 7 }, process(10)], &[]));
        assert!(is_of(&origin, false, &[], &["X:2".into(), "CLAUDECODE:1".into()]));
        assert!(!is_of(&origin, true, &[process(99)], &["CLAUDECODE:2".into()]));
        assert!(!is_of(&Origin::default(), true, &line, &["CLAUDECODE:1".into()]));
    }
}
