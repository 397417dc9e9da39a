//! Where an ask came from, as the machine knows it.
//!
//! - It is what the operating system tells of the process that asked, but for the pane, which its environment claims.
//! - Whatever a surface shows of it stands in rows that a request's text can't imitate.
//! - Names of files and folders can hold anything, so they are text from outside, too.
//! - An [`AskerTree`] is what an answer is judged by. Only a whole request has one; no list does.

use super::Via;
use crate::text::Untrusted;

/// A process of this machine. A pid alone comes back; with its start it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Process {
    /// Its id.
    pub pid: u32,
    /// When it started, in the kernel's ticks since boot; 0 where that is not known.
    pub started: u64,
}

/// Where a process id counts, and whose it is. Two processes see each other's ancestors only where these are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spaces {
    /// The namespace of process ids, by the kernel's number; so the next two.
    pub pid: u64,
    /// That of user ids.
    pub user: u64,
    /// That of host names.
    pub uts: u64,
    /// That of clocks, by which processes started; 0 where the kernel has none.
    pub time: u64,
    /// The user.
    pub uid: u32,
}

/// What else tells whether an answer comes from the asker itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AskerTree {
    /// The machine's boot, as in [`Boot`](super::Boot).
    pub boot: Option<u128>,
    /// The program that opened the ask's terminal, if it isn't known as a person's and has no terminal itself.
    pub opener: Option<Process>,
    /// The leader of the asking process's session; process 0 if that session began outside the container.
    pub leader: Option<Process>,
    /// The namespaces in which the process ids are valid; `None` if the ask could not see its ancestors.
    pub spaces: Option<Spaces>,
    /// The agents' sessions that its environment names: each a variable and a digest of its value. They can only refuse
    /// more answers, never fewer.
    pub sessions: Vec<String>,
}

impl AskerTree {
    /// The tree for an [`Origin`]; `None` if nothing is known of it.
    pub fn known(self) -> Option<Box<AskerTree>> {
        (self != AskerTree::default()).then(|| Box::new(self))
    }
}

/// Where an ask came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The machine's name.
    pub host: Option<Untrusted>,
    /// The process that asked.
    pub process: Option<Process>,
    /// The root of the asker's own process tree: the process that started the ask, unless it leads a terminal's session.
    pub root: Option<Process>,
    /// The program of the process that started the ask.
    pub exe: Option<Untrusted>,
    /// Its terminal.
    pub tty: Option<Untrusted>,
    /// The folder that it works in.
    pub folder: Option<Untrusted>,
    /// The tmux pane that its environment claims: the server's socket and the pane's id (`/tmp/tmux-1000/default %3`).
    pub pane: Option<Untrusted>,
    /// How the asker was authenticated.
    pub via: Via,
    /// What an answer is judged by. Boxed, and `None` in a list: thousands of rows would carry it for nothing.
    pub tree: Option<Box<AskerTree>>,
}

impl Origin {
    /// The origin as a list has it: without the tree.
    #[must_use]
    pub fn listed(&self) -> Origin {
        let Origin { host, process, root, exe, tty, folder, pane, via, tree: _ } = self.clone();
        Origin { host, process, root, exe, tty, folder, pane, via, tree: None }
    }
}
