//! What a surface has been told and has not yet read.
//!
//! - Whoever tells never waits; whoever reads takes all at once.
//! - A pipe is readable while there is something, so that a loop over files can wait for it.

use asq_backend::Wake;
use asq_core::inbox::Notice;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::pipe::{PipeFlags, pipe_with};
use std::sync::{Mutex, PoisonError};

/// What a surface has been told.
pub(super) struct Mailbox {
    notices: Mutex<Vec<Notice>>,
    /// Read by the surface, written by us; without them (no descriptor was left) it has to look by itself.
    ends: Option<(OwnedFd, OwnedFd)>,
    /// Called where there are no descriptors by intention.
    call: Option<Box<dyn Fn() + Send + Sync>>,
}

impl Mailbox {
    pub(super) fn new(wake: Wake) -> Mailbox {
        let (ends, call) = match wake {
            Wake::Descriptor => (pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK).ok(), None),
            Wake::Call(call) => (None, Some(call)),
        };
        Mailbox { notices: Mutex::new(Vec::new()), ends, call }
    }

    /// Tells it.
    pub(super) fn post(&self, told: impl IntoIterator<Item = Notice>) {
        let mut notices = self.notices.lock().unwrap_or_else(PoisonError::into_inner);
        let quiet = notices.is_empty();
        notices.extend(told);
        if !quiet || notices.is_empty() {
            return;
        }
        if let Some((_, write)) = &self.ends {
            // A full pipe is readable as well.
            let _ = rustix::io::write(write, &[1]);
        }
        // Whoever is called may read at once.
        drop(notices);
        if let Some(call) = &self.call {
            call();
        }
    }

    /// All that it was told since it last read.
    pub(super) fn take(&self) -> Vec<Notice> {
        let mut notices = self.notices.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((read, _)) = &self.ends {
            // As long as something comes there may be more.
            while rustix::io::read(read, &mut [0; 16]).is_ok_and(|n| n > 0) {}
        }
        std::mem::take(&mut notices)
    }

    /// Readable while there is something to read.
    pub(super) fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.ends.as_ref().map(|(read, _)| read.as_fd())
    }
}
