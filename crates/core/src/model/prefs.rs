//! The settings in force for a request. They are stored with it.

/// The settings that affect reading, judging and writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prefs {
    /// Whether dangerous questions need a typed confirmation.
    pub danger_check: bool,
    /// Whether the asker switched the confirmation off, but this person wants it. It isn't stored.
    pub danger_held: bool,
    /// The delay before other surfaces learn of a changed draft, in milliseconds, 0–10,000.
    pub debounce_ms: u32,
    /// Whether a form whose contract has a clock shows it.
    pub clock: bool,
    /// Whether OpenCode's gate offers its question tool to this client.
    pub opencode_offered: bool,
}

impl Default for Prefs {
    fn default() -> Prefs {
        Prefs {
            danger_check: true,
            danger_held: false,
            debounce_ms: 300,
            clock: true,
            opencode_offered: true,
        }
    }
}

impl Prefs {
    /// Makes dangerous questions need confirmation if this person wants it, even against the asker's settings.
    pub fn hold_danger(&mut self, person: bool) {
        self.danger_held |= person && !self.danger_check;
        self.danger_check |= person;
    }
}
