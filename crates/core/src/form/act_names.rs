//! The names of acts in settings.
//!
//! - Each act has one name, in words with hyphens: `page-up`, `next-tab`.
//! - Acts that answer the form's own questions have no name. A swallowed key is `nothing`.
//! - For the documentation, each act has a short description and its keys in the base table.
//! - The acts for numbered rows are `row-1` to `row-9`.

use super::base_keys::BASE;
use super::binding::Spot;
use super::{Act, Edit, Key};
use crate::text::TextMove;

/// Every act that can be bound, with its name and description.
const NAMES: &[(&str, Act, &str)] = &[
    ("up", Act::Up, "the row above; a number grows by a step"),
    ("down", Act::Down, "the row below; it shrinks by a step"),
    ("first", Act::First, "the first row"),
    ("last", Act::Last, "the last row"),
    ("page-up", Act::PageUp, "a screen up"),
    ("page-down", Act::PageDown, "a screen down"),
    ("choose", Act::Choose, "pick, open, accept, submit"),
    ("pick-or-commit", Act::PickOrCommit, "tick; on a ticked row, done"),
    ("row-1", Act::Number(1), "row 1 of the list"),
    ("row-2", Act::Number(2), "row 2 of the list"),
    ("row-3", Act::Number(3), "row 3 of the list"),
    ("row-4", Act::Number(4), "row 4 of the list"),
    ("row-5", Act::Number(5), "row 5 of the list"),
    ("row-6", Act::Number(6), "row 6 of the list"),
    ("row-7", Act::Number(7), "row 7 of the list"),
    ("row-8", Act::Number(8), "row 8 of the list"),
    ("row-9", Act::Number(9), "row 9 of the list"),
    ("previous-tab", Act::PreviousTab, "the page before"),
    ("next-tab", Act::NextTab, "the page after"),
    ("to-commit", Act::ToCommit, "to the row that submits"),
    ("from-commit", Act::FromCommit, "from there back to the list"),
    ("notes", Act::Notes, "a note next to the answer, and back"),
    ("leave", Act::Leave, "one step out, then cancel"),
    ("cancel", Act::Cancel, "cancel at once"),
    ("filter", Act::Filter, "filter the list by typing"),
    ("help", Act::Help, "all keys that work here"),
    ("editor", Act::Editor, "write in your own editor"),
    ("suspend", Act::Suspend, "suspend asq; fg brings it back"),
    ("aside", Act::Aside, "put aside, in the inbox"),
    ("decline", Act::Decline, "say no"),
    ("skip", Act::Skip, "leave this question open"),
    ("discuss", Act::Discuss, "talk about it first"),
    ("expand", Act::Expand, "open or fold a preview"),
    ("raw", Act::Raw, "a preview's source"),
    ("about", Act::About, "what the agent was doing"),
    ("read", Act::Read, "read the preview on the full screen"),
    ("newline", Act::Edit(Edit::NewLine), "a new line"),
    ("backspace", Act::Edit(Edit::Backspace), "delete to the left"),
    ("delete", Act::Edit(Edit::Delete), "delete to the right"),
    ("delete-word-before", Act::Edit(Edit::DeleteWordBefore), "delete the word to the left"),
    ("delete-word-after", Act::Edit(Edit::DeleteWordAfter), "delete the word to the right"),
    ("kill-to-start", Act::Edit(Edit::KillToStart), "delete to the line's start"),
    ("kill-to-end", Act::Edit(Edit::KillToEnd), "delete to the line's end"),
    ("yank", Act::Edit(Edit::Yank), "put back what was deleted"),
    ("undo", Act::Edit(Edit::Undo), "undo"),
    ("redo", Act::Edit(Edit::Redo), "redo"),
    ("left", Act::Edit(Edit::Caret(TextMove::Left)), "a character to the left"),
    ("right", Act::Edit(Edit::Caret(TextMove::Right)), "a character to the right"),
    ("word-left", Act::Edit(Edit::Caret(TextMove::WordLeft)), "a word to the left"),
    ("word-right", Act::Edit(Edit::Caret(TextMove::WordRight)), "a word to the right"),
    ("line-start", Act::Edit(Edit::Caret(TextMove::LineStart)), "to the line's start"),
    ("line-end", Act::Edit(Edit::Caret(TextMove::LineEnd)), "to the line's end"),
    ("text-start", Act::Edit(Edit::Caret(TextMove::Start)), "to the text's start"),
    ("text-end", Act::Edit(Edit::Caret(TextMove::End)), "to the text's end"),
    ("nothing", Act::Nothing, "takes a key out of use"),
];

impl Act {
    /// Its name in settings; `None` if settings can't bind it.
    pub fn name(self) -> Option<&'static str> {
        NAMES.iter().find(|(_, act, _)| *act == self).map(|(name, ..)| *name)
    }

    /// The act with this name.
    pub fn from_name(name: &str) -> Option<Act> {
        NAMES.iter().find(|(known, ..)| *known == name).map(|(_, act, _)| *act)
    }

    /// All names, in the order of the documentation.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(name, ..)| *name)
    }

    /// All acts that can be bound, in the same order: name, default keys in every form, description. Keys that answer
    /// the form's own questions are left out.
    pub fn table() -> impl Iterator<Item = (&'static str, Vec<Key>, &'static str)> {
        NAMES.iter().map(|(name, act, about)| {
            let mut keys: Vec<Key> = Vec::new();
            for binding in BASE.iter().filter(|binding| binding.act == *act) {
                let passing = binding.on.contains(&Spot::Asking) || binding.on.contains(&Spot::Help);
                if !passing && !keys.contains(&binding.key) {
                    keys.push(binding.key);
                }
            }
            (*name, keys, *about)
        })
    }
}
