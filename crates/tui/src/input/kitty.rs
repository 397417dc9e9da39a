//! Keys that come as a number: kitty's `CSI u` and xterm's modifyOtherKeys.
//!
//! - Modifiers count from 1; Caps Lock and Num Lock don't count.
//! - A key with Super, Hyper or Meta is ignored.
//! - Shift is part of a printable character.

use super::TermInput;
use asq_core::form::{Code, Key};

/// The modifiers of one key, from its parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Modifiers {
    pub(super) shift: bool,
    pub(super) alt: bool,
    pub(super) ctrl: bool,
    pub(super) other: bool,
}

impl Modifiers {
    /// From the number that terminals send: 1 and the sum of the bits.
    pub(super) fn new(parameter: u32) -> Modifiers {
        let bits = parameter.saturating_sub(1);
        Modifiers { shift: bits & 1 > 0, alt: bits & 2 > 0, ctrl: bits & 4 > 0, other: bits & 0b11_1000 > 0 }
    }

    /// These modifiers on a key that isn't a character.
    pub(super) fn on(self, code: Code) -> TermInput {
        if self.other {
            return TermInput::Unknown;
        }
        TermInput::Key(Key { code, ctrl: self.ctrl, alt: self.alt, shift: self.shift })
    }
}

/// The key of this code point or functional number.
pub(super) fn key(code: u32, modifiers: Modifiers) -> TermInput {
    let named = match code {
        9 => Code::Tab,
        13 | 57414 => Code::Enter,
        27 => Code::Esc,
        8 | 127 => Code::Backspace,
        57376..=57387 => Code::F(13 + (code - 57376) as u8),
        57417 => Code::Left,
        57418 => Code::Right,
        57419 => Code::Up,
        57420 => Code::Down,
        57421 => Code::PageUp,
        57422 => Code::PageDown,
        57423 => Code::Home,
        57424 => Code::End,
        57426 => Code::Delete,
        57399..=57413 | 57415 | 57416 => return printable(keypad(code), modifiers),
        0xe000..=0xf8ff => return TermInput::Unknown,
        0..=7 | 10..=12 | 14..=26 | 28..=126 | 128..=0xdfff | 0xf900.. => {
            return match char::from_u32(code) {
                Some(c) if !c.is_control() => printable(c, modifiers),
                Some(_) | None => TermInput::Unknown,
            };
        }
    };
    modifiers.on(named)
}

fn keypad(code: u32) -> char {
    match code {
        57409 => '.',
        57410 => '/',
        57411 => '*',
        57412 => '-',
        57413 => '+',
        57415 => '=',
        57416 => ',',
        digit => char::from(b'0' + digit.saturating_sub(57399).min(9) as u8),
    }
}

fn printable(c: char, modifiers: Modifiers) -> TermInput {
    if modifiers.other {
        return TermInput::Unknown;
    }
    let mut upper = c.to_uppercase();
    let c = match (modifiers.shift, upper.next(), upper.next()) {
        (true, Some(one), None) => one,
        (true | false, _, _) => c,
    };
    TermInput::Key(Key { code: Code::Char(c), ctrl: modifiers.ctrl, alt: modifiers.alt, shift: false })
}
