//! The inbox's screen, without a size.
//!
//! - It borrows from the board; of ten thousand items it reads only the visible ones.
//! - Foreign text stays unchanged; painting escapes it.
//! - It includes the screen of the open form, or of the request next to the list.

use super::{GroupBy, Pending};
use crate::form::{Hints, Screen, TextEntry};
use crate::life::{About, RequestId};
use crate::text::{Line, Shown, Span, Untrusted};

/// All items of the list, in their order.
pub trait Listing {
    /// The number of items, including headings.
    fn len(&self) -> usize;

    /// Whether the list is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The indexes of the headings, in ascending order.
    fn headings(&self) -> &[usize];

    /// The item at an index.
    fn slot(&self, at: usize) -> Slot<'_>;
}

/// One item of the list.
pub enum Slot<'a> {
    /// The heading of a group.
    Heading {
        /// The agent's name or the folder; `None` if unknown.
        name: Option<&'a Untrusted>,
        /// asq's own words in its place.
        own: Option<&'static str>,
        /// The number of requests in it.
        count: usize,
    },
    /// A request.
    Request(Listed<'a>),
}

/// A request of the list.
pub struct Listed<'a> {
    /// The request itself.
    pub pending: &'a Pending,
    /// Its age, such as `2 m`.
    pub age: Shown,
    /// Whether it has waited for an hour or more.
    pub old: bool,
    /// How long it still waits, if it has a time limit: `12 min left`.
    pub left: Option<Span>,
    /// Whether its asker still waits, if that is known.
    pub asker: Option<bool>,
    /// Whether the person typed or picked something that wasn't sent.
    pub draft: bool,
    /// Whether it is closed, or nearly.
    pub over: bool,
    /// Whether the person marked it, for one answer to several.
    pub marked: bool,
    /// The searched text in lower case; where it occurs, it is marked.
    pub search: String,
    /// What the heading above says of it.
    pub grouped: GroupBy,
    /// asq's own words in the place of the asker's name, about the request's state.
    pub says: Option<Line>,
}

/// The part next to the list, or in its place.
pub enum Detail<'a> {
    /// The focused request as the list knows it, with more lines about it.
    Card(Listed<'a>, Vec<Line>),
    /// A form, below these rows of asq's own.
    Form(Vec<Line>),
    /// A form that takes no keys, where it would stand if it did.
    Still {
        /// The rows above it, as above a form in use.
        above: Vec<Line>,
        /// Lines below it, as far as it leaves room.
        below: Vec<Line>,
        /// What the agent was doing, above those lines, if there is room for that, too.
        about: Option<&'a About>,
    },
    /// asq's own lines.
    Lines {
        /// All of them.
        lines: Vec<Line>,
        /// The number of lines scrolled away; a number that is too large counts as the largest possible.
        top: usize,
        /// The lines that have the focus, from one up to another: they are in sight, and marked.
        focus: Option<(usize, usize)>,
    },
    /// Nothing.
    Nothing,
}

/// A form that an inbox shows.
pub struct DetailForm<'a> {
    /// The request of the form.
    pub id: RequestId,
    /// The form's screen.
    pub screen: Screen<'a>,
    /// Whether it takes the keys.
    pub up: bool,
    /// Whether its request is closed.
    pub over: bool,
}

/// The inbox's screen.
pub struct InboxScreen<'a> {
    /// `5 waiting · 2 snoozed`
    pub title: Line,
    /// The list.
    pub list: &'a dyn Listing,
    /// The index of the focused item.
    pub focus: Option<usize>,
    /// Identifies the focused request: as long as it is the same, its line on the screen stays the same.
    pub focus_id: Option<u128>,
    /// Changes when the person rearranges the list; then the focus may leave its line.
    pub arrangement: u64,
    /// Whether the list takes the keys; otherwise the form does.
    pub active: bool,
    /// The search text.
    pub search: Option<TextEntry<'a>>,
    /// A question to the person, a refusal or a problem.
    pub notice: Option<Line>,
    /// The footer.
    pub hints: Hints,
    /// The lines of an empty list: what to do next.
    pub empty: Vec<Line>,
    /// The part next to the list.
    pub detail: Detail<'a>,
    /// The open form, or the one of [`Detail::Still`].
    pub form: Option<DetailForm<'a>>,
    /// Whether the form has the whole window, where there is room for the list, too.
    pub zoomed: bool,
    /// The requests after the one of [`Detail::Still`], to be shown below it, as many as fit whole.
    pub next_up: Vec<DetailForm<'a>>,
    /// The person's home folder, shown as `~`.
    pub home: Option<&'a str>,
}
