//! A surface's line to the backend: notices one way, commands the other.
//!
//! - Notices begin with what is known, and continue with news; reading never waits.
//! - An event loop polls a descriptor, a server gets a callback: neither costs a thread per surface.
//! - Dropping a feed keeps typed text, and leaves.

use asq_core::inbox::{Command, Notice};
use std::os::fd::BorrowedFd;

/// What a surface follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follow {
    /// All open requests: an inbox. It counts as in use for as long as the feed is held.
    Inbox,
    /// The requests that it opens: a single form.
    Opened,
}

/// How a surface learns that there are notices.
pub enum Wake {
    /// [`Feed::descriptor`] becomes readable.
    Descriptor,
    /// This is called, on any thread, when there were none before. It must be short.
    Call(Box<dyn Fn() + Send + Sync>),
}

/// A surface's line to the backend.
pub trait Feed: Send {
    /// All notices since the last call; never waits.
    fn notices(&self) -> Vec<Notice>;

    /// Sends a command; never waits. A notice reports the result.
    fn send(&self, command: Command);

    /// Readable while there are notices; `None` where a callback was wanted, or no descriptor was left.
    fn descriptor(&self) -> Option<BorrowedFd<'_>>;
}
