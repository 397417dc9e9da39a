//! The meaning of one whole control sequence.
//!
//! - Arrows, Home, End and the rest in the encodings of xterm, rxvt, tmux and the Linux console.
//! - Replies (cursor position, attributes, modes, window sizes) mean no key.
//! - The mouse's reports are clicks and turns of the wheel; other buttons, and old kinds of reports, mean nothing.
//! - `None` stands for a released key, which nobody needs.

use super::kitty::{self, Modifiers};
use super::{MouseAct, TermInput};
use asq_core::form::Code;

const RELEASED: u32 = 3;

/// The numbers between `;`; of sub-parameters only the first two.
struct Parameters {
    numbers: Vec<(u32, u32)>,
}

impl Parameters {
    /// `None` for a private sequence: a byte other than digits, `;` and `:` came.
    fn new(bytes: &[u8]) -> Option<Parameters> {
        let text = std::str::from_utf8(bytes).ok()?;
        if !text.bytes().all(|b| b.is_ascii_digit() || b == b';' || b == b':') {
            return None;
        }
        let number = |part: Option<&str>| part.and_then(|s| s.parse().ok()).unwrap_or(0);
        let pair = |part: &str| {
            let mut subs = part.split(':');
            (number(subs.next()), number(subs.next()))
        };
        Some(Parameters { numbers: text.split(';').map(pair).collect() })
    }

    fn get(&self, i: usize) -> u32 {
        self.numbers.get(i).map_or(0, |n| n.0)
    }

    fn released(&self) -> bool {
        self.numbers.get(1).is_some_and(|n| n.1 == RELEASED)
    }

    fn modifiers(&self, i: usize) -> Modifiers {
        Modifiers::new(self.get(i))
    }
}

/// `ESC [`, these parameters, this final byte.
pub(super) fn csi(params: &[u8], last: u8) -> Option<TermInput> {
    if let Some(report) = params.strip_prefix(b"<") {
        return mouse(report, last);
    }
    let Some(p) = Parameters::new(params) else {
        return Some(TermInput::Unknown);
    };
    if p.released() {
        return None;
    }
    Some(match last {
        // xterm's modifyOtherKeys.
        b'~' if p.get(0) == 27 && p.numbers.len() > 2 => kitty::key(p.get(2), p.modifiers(1)),
        b'~' => tilde(p.get(0)).map_or(TermInput::Unknown, |code| p.modifiers(1).on(code)),
        // rxvt: Shift, Ctrl, both.
        b'$' => rxvt(&p, Modifiers { shift: true, ..Modifiers::default() }),
        b'^' => rxvt(&p, Modifiers { ctrl: true, ..Modifiers::default() }),
        b'@' => rxvt(&p, Modifiers { ctrl: true, shift: true, ..Modifiers::default() }),
        b'u' if !params.is_empty() => kitty::key(p.get(0), p.modifiers(1)),
        b'Z' => Modifiers { shift: true, ..p.modifiers(1) }.on(Code::Tab),
        b'I' if params.is_empty() => TermInput::Focus(true),
        b'O' if params.is_empty() => TermInput::Focus(false),
        // rxvt: an arrow with Shift.
        b'a'..=b'd' if params.is_empty() => {
            arrow(last.to_ascii_uppercase()).map_or(TermInput::Unknown, |c| Modifiers::new(2).on(c))
        }
        // It never is F3, whose modifiers would look like a column.
        b'R' if p.numbers.len() == 2 => match (u16::try_from(p.get(1)), u16::try_from(p.get(0))) {
            (Ok(column), Ok(row)) => TermInput::Cursor(column, row),
            (Ok(_) | Err(_), Ok(_) | Err(_)) => TermInput::Unknown,
        },
        b'A'..=b'D' | b'F' | b'H' | b'P' | b'Q' | b'S' if p.numbers.len() <= 2 && p.get(0) <= 1 => {
            arrow(last).map_or(TermInput::Unknown, |code| p.modifiers(1).on(code))
        }
        0..=0xff => TermInput::Unknown,
    })
}

/// A report of the mouse. Where nobody asked for them, they mean nothing.
fn mouse(report: &[u8], last: u8) -> Option<TermInput> {
    let numbers = Parameters::new(report).map(|p| p.numbers.iter().map(|n| n.0).collect::<Vec<_>>());
    let Some([button, column, row]) = numbers.as_deref() else { return Some(TermInput::Unknown) };
    let act = match (button, last) {
        (_, b'm') => return None,
        (0, b'M') => MouseAct::Click,
        (64, b'M') => MouseAct::WheelUp,
        (65, b'M') => MouseAct::WheelDown,
        (_, 0..=0xff) => return Some(TermInput::Unknown),
    };
    let place = |n: &u32| n.checked_sub(1).and_then(|n| u16::try_from(n).ok());
    Some(match (place(column), place(row)) {
        (Some(column), Some(row)) => TermInput::Mouse(act, column, row),
        (Some(_) | None, Some(_) | None) => TermInput::Unknown,
    })
}

/// `ESC O`, perhaps a digit, this byte.
pub(super) fn ss3(params: &[u8], last: u8) -> TermInput {
    let number = std::str::from_utf8(params).ok().and_then(|s| s.parse().ok()).unwrap_or(0);
    let modifiers = Modifiers::new(number);
    match last {
        b'A'..=b'D' | b'F' | b'H' | b'P' | b'Q' | b'S' => {
            arrow(last).map_or(TermInput::Unknown, |code| modifiers.on(code))
        }
        b'R' => modifiers.on(Code::F(3)),
        b'M' => modifiers.on(Code::Enter),
        b'I' => modifiers.on(Code::Tab),
        // rxvt: an arrow with Ctrl.
        b'a'..=b'd' => {
            let ctrl = Modifiers { ctrl: true, ..modifiers };
            arrow(last.to_ascii_uppercase()).map_or(TermInput::Unknown, |code| ctrl.on(code))
        }
        b'X' => kitty::key(u32::from(b'='), modifiers),
        b'j'..=b'y' => kitty::key(u32::from(last - b'j' + b'*'), modifiers),
        0..=0xff => TermInput::Unknown,
    }
}

/// `ESC [ [` and this byte: F1 to F5 of the Linux console.
pub(super) fn console(last: u8) -> TermInput {
    match last {
        b'A'..=b'E' => Modifiers::default().on(Code::F(last - b'A' + 1)),
        0..=0xff => TermInput::Unknown,
    }
}

/// Adds the Alt of a second Esc.
pub(super) fn with_alt(input: TermInput, alt: bool) -> TermInput {
    match input {
        TermInput::Key(mut key) => {
            key.alt |= alt;
            TermInput::Key(key)
        }
        TermInput::Paste(_)
        | TermInput::Focus(_)
        | TermInput::Cursor(..)
        | TermInput::Mouse(..)
        | TermInput::Unknown => input,
    }
}

fn rxvt(p: &Parameters, modifiers: Modifiers) -> TermInput {
    tilde(p.get(0)).filter(|_| p.numbers.len() == 1).map_or(TermInput::Unknown, |code| modifiers.on(code))
}

fn arrow(last: u8) -> Option<Code> {
    Some(match last {
        b'A' => Code::Up,
        b'B' => Code::Down,
        b'C' => Code::Right,
        b'D' => Code::Left,
        b'F' => Code::End,
        b'H' => Code::Home,
        b'P' => Code::F(1),
        b'Q' => Code::F(2),
        b'S' => Code::F(4),
        0..=0xff => return None,
    })
}

// The numbers have gaps where the keyboard of a VT220 had them.
fn tilde(number: u32) -> Option<Code> {
    Some(match number {
        1 | 7 => Code::Home,
        3 => Code::Delete,
        4 | 8 => Code::End,
        5 => Code::PageUp,
        6 => Code::PageDown,
        11..=15 => Code::F((number - 10) as u8),
        17..=21 => Code::F((number - 11) as u8),
        23..=26 => Code::F((number - 12) as u8),
        28 | 29 => Code::F((number - 13) as u8),
        31..=34 => Code::F((number - 14) as u8),
        _ => return None,
    })
}
