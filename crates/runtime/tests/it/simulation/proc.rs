//! One simulated process: the driver's machines, run one store call at a time.

use super::bug::{Mutant, Reader, Writer};
use asq_backend::{Failure, StoreFault};
use asq_core::life::{Input, Moment, RequestId};
use asq_runtime::driver::{BatchStep, Change, Changed, News, NextRead};
use asq_store::{Bell, FaultyProcess, Log, StoreError, WakeReason};
use std::time::Duration;

/// Whose change a ticket is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ticket {
    /// The agent asks.
    Ask(usize),
    /// The agent has handed its reply over.
    Deliver(usize),
    /// Somebody ends a request.
    End(usize),
    /// A time limit is judged.
    Expire,
}

pub(crate) struct Proc {
    pub(crate) store: FaultyProcess,
    pub(crate) reader: Reader,
    bell: Option<Box<dyn Bell>>,
    /// Asleep until then, or until it rings.
    asleep: Option<u64>,
    changes: Vec<Change<Ticket>>,
    batch: Option<Writer>,
    bug: Option<Mutant>,
    /// The disk has failed under it.
    pub(crate) failed: bool,
    /// The last page of records was full: there may be more.
    more: bool,
    /// It waited though there may have been more.
    pub(crate) idled: bool,
    /// It knows.
    stopped: Option<StoreFault>,
}

impl Proc {
    pub(crate) fn new(store: FaultyProcess, inbox: bool, page: usize, bug: Option<Mutant>) -> Proc {
        let bell = store.bell().ok();
        let mut reader = Reader::new(bug, page);
        reader.follower.follow_inbox(inbox);
        Proc {
            store,
            reader,
            bell,
            asleep: None,
            changes: Vec::new(),
            batch: None,
            bug,
            failed: false,
            more: false,
            idled: false,
            stopped: None,
        }
    }

    pub(crate) fn change(&mut self, change: Change<Ticket>) {
        self.changes.push(change);
    }

    /// As the waiters's waker does.
    pub(crate) fn poll_now(&mut self) {
        if self.asleep.take().is_some() {
            self.reader.ring(false);
        }
    }

    /// Whether it acknowledges nothing any more.
    pub(crate) fn stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// Whether the writer has something to do.
    pub(crate) fn writes(&self) -> bool {
        self.batch.is_some() || !self.changes.is_empty()
    }

    /// One step of the writer.
    pub(crate) fn write(&mut self, now: Moment) -> Vec<(Ticket, Changed)> {
        if self.batch.is_none()
            && let Some(error) = &self.stopped
        {
            let failed = || Changed::Failed(Failure::Store(error.clone()));
            return std::mem::take(&mut self.changes)
                .into_iter()
                .map(|change| (change.reply_to, failed()))
                .collect();
        }
        if self.batch.is_none() && !self.changes.is_empty() {
            self.batch = Some(Writer::new(self.bug, std::mem::take(&mut self.changes)));
        }
        let Some(batch) = &mut self.batch else { return Vec::new() };
        match batch.step(now) {
            BatchStep::Load(id) => batch.loaded(id, self.store.records(id)),
            BatchStep::Append(records) => {
                // Outcomes that are known by now don't need this append.
                let mut told = batch.take_results();
                told.extend(batch.early(&records));
                let appended = self.store.append(&records);
                self.failed |= matches!(appended, Err(StoreError::Disk { .. }));
                batch.appended(&self.store, &records, appended);
                if !told.is_empty() {
                    return if self.store.is_dead() { Vec::new() } else { told };
                }
            }
            BatchStep::Rest => {
                self.stopped = batch.stopped().cloned();
                let told = batch.take_results();
                self.batch = None;
                return told;
            }
        }
        if self.store.is_dead() { Vec::new() } else { batch.take_results() }
    }

    /// One step of the follower; whether it did anything.
    pub(crate) fn look(&mut self, now: Moment, clock: u64) -> (bool, Vec<News>) {
        if let Some(until) = self.asleep {
            let rang = self.bell.as_mut().map_or(WakeReason::Quiet, |bell| bell.wait(Duration::ZERO));
            if rang == WakeReason::Quiet && clock < until {
                return (false, Vec::new());
            }
            self.asleep = None;
            self.reader.ring(rang == WakeReason::Quiet);
        }
        let news = match self.reader.next(now) {
            NextRead::Head => self.store.head().map(|head| {
                self.reader.head(head.position);
                Vec::new()
            }),
            NextRead::List(after, limit) => {
                self.store.pending(after, limit).map(|(holds, page)| self.reader.list(limit, holds, page))
            }
            NextRead::Load(id) => self.store.records(id).map(|stored| self.reader.loaded(id, &stored)),
            NextRead::After(position, limit) => {
                let stored = self.store.after(position, limit);
                self.more = stored.as_ref().is_ok_and(|stored| stored.len() == limit);
                stored.map(|stored| self.reader.after(limit, &stored))
            }
            NextRead::Expire(id) => {
                self.expire(id);
                Ok(Vec::new())
            }
            NextRead::Wait(left) => {
                self.idled |= std::mem::take(&mut self.more);
                let patience = self.bell.as_ref().map_or(2000, |bell| bell.patience().as_millis() as u64);
                self.asleep = Some(clock + left.map_or(patience, |left| left.min(patience)));
                return (false, Vec::new());
            }
        };
        if news.is_err() {
            // It waits a while before it reads on.
            self.more = false;
            self.reader.failed();
        }
        (true, news.unwrap_or_default())
    }

    /// Whether a time limit is about to be judged.
    pub(crate) fn judges(&self) -> bool {
        self.changes.iter().any(|change| change.reply_to == Ticket::Expire)
    }

    pub(crate) fn expire(&mut self, id: RequestId) {
        let by = asq_core::life::Actor::system();
        self.change(Change { reply_to: Ticket::Expire, id, by, input: Input::Expire });
    }
}
