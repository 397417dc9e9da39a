//! Notifies a person who is looking elsewhere that a question waits: speech, notifications, a command of their own.
//!
//! [`Announcement`] has the texts, and [`Plan`] the programs to start, from the settings. [`Plan::start`] starts them once a
//! form is up, [`Running::finish`] stops them when it has closed. They belong to a small watcher in its own session
//! (`watch.rs`), so that none can reach the terminal, and each fails alone. Title, bell and the terminal's notification are
//! values for the terminal's writer.

mod announcement;
mod find;
mod job;
mod open;
mod payload;
mod plan;
mod start;
mod trouble;
mod watch;
mod webhook;
mod webhook_failure;

pub use announcement::Announcement;
pub use find::find;
pub use open::open;
pub use payload::Payload;
pub use plan::Plan;
pub use start::{Running, Watcher};
pub use trouble::SignalTrouble;
pub use watch::{detach, watch};
pub use webhook::{NoWebhook, Webhook};
pub use webhook_failure::WebhookFailure;

/// The variable that names the payload file to the person's command.
pub const PAYLOAD_FILE: &str = "PI_QUESTIONNAIRE_PAYLOAD_FILE";
