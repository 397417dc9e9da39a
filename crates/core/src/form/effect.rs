//! What the driver has to do after an action.

use crate::model::Outcome;

/// A thing for the driver to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// The form is over. Always the last effect.
    Close(Outcome),
    /// Open the person's editor on this text and hand back [`Edited`](super::Action::Edited).
    Edit(String),
    /// Stop the process as Ctrl+Z does; draw again when it goes on.
    Suspend,
    /// The form goes aside as it is; its driver can bring it back.
    Aside,
    /// The draft differs from the last one kept.
    DraftChanged,
}
