//! Bytes from a terminal, as keys and pastes.
//!
//! - Every encoding of a key that terminals in use send becomes the same [`Key`].
//! - A paste is one [`TermInput::Paste`], its line breaks as they came; it is never a key.
//! - Replies and sequences that mean no key are swallowed whole.
//! - Bytes may be split at any place; time decides about a lone Esc and about unfinished sequences.

mod kitty;
mod parser;
mod paste;
mod sequence;

pub use parser::Parser;

use asq_core::form::Key;

/// What the person does with the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MouseAct {
    /// Presses the first button.
    Click,
    /// Turns the wheel away from themselves.
    WheelUp,
    /// Turns the wheel towards themselves.
    WheelDown,
}

/// One piece of input from the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermInput {
    /// A key, pressed or repeated.
    Key(Key),
    /// Pasted text, perhaps none. A paste beyond [`Parser::PASTE_CHUNK`] bytes comes in several.
    Paste(String),
    /// The terminal's window has the person's attention, or has lost it.
    Focus(bool),
    /// The terminal's reply with the cursor's column and row, counted from 1.
    Cursor(u16, u16),
    /// The mouse, at a column and a row counted from 0.
    Mouse(MouseAct, u16, u16),
    /// A sequence or bytes that mean no key.
    Unknown,
}
