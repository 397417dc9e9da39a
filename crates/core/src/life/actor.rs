//! Who did something, and by what right.
//!
//! - Asking and answering are different rights; nobody has both by default. Time has a right of its own, and no other.
//! - How somebody acted is recorded with every act: a terminal, a page, a host, a command, a bridge.
//! - The driver finds out whether it came from the asker's own process tree; unknown counts as that tree.
//! - How an answer from there was let through is recorded.
//! - A terminal is recorded with who leads it and which program opened it: a program can open one, too.

use super::{Process, Via};
use crate::text::Untrusted;

/// What somebody may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Right {
    /// Ask, take back, learn the ending.
    Ask,
    /// Answer, decline, cancel, discuss.
    Answer,
    /// Expire, which is what time brings about; nothing else.
    System,
}

/// By what means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum How {
    /// A form or plain lines on a terminal.
    Tty,
    /// A page in a browser.
    Page,
    /// A host's own screen, such as an agent's.
    Host,
    /// A command, such as `asq answer`.
    Cli,
    /// HTTP from another program.
    Api,
    /// Another running system.
    Bridge,
}

/// Who did something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// The person's or program's name, if known.
    pub name: Untrusted,
    /// Whether the name is only what they said, and not that of the account.
    pub claimed: bool,
    /// By what right.
    pub right: Right,
    /// By what means.
    pub how: How,
    /// The process, if it is on this machine.
    pub pid: Option<u32>,
    /// Its program.
    pub exe: Option<Untrusted>,
    /// Its terminal.
    pub tty: Option<Untrusted>,
    /// Who leads its session: a person's shell, or what a program started in a terminal that it opened.
    pub leader: Option<Box<Leader>>,
    /// How it stands to the process tree that the ask came from.
    pub kin: Kin,
    /// How they were authenticated.
    pub via: Via,
}

/// Who leads the session of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leader {
    /// The process.
    pub process: Process,
    /// Its program; absent where it has ended.
    pub exe: Option<Untrusted>,
    /// The program above it, which opened the terminal where there is one.
    pub above: Option<Untrusted>,
}

/// How who answers stands to the process tree that an ask came from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kin {
    /// It belongs to another tree.
    #[default]
    Apart,
    /// It belongs to that tree; `forced` is whether it insisted.
    Own { forced: bool },
    /// Nobody can tell, so it counts as that tree unless it was let through.
    Unknown { why: Unseen, let_in: Option<LetIn> },
}

/// Why nobody can tell whose tree an answer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unseen {
    /// The ask did not see its own ancestors.
    Asker,
    /// The ancestors of who answers can't all be read.
    Ancestors,
    /// One of the two runs in a container or a namespace of its own.
    Namespace,
    /// Another user of the same machine asked.
    User,
}

/// What let an answer through that nobody can place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LetIn {
    /// They insisted.
    Forced,
    /// The person's own settings.
    Settings,
}

impl Kin {
    /// The same, where somebody insists.
    pub fn forced(self) -> Kin {
        match self {
            Kin::Apart => Kin::Apart,
            Kin::Own { .. } => Kin::Own { forced: true },
            Kin::Unknown { why, let_in: None } => Kin::Unknown { why, let_in: Some(LetIn::Forced) },
            Kin::Unknown { let_in: Some(_), .. } => self,
        }
    }

    /// Whether somebody insisted.
    pub fn is_forced(self) -> bool {
        match self {
            Kin::Apart => false,
            Kin::Own { forced } => forced,
            Kin::Unknown { let_in, .. } => let_in == Some(LetIn::Forced),
        }
    }

    /// Whether it may be a person who looks at the question: the tree is another one, or the person's settings say so.
    pub(super) fn is_free(self) -> bool {
        match self {
            Kin::Apart => true,
            Kin::Own { .. } => false,
            Kin::Unknown { let_in, .. } => let_in == Some(LetIn::Settings),
        }
    }
}

impl Actor {
    /// The store itself: what time brings about.
    pub fn system() -> Actor {
        Actor::new("asq", Right::System, How::Cli)
    }

    /// Somebody of whom nothing else is known.
    pub fn new(name: impl Into<Untrusted>, right: Right, how: How) -> Actor {
        let name = name.into();
        Actor {
            name,
            claimed: false,
            right,
            how,
            pid: None,
            exe: None,
            tty: None,
            leader: None,
            kin: Kin::Apart,
            via: Via::default(),
        }
    }
}
