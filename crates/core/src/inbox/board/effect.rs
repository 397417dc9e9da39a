//! What the inbox wants done.

use crate::inbox::Command;
use crate::text::{Shown, Untrusted};

/// A thing for the driver to do.
#[derive(Clone, Debug, PartialEq)]
pub enum BoardEffect {
    /// To be handed on to the store's driver.
    Command(Command),
    /// The terminal's bell.
    Bell,
    /// The terminal's own notification.
    Notify(Shown),
    /// To go to this tmux pane: the server's socket and the pane's id.
    Jump(Untrusted),
    /// To open the person's editor on this text and hand back what it left.
    Edit(String),
    /// To stop the process as Ctrl+Z does.
    Suspend,
    /// To leave; always the last.
    Quit,
}
