//! Who did something, and by what right.
//!
//! - Asking and answering are different rights; nobody has both by default. Time has a right of its own, and no other.
//! - How somebody acted is recorded with every act: a terminal, a page, a host, a command, a bridge.
//! - Whether it came from the asker's own process tree is told by the driver, and recorded when it was insisted on.

use crate::text::Untrusted;

/// What somebody may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Right {
    /// Ask, take back, be told the ending.
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
    /// The person's or program's name, as far as it is known.
    pub name: Untrusted,
    /// By what right.
    pub right: Right,
    /// By what means.
    pub how: How,
    /// The process, where it is on this machine.
    pub pid: Option<u32>,
    /// Its program.
    pub exe: Option<Untrusted>,
    /// Its terminal.
    pub tty: Option<Untrusted>,
    /// It acts from the asker's own process tree.
    pub own_tree: bool,
    /// It insisted all the same.
    pub forced: bool,
}

impl Actor {
    /// The store itself: what time brings about.
    pub fn system() -> Actor {
        Actor::new("asq", Right::System, How::Cli)
    }

    /// Somebody of whom nothing else is known.
    pub fn new(name: impl Into<Untrusted>, right: Right, how: How) -> Actor {
        let name = name.into();
        Actor { name, right, how, pid: None, exe: None, tty: None, own_tree: false, forced: false }
    }
}
