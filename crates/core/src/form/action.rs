//! The person's intents, after the keymap.
//!
//! - An [`Act`] is a named intent: tables and settings bind keys to it.
//! - An [`Action`] is the form's input: an act, a character, a paste, a text back from an editor.
//! - Positions that only a surface knows arrive as actions, too: a row, a byte of the text.

use crate::text::{Editor, TextMove};

/// A named intent, for keys to be bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// Moves the focus to the row above.
    Up,
    /// Moves the focus to the row below.
    Down,
    /// Moves the focus to the first row.
    First,
    /// Moves the focus to the last row.
    Last,
    /// Acts on the focused row: pick, toggle, open, commit, submit.
    Choose,
    /// Picks the focused option or own words; if they are picked already, commits the picks.
    PickOrCommit,
    /// Focuses the row with this number, then does Choose.
    Number(usize),
    /// Focuses the row with this number. If the number can go on, it waits for the next digit.
    FocusNumber(usize),
    /// Turns to the previous page.
    PreviousTab,
    /// Turns to the next page.
    NextTab,
    /// Moves the focus from the list to its commit row.
    ToCommit,
    /// Moves the focus from the commit row back to the earlier row.
    FromCommit,
    /// Opens the notes; on the notes page, returns to the answer.
    Notes,
    /// Takes one rung of the Esc ladder.
    Leave,
    /// Cancels at once.
    Cancel,
    /// Confirms the form's own question, such as whether to cancel.
    Yes,
    /// Starts filtering the list.
    Filter,
    /// Shows or hides all keys.
    Help,
    /// Opens the person's own editor with the current text.
    Editor,
    /// Stops the process until it is continued.
    Suspend,
    /// Puts the form aside, to come back to it later.
    Aside,
    /// Changes the current text, or moves the caret in it.
    Edit(Edit),
    /// Says no: to a dangerous question, or to the whole request.
    Decline,
    /// Leaves an optional question open, and goes on.
    Skip,
    /// Ends the form with a discussion, if the request allows one.
    Discuss,
    /// Opens or folds the preview below the focused option.
    Expand,
    /// Opens or closes the full-screen view of everything that is clipped or shortened here.
    Read,
    /// Shows what the agent was doing when it asked, or the page again.
    About,
    /// Shows a preview's source instead of its rendering, or back.
    Raw,
    /// Scrolls a page up; the surface does that, because only it knows what fits.
    PageUp,
    /// Scrolls a page down; the surface does that, too.
    PageDown,
    /// Swallows the key.
    Nothing,
}

impl Act {
    /// Whether it only moves the focus, turns a page or scrolls.
    pub(super) const fn moves(self) -> bool {
        match self {
            Act::Up
            | Act::Down
            | Act::First
            | Act::Last
            | Act::FocusNumber(_)
            | Act::PreviousTab
            | Act::NextTab
            | Act::ToCommit
            | Act::FromCommit
            | Act::PageUp
            | Act::PageDown => true,
            Act::Choose
            | Act::PickOrCommit
            | Act::Number(_)
            | Act::Yes
            | Act::Skip
            | Act::Discuss
            | Act::Decline
            | Act::Leave
            | Act::Cancel
            | Act::Aside
            | Act::Notes
            | Act::Filter
            | Act::Help
            | Act::Editor
            | Act::Suspend
            | Act::Edit(_)
            | Act::Expand
            | Act::Raw
            | Act::Read
            | Act::About
            | Act::Nothing => false,
        }
    }
}

/// A change of the current text, or a move in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edit {
    /// Inserts a line break.
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
    /// Inserts the last killed text.
    Yank,
    /// Undoes the last change of the text.
    Undo,
    /// Redoes the last undone change.
    Redo,
    /// Moves the caret.
    Caret(TextMove),
}

impl Edit {
    /// Applies the edit to a text; `false`: the text would be too long. Without `multiline` it inserts no line break.
    pub fn apply(self, editor: &mut Editor, multiline: bool) -> bool {
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

/// An input of the form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A named intent.
    Do(Act),
    /// A typed printable character.
    Insert(char),
    /// Pasted text with its original line breaks; never commits anything.
    Paste(String),
    /// The text from the person's own editor.
    Edited(String),
    /// The reason why the person's own editor returned no text; the form's text stays as it was.
    EditFailed(String),
    /// Moves the focus to this row of the screen, for page moves.
    Focus(usize),
    /// Moves the caret to this byte of the current text, for moves by visual line.
    CaretTo(usize),
}
