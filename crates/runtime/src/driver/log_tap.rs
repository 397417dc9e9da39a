//! Following the log from a position.
//!
//! - All readers of a process share one ring, which the watch thread fills.
//! - A reader never blocks: if the ring no longer has its entries, the watch thread reads them.
//! - Once the driver has stopped, every reader gets the reason.

use super::log_ring::{PAGE, Ring, WantedRead, Woken};
use super::reader_wake::WakeUp;
use super::{Driver, Inner, watch_thread};
use asq_backend::{Failure, LogEntry, LogNews, LogReader, Wake};
use asq_core::inbox::Position;
use asq_store::{Store, StoreError, Stored};
use rustix::fd::BorrowedFd;
use std::sync::{Arc, Mutex, PoisonError};

/// The ring of this process.
#[derive(Default)]
pub(super) struct LogTap(Mutex<Ring>);

/// A reader of the log. Dropping it stops reading.
pub struct DriverLogReader {
    inner: Arc<Inner>,
    number: u64,
    wake_up: Arc<WakeUp>,
}

impl Driver {
    /// Follows the log, beginning with the first record after this position.
    ///
    /// # Errors
    pub fn follow_from(&self, after: Position, wake: Wake) -> Result<DriverLogReader, Failure> {
        self.alive()?;
        let wake_up = Arc::new(WakeUp::new(wake)?);
        let number = self.0.log_tap.with(|ring| ring.join(after, wake_up.clone()));
        watch_thread::wake(&self.0);
        Ok(DriverLogReader { inner: self.0.clone(), number, wake_up })
    }
}

impl LogReader for DriverLogReader {
    fn next(&self, most: usize) -> Result<LogNews, Failure> {
        if let Some(fault) = self.inner.writer.stopped() {
            return Err(Failure::Store(fault));
        }
        let (news, wants) = self.inner.log_tap.with(|ring| {
            let next = ring.next(self.number, most);
            if next.0 == LogNews::Entries(Vec::new()) {
                self.wake_up.clear();
            }
            next
        });
        if wants {
            self.inner.waiters.poll_now();
        }
        Ok(news)
    }

    fn resume(&self, after: Position) {
        self.inner.log_tap.with(|ring| ring.resume(self.number, after));
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.wake_up.fd()
    }
}

impl Drop for DriverLogReader {
    fn drop(&mut self) {
        self.inner.log_tap.with(|ring| ring.leave(self.number));
        self.inner.waiters.poll_now();
    }
}

impl LogTap {
    pub(super) fn is_idle(&self) -> bool {
        self.with(|ring| ring.is_idle())
    }

    /// Whether something has to be read for a reader.
    pub(super) fn wants(&self) -> bool {
        self.with(|ring| ring.wanted().is_some())
    }

    /// Notes the position up to which the log was read.
    pub(super) fn reached(&self, position: Position) {
        self.wake(|ring| if ring.is_idle() { Woken::new() } else { ring.reached(position) });
    }

    /// Takes the next records of the log.
    pub(super) fn push(&self, stored: &[Stored]) {
        self.wake(|ring| if ring.is_idle() { Woken::new() } else { ring.push(stored.iter().map(entry)) });
    }

    /// Reads for one reader, or for several at the same place.
    pub(super) fn read(&self, store: &dyn Store) -> Result<(), StoreError> {
        match self.with(|ring| ring.wanted()) {
            None => {}
            Some(WantedRead::Head) => {
                let head = store.head()?;
                self.wake(|ring| ring.head(head.position));
            }
            Some(WantedRead::After(position)) => {
                let page = store.after(position, PAGE)?;
                self.wake(|ring| ring.page(position, page.iter().map(entry)));
            }
        }
        Ok(())
    }

    /// Resets every reader: an import has put records before those that it has.
    pub(super) fn lose(&self) {
        self.wake(Ring::lose);
    }

    pub(super) fn stop(&self) {
        self.wake(Ring::stop);
    }

    fn wake(&self, change: impl FnOnce(&mut Ring) -> Woken) {
        for reader in self.with(change) {
            reader.ring();
        }
    }

    fn with<T>(&self, call: impl FnOnce(&mut Ring) -> T) -> T {
        call(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

pub(super) fn entry(stored: &Stored) -> LogEntry {
    LogEntry::of(stored.position, stored.request, stored.record.as_ref())
}
