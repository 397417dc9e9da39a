//! Keys of the person's own.
//!
//! - Settings name acts and keys: `down = "j ctrl+n"`; [`parse`] makes bindings of them, or names every problem.
//! - They stand before the dialect's and the base table, and take no key away that nobody gave them.
//! - Where text is typed a key without Ctrl or Alt is text: a binding for it holds in lists only.
//! - Enter, Esc, Ctrl+C and the plain arrows up and down can't be given away: no form becomes unanswerable or
//!   inescapable. Wanting one for what it does anyway changes nothing.
//! - `nothing` takes a key out of use.
//! - Two presets: [`VI`] and [`EMACS`].

use super::base_keys::{BASE, LISTS, TEXTS};
use super::binding::{Binding, Spot};
use super::{Act, Code, Edit, Key};
use std::fmt;

/// Names of acts and keys as settings have them, several keys with blanks between them.
pub type NamedKeys = (&'static str, &'static str);

/// As in vi: letters move in lists.
pub const VI: &[NamedKeys] = &[
    ("up", "k"),
    ("down", "j"),
    ("first", "g"),
    ("last", "G"),
    ("previous-tab", "h"),
    ("next-tab", "l"),
    ("page-up", "ctrl+u ctrl+b"),
    ("page-down", "ctrl+d ctrl+f"),
];

/// As in Emacs: Ctrl moves, in lists and in texts.
pub const EMACS: &[NamedKeys] = &[
    ("up", "ctrl+p"),
    ("down", "ctrl+n"),
    ("first", "alt+<"),
    ("last", "alt+>"),
    ("text-start", "alt+<"),
    ("text-end", "alt+>"),
    ("page-up", "alt+v"),
    ("page-down", "ctrl+v"),
];

/// What is wrong with one of the wanted keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyProblem {
    /// The act's name, as it was written.
    pub act: String,
    /// The key, as it was written; empty if the act is the problem.
    pub key: String,
    /// What is wrong.
    pub why: Unbindable,
}

/// Why a key can't be bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unbindable {
    /// There is no act of this name.
    NoSuchAct,
    /// There is no key of this name.
    NoSuchKey,
    /// The key stays what it is.
    Fixed,
    /// The key is typed as text on the spots of the act.
    IsText,
    /// The key has another act already, of this name.
    Taken(&'static str),
}

/// Spots that a binding can hold on: those of lists, and those of texts.
const BOTH: &[Spot] = &[
    Spot::Option,
    Spot::CompareOption,
    Spot::Custom,
    Spot::Discuss,
    Spot::Commit,
    Spot::Answer,
    Spot::Submit,
    Spot::CancelRow,
    Spot::Reading,
    Spot::CustomText,
    Spot::NotesRow,
    Spot::NotesPage,
    Spot::Value,
    Spot::Text,
    Spot::Danger,
    Spot::Filter,
    Spot::Reason,
];

/// Bindings of wanted keys, for [`Form::with_keys`](super::Form::with_keys); or all that is wrong with them.
/// Each pair is an act's name and its keys, with blanks between several of them.
pub fn parse<'a>(
    wanted: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Vec<Binding>, Vec<KeyProblem>> {
    let mut bindings: Vec<Binding> = Vec::new();
    let mut problems = Vec::new();
    for (name, keys) in wanted {
        let mut problem = |key: &str, why| {
            problems.push(KeyProblem { act: name.to_owned(), key: key.to_owned(), why });
        };
        let Some(act) = Act::from_name(name) else {
            problem("", Unbindable::NoSuchAct);
            continue;
        };
        for written in keys.split_whitespace() {
            match binding(act, written, &bindings) {
                Ok(binding) => bindings.extend(binding),
                Err(why) => problem(written, why),
            }
        }
    }
    if problems.is_empty() { Ok(bindings) } else { Err(problems) }
}

fn binding(act: Act, written: &str, before: &[Binding]) -> Result<Option<Binding>, Unbindable> {
    let key = Key::from_name(written).ok_or(Unbindable::NoSuchKey)?;
    if fixed(key) {
        let same = BASE.iter().any(|b| b.key == key && b.act == act && b.on == LISTS);
        return if same { Ok(None) } else { Err(Unbindable::Fixed) };
    }
    let is_text = matches!(key.code, Code::Char(_)) && !key.ctrl && !key.alt;
    let on = match place(act) {
        Place::Lists => LISTS,
        Place::Texts if is_text => return Err(Unbindable::IsText),
        Place::Texts => TEXTS,
        Place::Both if is_text => LISTS,
        Place::Both => BOTH,
    };
    let same = |b: &&Binding| b.key == key && b.act != act && b.on.iter().any(|spot| on.contains(spot));
    match before.iter().find(same).and_then(|b| b.act.name()) {
        Some(name) => Err(Unbindable::Taken(name)),
        None => Ok(Some(Binding::any(on, key, act))),
    }
}

/// Keys that nobody can give away.
fn fixed(key: Key) -> bool {
    key == Key::ctrl(Code::Char('c'))
        || [Code::Enter, Code::Esc, Code::Up, Code::Down].map(Key::plain).contains(&key)
}

/// Where an act means something.
enum Place {
    Lists,
    Texts,
    Both,
}

fn place(act: Act) -> Place {
    match act {
        Act::First
        | Act::Last
        | Act::Number(_)
        | Act::FocusNumber(_)
        | Act::FromCommit
        | Act::Filter
        | Act::Expand
        | Act::Raw
        | Act::PageUp
        | Act::PageDown => Place::Lists,
        // In a list it drops a kept draft.
        Act::Edit(Edit::KillToStart) => Place::Both,
        Act::Edit(_) => Place::Texts,
        Act::Up
        | Act::Down
        | Act::Choose
        | Act::PreviousTab
        | Act::NextTab
        | Act::ToCommit
        | Act::Notes
        | Act::Leave
        | Act::Cancel
        | Act::Yes
        | Act::Help
        | Act::Editor
        | Act::Suspend
        | Act::Read
        | Act::Aside
        | Act::Decline
        | Act::Skip
        | Act::Discuss
        | Act::Nothing => Place::Both,
    }
}

/// In words for the person.
impl fmt::Display for KeyProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let KeyProblem { act, key, why } = self;
        match why {
            Unbindable::NoSuchAct => write!(f, "there is no action {act:?}"),
            Unbindable::NoSuchKey => write!(f, "{act}: there is no key {key:?}"),
            Unbindable::Fixed => write!(f, "{act}: {key} can't be given away"),
            Unbindable::IsText => write!(f, "{act}: {key} is typed as text there; add ctrl or alt"),
            Unbindable::Taken(other) => write!(f, "{act}: {key} is {other} already"),
        }
    }
}
