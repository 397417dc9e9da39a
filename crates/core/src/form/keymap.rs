//! Keys to actions, against the current form.
//!
//! - A [`Binding`] says: on these spots, in this flow, this key means that act.
//! - A dialect's overlay is looked through before the base table.
//! - A printable key that nothing binds is text, where text is typed.

use super::{Act, Action, Form, Key};

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
    Discuss,
    Commit,
    /// The caret is in the notes row of a compare page.
    NotesRow,
    /// The notes page.
    NotesPage,
    /// The editor of a number question.
    Number,
    /// The editor of a text question.
    Text,
    /// The editor of a danger page.
    Danger,
    /// An answer on the review page.
    Answer,
    Submit,
    CancelRow,
    /// The caret is in the filter.
    Filter,
    /// The form asks whether to cancel.
    Asking,
    /// All keys are shown.
    Help,
}

/// Whether a binding holds with one question or with several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flow {
    Any,
    One,
    Several,
}

/// One row of a key table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    pub on: &'static [Spot],
    pub flow: Flow,
    pub key: Key,
    /// [`Act::Nothing`] unbinds what the base table says.
    pub act: Act,
}

/// What a key means to the form now; `None`: nothing.
pub fn resolve(_form: &Form, _key: Key) -> Option<Action> {
    None
}
