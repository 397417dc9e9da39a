//! The watcher's job, as one line of JSON. It goes through a pipe, since an argument list would show it to other users, and
//! has no questions, only the name of their file.

use super::webhook::WebhookPost;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The watcher's tasks, as it reads them from its standard input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Job {
    /// The line for `sh`, from the person's setting.
    pub(super) command: Option<String>,
    /// The file whose path the command gets.
    pub(super) payload: Option<PathBuf>,
    /// Program and arguments; empty if there is nothing to start.
    pub(super) speech: Vec<String>,
    /// Program and arguments; empty if there is nothing to start.
    pub(super) notify: Vec<String>,
    /// Program and arguments; empty if there is nothing to open.
    pub(super) open: Vec<String>,
    /// What goes to the person's webhook.
    pub(super) post: Option<WebhookPost>,
    /// Program and arguments that a click on the notification starts; empty for a notification without buttons.
    pub(super) on_click: Vec<String>,
    /// The folder that keeps the webhook's last failure.
    pub(super) state: Option<PathBuf>,
    /// The delay of the notification, in milliseconds.
    pub(super) notify_after_ms: u64,
}

impl Job {
    /// Whether there is nothing to do.
    pub(super) fn is_empty(&self) -> bool {
        let programs = [&self.speech, &self.notify, &self.open];
        self.command.is_none() && programs.iter().all(|it| it.is_empty()) && self.post.is_none()
    }
}
