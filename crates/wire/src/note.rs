//! What was dropped or mended while reading.
//!
//! - A note names the place and the change; reading went on.
//! - Its text may hold quoted parts of the call, escaped.

use std::fmt;

/// Something that was dropped or mended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Where, as in `questions[0].header`.
    pub path: String,
    /// What changed.
    pub text: String,
}

const DROPPED: &str = "dropped: ";

impl Note {
    /// Something was dropped.
    pub fn dropped(path: &(impl ToString + ?Sized), text: impl fmt::Display) -> Note {
        Note { path: path.to_string(), text: format!("{DROPPED}{text}") }
    }

    /// Whether it tells of something that was dropped.
    pub fn is_dropped(&self) -> bool {
        self.text.starts_with(DROPPED)
    }

    /// Something was read differently from how it was written.
    pub fn mended(path: &(impl ToString + ?Sized), text: impl fmt::Display) -> Note {
        Note { path: path.to_string(), text: format!("mended: {text}") }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.text)
    }
}
