//! What asq takes from a file that a stranger may have written: bytes, members, depth.
//!
//! - One table says it for each kind of file; docs/settings.md repeats it.
//! - A file beyond a limit counts nowhere, whole; what is told names the place in it, the limit and what came.
//! - Measured before it is parsed, in one pass that keeps nothing.
//! - What is no JSON is within its limits: its reader says what is wrong with it.

use crate::quoted::{quoted, spelled};
use std::fmt;
use std::ops::Range;

/// What one kind of file may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most bytes of the file.
    pub bytes: u64,
    /// Most members of one object, table or list in it.
    pub members: usize,
    /// Most levels of objects, tables and lists, the outermost included.
    pub depth: usize,
}

impl Limits {
    /// Settings of asq and of the contract, and themes: several times more than there are.
    pub const SETTINGS: Limits = Limits { bytes: 64 << 10, members: 200, depth: 16 };
    /// The list of trusted folders.
    pub const TRUST: Limits = Limits { bytes: 1 << 20, members: 1000, depth: 4 };
    /// A kept draft: 1 MiB for each place of the largest call that takes text.
    pub const DRAFT: Limits = Limits { bytes: 64 << 20, members: 1000, depth: 16 };
    /// What is another program's: pi's settings, a package's manifest.
    pub const PROGRAM: Limits = Limits { bytes: 1 << 20, members: 2000, depth: 32 };

    /// Whether a JSON text is within them, but for its bytes: whoever reads the file counts those.
    ///
    /// # Errors
    /// What is beyond them.
    pub fn json(self, text: &[u8]) -> Result<(), Over> {
        let mut levels: Vec<Level> = Vec::new();
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
                        return Err(Over::Depth { place: place(text, &levels), most: self.depth });
                    }
                    levels.push(Level { list: *byte == b'[', waits: true, came: 0, name: at..at });
                }
                b'}' | b']' => {
                    let came = levels.pop().map_or(0, |level| level.came);
                    if came > self.members {
                        return Err(Over::Members { place: place(text, &levels), came, most: self.members });
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

/// What is beyond a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Over {
    Members { place: String, came: usize, most: usize },
    Depth { place: String, most: usize },
}

impl fmt::Display for Over {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |place: &str| if place.is_empty() { "it".to_owned() } else { quoted(place) };
        match self {
            Over::Members { place, came, most } => {
                write!(f, "{} holds {came} members; at most {most} are read", shown(place))
            }
            Over::Depth { place, most } => {
                write!(f, "{} lies deeper than {most} levels; no more are read", shown(place))
            }
        }
    }
}

/// An object or a list that is not over yet.
struct Level {
    list: bool,
    /// Whether a member, or an element, comes next.
    waits: bool,
    came: usize,
    /// Of the last member.
    name: Range<usize>,
}

/// A member's name begins here, or a value.
fn begun(levels: &mut [Level], token: Range<usize>) {
    if let Some(level) = levels.last_mut().filter(|level| level.waits) {
        level.waits = false;
        level.came += 1;
        level.name = token;
    }
}

/// Behind the text that begins here; `None` where it has no end.
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

/// Where in the text that is: `keys.bindings.choose[0]`.
fn place(text: &[u8], levels: &[Level]) -> String {
    levels.iter().fold(String::new(), |place, level| {
        if level.list {
            return format!("{place}[{}]", level.came.saturating_sub(1));
        }
        let name: String = serde_json::from_slice(&text[level.name.clone()]).unwrap_or_default();
        let dot = if place.is_empty() { "" } else { "." };
        format!("{place}{dot}{}", spelled(&name))
    })
}
