//! The kinds of page that a form shows.

/// Which kind of page is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Page {
    /// A list of options.
    Choose,
    /// A list of options beside the preview of the focused one.
    Compare,
    /// A number or a text.
    Edit,
    /// Typing to confirm a dangerous answer.
    Danger,
    /// A note on a question, on a page of its own.
    Notes,
    /// All answers, before they are sent.
    Review,
}
