//! What a person means, after the keymap.
//!
//! - An [`Act`] is a named intent: what keys are bound to, in tables and in settings.
//! - An [`Action`] is what reaches the form: an act, a character, a paste, a text that an editor gave back.
//! - What only a surface knows comes as an action, too: a row or a byte by its place.

use crate::text::{Editor, TextMove};

/// A named intent; what keys are bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// The focus to the row above.
    Up,
    /// The focus to the row below.
    Down,
    /// The focus to the first row.
    First,
    /// The focus to the last row.
    Last,
    /// Does what the focused row is for: pick, toggle, open, commit, submit.
    Choose,
    /// The row with this number (1 to 9): focus and Choose.
    Number(u8),
    /// The row with this number: focus only.
    FocusNumber(u8),
    /// The page before.
    PreviousTab,
    /// The page after.
    NextTab,
    /// From the list to its commit row.
    ToCommit,
    /// From the commit row back to the row before.
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
    /// Puts the form aside, a place that it can come back from.
    Aside,
    /// Changes the text at hand, or moves the caret in it.
    Edit(Edit),
    /// Says no: to a dangerous question, or to the whole request.
    Decline,
    /// Leaves a question open that may stay open, and goes on.
    Skip,
    /// Ends in a discussion, if the request allows that.
    Discuss,
    /// Opens or folds the preview below the focused option.
    Expand,
    /// Opens or closes the full screen on what is clipped or shortened here.
    Read,
    /// Shows a preview's source instead of its rendering, or back.
    Raw,
    /// A page up; the surface does that, since only it knows what fits.
    PageUp,
    /// A page down; the surface's, too.
    PageDown,
    /// Swallows the key.
    Nothing,
}

/// What an act does with the text at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edit {
    /// A line break in the text.
    NewLine,
    /// Deletes the grapheme before the caret.
    Backspace,
    /// Deletes the grapheme after the caret.
    Delete,
    /// Deletes the word before the caret.
    DeleteWordBefore,
    /// Deletes the word after the caret.
    DeleteWordAfter,
    /// Deletes to the start of the line and remembers it; a kept text is dropped whole.
    KillToStart,
    /// Deletes to the end of the line and remembers it.
    KillToEnd,
    /// Inserts the text that was killed last.
    Yank,
    /// Takes back the last change of the text.
    Undo,
    /// Makes it again.
    Redo,
    /// Moves the caret.
    Caret(TextMove),
}

impl Edit {
    /// Does it to a text; false: the text would become too long. Without `multiline` there is no line break.
    pub(crate) fn apply(self, editor: &mut Editor, multiline: bool) -> bool {
        match self {
            Edit::NewLine => return !multiline || editor.insert('\n'),
            Edit::Yank => return editor.yank(),
            Edit::Backspace => editor.backspace(),
            Edit::Delete => editor.delete(),
            Edit::DeleteWordBefore => editor.delete_word_before(),
            Edit::DeleteWordAfter => editor.delete_word_after(),
            Edit::KillToStart => editor.kill_to_start(),
            Edit::KillToEnd => editor.kill_to_end(),
            Edit::Undo => editor.undo(),
            Edit::Redo => editor.redo(),
            Edit::Caret(to) => editor.move_to(to),
        }
        true
    }
}

/// The person's resolved intent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A named one.
    Do(Act),
    /// A printable character, into a text.
    Insert(char),
    /// Pasted text, line breaks as they came; never commits anything.
    Paste(String),
    /// What the person's own editor left.
    Edited(String),
    /// Why the person's own editor left nothing; the text stays as it was.
    EditFailed(String),
    /// The focus to this row of the screen (page moves, later the mouse).
    Focus(usize),
    /// The caret to this byte of the text at hand (moves by visual line).
    CaretTo(usize),
}
