//! Limits for files that a stranger may have written: bytes, members, depth.
//!
//! - A file beyond a limit doesn't count at all.
//! - The message names the place, the limit and what came.
//! - Text that isn't JSON passes; its parser reports what is wrong with it.

use crate::quoted::{quoted, spelled};
use std::fmt;
use std::ops::Range;

/// The limits of one kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileLimits {
    pub bytes: u64,
    /// The most members of one object, table or list.
    pub members: usize,
    /// The most levels of objects, tables and lists, including the outermost.
    pub depth: usize,
}

impl FileLimits {
    /// Settings of asq and of the contract, and themes. Several times what a full file needs.
    pub const SETTINGS: FileLimits = FileLimits { bytes: 64 << 10, members: 200, depth: 16 };
    /// The list of trusted folders.
    pub const TRUST: FileLimits = FileLimits { bytes: 1 << 20, members: 1000, depth: 4 };
    /// A saved draft: 1 MiB for each text field of the largest call.
    pub const DRAFT: FileLimits = FileLimits { bytes: 64 << 20, members: 1000, depth: 16 };
    /// Other programs' files: pi's settings, a package's manifest.
    pub const PROGRAM: FileLimits = FileLimits { bytes: 1 << 20, members: 2000, depth: 32 };

    /// Checks a JSON text against the limits before it is parsed, in one pass that keeps nothing. The reader of the file
    /// counts its bytes.
    ///
    /// # Errors
    /// The limit that the text exceeds.
    pub fn json(self, text: &[u8]) -> Result<(), OverLimit> {
        let mut levels: Vec<OpenLevel> = Vec::new();
        let mut at = 0;
        while let Some(byte) = text.get(at) {
            match byte {
                b'"' => {
                    let Some(end) = behind_text(text, at) else { return Ok(()) };
                    begun(&mut levels, at..end);
                    at = end;
                    continue;
                }
                b'{' | b'[' => {
                    begun(&mut levels, at..at);
                    if levels.len() == self.depth {
                        return Err(OverLimit::Depth { place: place(text, &levels), most: self.depth });
                    }
                    levels.push(OpenLevel { list: *byte == b'[', waits: true, came: 0, name: at..at });
                }
                b'}' | b']' => {
                    let came = levels.pop().map_or(0, |level| level.came);
                    if came > self.members {
                        return Err(OverLimit::Members {
                            place: place(text, &levels),
                            came,
                            most: self.members,
                        });
                    }
                }
                b',' => {
                    if let Some(level) = levels.last_mut() {
                        level.waits = true;
                    }
                }
                b':' | b' ' | b'\t' | b'\n' | b'\r' => {}
                _ => begun(&mut levels, at..at),
            }
            at += 1;
        }
        Ok(())
    }
}

/// A limit that a text exceeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OverLimit {
    Members { place: String, came: usize, most: usize },
    Depth { place: String, most: usize },
}

impl fmt::Display for OverLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |place: &str| if place.is_empty() { "it".to_owned() } else { quoted(place) };
        match self {
            OverLimit::Members { place, came, most } => {
                write!(f, "{} holds {came} members; at most {most} are read", shown(place))
            }
            OverLimit::Depth { place, most } => {
                write!(f, "{} lies deeper than {most} levels; no more are read", shown(place))
            }
        }
    }
}

/// An object or list that is still open.
struct OpenLevel {
    list: bool,
    /// Whether the next token starts a member or an element.
    waits: bool,
    came: usize,
    /// The place of the last member's name.
    name: Range<usize>,
}

/// Notes that a member's name or a value begins here.
fn begun(levels: &mut [OpenLevel], token: Range<usize>) {
    if let Some(level) = levels.last_mut().filter(|level| level.waits) {
        level.waits = false;
        level.came += 1;
        level.name = token;
    }
}

/// Returns the position after the string that begins here; `None` if it has no end.
pub(crate) fn behind_text(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from + 1;
    loop {
        match bytes.get(at)? {
            b'\\' => at += 2,
            b'"' => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// The path to this position, such as `keys.bindings.choose[0]`.
fn place(text: &[u8], levels: &[OpenLevel]) -> String {
    levels.iter().fold(String::new(), |place, level| {
        if level.list {
            return format!("{place}[{}]", level.came.saturating_sub(1));
        }
        let name: String = serde_json::from_slice(&text[level.name.clone()]).unwrap_or_default();
        let dot = if place.is_empty() { "" } else { "." };
        format!("{place}{dot}{}", spelled(&name))
    })
}
