//! The settings of the server's person.
//!
//! - They are read again for each ask and for each page.
//! - Times that the person chooses are by their own clock.

use asq_core::inbox::AnnouncePace;
use asq_core::model::Prefs;
use std::path::Path;

/// The settings of the server's person. Each call may read files.
pub trait PersonSettings: Send + Sync {
    /// The settings for an ask. The folder is that of an asking process of the same user on this machine; its own
    /// settings count only if the person trusts it. It is `None` for every other asker.
    fn prefs(&self, folder: Option<&Path>) -> Prefs;

    /// The settings of the page.
    fn page(&self) -> PageSettings;

    /// A time in milliseconds since 1970, by the person's own clock: `14:03`, on another day `Sat 14:03`.
    fn clock(&self, at_ms: u64, now_ms: u64) -> String;

    /// The time that a text such as `15m`, `14:30` or `tomorrow` stands for, in milliseconds since 1970. `None` if it
    /// stands for none.
    fn snooze_end(&self, text: &str, now_ms: u64) -> Option<u64>;
}

/// What the page does as its person wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageSettings {
    /// Milliseconds for which an answer is held back.
    pub hold_ms: u32,
    /// Whether an answer that is held back is sent when its page is left.
    pub sends_on_leaving: bool,
    /// How often the person wants to hear of requests.
    pub pace: AnnouncePace,
    /// Whether a notification has the question's text instead of its header.
    pub tells_question: bool,
    /// Whether the person confirms dangerous answers by typing, whatever the asker's settings say.
    pub danger_check: bool,
}

impl Default for PageSettings {
    fn default() -> PageSettings {
        PageSettings {
            hold_ms: 0,
            sends_on_leaving: false,
            pace: AnnouncePace::default(),
            tells_question: false,
            danger_check: true,
        }
    }
}
