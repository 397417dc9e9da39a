//! The effects of the inbox.

use crate::inbox::{Command, OpenTarget, Pending};
use crate::text::{Shown, Untrusted};
use std::sync::Arc;

/// What a person who looks elsewhere hears of requests that arrived.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrivalNews {
    /// Which agent, in which folder; or how many wait.
    pub title: Shown,
    /// What is asked; or which agents ask.
    pub body: Shown,
    /// The requests, the first one first.
    pub requests: Vec<Arc<Pending>>,
    /// How many requests wait.
    pub waiting: usize,
}

/// An effect, for the surface to carry out.
#[derive(Clone, Debug, PartialEq)]
pub enum BoardEffect {
    /// Passes a command to the driver of the store.
    Command(Command),
    /// Rings the terminal's bell.
    Bell,
    /// Tells the person of these requests by whatever the settings name, apart from the bell.
    Announce(Box<ArrivalNews>),
    /// Goes to this tmux pane: the server's socket and the pane's id.
    Jump(Untrusted),
    /// Puts this text into the terminal's clipboard.
    Copy(String),
    /// Opens this through the person's own command.
    Open(Box<OpenTarget>),
    /// Opens the person's editor on this text and returns the edited text.
    Edit(String),
    /// Stops the process as Ctrl+Z does.
    Suspend,
    /// Leaves; always the last effect.
    Quit,
}
