//! A surface's line to the backend: notices one way, commands the other.

use asq_core::inbox::{Command, Notice};
use std::os::fd::BorrowedFd;

/// The requests that a surface follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follow {
    /// All open requests, for an inbox. It counts as in use as long as the feed is held.
    Inbox,
    /// Only the requests that it opens, for a single form.
    Opened,
}

/// How a surface learns of new notices.
pub enum Wake {
    /// [`Feed::descriptor`] becomes readable.
    Descriptor,
    /// The backend calls this, on any thread, for the first unread notice. Keep it short.
    Call(Box<dyn Fn() + Send + Sync>),
}

/// A surface's line to the backend. Notices begin with the known state, and continue with news. Dropping the feed saves the
/// typed text, and leaves.
pub trait Feed: Send {
    /// All notices since the last call. Never blocks.
    fn notices(&self) -> Vec<Notice>;

    /// Sends a command. Never blocks; a notice reports the result.
    fn send(&self, command: Command);

    /// Readable while there are notices; `None` if the surface takes a callback, or no descriptor was left.
    fn descriptor(&self) -> Option<BorrowedFd<'_>>;
}
