//! What could not be signalled; for the person, said once the form has closed.

use std::io;

/// What could not be signalled.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// No program of this name is to be found.
    #[error("{0} is not on PATH")]
    Missing(&'static str),
    /// The file for the command could not be written.
    #[error("the command of onQuestionCommand was not run: its payload file can't be written: {0}")]
    Payload(io::Error),
    /// The process that looks after the others did not start.
    #[error("nothing could be started: {0}")]
    Watcher(String),
}
