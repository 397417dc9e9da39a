//! A paste, between its marks.
//!
//! - Each byte is looked at once; a very long paste comes in pieces.
//! - A paste without an end is given up after a silence and at Ctrl+C: that key is never swallowed.
//! - If the terminal goes away in the middle of a paste, what has come of it is text.
//! - The rest of it counts as pasted, too: no late byte becomes a key.

use super::TermInput;
use asq_core::form::{Code, Key};

const END: &[u8] = b"\x1b[201~";
/// Ctrl+C as terminals send it, the second with kitty's encoding.
const CTRL_C: [&[u8]; 2] = [b"\x03", b"\x1b[99;5u"];
/// After so many milliseconds of silence Ctrl+C isn't part of the paste.
const QUIET: u64 = 50;
/// More bytes than a person types at once.
const BURST: usize = 16;

/// The pasted bytes that weren't passed on yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Paste {
    bytes: Vec<u8>,
    /// It was given up: its rest may still come.
    cut_off: bool,
}

impl Paste {
    /// The most bytes of one piece.
    pub(super) const CHUNK: usize = 4 << 20;

    pub(super) fn begin(&mut self) {
        self.cut_off = false;
    }

    /// Takes the bytes of the paste; returns those after its end, if there is one.
    pub(super) fn take<'a>(&mut self, bytes: &'a [u8], out: &mut Vec<TermInput>) -> Option<&'a [u8]> {
        for (i, &byte) in bytes.iter().enumerate() {
            self.bytes.push(byte);
            if byte == b'~' && self.bytes.ends_with(END) {
                let len = self.bytes.len() - END.len();
                self.bytes.truncate(len);
                self.hand_on(len, out);
                self.cut_off = false;
                return Some(&bytes[i + 1..]);
            }
            if self.bytes.len() >= Paste::CHUNK + 64 {
                self.hand_on(cut(&self.bytes), out);
            }
        }
        None
    }

    /// Whether these bytes are Ctrl+C and not part of the paste, which is passed on then; `silent` counts the
    /// milliseconds without input.
    pub(super) fn interrupted(&mut self, silent: u64, bytes: &[u8], out: &mut Vec<TermInput>) -> bool {
        let is_key = silent >= QUIET && CTRL_C.iter().any(|key| bytes.starts_with(key));
        if is_key {
            self.hand_on(self.bytes.len(), out);
            self.cut_off = true;
        }
        is_key
    }

    /// Passes on an unfinished paste; a Ctrl+C after it was meant as a key.
    pub(super) fn give_up(&mut self, out: &mut Vec<TermInput>) {
        let key = CTRL_C.iter().find(|key| self.bytes.ends_with(key));
        let len = self.bytes.len() - key.map_or(0, |key| key.len());
        self.bytes.truncate(len);
        self.hand_on(len, out);
        self.cut_off = true;
        out.extend(key.map(|_| TermInput::Key(Key::ctrl(Code::Char('c')))));
    }

    /// Passes on the part that was read before the terminal went away, without a part of the end mark. No key can follow.
    pub(super) fn lost(&mut self, out: &mut Vec<TermInput>) {
        let begun = (1..END.len()).rev().find(|n| self.bytes.ends_with(&END[..*n])).unwrap_or(0);
        self.bytes.truncate(self.bytes.len() - begun);
        self.hand_on(self.bytes.len(), out);
    }

    /// Whether these bytes are the rest of a paste that was given up, rather than typed keys.
    pub(super) fn goes_on(&self, bytes: &[u8]) -> bool {
        self.cut_off && (bytes.len() > BURST || bytes.windows(END.len()).any(|part| part == END))
    }

    fn hand_on(&mut self, len: usize, out: &mut Vec<TermInput>) {
        let rest = self.bytes.split_off(len);
        let whole = std::mem::replace(&mut self.bytes, rest);
        // An empty paste is passed on, too: keys right after a paste are suspicious.
        let text =
            String::from_utf8(whole).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned());
        out.push(TermInput::Paste(text));
    }
}

/// Where a long paste can be cut: after a line feed or an ASCII letter, near the end.
fn cut(paste: &[u8]) -> usize {
    let whole = paste.len();
    let earliest = whole.saturating_sub(64);
    let after = |b: &u8| *b == b'\n' || (b.is_ascii() && !b.is_ascii_control());
    let found = paste[earliest..whole - END.len()].iter().rposition(after);
    found.map_or(earliest, |i| earliest + i + 1)
}
