//! What keys do in the list.
//!
//! - One table; the footer and the help page name what it says.
//! - The person's own keys for lists hold here, too: what moves in a form moves in the list.
//! - Enter and `u` mean the focused request: open it, or send what is held; take back what was said.

use crate::form::{Act as FormAct, Code, Key, key_label};
use crate::form::{Binding, Spot};

/// A named intent in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    Up,
    Down,
    First,
    Last,
    PageUp,
    PageDown,
    Open,
    Next,
    Previous,
    Search,
    Group,
    Snooze,
    Snoozed,
    Decline,
    Undo,
    Jump,
    Dismiss,
    Back,
    Help,
    Leave,
    Suspend,
    Quit,
}

const fn ctrl(c: char) -> Key {
    Key::ctrl(Code::Char(c))
}

const KEYS: &[(Key, Act)] = &[
    (Key::plain(Code::Up), Act::Up),
    (Key::char('k'), Act::Up),
    (Key::plain(Code::Down), Act::Down),
    (Key::char('j'), Act::Down),
    (Key::plain(Code::Home), Act::First),
    (Key::plain(Code::End), Act::Last),
    (Key::char('G'), Act::Last),
    (Key::plain(Code::PageUp), Act::PageUp),
    (Key::plain(Code::PageDown), Act::PageDown),
    (Key::plain(Code::Enter), Act::Open),
    (Key::plain(Code::Right), Act::Open),
    (Key::char('n'), Act::Next),
    (Key::plain(Code::Tab), Act::Next),
    (Key::char('N'), Act::Previous),
    (Key::shift(Code::Tab), Act::Previous),
    (Key::char('/'), Act::Search),
    (Key::char('g'), Act::Group),
    (Key::char('b'), Act::Group),
    (Key::char('s'), Act::Snooze),
    (Key::char('S'), Act::Snoozed),
    (Key::char('d'), Act::Decline),
    (Key::char('u'), Act::Undo),
    (Key::char('t'), Act::Jump),
    (Key::char('x'), Act::Dismiss),
    (Key::plain(Code::Delete), Act::Dismiss),
    (ctrl(']'), Act::Back),
    (Key::char('?'), Act::Help),
    (Key::plain(Code::Esc), Act::Leave),
    (ctrl('z'), Act::Suspend),
    (Key::char('q'), Act::Quit),
    (ctrl('c'), Act::Quit),
];

/// What a key means in the list.
pub(super) fn act(key: Key, own: &[Binding]) -> Option<Act> {
    let bound = own.iter().find(|b| b.key == key && b.on.contains(&Spot::Option));
    if let Some(binding) = bound {
        if binding.act == FormAct::Nothing {
            return None;
        }
        if let Some(act) = of_form(binding.act) {
            return Some(act);
        }
    }
    KEYS.iter().find(|(k, _)| *k == key).map(|(_, act)| *act)
}

/// What an act of a form's list is here.
fn of_form(act: FormAct) -> Option<Act> {
    match act {
        FormAct::Up => Some(Act::Up),
        FormAct::Down => Some(Act::Down),
        FormAct::First => Some(Act::First),
        FormAct::Last => Some(Act::Last),
        FormAct::PageUp => Some(Act::PageUp),
        FormAct::PageDown => Some(Act::PageDown),
        FormAct::Choose => Some(Act::Open),
        FormAct::Filter => Some(Act::Search),
        FormAct::Help => Some(Act::Help),
        FormAct::Decline => Some(Act::Decline),
        FormAct::Aside => Some(Act::Back),
        FormAct::Suspend => Some(Act::Suspend),
        FormAct::Number(_)
        | FormAct::FocusNumber(_)
        | FormAct::PreviousTab
        | FormAct::NextTab
        | FormAct::ToCommit
        | FormAct::FromCommit
        | FormAct::Notes
        | FormAct::Leave
        | FormAct::Cancel
        | FormAct::Yes
        | FormAct::Editor
        | FormAct::Edit(_)
        | FormAct::Skip
        | FormAct::Discuss
        | FormAct::Expand
        | FormAct::Raw
        | FormAct::Read
        | FormAct::Nothing => None,
    }
}

/// The key of an act as footers write it: the person's own first; empty where none is left.
pub(super) fn label(wanted: Act, own: &[Binding]) -> String {
    let mine = own.iter().map(|b| b.key).filter(|k| act(*k, own) == Some(wanted));
    let table = KEYS.iter().map(|(k, _)| *k).filter(|k| act(*k, own) == Some(wanted));
    mine.chain(table).next().map(key_label).unwrap_or_default()
}

/// All keys of an act, at most two.
pub(super) fn labels(wanted: Act, own: &[Binding]) -> String {
    let mut keys: Vec<Key> = Vec::new();
    for key in own.iter().map(|b| b.key).chain(KEYS.iter().map(|(k, _)| *k)) {
        if act(key, own) == Some(wanted) && !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys.into_iter().take(2).map(key_label).collect::<Vec<_>>().join(", ")
}
