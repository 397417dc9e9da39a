//! What a finder shows, without a size.

use crate::finder::FinderNotice;
use asq_core::text::{Editor, Untrusted};

/// What there is to see.
#[derive(Debug)]
pub struct FinderScreen<'a> {
    /// The question.
    pub question: &'a Untrusted,
    /// A line more, below the question.
    pub description: Option<&'a Untrusted>,
    /// What is typed.
    pub query: &'a Editor,
    /// The rows in sight, of which one has the focus; as many as [`crate::Finder::screen`] was asked for, or fewer.
    pub rows: Vec<FinderRow>,
    /// How many labels match.
    pub matching: usize,
    /// How many labels there are.
    pub labels: usize,
    /// How many empty ones were left out.
    pub skipped: usize,
    /// Whether more may still arrive.
    pub arriving: bool,
    /// Whether there are more labels than a finder takes.
    pub full: bool,
    /// Whether several may be picked.
    pub many: bool,
    /// How many are picked; always 0 where one is picked by Enter.
    pub picked: usize,
    /// The same with its bounds, such as `1 of at most 2`; `None` without bounds.
    pub picked_of: Option<String>,
    /// What has to be said for now.
    pub notice: Option<FinderNotice>,
}

/// A label in sight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinderRow {
    /// The label.
    pub label: Untrusted,
    /// What it says about itself; may be empty.
    pub description: Untrusted,
    /// The characters of the label that were typed, in their order.
    pub places: Vec<u32>,
    /// Whether it has the focus.
    pub focused: bool,
    /// Whether it is picked; `None` where one is picked by Enter.
    pub picked: Option<bool>,
}
