//! Where an ask came from, as the machine knows it.
//!
//! - Nothing here was said by the agent: it is what the operating system tells of the process that asked.
//! - Whatever a surface shows of it stands in rows that a request's text can't imitate.
//! - Names of files and folders can hold anything, so they are text from outside, too.

use crate::text::Untrusted;

/// A process of this machine. A pid alone comes back; with its start it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Process {
    /// Its id.
    pub pid: u32,
    /// When it started, in the kernel's ticks since boot; 0 where that is not known.
    pub started: u64,
}

/// Where an ask came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The machine's name.
    pub host: Option<Untrusted>,
    /// Which boot of it, as in [`Boot`](super::Boot).
    pub boot: Option<u128>,
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
    /// Its tmux pane: the server's socket and the pane's id (`/tmp/tmux-1000/default %3`).
    pub pane: Option<Untrusted>,
    /// The agents' sessions that its environment names: each a variable and a digest of what it says. They can only add
    /// to whom an answer is refused.
    pub sessions: Vec<String>,
}
