//! Failed signals, reported to the person once the form has closed.

use asq_files::Fault;

/// A signal that failed.
#[derive(Debug, thiserror::Error)]
pub enum SignalTrouble {
    /// The speech program is missing.
    #[error("the header was not spoken (ttsOnQuestion): there is no {0} on PATH")]
    Missing(&'static str),
    /// The payload file couldn't be written.
    #[error("the command (onQuestionCommand) was not run: its payload file can't be written: {0}")]
    Payload(Fault),
    /// The webhook didn't take it.
    #[error("the webhook (notify.url) was not reached: {0}")]
    Webhook(String),
    /// The watcher didn't start.
    #[error("what tells of a question elsewhere could not be started: {0}")]
    Watcher(String),
}
