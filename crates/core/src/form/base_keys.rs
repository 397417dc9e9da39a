//! The base table of keys, which every dialect starts from.
//!
//! - Rows: arrows move, Enter chooses, digits act, Tab and ← → turn pages.
//! - Text: the keys of a shell's command line, undo, and three ways to break a line.
//! - Below an option: `e` opens its preview, `R` shows the source. On a danger page Ctrl+X says no.
//! - If the form can be put aside, Ctrl+] does that everywhere.
//! - `z`, in a text Ctrl+O, opens and closes the full-screen view of clipped or shortened parts.
//! - `i`, in a text Alt+I, shows what the agent was doing, if it says so.
//! - Everywhere: Esc leaves, Ctrl+C cancels, Ctrl+G opens the person's own editor.

use super::binding::{Binding, Spot};
use super::{Act, Code, Edit, Key};
use crate::text::TextMove;

/// Rows that take the focus and no text.
pub(super) const LISTS: &[Spot] = &[
    Spot::Option,
    Spot::CompareOption,
    Spot::Custom,
    Spot::Discuss,
    Spot::Commit,
    Spot::Answer,
    Spot::Submit,
    Spot::CancelRow,
    Spot::Reading,
];

/// Places where text is typed.
pub(super) const TEXTS: &[Spot] = &[
    Spot::CustomText,
    Spot::NotesRow,
    Spot::NotesPage,
    Spot::Value,
    Spot::Text,
    Spot::Danger,
    Spot::Filter,
    Spot::Reason,
];

/// Texts that stay in their rows when the page changes.
const PAGES: &[Spot] = &[Spot::CustomText, Spot::Value, Spot::Text];

/// Rows that can have a preview below them.
const FOLDS: &[Spot] = &[Spot::Option, Spot::Custom];

const ASKING: &[Spot] = &[Spot::Asking];
const HELP: &[Spot] = &[Spot::Help];

const fn list(key: Key, act: Act) -> Binding {
    Binding::any(LISTS, key, act)
}

const fn text(key: Key, act: Act) -> Binding {
    Binding::any(TEXTS, key, act)
}

const fn edit(key: Key, edit: Edit) -> Binding {
    text(key, Act::Edit(edit))
}

const fn caret(key: Key, to: TextMove) -> Binding {
    edit(key, Edit::Caret(to))
}

const fn digit(c: char, n: usize) -> Binding {
    Binding::any(LISTS, Key::char(c), Act::Number(n))
}

const fn ctrl(c: char) -> Key {
    Key::ctrl(Code::Char(c))
}

const fn alt(c: char) -> Key {
    Key::alt(Code::Char(c))
}

/// The edit that a key stands for, alike wherever text is typed: in the inbox and in a finder, too.
pub fn editing(key: Key) -> Option<Edit> {
    let bound = BASE.iter().find(|b| b.is(Spot::Reason, key))?;
    if let Act::Edit(edit) = bound.act { Some(edit) } else { None }
}

/// The base table; a dialect's overlay takes precedence.
pub(super) const BASE: &[Binding] = &[
    list(Key::plain(Code::Up), Act::Up),
    list(Key::plain(Code::Down), Act::Down),
    list(Key::plain(Code::Home), Act::First),
    list(Key::plain(Code::End), Act::Last),
    list(Key::plain(Code::Enter), Act::Choose),
    list(Key::plain(Code::Tab), Act::NextTab),
    list(Key::plain(Code::Right), Act::NextTab),
    list(Key::shift(Code::Tab), Act::PreviousTab),
    list(Key::plain(Code::Left), Act::PreviousTab),
    list(Key::char('/'), Act::Filter),
    list(Key::char('?'), Act::Help),
    list(Key::plain(Code::Esc), Act::Leave),
    list(ctrl('c'), Act::Cancel),
    list(ctrl('g'), Act::Editor),
    list(ctrl('z'), Act::Suspend),
    list(ctrl('u'), Act::Edit(Edit::KillToStart)),
    list(Key::char('z'), Act::Read),
    list(ctrl('o'), Act::Read),
    list(Key::char('i'), Act::About),
    text(alt('i'), Act::About),
    text(ctrl('o'), Act::Read),
    digit('1', 1),
    digit('2', 2),
    digit('3', 3),
    digit('4', 4),
    digit('5', 5),
    digit('6', 6),
    digit('7', 7),
    digit('8', 8),
    digit('9', 9),
    Binding::any(PAGES, Key::plain(Code::Tab), Act::NextTab),
    Binding::any(PAGES, Key::shift(Code::Tab), Act::PreviousTab),
    Binding::any(FOLDS, Key::char('e'), Act::Expand),
    Binding::any(FOLDS, Key::char('R'), Act::Raw),
    Binding::any(&[Spot::Danger], ctrl('x'), Act::Decline),
    Binding::any(&[Spot::Value], Key::plain(Code::PageUp), Act::PageUp),
    Binding::any(&[Spot::Value], Key::plain(Code::PageDown), Act::PageDown),
    text(Key::plain(Code::Up), Act::Up),
    text(Key::plain(Code::Down), Act::Down),
    text(Key::plain(Code::Enter), Act::Choose),
    text(Key::plain(Code::Esc), Act::Leave),
    text(ctrl('c'), Act::Cancel),
    text(ctrl('g'), Act::Editor),
    edit(ctrl('j'), Edit::NewLine),
    edit(Key::shift(Code::Enter), Edit::NewLine),
    edit(Key::alt(Code::Enter), Edit::NewLine),
    edit(Key::plain(Code::Backspace), Edit::Backspace),
    edit(Key::shift(Code::Backspace), Edit::Backspace),
    edit(ctrl('h'), Edit::Backspace),
    edit(Key::plain(Code::Delete), Edit::Delete),
    edit(ctrl('d'), Edit::Delete),
    edit(ctrl('w'), Edit::DeleteWordBefore),
    edit(Key::alt(Code::Backspace), Edit::DeleteWordBefore),
    edit(Key::ctrl(Code::Backspace), Edit::DeleteWordBefore),
    edit(alt('d'), Edit::DeleteWordAfter),
    edit(Key::ctrl(Code::Delete), Edit::DeleteWordAfter),
    edit(Key::alt(Code::Delete), Edit::DeleteWordAfter),
    edit(ctrl('u'), Edit::KillToStart),
    edit(ctrl('k'), Edit::KillToEnd),
    edit(ctrl('y'), Edit::Yank),
    edit(ctrl('z'), Edit::Undo),
    edit(ctrl('_'), Edit::Undo),
    edit(ctrl('/'), Edit::Undo),
    edit(alt('z'), Edit::Redo),
    caret(Key::plain(Code::Left), TextMove::Left),
    caret(Key::plain(Code::Right), TextMove::Right),
    caret(ctrl('b'), TextMove::Left),
    caret(ctrl('f'), TextMove::Right),
    caret(Key::ctrl(Code::Left), TextMove::WordLeft),
    caret(Key::ctrl(Code::Right), TextMove::WordRight),
    caret(Key::alt(Code::Left), TextMove::WordLeft),
    caret(Key::alt(Code::Right), TextMove::WordRight),
    caret(alt('b'), TextMove::WordLeft),
    caret(alt('f'), TextMove::WordRight),
    caret(Key::plain(Code::Home), TextMove::LineStart),
    caret(Key::plain(Code::End), TextMove::LineEnd),
    caret(ctrl('a'), TextMove::LineStart),
    caret(ctrl('e'), TextMove::LineEnd),
    caret(Key::ctrl(Code::Home), TextMove::Start),
    caret(Key::ctrl(Code::End), TextMove::End),
    Binding::any(ASKING, Key::plain(Code::Enter), Act::Yes),
    Binding::any(ASKING, Key::char('y'), Act::Yes),
    Binding::any(ASKING, Key::char('Y'), Act::Yes),
    Binding::any(ASKING, Key::char('n'), Act::Leave),
    Binding::any(ASKING, Key::plain(Code::Esc), Act::Leave),
    Binding::any(ASKING, Key::char('?'), Act::Help),
    Binding::any(ASKING, ctrl('c'), Act::Cancel),
    Binding::any(HELP, ctrl('c'), Act::Cancel),
    list(ctrl(']'), Act::Aside),
    text(ctrl(']'), Act::Aside),
    Binding::any(ASKING, ctrl(']'), Act::Aside),
    Binding::any(HELP, ctrl(']'), Act::Aside),
];
