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

#[cfg(test)]
mod tests {
    use super::{MANY, NoticeBox};
    use asq_backend::Wake;
    use asq_core::inbox::Notice;
    use futures_util::FutureExt;
    use std::pin::pin;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_full_box_has_no_room_until_it_is_read() {
        let notices = NoticeBox::new(Wake::Descriptor).unwrap();
        notices.post((1..MANY).map(Notice::Late));
        assert_eq!(notices.room().now_or_never(), Some(()));
        notices.post([Notice::Late(MANY)]);
        let mut room = pin!(notices.room());
        assert_eq!(room.as_mut().now_or_never(), None);
        // Posting doesn't wait for room.
        notices.post([Notice::Late(MANY + 1)]);
        assert_eq!(notices.take(), (1..=MANY + 1).map(Notice::Late).collect::<Vec<_>>());
        assert_eq!(room.now_or_never(), Some(()));
    }

    #[test]
    fn the_first_unread_notice_wakes_and_later_ones_do_not() {
        let rung = Arc::new(AtomicUsize::new(0));
        let rings = rung.clone();
        let wake = Wake::Call(Box::new(move || {
            rings.fetch_add(1, Ordering::SeqCst);
        }));
        let notices = NoticeBox::new(wake).unwrap();
        let posts = |posted: Vec<Notice>| {
            notices.post(posted);
            rung.load(Ordering::SeqCst)
        };
        let late = Notice::Late;
        let counts = [posts(vec![]), posts(vec![late(1), late(2)]), posts(vec![late(3)])];
        assert_eq!((counts, notices.take()), ([0, 1, 1], [1, 2, 3].map(late).to_vec()));
        assert_eq!((posts(vec![late(4)]), notices.take()), (2, vec![late(4)]));
    }
}
