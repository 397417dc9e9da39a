//! Actors and their rights.
//!
//! - Asking and answering are different rights; nobody has both by default. Time limits have a right of their own.
//! - Every act is recorded with its means: a terminal, a page, a host, a command, a bridge.
//! - The driver finds out whether an act came from the asker's own process tree. A surface of the person's takes an answer
//!   from an unknown one; the record says so, and what let it through.
//! - A terminal is recorded with its session leader and the program that opened it, because programs can open one, too.

use super::{Moment, Process, Via};
use crate::text::Untrusted;

/// The right of an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Right {
    /// To ask, to withdraw, and to learn the ending.
    Ask,
    /// To answer, decline, cancel and discuss.
    Answer,
    /// To expire a request, and nothing else.
    System,
}

/// The means of an act.
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
    /// A bridge to another running system.
    Bridge,
}

impl How {
    /// The means in a person's words: `at a terminal`.
    pub const fn words(self) -> &'static str {
        match self {
            How::Tty => "at a terminal",
            How::Page => "on the page",
            How::Host => "in the agent's own screen",
            How::Cli => "with a command",
            How::Api => "over HTTP",
            How::Bridge => "over a bridge",
        }
    }
}

/// The author of an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// The person's or program's name, if known.
    pub name: Untrusted,
    /// Whether the name is only a claim, not the account's name.
    pub claimed: bool,
    /// The right of the act.
    pub right: Right,
    /// The means of an act.
    pub how: How,
    /// The process, if it is on this machine.
    pub pid: Option<u32>,
    /// Its program.
    pub exe: Option<Untrusted>,
    /// Its terminal.
    pub tty: Option<Untrusted>,
    /// The leader of its session: a person's shell, or a process that a program started in its own terminal.
    pub leader: Option<Box<Leader>>,
    /// Its relation to the asker's process tree.
    pub kin: Kin,
    /// The authentication of the actor.
    pub via: Via,
}

/// The leader of a process's session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leader {
    /// The leading process.
    pub process: Process,
    /// Its program; `None` if it has ended.
    pub exe: Option<Untrusted>,
    /// The program above it, which opened the terminal if there is one.
    pub above: Option<Untrusted>,
}

/// The relation of an answerer to the asker's process tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kin {
    /// The answerer belongs to another tree.
    #[default]
    Apart,
    /// The answerer belongs to that tree; `forced`: the answer was forced.
    Own { forced: bool },
    /// The tree is unknown; `let_in` is what let an answer through.
    Unknown { why: Unseen, let_in: Option<LetIn> },
}

/// The reason why the tree of an answer is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unseen {
    /// The ask couldn't read its own ancestors.
    Asker,
    /// Some of the answerer's ancestors are unreadable.
    Ancestors,
    /// Asker or answerer runs in its own container or namespace.
    Namespace,
    /// Another user of the same machine asked.
    User,
    /// The question came through a proxy on this machine, which hides its asker.
    Proxy,
    /// The answerer's terminal or parent was gone before the answer was sent.
    Lost,
    /// The program that opened the answerer's terminal asked, too, or opened the asker's: an editor with agents of its own.
    Opener,
}

impl Unseen {
    /// The reason as a clause, for the person whose answer is judged.
    pub const fn clause(self) -> &'static str {
        match self {
            Unseen::Asker => "asq could not see which program asked this",
            Unseen::Ancestors => "asq can't see all the processes that this answer comes from",
            Unseen::Namespace => "this was asked in another container or namespace",
            Unseen::User => "another user of this machine asked this",
            Unseen::Proxy => "this was asked through a proxy on this machine, which hides its asker",
            Unseen::Lost => "the terminal or the parent of this process was gone before the answer was sent",
            Unseen::Opener => "the program that opened this terminal may have asked this",
        }
    }

    /// The reason in a record: `asked through a proxy`.
    pub const fn of_record(self) -> &'static str {
        match self {
            Unseen::Asker => "its asker could not be seen",
            Unseen::Ancestors => "its processes could not all be seen",
            Unseen::Namespace => "asked in another container or namespace",
            Unseen::User => "asked by another user of the machine",
            Unseen::Proxy => "asked through a proxy",
            Unseen::Lost => "its terminal or parent was gone when it was sent",
            Unseen::Opener => "the program that opened its terminal may have asked",
        }
    }
}

/// What let an answer from an unknown tree through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LetIn {
    /// The answerer forced it.
    Forced,
    /// The person's own settings, in records of earlier versions.
    Settings,
    /// A token with the right to answer.
    Token,
    /// A person's own inbox or terminal, for a question that isn't dangerous.
    Surface,
    /// The same, open since before the question was asked: for a dangerous one, too.
    OpenBefore,
}

impl Kin {
    /// The same relation, with a forced answer.
    pub fn forced(self) -> Kin {
        match self {
            Kin::Apart => Kin::Apart,
            Kin::Own { .. } => Kin::Own { forced: true },
            Kin::Unknown { why, let_in: None } => Kin::Unknown { why, let_in: Some(LetIn::Forced) },
            Kin::Unknown { let_in: Some(_), .. } => self,
        }
    }

    /// Whether the answer was forced.
    pub fn is_forced(self) -> bool {
        match self {
            Kin::Apart => false,
            Kin::Own { forced } => forced,
            Kin::Unknown { let_in, .. } => let_in == Some(LetIn::Forced),
        }
    }

    /// The same relation on a surface that was open at `open`, for a question of this moment. A surface that lost its
    /// terminal may be somebody else's by now.
    #[must_use]
    pub fn open_since(self, open: Moment, asked: Moment) -> Kin {
        match self {
            Kin::Unknown { why, let_in: Some(LetIn::Surface) }
                if why != Unseen::Lost && open.is_surely_before(asked) =>
            {
                Kin::Unknown { why, let_in: Some(LetIn::OpenBefore) }
            }
            Kin::Apart | Kin::Own { .. } | Kin::Unknown { .. } => self,
        }
    }

    /// Whether it may be a person who sees the question: the tree is another one, or something let it in that the asker
    /// has no part in. A surface that was opened after the question isn't enough, because an agent can open one, too.
    pub(super) fn is_free(self) -> bool {
        match self {
            Kin::Apart => true,
            Kin::Own { .. } => false,
            Kin::Unknown { let_in, .. } => match let_in {
                // Only older records have one that the settings let in.
                Some(LetIn::Settings | LetIn::Token | LetIn::OpenBefore) => true,
                Some(LetIn::Forced | LetIn::Surface) | None => false,
            },
        }
    }
}

impl Actor {
    /// The store itself, as the author of expiries.
    pub fn system() -> Actor {
        Actor::new("asq", Right::System, How::Cli)
    }

    /// An actor of whom nothing else is known.
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
