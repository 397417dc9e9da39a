//! The rows of key tables, for the form and for the inbox.
//!
//! - A [`Binding`] says: on these spots, in this flow, this key means that act.
//! - Whatever names a key asks which keys lead to an act, so it names only keys that work.
//! - A [`HelpLine`] has the words for acts that stand on one line of a help page.

use super::{Act, Key};

/// Where the focus or the caret is; one dimension of the key table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// A row of a list.
    Option,
    /// A row of the list on a compare page.
    CompareOption,
    /// The custom row, its editor closed.
    Custom,
    /// The caret is in the custom row.
    CustomText,
    /// The row that ends in a discussion.
    Discuss,
    /// The row that commits several picks.
    Commit,
    /// The caret is in the notes row of a compare page.
    NotesRow,
    /// The notes page.
    NotesPage,
    /// The editor of a value, such as a number.
    Value,
    /// The editor of a text question.
    Text,
    /// The editor of a danger page.
    Danger,
    /// An answer on the review page.
    Answer,
    /// The row of the review page that submits.
    Submit,
    /// The row of the review page that cancels.
    CancelRow,
    /// The caret is in the filter.
    Filter,
    /// The caret is in the reason for declining.
    Reason,
    /// The form asks whether to cancel.
    Asking,
    /// The full screen shows what the page clips.
    Reading,
    /// All keys are shown.
    Help,
}

/// Where a binding holds: with one question, with several, or on a kind of question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flow {
    /// With either.
    Any,
    /// The request asks one question.
    One,
    /// It asks two or more.
    Several,
    /// The question that is up is answered with yes or no.
    YesOrNo,
}

/// One row of a key table. The form's rows name spots and acts of the form; the inbox has its own of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding<S: 'static = Spot, A = Act> {
    /// The spots on which it holds.
    pub on: &'static [S],
    /// The flow in which it holds.
    pub flow: Flow,
    /// The key, with exactly these modifiers.
    pub key: Key,
    /// [`Act::Nothing`] unbinds what the base table says.
    pub act: A,
}

impl<S: Copy + PartialEq, A: Copy> Binding<S, A> {
    /// Holds in any flow.
    pub const fn any(on: &'static [S], key: Key, act: A) -> Binding<S, A> {
        Binding { on, flow: Flow::Any, key, act }
    }

    /// Whether it is about this key on this spot.
    pub(crate) fn is(&self, spot: S, key: Key) -> bool {
        self.key == key && self.on.contains(&spot)
    }
}

impl Binding {
    /// Holds if the request asks one question.
    pub const fn one(on: &'static [Spot], key: Key, act: Act) -> Binding {
        Binding { on, flow: Flow::One, key, act }
    }

    /// Holds if the request asks several questions.
    pub const fn several(on: &'static [Spot], key: Key, act: Act) -> Binding {
        Binding { on, flow: Flow::Several, key, act }
    }

    /// Holds on a question of yes or no.
    pub const fn yes_or_no(on: &'static [Spot], key: Key, act: Act) -> Binding {
        Binding { on, flow: Flow::YesOrNo, key, act }
    }
}

/// Those of the keys that lead to an act, each once; what a key means decides, because another row may hide its own.
pub(crate) fn leading_to<A: Copy + PartialEq>(
    act: A,
    keys: impl Iterator<Item = Key>,
    meaning: impl Fn(Key) -> Option<A>,
) -> Vec<Key> {
    let mut found = Vec::new();
    for key in keys {
        if !found.contains(&key) && meaning(key) == Some(act) {
            found.push(key);
        }
    }
    found
}

/// One line of a help page: acts whose keys stand on it, and what they do.
pub(crate) struct HelpLine<A: 'static> {
    pub(crate) acts: &'static [A],
    pub(crate) what: &'static str,
}

impl<A> HelpLine<A> {
    pub(crate) const fn new(acts: &'static [A], what: &'static str) -> HelpLine<A> {
        HelpLine { acts, what }
    }
}
