//! Why a question can't be on the terminal, in words for the person.
//!
//! - A refusal for another question's sake names the process that has the terminal.

use rustix::io::Errno;
use std::{fmt, io};

/// Why there isn't a terminal to ask on.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    #[error("there is no terminal")]
    NoTerminal,
    #[error("the terminal is in another program's use")]
    InUse,
    /// A signal of this number ended the wait for another form on this terminal.
    #[error("ended by signal {0} while another question was on the terminal")]
    Ended(i32),
    #[error("another question has been on the terminal for {minutes} minutes ({by})")]
    Taken { by: Holder, minutes: u64 },
    #[error("the terminal failed: {0}")]
    Failed(#[from] io::Error),
}

impl From<Errno> for Refused {
    fn from(error: Errno) -> Refused {
        Refused::Failed(error.into())
    }
}

/// The process that has the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder(pub(super) Option<u32>);

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(pid) => write!(f, "process {pid}"),
            None => f.write_str("another process"),
        }
    }
}
