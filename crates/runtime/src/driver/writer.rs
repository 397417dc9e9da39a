//! One writer per process: whoever comes first writes for all that have come.
//!
//! - There is no thread of its own: one of those that wait for the disk does the work of all, then the next one.
//! - What comes in while the disk is busy is the next batch.
//! - Everybody is told only when it is on disk.
//! - After the disk has failed everybody is told that, for ever.

use super::batch::{Batch, Change, Changed, Step};
use super::clock::Clock;
use super::failure::failed;
use asq_backend::{Failure, StoreFault};
use asq_store::{Store, StoreError};
use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

/// The most changes of one batch: what one transaction takes a few milliseconds for.
const MOST: usize = 512;

/// One writer per process.
#[derive(Default)]
pub(super) struct Writer {
    line: Mutex<Line>,
    /// Rings when a batch is done.
    done: Condvar,
    /// Why nothing is acknowledged any more.
    stopped: OnceLock<StoreFault>,
}

#[derive(Default)]
struct Line {
    waiting: Vec<Change<u64>>,
    told: HashMap<u64, Changed>,
    next: u64,
    /// Whether somebody writes.
    busy: bool,
}

impl Writer {
    /// Follows a change, and returns when what came of it is on disk.
    pub(super) fn follow(&self, store: &dyn Store, clock: &dyn Clock, change: Change<()>) -> Changed {
        let Change { id, by, input, reply_to: () } = change;
        let mut line = self.line();
        line.next += 1;
        let reply_to = line.next;
        line.waiting.push(Change { reply_to, id, by, input });
        loop {
            if let Some(told) = line.told.remove(&reply_to) {
                return told;
            }
            if line.busy {
                line = self.done.wait(line).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            if !line.waiting.iter().any(|change| change.reply_to == reply_to) {
                let why = StoreError::Unknown("the writing ended half-way".into());
                return Changed::Failed(failed(why));
            }
            line.busy = true;
            let most = line.waiting.len().min(MOST);
            let batch: Vec<Change<u64>> = line.waiting.drain(..most).collect();
            drop(line);
            let turn = Turn(self);
            let told = self.write(store, clock, batch);
            line = self.line();
            line.told.extend(told);
            line.busy = false;
            std::mem::forget(turn);
            self.done.notify_all();
        }
    }

    /// Why nothing is acknowledged any more.
    pub(super) fn stopped(&self) -> Option<StoreFault> {
        self.stopped.get().cloned()
    }

    /// Nothing is acknowledged from now on.
    pub(super) fn stop(&self, error: &StoreFault) {
        // Whoever was first is the reason.
        let _ = self.stopped.set(error.clone());
    }

    fn write(&self, store: &dyn Store, clock: &dyn Clock, batch: Vec<Change<u64>>) -> Vec<(u64, Changed)> {
        if let Some(failure) = self.stopped().map(Failure::Store) {
            return batch
                .into_iter()
                .map(|change| (change.reply_to, Changed::Failed(failure.clone())))
                .collect();
        }
        let mut batch = Batch::new(batch);
        loop {
            match batch.step(|| clock.now()) {
                Step::Load(id) => batch.loaded(id, store.records(id)),
                Step::Append(records) => batch.appended(store.append(&records)),
                Step::Rest => break,
            }
            if let Some(error) = batch.stopped() {
                self.stop(error);
            }
        }
        batch.told()
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody's turn to write. It ends even where writing panics.
struct Turn<'a>(&'a Writer);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.line().busy = false;
        self.0.done.notify_all();
    }
}
