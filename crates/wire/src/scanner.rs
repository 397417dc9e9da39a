//! Finds the end of a JSON value, piece by piece.
//!
//! - A call from a pipe ends with its last bracket; asq doesn't wait for the end of file.
//! - Pieces may be cut anywhere, even inside a character or an escape.
//! - White space and a byte order mark before the value belong to it.
//! - An unmatched closing bracket ends the value, and so does the size limit: the reader reports why.
//! - A number or a word at the top ends at the next white space or at the end of the input.

use crate::MAX_BYTES;
use crate::stop::stop;

/// The progress of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanProgress {
    /// The value goes on.
    More,
    /// The value has ended; this many bytes of the piece belong to it.
    Done(usize),
}

/// Finds the end of the first JSON value. Accepts anything: [`read()`](crate::read()) judges.
#[derive(Clone, Debug, Default)]
pub struct Scanner {
    /// Closing brackets still owed, outermost first.
    owed: Vec<u8>,
    place: ScanPlace,
    seen: usize,
    done: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ScanPlace {
    /// Before the value.
    #[default]
    Before,
    /// Inside brackets, between tokens.
    Between,
    /// Inside a string.
    String,
    /// After a backslash inside a string.
    Escape,
    /// Inside a number or word at the top.
    Bare,
}

impl Scanner {
    /// Before the first byte.
    pub fn new() -> Scanner {
        Scanner::default()
    }

    /// Takes the next piece. After `Done`, every further piece is `Done(0)`.
    pub fn push(&mut self, piece: &[u8]) -> ScanProgress {
        if self.done {
            return ScanProgress::Done(0);
        }
        // Beyond the limit, the first surplus byte ends it.
        let room = (MAX_BYTES + 1 - self.seen).min(piece.len());
        let mut i = 0;
        while i < room {
            if self.place == ScanPlace::String {
                // Most of a long call is string content.
                i = stop(&piece[..room], i);
            }
            let Some(&byte) = piece[..room].get(i) else { break };
            if let Some(used) = self.step(byte) {
                self.done = true;
                return ScanProgress::Done(i + used);
            }
            i += 1;
        }
        self.seen += room;
        if self.seen > MAX_BYTES {
            self.done = true;
            return ScanProgress::Done(room);
        }
        ScanProgress::More
    }

    /// Whether only white space has come.
    pub fn is_blank(&self) -> bool {
        self.place == ScanPlace::Before
    }

    /// `Some(1)`: this byte ends it; `Some(0)`: it ended before this byte.
    fn step(&mut self, byte: u8) -> Option<usize> {
        match self.place {
            ScanPlace::Escape => self.place = ScanPlace::String,
            ScanPlace::String => match byte {
                b'\\' => self.place = ScanPlace::Escape,
                b'"' => {
                    self.place = ScanPlace::Between;
                    return self.owed.is_empty().then_some(1);
                }
                _ => {}
            },
            ScanPlace::Bare => return byte.is_ascii_whitespace().then_some(0),
            ScanPlace::Before if byte.is_ascii_whitespace() || matches!(byte, 0xEF | 0xBB | 0xBF) => {}
            ScanPlace::Before | ScanPlace::Between => match byte {
                b'"' => self.place = ScanPlace::String,
                b'{' | b'[' => {
                    self.owed.push(if byte == b'{' { b'}' } else { b']' });
                    self.place = ScanPlace::Between;
                }
                b'}' | b']' => {
                    let fits = self.owed.pop() == Some(byte);
                    return (!fits || self.owed.is_empty()).then_some(1);
                }
                _ if self.place == ScanPlace::Before => self.place = ScanPlace::Bare,
                _ => {}
            },
        }
        None
    }
}
