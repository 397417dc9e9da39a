//! The line of a form whose asker may not follow: it hears how the requests that it opens end, and nothing else.

use crate::notice_box::NoticeBox;
use crate::remote::Waiter;
use asq_backend::{ClosedRequest, Failure, Feed, Hold, Wake};
use asq_core::inbox::{Command, Notice};
use asq_core::life::RequestId;
use rustix::fd::BorrowedFd;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A line that hears of endings.
pub(crate) struct EndingFeed {
    waiter: Waiter,
    notices: Arc<NoticeBox>,
    waits: Mutex<BTreeMap<RequestId, Hold>>,
}

impl EndingFeed {
    pub(crate) fn new(waiter: Waiter, wake: Wake) -> Result<EndingFeed, Failure> {
        Ok(EndingFeed { waiter, notices: Arc::new(NoticeBox::new(wake)?), waits: Mutex::default() })
    }
}

impl Feed for EndingFeed {
    fn notices(&self) -> Vec<Notice> {
        self.notices.take()
    }

    fn send(&self, command: Command) {
        match command {
            Command::Open(id) => {
                let notices = self.notices.clone();
                let then = Box::new(move |ending| notices.post([end(id, ending)]));
                let wait = self.waiter.wait_for(id, Some(then));
                self.waits.lock().unwrap_or_else(PoisonError::into_inner).insert(id, wait);
            }
            Command::Shut(id) => {
                self.waits.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
            }
            // Its asker has no right to any of these.
            Command::Close { .. }
            | Command::Draft { .. }
            | Command::Whole { .. }
            | Command::Snooze { .. }
            | Command::Done(_)
            | Command::Late
            | Command::ForgetLate { .. }
            | Command::Look(_)
            | Command::Propose(_)
            | Command::Jump(_)
            | Command::Announce { .. }
            | Command::Typed => {}
        }
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.notices.fd()
    }
}

fn end(id: RequestId, ending: Result<ClosedRequest, Failure>) -> Notice {
    match ending {
        Ok(ClosedRequest { outcome, by, at, .. }) => {
            Notice::Closed { id, by: Box::new(by), at, how: outcome.name() }
        }
        // The next reader gets the reason.
        Err(_) => Notice::Gone(id),
    }
}
