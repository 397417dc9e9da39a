//! One writer per process: the first thread to arrive writes for all that wait.
//!
//! - It has no thread of its own: one of the waiting threads does the work of all, then the next one.
//! - Changes that arrive while the disk is busy form the next batch.
//! - A thread returns only once its changes are on disk.
//! - After a disk failure, every later change fails with the same reason.
//! - A time limit that passes makes late texts of the drafts, in whichever process it was judged.

use super::batch::{Batch, BatchStep, Change, Changed};
use super::clock::Clock;
use super::failure::failed;
use asq_backend::{Failure, StoreFault};
use asq_core::life::{Fact, Record, RequestId};
use asq_core::model::Outcome;
use asq_store::{Append, Store, StoreError, Verdict};
use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

/// The most changes in one batch: a transaction of this size takes a few milliseconds.
const MOST: usize = 512;

#[derive(Default)]
pub(super) struct Writer {
    line: Mutex<WriteQueue>,
    /// Rings when a batch is done.
    done: Condvar,
    /// The fault after which nothing is acknowledged any more.
    stopped: OnceLock<StoreFault>,
}

#[derive(Default)]
struct WriteQueue {
    waiting: Vec<Change<u64>>,
    done: HashMap<u64, Changed>,
    last: u64,
    busy: bool,
}

impl WriteQueue {
    fn push(&mut self, change: Change<()>) -> u64 {
        let Change { id, by, input, reply_to: () } = change;
        self.last += 1;
        self.waiting.push(Change { reply_to: self.last, id, by, input });
        self.last
    }

    /// The results of these changes, once each of them has one.
    fn results(&mut self, of: &[u64]) -> Option<Vec<Changed>> {
        let all = of.iter().all(|number| self.done.contains_key(number));
        all.then(|| of.iter().filter_map(|number| self.done.remove(number)).collect())
    }
}

impl Writer {
    /// Carries out changes; returns their results, in the same order, once they are on disk.
    pub(super) fn carry_out(
        &self,
        store: &dyn Store,
        clock: &dyn Clock,
        changes: impl IntoIterator<Item = Change<()>>,
    ) -> Vec<Changed> {
        let mut line = self.line();
        let own: Vec<u64> = changes.into_iter().map(|change| line.push(change)).collect();
        loop {
            if let Some(results) = line.results(&own) {
                return results;
            }
            if line.busy {
                line = self.done.wait(line).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            if line.waiting.is_empty() {
                // Another thread may have panicked with some of these changes in its batch.
                for number in &own {
                    let why =
                        || Changed::Failed(failed(StoreError::Unknown("the writing ended half-way".into())));
                    line.done.entry(*number).or_insert_with(why);
                }
                continue;
            }
            line.busy = true;
            let most = line.waiting.len().min(MOST);
            let batch: Vec<Change<u64>> = line.waiting.drain(..most).collect();
            drop(line);
            // The lock is free during the write, so that others can join the next batch.
            let turn = BatchTurn(self);
            let results = self.write(store, clock, batch);
            line = self.line();
            line.done.extend(results);
            line.busy = false;
            // Its drop takes the lock that is held here; only a panic needs it.
            std::mem::forget(turn);
            self.done.notify_all();
        }
    }

    /// The fault after which nothing is acknowledged any more.
    pub(super) fn stopped(&self) -> Option<StoreFault> {
        self.stopped.get().cloned()
    }

    /// Stops the writer: from now on it acknowledges nothing.
    pub(super) fn stop(&self, error: &StoreFault) {
        // If there was an earlier reason, it stays.
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
        let mut over = Vec::new();
        loop {
            match batch.step(|| clock.now()) {
                BatchStep::Load(id) => batch.loaded(id, store.records(id)),
                BatchStep::Append(records) => {
                    let verdicts = store.append(&records);
                    over.extend(expired(&records, verdicts.as_deref().unwrap_or_default()));
                    batch.appended(verdicts);
                }
                BatchStep::Rest => break,
            }
            if let Some(error) = batch.stopped() {
                self.stop(error);
            }
        }
        for id in over {
            // What was typed came too late. If this fails, the next inbox does it.
            let _ = store.drop_drafts(id, None);
        }
        batch.take_results()
    }

    fn line(&self) -> MutexGuard<'_, WriteQueue> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The requests whose time limit was judged by these appends.
fn expired(appends: &[Append], verdicts: &[Verdict]) -> Vec<RequestId> {
    let is_over = |append: &Append| {
        let closed = |record: &Record| match &record.fact {
            Fact::Closed(closed) => matches!(closed.outcome, Outcome::Expired(_)),
            Fact::Asked(_) | Fact::Delivered => false,
        };
        append.records.iter().any(closed)
    };
    let stored = appends.iter().zip(verdicts).filter(|(_, verdict)| matches!(verdict, Verdict::Appended(_)));
    stored.filter(|(append, _)| is_over(append)).map(|(append, _)| append.request).collect()
}

/// A thread's turn to write. It ends even if the write panics.
struct BatchTurn<'a>(&'a Writer);

impl Drop for BatchTurn<'_> {
    fn drop(&mut self) {
        self.0.line().busy = false;
        self.0.done.notify_all();
    }
}
