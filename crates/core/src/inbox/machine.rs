//! The list as a machine: records in, news out.
//!
//! - A list restored at any position and given the records after it equals a list restored later.
//! - A repeated record isn't news; a gap before a record changes nothing.
//! - After a gap the list is read again; the differences are news like any other.
//! - A request whose records are empty is closed: records are erased only then.
//! - It reports the time limits that have passed, and the time left of the others.

use super::{Notice, Pending, Position};
use crate::life::{Fact, Moment, Record, RequestId};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

/// Records before this one are missing: the list must be read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The expected position.
    pub next: Position,
    /// The position of the record.
    pub came: Position,
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "record {} came where record {} was next", self.came, self.next)
    }
}

impl std::error::Error for Gap {}

/// All open requests, in the order of asking.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inbox {
    position: Position,
    /// Shared with the surfaces: ten thousand of them take megabytes.
    open: BTreeMap<Position, Arc<Pending>>,
    places: BTreeMap<RequestId, Position>,
    /// The positions of requests with a time limit.
    limited: BTreeSet<Position>,
}

impl Inbox {
    /// The requests that were open when the log had reached this position.
    pub fn restore(position: Position, pending: Vec<Pending>) -> Inbox {
        let mut inbox = Inbox { position, ..Inbox::default() };
        for pending in pending {
            inbox.add(Arc::new(pending));
        }
        inbox
    }

    /// Adds more of the list that it was restored from; this part may be newer than the earlier one. The records after
    /// [`position`](Inbox::position) bring the rest. Returns news of the unknown requests.
    pub fn more(&mut self, pending: Vec<Pending>) -> Vec<Notice> {
        let mut news = Vec::new();
        for pending in pending {
            if !self.places.contains_key(&pending.id) {
                let pending = Arc::new(pending);
                self.add(pending.clone());
                news.push(Notice::Arrived(pending));
            }
        }
        news
    }

    /// Applies the record at a position. A repeated record leads to no news.
    ///
    /// # Errors
    /// Records between are missing; nothing has changed, and the list must be read again
    /// ([`reread`](Inbox::reread)).
    pub fn apply(&mut self, at: Position, id: RequestId, record: &Record) -> Result<Vec<Notice>, Gap> {
        if !self.follows(at)? {
            return Ok(Vec::new());
        }
        Ok(match &record.fact {
            Fact::Asked(_) if self.places.contains_key(&id) => Vec::new(),
            Fact::Asked(asked) => {
                let pending = Arc::new(Pending::of(id, at, record.at, asked));
                self.add(pending.clone());
                vec![Notice::Arrived(pending)]
            }
            Fact::Closed(closed) => {
                let how = closed.outcome.name();
                let by = || Box::new(record.by.clone());
                let over = self.remove(id).then(|| Notice::Closed { id, by: by(), at: record.at, how });
                over.into_iter().collect()
            }
            // A delivered request is closed, even if its closing was never seen here.
            Fact::Delivered => {
                let gone = self.remove(id).then_some(Notice::Gone(id));
                gone.into_iter().chain([Notice::Delivered(id)]).collect()
            }
        })
    }

    /// Applies a record whose content was erased.
    ///
    /// # Errors
    /// As [`apply`](Inbox::apply).
    pub fn erased(&mut self, at: Position, id: RequestId) -> Result<Vec<Notice>, Gap> {
        let follows = self.follows(at)?;
        Ok(if follows && self.remove(id) { vec![Notice::Gone(id)] } else { Vec::new() })
    }

    /// Replaces the whole list by one as of a position, and returns the differences as news. An older list changes
    /// nothing.
    pub fn reread(&mut self, position: Position, pending: Vec<Pending>) -> Vec<Notice> {
        if position < self.position {
            return Vec::new();
        }
        let before = std::mem::replace(self, Inbox::restore(position, pending));
        let gone = before.open.values().filter(|p| !self.places.contains_key(&p.id));
        let come = self.open.values().filter(|p| !before.places.contains_key(&p.id));
        gone.map(|p| Notice::Gone(p.id)).chain(come.map(|p| Notice::Arrived(p.clone()))).collect()
    }

    /// The position in the log up to which it is current.
    pub fn position(&self) -> Position {
        self.position
    }

    /// The number of open requests.
    pub fn len(&self) -> usize {
        self.open.len()
    }

    /// Whether no request is open.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// The open requests, in the order of asking.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Arc<Pending>> + ExactSizeIterator {
        self.open.values()
    }

    /// An open request.
    pub fn get(&self, id: RequestId) -> Option<&Pending> {
        self.places.get(&id).and_then(|at| self.open.get(at)).map(Arc::as_ref)
    }

    /// The requests with a time limit, and the milliseconds left; 0 if it has passed.
    pub fn due(&self, now: Moment) -> impl Iterator<Item = (RequestId, u64)> {
        let limited = self.limited.iter().filter_map(|at| self.open.get(at));
        limited.filter_map(move |p| p.due.as_ref().map(|due| (p.id, due.left(now))))
    }

    /// Whether the record at a position is the next one; `false` if it is a repeated one.
    fn follows(&mut self, at: Position) -> Result<bool, Gap> {
        let next = Position(self.position.0.saturating_add(1));
        if at > next {
            return Err(Gap { next, came: at });
        }
        if at == next {
            self.position = at;
        }
        Ok(at == next)
    }

    fn add(&mut self, pending: Arc<Pending>) {
        let at = pending.position;
        self.places.insert(pending.id, at);
        if pending.due.is_some() {
            self.limited.insert(at);
        }
        self.open.insert(at, pending);
    }

    fn remove(&mut self, id: RequestId) -> bool {
        let Some(at) = self.places.remove(&id) else { return false };
        self.limited.remove(&at);
        self.open.remove(&at).is_some()
    }
}
