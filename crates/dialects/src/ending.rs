//! What the asker receives.
//!
//! - An outcome, or an ending without a person: unavailable, pending, misuse, conflict.
//! - Each has its name and exit code.
//! - The reasons why nobody can be asked are plain sentences for the person's standard error.

use asq_core::model::Outcome;
use asq_wire::{Ended, Misuse};
use std::fmt;

/// Why nobody can be asked here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// There is no terminal.
    NoTerminal,
    /// Another program has the terminal.
    TerminalInUse,
    /// Another question held it for longer than this one waits.
    TerminalTaken,
    /// There is a terminal, but it can't be used.
    TerminalFailed,
    /// The contract's own gate keeps its tool from this client.
    NotOffered,
    /// It should have waited in the store, and the store can't be used.
    NoStore,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::NoTerminal => "there is no terminal to ask in",
            Why::TerminalInUse => "the terminal is in use by another program",
            Why::TerminalTaken => "another question was on the terminal all the time",
            Why::TerminalFailed => "the terminal can't be read or written",
            Why::NoStore => "the store where it would wait can't be used",
            Why::NotOffered => {
                "the tool is not offered to this client (OPENCODE_CLIENT is none of app, cli, desktop)"
            }
        })
    }
}

/// Somebody else answered first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Name of that person.
    pub winner: String,
    /// The time, as text.
    pub time: String,
}

/// What the asker receives.
#[derive(Clone, Copy, Debug)]
pub enum Ending<'a> {
    /// The request was closed.
    Closed(&'a Outcome),
    /// Nobody could be asked.
    Unavailable(Why),
    /// Not answered yet; holds the request's id.
    Pending(&'a str),
    /// The call was invalid.
    Misuse(&'a Misuse),
    /// Somebody else answered first.
    Conflict(&'a Conflict),
}

impl Ending<'_> {
    /// Its name and exit code.
    pub fn ended(&self) -> Ended {
        match self {
            Ending::Closed(outcome) => Ended::from(*outcome),
            Ending::Unavailable(_) => Ended::Unavailable,
            Ending::Pending(_) => Ended::Pending,
            Ending::Misuse(_) => Ended::Misuse,
            Ending::Conflict(_) => Ended::Conflict,
        }
    }
}
