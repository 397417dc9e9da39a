//! What a person means, after the keymap.

use crate::text::TextMove;

/// A named intent; what keys are bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// The focus to the row above / below.
    Up,
    Down,
    /// The focus to the first / last row.
    First,
    Last,
    /// Does what the focused row is for: pick, toggle, open, commit, submit.
    Choose,
    /// The row with this number (1 to 9): focus and Choose.
    Number(u8),
    /// The row with this number: focus only.
    FocusNumber(u8),
    /// The page before / after.
    PreviousTab,
    NextTab,
    /// From the list to its commit row, and back.
    ToCommit,
    FromCommit,
    /// Opens the notes; from the notes page back to the answer.
    Notes,
    /// One rung of the Esc ladder.
    Leave,
    /// Cancels at once.
    Cancel,
    /// Agrees to what the form asks (cancel and drop?).
    Yes,
    /// Starts filtering the list.
    Filter,
    /// Shows or hides all keys.
    Help,
    /// Opens the person's own editor on the text at hand.
    Editor,
    /// Stops the process until it is continued.
    Suspend,
    /// Text editing.
    NewLine,
    Backspace,
    Delete,
    DeleteWordBefore,
    DeleteWordAfter,
    KillToStart,
    KillToEnd,
    Yank,
    Undo,
    Redo,
    Caret(TextMove),
    /// Swallows the key.
    Nothing,
}

/// The person's resolved intent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A named one.
    Do(Act),
    /// A printable character, where text is typed.
    Insert(char),
    /// Pasted text, line breaks as they came; never commits anything.
    Paste(String),
    /// What the person's own editor left.
    Edited(String),
    /// The focus to this row of the screen (page moves, later the mouse).
    Focus(usize),
    /// The caret to this byte of the text at hand (moves by visual line).
    CaretTo(usize),
}
