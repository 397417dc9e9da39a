//! Notifies a person who looks elsewhere that a question waits: speech, notifications, a command of their own.
//!
//! - [`Announcement`]: the texts, escaped and short; [`Plan`]: what to start, as the settings say.
//! - [`Plan::start`] begins it once a form is up; [`Running::finish`] when it has closed.
//! - Processes belong to a small watcher of their own session: none can reach the terminal, none is left a
//!   zombie, and the payload file goes even when asq is killed.
//! - Each fails alone: a program that is missing, hangs or fails harms neither the form nor the others.
//! - If everything is off, nothing is started, no thread and no timer.
//! - Title, bell and the terminal's notification are values for the terminal's writer, not started here.

mod announcement;
mod find;
mod job;
mod payload;
mod plan;
mod start;
mod trouble;
mod watch;

pub use announcement::Announcement;
pub use find::find;
pub use payload::Payload;
pub use plan::Plan;
pub use start::{Running, Watcher};
pub use trouble::Trouble;
pub use watch::{detach, watch};

/// The variable that names the payload file to the person's command.
pub const PAYLOAD_FILE: &str = "PI_QUESTIONNAIRE_PAYLOAD_FILE";
