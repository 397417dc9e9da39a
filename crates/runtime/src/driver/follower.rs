//! A process's knowledge of the store, without a thread: what to read next, and what is news.
//!
//! - A new wait reads its request once; from then on the records report changes.
//! - Each ring, and the end of each wait, leads to one reading; the bell itself proves nothing.
//! - A record of a request that is waited for leads to reading that request.
//! - Missing records, and a list that was read again, lead to reading every awaited request.
//! - The first process that looks judges a time limit.
//! - A failed reading is repeated at the next ring, and reported meanwhile.

use super::life::life_of;
use asq_core::inbox::{Inbox, Notice, Pending, Position};
use asq_core::life::{Due, Life, Moment, RequestId};
use asq_store::Stored;
use std::collections::{BTreeMap, BTreeSet};

/// The most records that are read at once.
const PAGE: usize = 256;
/// Requests of the first reading of the list: as many as a screen shows, and some.
const FIRST: usize = 200;
/// Between a reading that failed and the next, in milliseconds: what failed may have been the news.
const RETRY_MS: u64 = 2000;
/// Requests of each further reading.
const MORE: usize = 250;

/// What is to be done next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    /// Find out where the log ends.
    Head,
    /// Read the open requests that were asked after a position, at most so many.
    List(Position, usize),
    /// Read all records of a request that is waited for.
    Load(RequestId),
    /// Read the records after a position, at most so many.
    After(Position, usize),
    /// Judge the time limit of this request.
    Expire(RequestId),
    /// Wait for a ring, at most so many milliseconds if there is a limit.
    Wait(Option<u64>),
}

/// What is news.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// For all that follow the inbox.
    Notice(Notice),
    /// A request that was waited for is closed. It is waited for no longer.
    Closed(RequestId, Box<Life>),
    /// There is no request that was waited for. It is waited for no longer.
    NoSuch(RequestId),
}

/// How far the list of open requests was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Listed {
    /// Nobody wants it.
    Unwanted,
    /// Not at all.
    Not,
    /// As far as the one that was asked at this position.
    To(Position),
    /// Whole; the records tell the rest.
    Whole,
    /// Whole, but records are missing since.
    Stale,
}

/// What a process knows of the store.
pub struct Follower {
    position: Option<Position>,
    inbox: Inbox,
    listed: Listed,
    /// Those that are waited for, with their time limits.
    watched: BTreeMap<RequestId, Option<Due>>,
    /// Those of them to which something may have happened since they were read.
    unread: BTreeSet<RequestId>,
    /// Time limits that were judged since the last ring.
    judged: BTreeSet<RequestId>,
    /// Whether there may be records that were not read.
    rang: bool,
    /// A reading failed: nothing more is tried until the next ring.
    stuck: bool,
    /// Most that is read at once: records, and requests of the list at first and then.
    pages: [usize; 3],
}

impl Default for Follower {
    fn default() -> Follower {
        Follower::new()
    }
}

impl Follower {
    /// One that knows nothing yet. The bell must have been taken before.
    pub fn new() -> Follower {
        Follower {
            position: None,
            inbox: Inbox::default(),
            listed: Listed::Unwanted,
            watched: BTreeMap::new(),
            unread: BTreeSet::new(),
            judged: BTreeSet::new(),
            rang: true,
            stuck: false,
            pages: [PAGE, FIRST, MORE],
        }
    }

    /// One that reads so many at once, so that a short log has many pages.
    pub fn with_pages_of(many: usize) -> Follower {
        Follower { pages: [many; 3], ..Follower::new() }
    }

    /// Waits for this request, too.
    pub fn watch(&mut self, id: RequestId) {
        self.watched.entry(id).or_insert(None);
        self.unread.insert(id);
    }

    /// Waits for this request no longer.
    pub fn unwatch(&mut self, id: RequestId) {
        self.watched.remove(&id);
        self.unread.remove(&id);
    }

    /// Whether the list of open requests is wanted.
    pub fn follow_inbox(&mut self, wanted: bool) {
        if !wanted {
            self.listed = Listed::Unwanted;
            self.inbox = Inbox::default();
        } else if self.listed == Listed::Unwanted {
            self.listed = Listed::Not;
        }
    }

    /// The open requests, as far as they are followed.
    pub fn inbox(&self) -> &Inbox {
        &self.inbox
    }

    /// The log was read up to here; `None` before the first reading.
    pub fn position(&self) -> Option<Position> {
        self.position
    }

    /// Whether anything is followed at all.
    pub fn is_idle(&self) -> bool {
        self.watched.is_empty() && self.listed == Listed::Unwanted
    }

    /// A wait is over, for whatever reason.
    pub fn ring(&mut self) {
        self.rang = true;
        self.stuck = false;
        self.judged.clear();
    }

    /// What to do next. Its outcome goes to the method of that name, or to [`failed`](Follower::failed).
    pub fn next(&mut self, now: Moment) -> Look {
        if self.stuck {
            return Look::Wait(Some(RETRY_MS));
        }
        let [page, first, more] = self.pages;
        match self.listed {
            Listed::Not => return Look::List(Position(0), first),
            Listed::To(last) => return Look::List(last, more),
            Listed::Stale => return Look::List(Position(0), 0),
            Listed::Unwanted | Listed::Whole => {}
        }
        let Some(position) = self.position else { return Look::Head };
        if let Some(id) = self.unread.first() {
            return Look::Load(*id);
        }
        if self.rang {
            return Look::After(position, page);
        }
        let watched = self.watched.iter().filter_map(|(id, due)| due.map(|due| (*id, due.left(now))));
        let limits = watched.chain(self.inbox.due(now)).filter(|(id, _)| !self.judged.contains(id));
        match limits.min_by_key(|(_, left)| *left) {
            Some((id, 0)) => {
                self.judged.insert(id);
                Look::Expire(id)
            }
            first => Look::Wait(first.map(|(_, left)| left).filter(|left| *left > 0)),
        }
    }

    /// Where the log ends.
    pub fn head(&mut self, position: Position) {
        self.move_to(position);
    }

    /// The open requests after a position, and the position up to which that holds.
    pub fn list(&mut self, limit: usize, holds: Position, page: Vec<Pending>) -> Vec<News> {
        let whole = limit == 0 || page.len() < limit;
        let last = page.last().map(|p| p.position);
        let notices = match self.listed {
            // Nobody wants it any more.
            Listed::Unwanted => return Vec::new(),
            Listed::Not => {
                self.inbox = Inbox::restore(holds, Vec::new());
                self.move_to(holds);
                self.inbox.more(page)
            }
            // The records after the first page report what happened since.
            Listed::To(_) => self.inbox.more(page),
            Listed::Whole | Listed::Stale => {
                self.move_to(holds);
                self.inbox.reread(holds, page)
            }
        };
        self.listed = match last {
            Some(last) if !whole => Listed::To(last),
            Some(_) | None => Listed::Whole,
        };
        notices.into_iter().map(News::Notice).collect()
    }

    /// All records of a request that is waited for.
    pub fn loaded(&mut self, id: RequestId, stored: &[Stored]) -> Vec<News> {
        self.unread.remove(&id);
        let Some(due) = self.watched.get_mut(&id) else { return Vec::new() };
        let life = life_of(stored);
        if life.asked().is_none() && !life.is_erased() {
            self.watched.remove(&id);
            vec![News::NoSuch(id)]
        } else if life.closed().is_some() || life.is_erased() {
            self.watched.remove(&id);
            vec![News::Closed(id, Box::new(life))]
        } else {
            *due = life.deadline();
            Vec::new()
        }
    }

    /// The records after a position, at most so many.
    pub fn after(&mut self, limit: usize, stored: &[Stored]) -> Vec<News> {
        let mut news = Vec::new();
        for stored in stored {
            let at = self.position.unwrap_or_default();
            if stored.position <= at {
                continue;
            }
            if stored.position.0 > at.0 + 1 {
                self.move_to(Position(stored.position.0 - 1));
                if self.listed == Listed::Whole {
                    // Reading the list again goes beyond these records.
                    self.listed = Listed::Stale;
                    return news;
                }
            }
            news.extend(self.record(stored));
            self.position = Some(stored.position);
        }
        self.rang = stored.len() >= limit;
        news
    }

    fn record(&mut self, stored: &Stored) -> Vec<News> {
        if self.watched.contains_key(&stored.request) {
            self.unread.insert(stored.request);
        }
        let (at, id) = (stored.position, stored.request);
        if self.listed != Listed::Whole {
            return Vec::new();
        }
        let told = match &stored.record {
            Some(record) => self.inbox.apply(at, id, record),
            None => self.inbox.erased(at, id),
        };
        if let Ok(notices) = told {
            notices.into_iter().map(News::Notice).collect()
        } else {
            self.listed = Listed::Stale;
            Vec::new()
        }
    }

    /// A reading failed. It is tried again after the next wait; what is waited for is then read one by one, should
    /// the log itself be beyond reading.
    pub fn failed(&mut self) {
        self.stuck = true;
        self.unread.extend(self.watched.keys());
    }

    /// Nothing can be known of a request that is waited for.
    pub fn give_up(&mut self, id: RequestId) {
        self.unwatch(id);
    }

    /// The log is current up to here; records before may not have been seen.
    fn move_to(&mut self, position: Position) {
        if self.position.is_some_and(|p| p < position) {
            self.unread.extend(self.watched.keys());
        }
        self.position = self.position.max(Some(position));
    }
}
