//! The person's own keys.
//!
//! - Settings name acts and keys: `down = "j ctrl+n"`; [`parse`] turns them into bindings, or reports every problem.
//! - They take precedence over the dialect's table and the base table, and leave all other keys alone.
//! - In a text field, a key without Ctrl or Alt is text, so a binding for it holds only in lists.
//! - Enter, Esc, Ctrl+C and the plain arrows up and down can't be rebound, so that every form can be answered and left.
//!   Binding one to its own act changes nothing.
//! - `nothing` disables a key.
//! - Two presets: [`VI`] and [`EMACS`].

use super::base_keys::{BASE, LISTS, TEXTS};
use super::binding::{Binding, Spot};
use super::{Act, Code, Edit, Key};
use std::fmt;

/// An act's name and its keys as in settings; blanks separate several keys.
pub type NamedKeys = (&'static str, &'static str);

/// The vi preset: letters move in lists.
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

/// The Emacs preset: Ctrl and a letter move, in lists and in texts.
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

/// A problem with one of the wanted keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyProblem {
    /// The act's name, as written in the settings.
    pub act: String,
    /// The key, as written in the settings; empty if the act is the problem.
    pub key: String,
    /// The problem itself.
    pub why: Unbindable,
}

/// The reason why a key can't be bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unbindable {
    /// No act has this name.
    NoSuchAct,
    /// No key has this name.
    NoSuchKey,
    /// The key can't be rebound.
    Fixed,
    /// The key types text on all spots of the act.
    IsText,
    /// The key is already bound to the act of this name.
    Taken(&'static str),
}

/// The spots for bindings: those of lists and those of texts.
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

/// The bindings of wanted keys, for [`Form::with_keys`](super::Form::with_keys), or all problems with them. Each pair
/// is an act's name and its keys, separated by blanks.
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
        SpotGroup::Lists => LISTS,
        SpotGroup::Texts if is_text => return Err(Unbindable::IsText),
        SpotGroup::Texts => TEXTS,
        SpotGroup::Both if is_text => LISTS,
        SpotGroup::Both => BOTH,
    };
    let same = |b: &&Binding| b.key == key && b.act != act && b.on.iter().any(|spot| on.contains(spot));
    match before.iter().find(same).and_then(|b| b.act.name()) {
        Some(name) => Err(Unbindable::Taken(name)),
        None => Ok(Some(Binding::any(on, key, act))),
    }
}

/// Keys that can't be rebound.
fn fixed(key: Key) -> bool {
    key == Key::ctrl(Code::Char('c'))
        || [Code::Enter, Code::Esc, Code::Up, Code::Down].map(Key::plain).contains(&key)
}

/// The spots on which an act has a meaning.
enum SpotGroup {
    Lists,
    Texts,
    Both,
}

fn place(act: Act) -> SpotGroup {
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
        | Act::PageDown => SpotGroup::Lists,
        // In a list it drops a kept draft.
        Act::Edit(Edit::KillToStart) => SpotGroup::Both,
        Act::Edit(_) => SpotGroup::Texts,
        Act::Up
        | Act::Down
        | Act::Choose
        | Act::PickOrCommit
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
        | Act::About
        | Act::Aside
        | Act::Decline
        | Act::Skip
        | Act::Discuss
        | Act::Nothing => SpotGroup::Both,
    }
}

/// The problem in words for the person.
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
