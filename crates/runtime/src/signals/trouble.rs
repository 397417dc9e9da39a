//! What could not be signalled; for the person, said once the form has closed.

use asq_files::Fault;

/// What could not be signalled.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The program that speaks is not to be found.
    #[error("the header was not spoken (ttsOnQuestion): there is no {0} on PATH")]
    Missing(&'static str),
    /// The file for the command could not be written.
    #[error("the command (onQuestionCommand) was not run: its payload file can't be written: {0}")]
    Payload(Fault),
    /// The process that looks after the others did not start.
    #[error("what tells of a question elsewhere could not be started: {0}")]
    Watcher(String),
}
