//! Waiting for endings.
//!
//! - An ending arrives by a callback; a process with several waits takes the endings as they come.
//! - Dropping a wait ends it; the request stays.
//! - Surfaces see that the asker waits. If they can't, the wait goes on and the reason is kept.

use super::{Driver, Inner, watch_thread};
use asq_backend::{ClosedRequest, Failure, Hold};
use asq_core::life::RequestId;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// A wait. Dropping it ends the wait.
pub struct Waiting {
    inner: Arc<Inner>,
    id: RequestId,
    number: u64,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.inner.waiters.forget(self.id, self.number);
    }
}

/// Several waits.
pub struct Waits {
    waiting: Vec<(Waiting, Option<Hold>)>,
    endings: Receiver<(RequestId, Result<ClosedRequest, Failure>)>,
    unseen: Option<Failure>,
}

impl Waits {
    /// The next ending; `None` when the time has passed, or no wait is left.
    ///
    /// Without a time it blocks for as long as it takes.
    pub fn next(&mut self, at_most: Option<Duration>) -> Option<(RequestId, Result<ClosedRequest, Failure>)> {
        if self.waiting.is_empty() {
            return None;
        }
        let (id, ending) = match at_most {
            None => self.endings.recv().ok()?,
            Some(time) => match self.endings.recv_timeout(time) {
                Ok(told) => told,
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
            },
        };
        self.waiting.retain(|(waiting, _)| waiting.id != id);
        Some((id, ending))
    }

    /// Why surfaces can't see that the asker waits, for at least one request.
    pub fn unseen(&self) -> Option<&Failure> {
        self.unseen.as_ref()
    }

    /// The requests without an ending so far.
    pub fn open(&self) -> impl Iterator<Item = RequestId> + '_ {
        self.waiting.iter().map(|(waiting, _)| waiting.id)
    }
}

impl Driver {
    /// Calls back once when this request closes, or at once if it is closed. Keep the call short: it is on the watch
    /// thread.
    pub fn when_closed(
        &self,
        id: RequestId,
        then: impl FnOnce(Result<ClosedRequest, Failure>) + Send + 'static,
    ) -> Waiting {
        let number = if let Some(failure) = self.stopped() {
            then(Err(failure));
            0
        } else {
            let number = self.0.waiters.wait(id, Box::new(then));
            watch_thread::wake(&self.0);
            number
        };
        Waiting { inner: self.0.clone(), id, number }
    }

    /// Waits for each of these requests. With `as_asker`, surfaces see that their asker waits.
    pub fn wait(&self, ids: &[RequestId], as_asker: bool) -> Waits {
        let (tell, endings) = channel();
        let mut ids = ids.to_vec();
        // One ending for each, however often it was named.
        ids.sort_unstable();
        ids.dedup();
        let mut waits = Waits { waiting: Vec::new(), endings, unseen: None };
        for id in ids {
            let hold = if as_asker { self.hold(id).map(Some) } else { Ok(None) };
            let hold = hold.unwrap_or_else(|failure| {
                waits.unseen = Some(failure);
                None
            });
            let tell = tell.clone();
            // If the receiver is gone, nobody wants the ending.
            let waiting = self.when_closed(id, move |ending| drop(tell.send((id, ending))));
            waits.waiting.push((waiting, hold));
        }
        waits
    }

    /// Waits for one request, at most so long. `None` when the time has passed.
    ///
    /// # Errors
    /// There is no such request, its content was erased, or the disk failed.
    pub fn wait_for(
        &self,
        id: RequestId,
        as_asker: bool,
        at_most: Option<Duration>,
    ) -> Result<Option<ClosedRequest>, Failure> {
        match self.wait(&[id], as_asker).next(at_most) {
            Some((_, ending)) => ending.map(Some),
            None => Ok(None),
        }
    }
}
