//! Turns bytes into inputs, one at a time, and keeps everything unfinished. No library does this: crossterm's
//! parser isn't public, and this one takes the time as an argument and a host's bytes as well as a terminal's.
//!
//! - UTF-8 may be split anywhere; bytes that aren't UTF-8 are swallowed.
//! - Esc alone becomes a key if nothing follows it within [`Parser::DEADLINE`].
//! - Alt with a key is Esc before it, and twice Esc before a sequence.
//! - A control sequence ends at its final byte; OSC, DCS, APC, PM and SOS strings at ST or BEL.
//! - Ctrl+C is a key even inside an unfinished sequence, so that no reply can lock a person out.
//! - A paste without an end is given up after [`Parser::GIVE_UP`] and at Ctrl+C.
//! - A stray 8-bit control swallows the rest of its sequence and types nothing.

use super::paste::Paste;
use super::{TermInput, sequence};
use asq_core::form::{Code, Key};
use asq_core::time::Timestamp;

const ESC: u8 = 0x1b;

#[derive(Clone, Debug, PartialEq, Eq)]
enum ParserState {
    Ground,
    /// After `n` Escs, one or two.
    Esc(u8),
    /// Inside `ESC [`, with Alt when two Escs came.
    Csi {
        alt: bool,
    },
    /// After `ESC [ [`, as the Linux console sends F1 to F5.
    Console,
    /// Inside `ESC O`.
    Ss3 {
        alt: bool,
    },
    /// So many bytes of an old mouse report are still to come.
    Mouse(u8),
    /// Inside a string of a terminal's reply; `esc` if an Esc came last.
    Text {
        esc: bool,
    },
    Paste,
}

/// Turns bytes into inputs.
#[derive(Clone, Debug)]
pub struct Parser {
    state: ParserState,
    /// Parameter bytes of the current sequence.
    params: Vec<u8>,
    /// The sequence is longer than any that means a key.
    overlong: bool,
    /// Only the introducer of a string or sequence came so far.
    introducer: Option<u8>,
    /// An unfinished UTF-8 character; the bytes still missing; Alt.
    utf8: Vec<u8>,
    missing: usize,
    alt: bool,
    /// The current sequence began with a stray 8-bit control.
    stray: bool,
    paste: Paste,
    due: Option<Timestamp>,
}

impl Default for Parser {
    fn default() -> Parser {
        Parser::new()
    }
}

impl Parser {
    /// After how many milliseconds of silence an Esc alone is the key.
    pub const DEADLINE: u64 = 25;
    /// After how many milliseconds of silence an unfinished sequence is given up.
    pub const GIVE_UP: u64 = 1000;
    /// The most bytes of one piece of a paste.
    pub const PASTE_CHUNK: usize = Paste::CHUNK;
    const MAX_PARAMS: usize = 64;

    /// A parser that hasn't read anything yet.
    pub fn new() -> Parser {
        Parser {
            state: ParserState::Ground,
            params: Vec::new(),
            overlong: false,
            introducer: None,
            utf8: Vec::new(),
            missing: 0,
            alt: false,
            stray: false,
            paste: Paste::default(),
            due: None,
        }
    }

    /// When to call [`expire`](Parser::expire), if nothing else comes.
    pub fn deadline(&self) -> Option<Timestamp> {
        self.due
    }

    /// Takes bytes as they came.
    pub fn feed(&mut self, now: Timestamp, bytes: &[u8], out: &mut Vec<TermInput>) {
        if self.state == ParserState::Ground && self.paste.goes_on(bytes) {
            self.state = ParserState::Paste;
        }
        let silent = self.due.map_or(0, |due| now.plus(Parser::GIVE_UP).0.saturating_sub(due.0));
        if self.state == ParserState::Paste && self.paste.interrupted(silent, bytes, out) {
            self.state = ParserState::Ground;
        }
        let mut rest = bytes;
        while let Some((&byte, tail)) = rest.split_first() {
            if self.state == ParserState::Paste {
                let after = self.paste.take(rest, out);
                self.state = if after.is_some() { ParserState::Ground } else { ParserState::Paste };
                rest = after.unwrap_or_default();
            } else {
                self.byte(byte, out);
                rest = tail;
            }
        }
        self.due = match self.state {
            ParserState::Ground if self.missing == 0 => None,
            ParserState::Esc(_) => Some(now.plus(Parser::DEADLINE)),
            ParserState::Csi { .. } | ParserState::Ss3 { .. } | ParserState::Text { .. }
                if self.introducer.is_some() =>
            {
                Some(now.plus(Parser::DEADLINE))
            }
            ParserState::Ground
            | ParserState::Csi { .. }
            | ParserState::Console
            | ParserState::Ss3 { .. }
            | ParserState::Mouse(_)
            | ParserState::Paste
            | ParserState::Text { .. } => Some(now.plus(Parser::GIVE_UP)),
        };
    }

    /// Passes on the part of a paste that was read: the terminal is gone, and the rest with it.
    pub fn lost(&mut self, out: &mut Vec<TermInput>) {
        if self.state == ParserState::Paste {
            self.paste.lost(out);
            self.state = ParserState::Ground;
        }
        self.due = None;
    }

    /// Settles an unfinished sequence whose deadline has passed.
    pub fn expire(&mut self, now: Timestamp, out: &mut Vec<TermInput>) {
        if self.due.is_none_or(|due| now < due) {
            return;
        }
        self.due = None;
        if self.missing > 0 {
            self.bad_utf8(out);
        }
        let alone = self.introducer.take();
        match std::mem::replace(&mut self.state, ParserState::Ground) {
            ParserState::Ground => {}
            ParserState::Paste => self.paste.give_up(out),
            ParserState::Esc(n) => out.extend((0..n).map(|_| TermInput::Key(Key::plain(Code::Esc)))),
            ParserState::Csi { alt } | ParserState::Ss3 { alt } if alone.is_some() => {
                if alt {
                    out.push(TermInput::Key(Key::plain(Code::Esc)));
                }
                out.extend(alone.map(|b| TermInput::Key(Key::alt(Code::Char(char::from(b))))));
            }
            ParserState::Text { .. } if alone.is_some() => {
                out.extend(alone.map(|b| TermInput::Key(Key::alt(Code::Char(char::from(b))))));
            }
            ParserState::Csi { .. }
            | ParserState::Console
            | ParserState::Ss3 { .. }
            | ParserState::Mouse(_)
            | ParserState::Text { .. } => {
                out.push(TermInput::Unknown);
            }
        }
        self.params.clear();
    }

    fn byte(&mut self, byte: u8, out: &mut Vec<TermInput>) {
        if self.missing > 0 {
            if (0x80..0xc0).contains(&byte) {
                self.continuation(byte, out);
                return;
            }
            self.bad_utf8(out);
        }
        match self.state {
            ParserState::Ground => self.ground(byte, false, out),
            ParserState::Esc(n) => self.after_esc(byte, n, out),
            ParserState::Csi { alt } => self.csi(byte, alt, out),
            ParserState::Console => {
                self.state = ParserState::Ground;
                out.push(if self.stray { TermInput::Unknown } else { sequence::console(byte) });
            }
            ParserState::Ss3 { alt } => self.ss3(byte, alt, out),
            ParserState::Mouse(left) => {
                self.state = if left > 1 { ParserState::Mouse(left - 1) } else { ParserState::Ground };
                if left <= 1 {
                    out.push(TermInput::Unknown);
                }
            }
            ParserState::Text { esc } => self.text(byte, esc, out),
            ParserState::Paste => {}
        }
    }

    fn ground(&mut self, byte: u8, alt: bool, out: &mut Vec<TermInput>) {
        self.state = ParserState::Ground;
        let missing = match byte {
            ESC => {
                self.state = ParserState::Esc(1);
                return;
            }
            0..=0x7f => {
                let mut key = plain(byte);
                key.alt |= alt;
                out.push(TermInput::Key(key));
                return;
            }
            // 0xc0 and 0xc1 would encode ASCII a second time, and beyond 0xf4 there is no Unicode.
            0xc2..=0xdf => 1,
            0xe0..=0xef => 2,
            0xf0..=0xf4 => 3,
            0x80..=0x9f => {
                self.stray(byte, out);
                return;
            }
            0xa0..=0xc1 | 0xf5..=0xff => {
                out.push(TermInput::Unknown);
                return;
            }
        };
        self.utf8.clear();
        self.utf8.push(byte);
        self.missing = missing;
        self.alt = alt;
    }

    fn continuation(&mut self, byte: u8, out: &mut Vec<TermInput>) {
        self.utf8.push(byte);
        self.missing -= 1;
        if self.missing > 0 {
            return;
        }
        match std::str::from_utf8(&self.utf8).ok().and_then(|s| s.chars().next()) {
            Some(c) if !c.is_control() => {
                out.push(TermInput::Key(Key { alt: self.alt, ..Key::char(c) }));
            }
            // These are numbers that other encodings write in one byte.
            Some(c) => self.stray(c as u32 as u8, out),
            None => out.push(TermInput::Unknown),
        }
        self.utf8.clear();
    }

    /// An 8-bit control: the bytes after it aren't a key. Only a paste may begin like this, since it is never a key
    /// either.
    fn stray(&mut self, control: u8, out: &mut Vec<TermInput>) {
        self.state = match control.wrapping_sub(0x40) {
            b'[' => ParserState::Csi { alt: false },
            b'O' => ParserState::Ss3 { alt: false },
            b'P' | b']' | b'^' | b'_' | b'X' => ParserState::Text { esc: false },
            0..=0xff => {
                out.push(TermInput::Unknown);
                return;
            }
        };
        self.begin(None);
        self.stray = true;
    }

    fn begin(&mut self, introducer: Option<u8>) {
        self.introducer = introducer;
        self.params.clear();
        self.overlong = false;
        self.stray = false;
    }

    fn bad_utf8(&mut self, out: &mut Vec<TermInput>) {
        self.utf8.clear();
        self.missing = 0;
        out.push(TermInput::Unknown);
    }

    fn after_esc(&mut self, byte: u8, n: u8, out: &mut Vec<TermInput>) {
        let alt = n > 1;
        let into = match byte {
            ESC => {
                if alt {
                    out.push(TermInput::Key(Key::plain(Code::Esc)));
                }
                self.state = ParserState::Esc(2);
                return;
            }
            b'[' => ParserState::Csi { alt },
            b'O' => ParserState::Ss3 { alt },
            b'P' | b']' | b'^' | b'_' | b'X' => {
                if alt {
                    out.push(TermInput::Key(Key::plain(Code::Esc)));
                }
                ParserState::Text { esc: false }
            }
            0..=0x1a | 0x1c..=0xff => {
                if alt {
                    out.push(TermInput::Key(Key::plain(Code::Esc)));
                }
                self.ground(byte, true, out);
                return;
            }
        };
        self.state = into;
        self.begin(Some(byte));
    }

    /// A byte that can't be part of a sequence ends it; true if that settled it.
    fn aborted(&mut self, byte: u8, out: &mut Vec<TermInput>) -> bool {
        if byte >= 0x20 && byte != 0x7f {
            return false;
        }
        out.push(TermInput::Unknown);
        self.introducer = None;
        if byte == 0x18 || byte == 0x1a {
            self.state = ParserState::Ground;
        } else {
            self.ground(byte, false, out);
        }
        true
    }

    fn csi(&mut self, byte: u8, alt: bool, out: &mut Vec<TermInput>) {
        if self.aborted(byte, out) {
            return;
        }
        let first = self.introducer.take().is_some() || self.stray && self.params.is_empty();
        let done = match byte {
            b'[' if first => {
                self.state = ParserState::Console;
                return;
            }
            b'M' if first => {
                self.state = ParserState::Mouse(3);
                return;
            }
            // rxvt ends a shifted key with `$`; in other terminals that byte precedes a final byte.
            b'$' => !self.params.is_empty() && self.params.iter().all(u8::is_ascii_digit),
            0x40..=0x7e => true,
            0..=0x3f | 0x7f..=0xff => false,
        };
        if !done {
            if self.params.len() < Parser::MAX_PARAMS {
                self.params.push(byte);
            } else {
                self.overlong = true;
            }
            return;
        }
        self.state = ParserState::Ground;
        if byte == b'~' && self.params == b"200" {
            self.state = ParserState::Paste;
            self.paste.begin();
        } else if self.overlong || self.stray {
            out.push(TermInput::Unknown);
        } else if let Some(input) = sequence::csi(&self.params, byte) {
            out.push(sequence::with_alt(input, alt));
        }
    }

    fn ss3(&mut self, byte: u8, alt: bool, out: &mut Vec<TermInput>) {
        if self.aborted(byte, out) {
            return;
        }
        self.introducer = None;
        if byte.is_ascii_digit() && self.params.len() < 3 {
            self.params.push(byte);
            return;
        }
        self.state = ParserState::Ground;
        let input = if self.stray { TermInput::Unknown } else { sequence::ss3(&self.params, byte) };
        out.push(sequence::with_alt(input, alt));
    }

    fn text(&mut self, byte: u8, esc: bool, out: &mut Vec<TermInput>) {
        self.introducer = None;
        if esc && byte != b'\\' {
            // The string was cut off; the Esc begins something else.
            out.push(TermInput::Unknown);
            self.state = ParserState::Esc(1);
            self.after_esc(byte, 1, out);
            return;
        }
        match byte {
            b'\\' if esc => {}
            0x9c if self.stray => {}
            // BEL ends a string, too; CAN and SUB cancel one. Ctrl+C works even inside one that never ends.
            7 | 0x18 | 0x1a => {}
            ESC => {
                self.state = ParserState::Text { esc: true };
                return;
            }
            3 => {
                out.push(TermInput::Unknown);
                self.ground(byte, false, out);
                return;
            }
            0..=2 | 4..=6 | 8..=0x17 | 0x19 | 0x1c..=0xff => return,
        }
        self.state = ParserState::Ground;
        out.push(TermInput::Unknown);
    }
}

/// A byte below 0x80 other than Esc.
fn plain(byte: u8) -> Key {
    match byte {
        b'\r' => Key::plain(Code::Enter),
        b'\t' => Key::plain(Code::Tab),
        8 | 0x7f => Key::plain(Code::Backspace),
        0 => Key::ctrl(Code::Char(' ')),
        1..=0x1a => Key::ctrl(Code::Char(char::from(byte | 0x60))),
        0x1b..=0x1f => Key::ctrl(Code::Char(char::from(byte | 0x40))),
        0x20..=0xff => Key::char(char::from(byte)),
    }
}
