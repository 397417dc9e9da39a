//! The unread notices of a surface.
//!
//! - Posting never blocks; reading takes all notices at once.
//! - The first unread notice wakes the surface; later ones don't until it has read.
//! - A surface that doesn't read holds up its stream, so it costs no more memory than that.

use crate::wake::ReaderBell;
use asq_backend::{Failure, Wake};
use asq_core::inbox::Notice;
use rustix::fd::BorrowedFd;
use std::sync::{Mutex, PoisonError};
use tokio::sync::Notify;

/// So many unread notices hold up the stream.
const MANY: usize = 4096;

pub(crate) struct NoticeBox {
    unread: Mutex<Vec<Notice>>,
    bell: ReaderBell,
    taken: Notify,
}

impl NoticeBox {
    /// # Errors
    /// The system gives no pipe to wake its reader.
    pub(crate) fn new(wake: Wake) -> Result<NoticeBox, Failure> {
        Ok(NoticeBox { unread: Mutex::default(), bell: ReaderBell::new(wake)?, taken: Notify::new() })
    }

    pub(crate) fn post(&self, notices: impl IntoIterator<Item = Notice>) {
        let mut unread = self.unread.lock().unwrap_or_else(PoisonError::into_inner);
        let was_empty = unread.is_empty();
        unread.extend(notices);
        let rings = was_empty && !unread.is_empty();
        // The callback may take the notices, so it must find the box unlocked.
        drop(unread);
        if rings {
            self.bell.ring();
        }
    }

    /// All notices since the last call.
    pub(crate) fn take(&self) -> Vec<Notice> {
        let mut unread = self.unread.lock().unwrap_or_else(PoisonError::into_inner);
        self.bell.clear();
        self.taken.notify_one();
        std::mem::take(&mut unread)
    }

    /// Waits until the surface has read most of them.
    pub(crate) async fn room(&self) {
        while self.unread.lock().unwrap_or_else(PoisonError::into_inner).len() >= MANY {
            self.taken.notified().await;
        }
    }

    /// Readable while there are notices.
    pub(crate) fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.bell.fd()
    }
}
