//! The writer's decisions, without a thread: what to read, what to append, and each change's result.
//!
//! - All waiting changes are one batch: read, decided and appended together. Their results go out once all is on disk.
//! - Each request takes one step at a time: the second change is decided against the result of the first.
//! - If a request has changed meanwhile, it is read and decided again.
//! - The outcome of an append is never guessed: if it is unknown, a read of the store decides.
//! - An expired time limit is judged before any other change.
//! - After a disk failure nothing is acknowledged any more.

use super::failure::fault;
use super::life::life_of;
use asq_backend::{Failure, FaultKind, StoreFault};
use asq_core::life::{Actor, Input, Moment, Record, Refusal, RequestId};
use asq_store::{Append, StoreError, Stored, Verdict};
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

/// Retries of one change before the store counts as inconsistent.
const ROUNDS: u32 = 64;

/// A wanted change of a request.
#[derive(Clone, Debug)]
pub struct Change<T> {
    /// The receiver of the result.
    pub reply_to: T,
    /// The request to change.
    pub id: RequestId,
    /// The actor behind the change.
    pub by: Actor,
    /// What happens to the request.
    pub input: Input,
}

/// The result of a change.
#[derive(Clone, Debug)]
pub enum Changed {
    /// The change is on disk.
    Done {
        /// Whether this change did it, not an earlier one.
        anew: bool,
    },
    /// This other request already holds its claim.
    Taken(RequestId),
    /// The change failed.
    Failed(Failure),
}

/// The caller's next task.
#[derive(Clone, Debug, PartialEq)]
pub enum BatchStep {
    /// Read all records of this request.
    Load(RequestId),
    /// Append this, in one transaction.
    Append(Vec<Append>),
    /// Nothing: every change has its result.
    Rest,
}

struct InFlight<T> {
    change: Change<T>,
    /// The append in flight. Its outcome must be known before anything else is decided.
    sent: Option<Append>,
    rounds: u32,
}

/// Changes to carry out together.
pub struct Batch<T> {
    held: Vec<InFlight<T>>,
    read: BTreeMap<RequestId, Vec<Stored>>,
    /// The requests of the last append, in its order.
    sent_ids: Vec<RequestId>,
    results: Vec<(T, Changed)>,
    stopped: Option<StoreFault>,
}

impl<T> Batch<T> {
    /// Carries out these changes, in their order.
    pub fn new(changes: impl IntoIterator<Item = Change<T>>) -> Batch<T> {
        let held = changes.into_iter().map(|change| InFlight { change, sent: None, rounds: 0 }).collect();
        Batch { held, read: BTreeMap::new(), sent_ids: Vec::new(), results: Vec::new(), stopped: None }
    }

    /// The next step. Its outcome goes to [`loaded`](Batch::loaded) or [`appended`](Batch::appended). The clock is read
    /// only for a decision, because a shared clock may be across a network.
    pub fn step(&mut self, now: impl FnOnce() -> Moment) -> BatchStep {
        let now = LazyCell::new(now);
        loop {
            if let Some(error) = self.stopped.clone() {
                self.fail(|_| true, |_| Failure::Store(error.clone()));
            }
            // All are read before any is decided: one transaction takes the appends of all.
            if let Some(id) = self.held.iter().find(|h| self.unread(h)).map(|h| h.change.id) {
                return BatchStep::Load(id);
            }
            if self.held.is_empty() {
                return BatchStep::Rest;
            }
            let batch = self.decide(*now);
            self.sent_ids = batch.iter().map(|a| a.request).collect();
            if !batch.is_empty() {
                return BatchStep::Append(batch);
            }
        }
    }

    /// Takes the records of a request.
    pub fn loaded(&mut self, id: RequestId, read: Result<Vec<Stored>, StoreError>) {
        match read {
            Ok(stored) => {
                self.read.insert(id, stored);
            }
            Err(error) => {
                let error = fault(&error);
                self.stop_if_final(&error);
                let unknown = fault(&StoreError::Unknown(error.text.clone()));
                self.fail(
                    |h| h.change.id == id,
                    |h| Failure::Store(if h.sent.is_none() { error.clone() } else { unknown.clone() }),
                );
            }
        }
    }

    /// Takes the verdicts of an append.
    pub fn appended(&mut self, verdicts: Result<Vec<Verdict>, StoreError>) {
        let sent = std::mem::take(&mut self.sent_ids);
        for id in &sent {
            // Whatever the verdict, what was read is out of date.
            self.read.remove(id);
        }
        match verdicts {
            Ok(verdicts) => {
                let verdicts: BTreeMap<RequestId, Verdict> = sent.into_iter().zip(verdicts).collect();
                for mut held in std::mem::take(&mut self.held) {
                    let told = match (verdicts.get(&held.change.id), &held.sent) {
                        (Some(Verdict::Appended(_)), Some(_)) => Changed::Done { anew: true },
                        (Some(Verdict::Taken(other)), Some(_)) => Changed::Taken(*other),
                        (verdict, _) => {
                            // An earlier try may have appended it, and its reply was lost.
                            held.rounds += u32::from(verdict == Some(&Verdict::Stale));
                            self.held.push(held);
                            continue;
                        }
                    };
                    self.results.push((held.change.reply_to, told));
                }
                self.give_up_retried();
            }
            // It may be stored: only reading tells.
            Err(StoreError::Unknown(_)) => {
                self.retry(|h| sent.contains(&h.change.id));
            }
            Err(error) => {
                let error = fault(&error);
                self.stop_if_final(&error);
                self.fail(|h| sent.contains(&h.change.id), |_| Failure::Store(error.clone()));
            }
        }
    }

    /// The results since the last call.
    pub fn take_results(&mut self) -> Vec<(T, Changed)> {
        std::mem::take(&mut self.results)
    }

    /// The fault after which nothing is acknowledged any more.
    pub fn stopped(&self) -> Option<&StoreFault> {
        self.stopped.as_ref()
    }

    /// Whether its request must be read before the change can be judged. A new request needs no read: if its id is
    /// taken, the append fails.
    fn unread(&self, held: &InFlight<T>) -> bool {
        let fresh = matches!(held.change.input, Input::Ask(_)) && held.rounds == 0;
        !fresh && !self.read.contains_key(&held.change.id)
    }

    /// Decides as many changes as possible; returns the appends.
    fn decide(&mut self, now: Moment) -> Vec<Append> {
        let mut batch: Vec<Append> = Vec::new();
        let mut busy: BTreeSet<RequestId> = BTreeSet::new();
        for mut held in std::mem::take(&mut self.held) {
            let id = held.change.id;
            // One append per request at a time: the second is decided on top of the first.
            if busy.contains(&id) {
                self.held.push(held);
                continue;
            }
            let stored = self.read.get(&id).map_or(&[][..], Vec::as_slice);
            let life = life_of(stored);
            // The reply of an earlier append was lost, and the store has it.
            if held.sent.take().is_some_and(|sent| is_stored(&sent, stored)) {
                self.results.push((held.change.reply_to, Changed::Done { anew: true }));
                continue;
            }
            let append = |records| Append { request: id, expected: life.sequence(), records };
            match life.decide(now, &held.change.by, held.change.input.clone()) {
                Ok(records) if records.is_empty() => {
                    self.results.push((held.change.reply_to, Changed::Done { anew: false }));
                }
                Ok(records) => {
                    busy.insert(id);
                    batch.push(append(records.clone()));
                    held.sent = Some(append(records));
                    self.held.push(held);
                }
                Err(Refusal::Overdue) => {
                    // Once the limit is judged, the change is decided again.
                    match life.decide(now, &Actor::system(), Input::Expire) {
                        Ok(records) => {
                            busy.insert(id);
                            batch.push(append(records));
                            held.rounds += 1;
                            self.held.push(held);
                        }
                        Err(refusal) => self.refuse(held, refusal),
                    }
                }
                Err(refusal) => self.refuse(held, refusal),
            }
        }
        batch
    }

    fn refuse(&mut self, held: InFlight<T>, refusal: Refusal) {
        self.results.push((held.change.reply_to, Changed::Failed(Failure::Refused(Box::new(refusal)))));
    }

    /// Counts another try for these changes, and gives up those with too many.
    fn retry(&mut self, which: impl Fn(&InFlight<T>) -> bool) {
        for held in self.held.iter_mut().filter(|h| which(h)) {
            held.rounds += 1;
        }
        self.give_up_retried();
    }

    /// Gives up the changes with too many retries.
    fn give_up_retried(&mut self) {
        let lost = fault(&StoreError::Unknown("the store contradicts itself".into()));
        self.fail(|h| h.rounds > ROUNDS, |_| Failure::Store(lost.clone()));
    }

    fn fail(&mut self, which: impl Fn(&InFlight<T>) -> bool, why: impl Fn(&InFlight<T>) -> Failure) {
        for held in std::mem::take(&mut self.held) {
            if which(&held) {
                let failure = why(&held);
                self.results.push((held.change.reply_to, Changed::Failed(failure)));
            } else {
                self.held.push(held);
            }
        }
    }

    fn stop_if_final(&mut self, error: &StoreFault) {
        if error.kind == FaultKind::Final {
            self.stopped = Some(error.clone());
        }
    }
}

/// Whether the store has these records at the sequence they were meant for.
fn is_stored(append: &Append, stored: &[Stored]) -> bool {
    let after = stored.iter().skip_while(|s| s.seq <= append.expected);
    let records: Vec<Option<&Record>> = after.take(append.records.len()).map(|s| s.record.as_ref()).collect();
    records.len() == append.records.len() && records.iter().zip(&append.records).all(|(a, b)| *a == Some(b))
}
