//! The settings that a request was asked under. Stored with it.

/// The part of the settings that reading, judging and writing depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prefs {
    /// Whether dangerous questions are confirmed by typing.
    pub danger_check: bool,
}

impl Default for Prefs {
    fn default() -> Prefs {
        Prefs { danger_check: true }
    }
}
