//! What an inbox shows, without a size.
//!
//! - Borrowed from the board; a list of ten thousand is asked for the items in sight only.
//! - Foreign text is carried as it came; painting escapes it.
//! - Has the screen of the form that is up, or of the request that stands beside the list.

use super::Pending;
use crate::form::{Entry, Hints, Screen};
use crate::life::RequestId;
use crate::text::{Line, Shown, Untrusted};

/// All items of the list, in their order.
pub trait Listing {
    /// How many there are, headings included.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The indexes of the headings, in their order.
    fn headings(&self) -> &[usize];

    /// One of them.
    fn slot(&self, at: usize) -> Slot<'_>;
}

/// One item of the list.
pub enum Slot<'a> {
    /// What the requests below have in common.
    Heading {
        /// The agent's name or the folder; `None`: nobody knows.
        name: Option<&'a Untrusted>,
        /// How many they are.
        count: usize,
    },
    /// A request.
    Request(Listed<'a>),
}

/// A request of the list.
pub struct Listed<'a> {
    /// What is known of it.
    pub pending: &'a Pending,
    /// How old it is: `2 m`.
    pub age: Shown,
    /// Whether its asker still waits, where that is known.
    pub asker: Option<bool>,
    /// Whether something was typed or picked that was not sent.
    pub draft: bool,
    /// Whether it is over, or as good as that.
    pub over: bool,
    /// asq's own words in place of who asks: what becomes of it.
    pub says: Option<Line>,
}

/// What stands beside the list, or in its place.
pub enum Beside<'a> {
    /// The focused request, as far as the list knows it, and what else is to be said of it.
    Card(Listed<'a>, Vec<Line>),
    /// A form, below these rows of asq's own.
    Form(Vec<Line>),
    /// A form that takes no keys, above these lines of asq's own.
    Still(Vec<Line>),
    /// asq's own lines.
    Lines {
        /// All of them.
        lines: Vec<Line>,
        /// How many are scrolled away; more than there are is as many as go.
        top: usize,
    },
    /// Nothing.
    Nothing,
}

/// A form that an inbox shows.
pub struct FormBeside<'a> {
    /// Of which request.
    pub id: RequestId,
    /// What it shows.
    pub screen: Screen<'a>,
    /// Whether it takes the keys.
    pub up: bool,
    /// Whether its request is over.
    pub over: bool,
}

/// What an inbox shows.
pub struct InboxScreen<'a> {
    /// `5 waiting · 2 snoozed`
    pub title: Line,
    /// The list.
    pub list: &'a dyn Listing,
    /// The index of the focused item.
    pub focus: Option<usize>,
    /// What names it: while this is the same, its line on the screen stays the same.
    pub focus_id: Option<u128>,
    /// Another number: the person arranged the list anew, and the focus need not stay on its line.
    pub arrangement: u64,
    /// Whether the keys are the list's; else they are the form's.
    pub active: bool,
    /// What is searched for.
    pub search: Option<Entry<'a>>,
    /// What is asked, refused or wrong.
    pub notice: Option<Line>,
    /// The footer.
    pub hints: Hints,
    /// What to do where the list is empty.
    pub empty: Vec<Line>,
    /// What stands beside it.
    pub beside: Beside<'a>,
    /// The form that is up, or the one of [`Beside::Still`].
    pub form: Option<FormBeside<'a>>,
    /// The person's home folder, shown as `~`.
    pub home: Option<&'a str>,
}
