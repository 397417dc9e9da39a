//! Waiting for endings.
//!
//! - A wait is an entry in a table: thousands of them cost their process kilobytes and one thread.
//! - Whoever waits is told by a call, or waits for several and takes the endings as they come.
//! - A wait that is dropped is forgotten; the request stays.
//! - While somebody waits by the right to ask, surfaces see it.

use super::{Driver, Inner};
use asq_backend::{ClosedRequest, Failure};
use asq_core::life::RequestId;
use asq_store::LockGuard;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Somebody waits. Dropping it waits no longer.
pub struct Waiting {
    inner: Arc<Inner>,
    id: RequestId,
    number: u64,
    /// Says that the asker waits, where it does.
    _held: Option<Box<dyn LockGuard>>,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.inner.waiters.forget(self.id, self.number);
    }
}

/// Several are waited for.
pub struct Waits {
    waiting: Vec<Waiting>,
    endings: Receiver<(RequestId, Result<ClosedRequest, Failure>)>,
}

impl Waits {
    /// The next ending; `None` when the time is over, or nothing is waited for any more.
    ///
    /// Without a time it waits for ever.
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
        self.waiting.retain(|w| w.id != id);
        Some((id, ending))
    }

    /// Those that are still waited for.
    pub fn open(&self) -> impl Iterator<Item = RequestId> + '_ {
        self.waiting.iter().map(|w| w.id)
    }
}

impl Driver {
    /// Calls once this request is over, at once if it is; on a thread of the inner's own, so the call must be short.
    ///
    /// With `asker` surfaces see that somebody waits for as long as what it returns is held.
    pub fn when_closed(
        &self,
        id: RequestId,
        asker: bool,
        tell: impl FnOnce(Result<ClosedRequest, Failure>) + Send + 'static,
    ) -> Waiting {
        let held = if asker { self.0.store.hold_asker(id).ok() } else { None };
        let number = match self.stopped() {
            Some(failure) => {
                tell(Err(failure));
                0
            }
            None => self.0.waiters.wait(&self.0, id, Box::new(tell)),
        };
        Waiting { inner: self.0.clone(), id, number, _held: held }
    }

    /// Waits for these, each once.
    pub fn wait(&self, ids: &[RequestId], asker: bool) -> Waits {
        let (tell, endings) = channel();
        let mut ids = ids.to_vec();
        ids.sort_unstable();
        ids.dedup();
        let waiting = ids.into_iter().map(|id| {
            let tell = tell.clone();
            // Whoever does not listen any more has no use for it.
            self.when_closed(id, asker, move |ending| drop(tell.send((id, ending))))
        });
        Waits { waiting: waiting.collect(), endings }
    }

    /// Waits for one, at most so long. `None` when the time is over.
    ///
    /// # Errors
    /// There is no such request, what was said is erased, or the disk failed.
    pub fn wait_for(
        &self,
        id: RequestId,
        asker: bool,
        at_most: Option<Duration>,
    ) -> Result<Option<ClosedRequest>, Failure> {
        match self.wait(&[id], asker).next(at_most) {
            Some((_, ending)) => ending.map(Some),
            None => Ok(None),
        }
    }
}
