//! The rows of key tables, for the form and for the inbox.
//!
//! - A [`Binding`] gives a key its act on some spots, in one flow.
//! - Footers and help look up the keys of an act, so they name only keys that work.
//! - A [`HelpLine`] has the words for the acts on one line of a help page.

use super::{Act, Key};

/// The place of the focus or the caret; one dimension of the key table.
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
    /// The row that ends the form with a discussion.
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
    /// The full-screen view is open.
    Reading,
    /// The help page is open.
    Help,
}

impl Spot {
    /// Whether it is on a question's own page, with nothing over it.
    pub fn is_place(self) -> bool {
        self.is_row() || matches!(self, Spot::CustomText | Spot::Value | Spot::Text)
    }

    /// Whether it is a row, and nothing lies over it or takes text there.
    pub fn is_row(self) -> bool {
        match self {
            Spot::Option
            | Spot::CompareOption
            | Spot::Custom
            | Spot::Discuss
            | Spot::Commit
            | Spot::Answer
            | Spot::Submit
            | Spot::CancelRow => true,
            Spot::CustomText
            | Spot::NotesRow
            | Spot::NotesPage
            | Spot::Value
            | Spot::Text
            | Spot::Danger
            | Spot::Filter
            | Spot::Reason
            | Spot::Asking
            | Spot::Reading
            | Spot::Help => false,
        }
    }
}

/// The scope of a binding: one question, several, or a kind of question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BindingScope {
    /// Any request.
    Any,
    /// A request with one question.
    One,
    /// A request with two or more questions.
    Several,
    /// The current question is a yes-or-no question.
    YesOrNo,
    /// The current question takes several picks.
    ManyPicks,
}

/// One row of a key table. The form's rows name the form's spots and acts; the inbox has its own spots and acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding<S: 'static = Spot, A = Act> {
    /// The spots on which it holds.
    pub on: &'static [S],
    /// The flow in which it holds.
    pub flow: BindingScope,
    /// The key, with exactly these modifiers.
    pub key: Key,
    /// [`Act::Nothing`] removes the binding of the base table.
    pub act: A,
}

impl<S: Copy + PartialEq, A: Copy> Binding<S, A> {
    /// Holds in any flow.
    pub const fn any(on: &'static [S], key: Key, act: A) -> Binding<S, A> {
        Binding { on, flow: BindingScope::Any, key, act }
    }

    /// Whether it binds this key on this spot.
    pub(crate) fn is(&self, spot: S, key: Key) -> bool {
        self.key == key && self.on.contains(&spot)
    }
}

impl Binding {
    /// Holds if the request asks one question.
    pub const fn one(on: &'static [Spot], key: Key, act: Act) -> Binding {
        Binding { on, flow: BindingScope::One, key, act }
    }

    /// Holds if the request asks several questions.
    pub const fn several(on: &'static [Spot], key: Key, act: Act) -> Binding {
        Binding { on, flow: BindingScope::Several, key, act }
    }

    /// Holds on a question that takes several picks.
    pub const fn many_picks(on: &'static [Spot], key: Key, act: Act) -> Binding {
        Binding { on, flow: BindingScope::ManyPicks, key, act }
    }

    /// Holds on a yes-or-no question.
    pub const fn yes_or_no(on: &'static [Spot], key: Key, act: Act) -> Binding {
        Binding { on, flow: BindingScope::YesOrNo, key, act }
    }
}

/// The keys that lead to an act, each once. It resolves each key, because another row may override its binding.
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

/// One line of a help page: the acts whose keys it lists, and their description.
pub(crate) struct HelpLine<A: 'static> {
    pub(crate) acts: &'static [A],
    pub(crate) what: &'static str,
}

impl<A> HelpLine<A> {
    pub(crate) const fn new(acts: &'static [A], what: &'static str) -> HelpLine<A> {
        HelpLine { acts, what }
    }
}
