//! The settings that a request was asked under. Stored with it.

/// The part of the settings that reading, judging and writing depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prefs {
    /// Whether dangerous questions are confirmed by typing.
    pub danger_check: bool,
    /// Whether the asker wanted no such confirmation, and this person does. It is not stored.
    pub danger_held: bool,
    /// How long a changed draft waits before other surfaces hear of it, in milliseconds, 0–10,000.
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
    /// Has dangerous questions confirmed where this person wants that, whatever the asker's settings say.
    pub fn hold_danger(&mut self, person: bool) {
        self.danger_held |= person && !self.danger_check;
        self.danger_check |= person;
    }
}
