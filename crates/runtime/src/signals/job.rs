//! What the watcher has to do, as one line of JSON.
//!
//! - It goes through a pipe: nothing of it stands in an argument list, where others could read it.
//! - The questions are not in it, only the name of the file that they are in.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What the watcher has to do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Job {
    /// The line for `sh`: the person's setting.
    pub(super) command: Option<String>,
    /// The file whose name the command gets.
    pub(super) payload: Option<PathBuf>,
    /// Program and arguments; empty: none.
    pub(super) speech: Vec<String>,
    /// Program and arguments; empty: none.
    pub(super) notify: Vec<String>,
    /// Milliseconds before the notification.
    pub(super) notify_after_ms: u64,
}

impl Job {
    /// Whether there is nothing to do.
    pub(super) fn is_empty(&self) -> bool {
        self.command.is_none() && self.speech.is_empty() && self.notify.is_empty()
    }
}
