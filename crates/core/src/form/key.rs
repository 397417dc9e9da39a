//! Keys, alike on every surface.
//!
//! - A [`Key`] is neutral: surfaces translate the bytes of a terminal and the names of a host into it.
//! - Shift on a printable key is part of the character; on the others it is a modifier.
//! - A paste isn't a key.

/// The key without its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// A typed character (`A`, not Shift with `a`).
    Char(char),
    /// Return; also the keypad's.
    Enter,
    /// Tab; Shift+Tab is this with Shift.
    Tab,
    /// Deletes backwards.
    Backspace,
    /// Deletes forwards.
    Delete,
    /// Escape.
    Esc,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Arrow left.
    Left,
    /// Arrow right.
    Right,
    /// Home, in all its encodings.
    Home,
    /// End, in all its encodings.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// F1 to F24.
    F(u8),
}

/// A key with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The key without its modifiers.
    pub code: Code,
    /// Ctrl was held.
    pub ctrl: bool,
    /// Alt (or Meta, or a leading Esc) was held.
    pub alt: bool,
    /// Shift was held; never set for printable characters.
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
