//! Effects of an action, for the driver to carry out.

use crate::model::Outcome;

/// An effect, for the driver to carry out.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// The form has ended. Always the last effect.
    Close(Outcome),
    /// Open the person's editor with this text and return [`Edited`](super::Action::Edited).
    Edit(String),
    /// Stop the process as Ctrl+Z does; draw again when it continues.
    Suspend,
    /// Put the form aside as it is; the driver can bring it back.
    Aside,
    /// Keep the draft: it differs from the last one kept.
    DraftChanged,
}
