//! Keys as every surface tells them apart.
//!
//! - A [`Key`] is neutral: terminals and hosts translate their own bytes and names into it.
//! - Shift on a printable key is part of the character; on the others it is a modifier.
//! - A paste is not a key.

/// Which key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// A character, as typed (`A`, not Shift with `a`).
    Char(char),
    Enter,
    Tab,
    Backspace,
    Delete,
    Esc,
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
    /// F1 to F24.
    F(u8),
}

/// A key with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    pub code: Code,
    pub ctrl: bool,
    pub alt: bool,
    pub shift: bool,
}

impl Key {
    /// The key alone.
    pub const fn plain(code: Code) -> Key {
        Key { code, ctrl: false, alt: false, shift: false }
    }

    /// A printable character.
    pub const fn char(c: char) -> Key {
        Key::plain(Code::Char(c))
    }

    /// With Ctrl.
    pub const fn ctrl(code: Code) -> Key {
        Key { code, ctrl: true, alt: false, shift: false }
    }

    /// With Alt.
    pub const fn alt(code: Code) -> Key {
        Key { code, ctrl: false, alt: true, shift: false }
    }

    /// With Shift.
    pub const fn shift(code: Code) -> Key {
        Key { code, ctrl: false, alt: false, shift: true }
    }
}
