//! The settings that a request was asked under. Stored with it.

/// The part of the settings that reading, judging and writing depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prefs {
    /// Whether dangerous questions are confirmed by typing.
    pub danger_check: bool,
    /// How long a changed draft waits before other surfaces hear of it, in milliseconds, 0–10,000.
    pub debounce_ms: u32,
    /// Whether a form whose contract has a clock shows it.
    pub clock: bool,
    /// Whether OpenCode's gate offers its question tool to this client.
    pub opencode_offered: bool,
}

impl Default for Prefs {
    fn default() -> Prefs {
        Prefs { danger_check: true, debounce_ms: 300, clock: true, opencode_offered: true }
    }
}
