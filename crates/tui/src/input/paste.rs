//! A paste, between its marks.
//!
//! - It costs one look at each byte, and a very long one is handed on in pieces.
//! - One without an end is given up after a silence, and at Ctrl+C: that key is never swallowed.
//! - What comes of it after that is pasted, too: no late byte becomes a key.

use super::TermInput;
use super::parser::Parser;
use asq_core::form::{Code, Key};

const END: &[u8] = b"\x1b[201~";
/// Ctrl+C as terminals send it, the second with kitty's encoding.
const CTRL_C: [&[u8]; 2] = [b"\x03", b"\x1b[99;5u"];
/// After so many milliseconds of silence Ctrl+C is no part of what is pasted.
const QUIET: u64 = 50;
/// More bytes than a person types at once.
const BURST: usize = 16;

/// What was pasted and not handed on yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Paste {
    bytes: Vec<u8>,
    /// It was given up: its rest may still come.
    cut_off: bool,
}

impl Paste {
    /// Another one begins.
    pub(super) fn begin(&mut self) {
        self.cut_off = false;
    }

    /// Takes what belongs to the paste; what comes after its end, if there is one.
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
            if self.bytes.len() >= Parser::PASTE_CHUNK + 64 {
                self.hand_on(cut(&self.bytes), out);
            }
        }
        None
    }

    /// Whether these bytes are Ctrl+C and no part of the paste, which is handed on then; `silent` is for how many
    /// milliseconds nothing came.
    pub(super) fn interrupted(&mut self, silent: u64, bytes: &[u8], out: &mut Vec<TermInput>) -> bool {
        let is_key = silent >= QUIET && CTRL_C.iter().any(|key| bytes.starts_with(key));
        if is_key {
            self.hand_on(self.bytes.len(), out);
            self.cut_off = true;
        }
        is_key
    }

    /// Hands on what did not end; Ctrl+C behind it was meant as a key.
    pub(super) fn give_up(&mut self, out: &mut Vec<TermInput>) {
        let key = CTRL_C.iter().find(|key| self.bytes.ends_with(key));
        let len = self.bytes.len() - key.map_or(0, |key| key.len());
        self.bytes.truncate(len);
        self.hand_on(len, out);
        self.cut_off = true;
        out.extend(key.map(|_| TermInput::Key(Key::ctrl(Code::Char('c')))));
    }

    /// Whether these bytes are more of what was given up, and nothing that a person typed.
    pub(super) fn goes_on(&self, bytes: &[u8]) -> bool {
        self.cut_off && (bytes.len() > BURST || bytes.windows(END.len()).any(|part| part == END))
    }

    fn hand_on(&mut self, len: usize, out: &mut Vec<TermInput>) {
        let rest = self.bytes.split_off(len);
        let whole = std::mem::replace(&mut self.bytes, rest);
        // An empty one is handed on, too: keys just after a paste are looked at with suspicion.
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
