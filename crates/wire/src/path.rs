//! A place in a call.
//!
//! - Reads like the code that would fetch it: `questions[0].options[2].label`.
//! - Keys that aren't plain words are quoted and escaped, in brackets.
//! - The top of a call is called `input`.
//! - Stays short: long keys are clipped.

use crate::quoted;
use std::fmt;

/// A place in a JSON value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path(String);

impl Path {
    /// The top of the value.
    pub fn root() -> Path {
        Path(String::new())
    }

    /// The entry under this key.
    pub fn key(&self, key: &str) -> Path {
        let plain = !key.is_empty()
            && key.len() <= 40
            && key.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'$'));
        let dot = if self.0.is_empty() { "" } else { "." };
        Path(if plain { format!("{}{dot}{key}", self.0) } else { format!("{}[{}]", self.0, quoted(key)) })
    }

    /// The entry at this index.
    pub fn index(&self, index: usize) -> Path {
        Path(format!("{}[{index}]", self.0))
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "input" } else { &self.0 })
    }
}

impl From<&Path> for String {
    fn from(path: &Path) -> String {
        path.to_string()
    }
}

impl From<Path> for String {
    fn from(path: Path) -> String {
        path.to_string()
    }
}
