//! The unread notices of a surface.
//!
//! - Posting never blocks; reading takes all notices at once.
//! - The first unread notice wakes the surface; later ones don't until it has read.
//! - A surface that doesn't read costs no more memory than the open requests: requests that came and went meanwhile
//!   leave no notice.

use super::reader_wake::WakeUp;
use asq_backend::{Failure, Wake};
use asq_core::inbox::Notice;
use asq_core::life::RequestId;
use rustix::fd::BorrowedFd;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// The number of unread notices at which old ones are dropped.
const MANY: usize = 4096;

pub(super) struct Mailbox {
    unread: Mutex<Unread>,
    wake_up: WakeUp,
}

struct Unread {
    notices: Vec<Notice>,
    /// The number of notices that are left as they are.
    room: usize,
}

impl Mailbox {
    /// # Errors
    /// The system gives no pipe to wake its reader.
    pub(super) fn new(wake: Wake) -> Result<Mailbox, Failure> {
        let unread = Unread { notices: Vec::new(), room: MANY };
        Ok(Mailbox { unread: Mutex::new(unread), wake_up: WakeUp::new(wake)? })
    }

    pub(super) fn post(&self, notices: impl IntoIterator<Item = Notice>) {
        let mut unread = self.unread.lock().unwrap_or_else(PoisonError::into_inner);
        let was_empty = unread.notices.is_empty();
        unread.notices.extend(notices);
        if unread.notices.len() > unread.room {
            unread.shorten();
        }
        let rings = was_empty && !unread.notices.is_empty();
        // The callback may take the notices, so it must find the mailbox unlocked.
        drop(unread);
        if rings {
            self.wake_up.ring();
        }
    }

    /// All notices since the last call.
    pub(super) fn take(&self) -> Vec<Notice> {
        let mut unread = self.unread.lock().unwrap_or_else(PoisonError::into_inner);
        self.wake_up.clear();
        unread.room = MANY;
        std::mem::take(&mut unread.notices)
    }

    /// Readable while there are notices.
    pub(super) fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.wake_up.fd()
    }
}

impl Unread {
    /// Drops requests that came and went, and all but the last of repeated notices.
    fn shorten(&mut self) {
        let (mut came, mut over) = (BTreeSet::new(), BTreeSet::new());
        for notice in &self.notices {
            match notice {
                Notice::Arrived(pending) => {
                    came.insert(pending.id);
                }
                // The surface shows this request, so it must learn of its end.
                Notice::Opened { id, .. } => {
                    came.remove(id);
                }
                Notice::Closed { id, .. } | Notice::Gone(id) if came.contains(id) => {
                    over.insert(*id);
                }
                Notice::Closed { .. }
                | Notice::Gone(_)
                | Notice::Delivered(_)
                | Notice::Asker { .. }
                | Notice::Snoozed { .. }
                | Notice::Marked { .. }
                | Notice::Drafted { .. }
                | Notice::Whole { .. }
                | Notice::Clash { .. }
                | Notice::Accepted(_)
                | Notice::Refused { .. }
                | Notice::NotStored { .. }
                | Notice::Announced(_)
                | Notice::Done(_)
                | Notice::Late(_)
                | Notice::Looked { .. }
                | Notice::Proposed { .. }
                | Notice::Trouble(_)
                | Notice::Stopped(_) => {}
            }
        }
        let mut later: BTreeSet<(u8, RequestId)> = BTreeSet::new();
        let mut kept: Vec<Notice> = std::mem::take(&mut self.notices);
        kept.reverse();
        kept.retain(|notice| match notice {
            Notice::Arrived(pending) => !over.contains(&pending.id),
            Notice::Closed { id, .. } | Notice::Gone(id) | Notice::Delivered(id) => !over.contains(id),
            Notice::Asker { id, .. } => !over.contains(id) && later.insert((0, *id)),
            Notice::Snoozed { id, .. } => !over.contains(id) && later.insert((1, *id)),
            Notice::Drafted { id, .. } => later.insert((2, *id)),
            Notice::Marked { id, .. } => !over.contains(id) && later.insert((4, *id)),
            Notice::Whole { id, .. } => later.insert((5, *id)),
            Notice::Trouble(_) => later.insert((3, RequestId(0))),
            Notice::Opened { .. }
            | Notice::Clash { .. }
            | Notice::Accepted(_)
            | Notice::Refused { .. }
            | Notice::NotStored { .. }
            | Notice::Announced(_)
            | Notice::Done(_)
            | Notice::Late(_)
            | Notice::Looked { .. }
            | Notice::Proposed { .. }
            | Notice::Stopped(_) => true,
        });
        kept.reverse();
        // Shortening again pays only once the number has doubled.
        self.room = MANY.max(2 * kept.len());
        self.notices = kept;
    }
}
