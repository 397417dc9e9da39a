//! The effects of the inbox.

use crate::inbox::Command;
use crate::text::{Shown, Untrusted};

/// An effect, for the surface to carry out.
#[derive(Clone, Debug, PartialEq)]
pub enum BoardEffect {
    /// Passes a command to the driver of the store.
    Command(Command),
    /// Rings the terminal's bell.
    Bell,
    /// Shows the terminal's own notification.
    Notify(Shown),
    /// Goes to this tmux pane: the server's socket and the pane's id.
    Jump(Untrusted),
    /// Opens the person's editor on this text and returns the edited text.
    Edit(String),
    /// Stops the process as Ctrl+Z does.
    Suspend,
    /// Leaves; always the last effect.
    Quit,
}
