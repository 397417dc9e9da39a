//! What acts are called in settings.
//!
//! - One name per act, in words with hyphens: `page-up`, `next-tab`.
//! - What the form decides for itself has no name: an answer to a question of its own, a swallowed key is
//!   `nothing`.
//! - Rows by their number are `row-1` to `row-9`.

use super::Act;
use crate::text::TextMove;

/// Every act that can be bound, with its name.
const NAMES: &[(&str, Act)] = &[
    ("up", Act::Up),
    ("down", Act::Down),
    ("first", Act::First),
    ("last", Act::Last),
    ("page-up", Act::PageUp),
    ("page-down", Act::PageDown),
    ("choose", Act::Choose),
    ("row-1", Act::Number(1)),
    ("row-2", Act::Number(2)),
    ("row-3", Act::Number(3)),
    ("row-4", Act::Number(4)),
    ("row-5", Act::Number(5)),
    ("row-6", Act::Number(6)),
    ("row-7", Act::Number(7)),
    ("row-8", Act::Number(8)),
    ("row-9", Act::Number(9)),
    ("previous-tab", Act::PreviousTab),
    ("next-tab", Act::NextTab),
    ("to-commit", Act::ToCommit),
    ("from-commit", Act::FromCommit),
    ("notes", Act::Notes),
    ("leave", Act::Leave),
    ("cancel", Act::Cancel),
    ("filter", Act::Filter),
    ("help", Act::Help),
    ("editor", Act::Editor),
    ("suspend", Act::Suspend),
    ("decline", Act::Decline),
    ("skip", Act::Skip),
    ("expand", Act::Expand),
    ("raw", Act::Raw),
    ("newline", Act::NewLine),
    ("backspace", Act::Backspace),
    ("delete", Act::Delete),
    ("delete-word-before", Act::DeleteWordBefore),
    ("delete-word-after", Act::DeleteWordAfter),
    ("kill-to-start", Act::KillToStart),
    ("kill-to-end", Act::KillToEnd),
    ("yank", Act::Yank),
    ("undo", Act::Undo),
    ("redo", Act::Redo),
    ("left", Act::Caret(TextMove::Left)),
    ("right", Act::Caret(TextMove::Right)),
    ("word-left", Act::Caret(TextMove::WordLeft)),
    ("word-right", Act::Caret(TextMove::WordRight)),
    ("line-start", Act::Caret(TextMove::LineStart)),
    ("line-end", Act::Caret(TextMove::LineEnd)),
    ("text-start", Act::Caret(TextMove::Start)),
    ("text-end", Act::Caret(TextMove::End)),
    ("nothing", Act::Nothing),
];

impl Act {
    /// Its name in settings; `None`: it can't be bound there.
    pub fn name(self) -> Option<&'static str> {
        NAMES.iter().find(|(_, act)| *act == self).map(|(name, _)| *name)
    }

    /// The act of a name.
    pub fn from_name(name: &str) -> Option<Act> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, act)| *act)
    }

    /// All names, in the order of the documentation.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(name, _)| *name)
    }
}
