//! The webhook's last failure, kept until a POST succeeds: `asq doctor` names it.
//!
//! - A small file in the person's state folder, with the time, the reason, and the address without its password.
//! - An unreadable file counts as none, and one that can't be written is left out: it only helps.

use asq_files::{Durable, Fault, Folder, Whose};
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::path::Path;

const NAME: &str = "webhook-failure.json";
/// Far more than it ever takes.
const MOST: u64 = 8192;

/// A failed POST.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebhookFailure {
    /// The address as it may be shown.
    pub url: String,
    /// What went wrong, with the receiver's name.
    pub why: String,
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
}

impl WebhookFailure {
    /// The last failure, as this folder has it; `None` if the last POST succeeded.
    pub fn last(folder: &Path) -> Option<WebhookFailure> {
        let folder = Folder::open(folder, Whose::Mine).ok()??;
        let found = folder.read(OsStr::new(NAME), MOST, Whose::Mine).ok()??;
        serde_json::from_slice(&found.bytes).ok()
    }

    pub(super) fn keep(&self, folder: &Path) -> Result<(), Fault> {
        let bytes = serde_json::to_vec(self).unwrap_or_default();
        Folder::make(folder, 0o700, Whose::Mine)?.replace(OsStr::new(NAME), &bytes, 0o600, Durable::No)
    }

    pub(super) fn forget(folder: &Path) -> Result<(), Fault> {
        let Some(folder) = Folder::open(folder, Whose::Mine)? else { return Ok(()) };
        if folder.look(OsStr::new(NAME))?.is_some() { folder.remove(OsStr::new(NAME)) } else { Ok(()) }
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]
mod tests {
    use super::{NAME, WebhookFailure};
    use asq_testkit::folder::TempFolder;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_failure_is_there_until_a_success() {
        let home = TempFolder::new("failure");
        let state = home.join("state/asq");
        assert_eq!(WebhookFailure::last(&state), None);
        assert!(WebhookFailure::forget(&state).is_ok() && !state.exists());
        let failure = WebhookFailure { url: "https://ntfy.sh/t".into(), why: "gone".into(), at_ms: 7 };
        assert!(failure.keep(&state).is_ok());
        assert_eq!(WebhookFailure::last(&state), Some(failure));
        let mode = std::fs::metadata(state.join(NAME)).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert!(WebhookFailure::forget(&state).is_ok());
        assert_eq!(WebhookFailure::last(&state), None);
    }

    #[test]
    fn what_is_unreadable_is_none() {
        let home = TempFolder::new("failure");
        for text in ["", "{}", "\u{1b}[2J", &"x".repeat(10_000)] {
            std::fs::write(home.join(NAME), text).expect("written");
            assert_eq!(WebhookFailure::last(home.path()), None, "{text:.20}");
        }
    }
}
