//! Deliberate faults, to prove that the simulation can fail.
//!
//! - Each breaks one promise of the driver.
//! - They stand between the driver's machines and their caller, so the driver itself knows nothing of them.
//! - Without a bug, every call passes through unchanged.

use super::proc::Ticket;
use asq_backend::StoreFault;
use asq_core::inbox::{Pending, Position};
use asq_core::life::{Input, Moment, RequestId};
use asq_runtime::driver::{Batch, BatchStep, Change, Changed, Follower, News, NextRead};
use asq_store::{Append, FaultyProcess, Log, StoreError, Stored, Verdict};
use std::collections::BTreeSet;

/// A broken promise of the driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mutant {
    /// Reports a change before the append is on disk.
    ToldBeforeDisk,
    /// Takes an append whose outcome is unknown for a success.
    UnknownIsDone,
    /// Decides again without checking whether the append is in the store.
    NoReadBack,
    /// Repeats a stale append without deciding again.
    SentAgainUnjudged,
    /// Continues after the disk has failed.
    DiskIsForgiven,
    /// Doesn't read a request when somebody begins to wait for it.
    WaitUnread,
    /// Reads only when the bell rings.
    BellIsTruth,
    /// Continues after the list without reading what others wait for.
    ListIsEnough,
    /// Reports any closing to the first waiting asker.
    AnyIsMine,
    /// Ignores time limits.
    NoExpiry,
    /// Judges each time limit only once, even if the store was busy.
    JudgedOnce,
    /// Waits for the next ring after a full page.
    OnePage,
    /// Attaches to any request with the same call id.
    ContentIsNoMatter,
    /// Makes a request of its own for each ask.
    ClaimIsForgotten,
    /// Records a reply as delivered before it is written: a bug of the driver's user.
    DeliveredFirst,
}

/// A batch of changes, with the bug.
pub(crate) struct Writer {
    bug: Option<Mutant>,
    batch: Batch<Ticket>,
    /// The changes that have no outcome yet.
    held: Vec<Change<Ticket>>,
    /// Tickets with a premature outcome.
    early: Vec<Ticket>,
}

impl Writer {
    pub(crate) fn new(bug: Option<Mutant>, changes: Vec<Change<Ticket>>) -> Writer {
        Writer { bug, batch: Batch::new(changes.clone()), held: changes, early: Vec::new() }
    }

    pub(crate) fn step(&mut self, now: Moment) -> BatchStep {
        self.batch.step(|| now)
    }

    pub(crate) fn loaded(&mut self, id: RequestId, read: Result<Vec<Stored>, StoreError>) {
        self.batch.loaded(id, read);
    }

    /// The premature outcomes of this append.
    pub(crate) fn early(&mut self, append: &[Append]) -> Vec<(Ticket, Changed)> {
        if self.bug != Some(Mutant::ToldBeforeDisk) {
            return Vec::new();
        }
        let sent = |change: &&Change<Ticket>| append.iter().any(|it| it.request == change.id);
        let tickets: Vec<Ticket> = self.held.iter().filter(sent).map(|change| change.reply_to).collect();
        self.early.extend(&tickets);
        tickets.into_iter().map(|ticket| (ticket, Changed::Done { anew: true })).collect()
    }

    /// Passes the store's verdicts on.
    pub(crate) fn appended(
        &mut self,
        store: &FaultyProcess,
        append: &[Append],
        verdicts: Result<Vec<Verdict>, StoreError>,
    ) {
        match (self.bug, verdicts) {
            (Some(Mutant::UnknownIsDone), Err(StoreError::Unknown(_))) => {
                self.batch.appended(Ok(vec![Verdict::Appended(Position(0)); append.len()]));
            }
            (Some(Mutant::NoReadBack), Err(StoreError::Unknown(_))) => {
                self.batch = Batch::new(self.held.clone());
            }
            (Some(Mutant::SentAgainUnjudged), verdicts) => {
                let again = match verdicts {
                    Ok(verdicts) => Ok(append
                        .iter()
                        .zip(verdicts)
                        .map(
                            |(it, verdict)| {
                                if verdict == Verdict::Stale { forced(store, it) } else { verdict }
                            },
                        )
                        .collect()),
                    Err(StoreError::Unknown(_)) => Ok(append.iter().map(|it| forced(store, it)).collect()),
                    Err(fault) => Err(fault),
                };
                self.batch.appended(again);
            }
            (Some(Mutant::DiskIsForgiven), Err(StoreError::Disk { .. })) => {
                self.batch.appended(Err(StoreError::Busy(None)));
            }
            (_, verdicts) => self.batch.appended(verdicts),
        }
    }

    pub(crate) fn take_results(&mut self) -> Vec<(Ticket, Changed)> {
        let told = self.batch.take_results();
        self.held.retain(|change| !told.iter().any(|(ticket, _)| *ticket == change.reply_to));
        told.into_iter().filter(|(ticket, _)| !self.early.contains(ticket)).collect()
    }

    pub(crate) fn stopped(&self) -> Option<&StoreFault> {
        self.batch.stopped()
    }
}

/// Appends these records wherever the request ends by now.
fn forced(store: &FaultyProcess, append: &Append) -> Verdict {
    let expected = store.records(append.request).map_or(0, |records| records.len() as u64);
    let again = store.append(&[Append { expected, ..append.clone() }]);
    again.ok().and_then(|verdicts| verdicts.first().copied()).unwrap_or(Verdict::Stale)
}

/// A follower of the log, with the bug.
pub(crate) struct Reader {
    bug: Option<Mutant>,
    pub(crate) follower: Follower,
    watched: BTreeSet<RequestId>,
    /// Requests that nobody has read since somebody began to wait for them.
    fresh: BTreeSet<RequestId>,
    judged: BTreeSet<RequestId>,
    /// A ring that no reading has followed yet.
    rang: bool,
    /// Nothing but the list was read since the last ring.
    listed: bool,
}

impl Reader {
    pub(crate) fn new(bug: Option<Mutant>, page: usize) -> Reader {
        Reader {
            bug,
            follower: Follower::with_pages_of(page),
            watched: BTreeSet::new(),
            fresh: BTreeSet::new(),
            judged: BTreeSet::new(),
            rang: true,
            listed: false,
        }
    }

    pub(crate) fn watch(&mut self, id: RequestId) {
        self.watched.insert(id);
        self.fresh.insert(id);
        self.follower.watch(id);
    }

    pub(crate) fn ring(&mut self, quiet: bool) {
        self.rang |= !quiet;
        self.follower.ring();
    }

    pub(crate) fn next(&mut self, now: Moment) -> NextRead {
        loop {
            let look = self.follower.next(now);
            match (self.bug, &look) {
                (Some(Mutant::NoExpiry), NextRead::Expire(_)) => {}
                (Some(Mutant::JudgedOnce), NextRead::Expire(id)) if !self.judged.insert(*id) => {}
                (Some(Mutant::BellIsTruth), NextRead::After(_, limit)) if !self.rang => {
                    self.follower.after(*limit, &[]);
                }
                _ => return look,
            }
        }
    }

    pub(crate) fn head(&mut self, position: Position) {
        self.listed = true;
        self.follower.head(position);
    }

    pub(crate) fn list(&mut self, limit: usize, holds: Position, page: Vec<Pending>) -> Vec<News> {
        self.listed = true;
        self.follower.list(limit, holds, page)
    }

    pub(crate) fn loaded(&mut self, id: RequestId, stored: &[Stored]) -> Vec<News> {
        let fresh = self.fresh.remove(&id);
        let unread = match self.bug {
            Some(Mutant::WaitUnread) => fresh,
            Some(Mutant::ListIsEnough) => self.listed && !fresh,
            _ => false,
        };
        // As it was when it was asked.
        let stored = if unread { &stored[..stored.len().min(1)] } else { stored };
        let news = self.follower.loaded(id, stored);
        news.into_iter().map(|news| self.ended(news)).collect()
    }

    pub(crate) fn after(&mut self, limit: usize, stored: &[Stored]) -> Vec<News> {
        (self.rang, self.listed) = (self.rang && stored.len() >= limit, false);
        let limit = if self.bug == Some(Mutant::OnePage) { usize::MAX } else { limit };
        self.follower.after(limit, stored)
    }

    pub(crate) fn failed(&mut self) {
        self.follower.failed();
    }

    fn ended(&mut self, news: News) -> News {
        match news {
            News::Closed(id, life) => {
                let first = self.watched.first().copied().filter(|_| self.bug == Some(Mutant::AnyIsMine));
                let told = first.unwrap_or(id);
                self.watched.remove(&told);
                if told != id {
                    self.follower.unwatch(told);
                    self.follower.watch(id);
                }
                News::Closed(told, life)
            }
            News::NoSuch(id) => {
                self.watched.remove(&id);
                News::NoSuch(id)
            }
            News::Notice(notice) => News::Notice(notice),
        }
    }
}

/// A change, with the bug.
pub(crate) fn changed(bug: Option<Mutant>, input: Input) -> Input {
    match input {
        Input::Ask(mut asked) if bug == Some(Mutant::ClaimIsForgotten) => {
            asked.claim = None;
            Input::Ask(asked)
        }
        other => other,
    }
}
