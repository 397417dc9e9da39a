//! What a process knows of the store, without a thread: the next read, and the news.
//!
//! - A new wait reads its request once; after that, the log's records report changes.
//! - Each ring, and the end of each wait, leads to one read; the bell itself proves nothing.
//! - A record of an awaited request leads to a read of that request.
//! - Missing records, and a second read of the list, lead to a read of every awaited request.
//! - After an import has put records before those that it knows, it reads everything again.
//! - The first process that looks judges a time limit.
//! - A failed read is retried at the next ring, and reported meanwhile.

use super::life::life_of;
use asq_core::inbox::{Inbox, Notice, Pending, Position};
use asq_core::life::{Due, Life, Moment, RequestId};
use asq_store::Stored;
use std::collections::{BTreeMap, BTreeSet};

/// The most records in one read.
const PAGE: usize = 256;
/// Requests in the first read of the list: a screenful, and some more.
const FIRST: usize = 200;
/// Time between a failed read and its retry, in milliseconds: the failed read may have been the news.
const RETRY_MS: u64 = 2000;
/// Requests in each further read.
const MORE: usize = 250;

/// The caller's next task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextRead {
    /// Read the position of the log's end.
    Head,
    /// Read the open requests asked after this position, at most so many.
    List(Position, usize),
    /// Read all records of an awaited request.
    Load(RequestId),
    /// Read the records after this position, at most so many.
    After(Position, usize),
    /// Judge the time limit of this request.
    Expire(RequestId),
    /// Wait for a ring, at most so many milliseconds if there is a limit.
    Wait(Option<u64>),
}

/// One piece of news.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// For all surfaces that follow the inbox.
    Notice(Notice),
    /// An awaited request has closed. Its waits are over.
    Closed(RequestId, Box<Life>),
    /// An awaited request doesn't exist. Its waits are over.
    NoSuch(RequestId),
}

/// How much of the list of open requests has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ListProgress {
    /// No surface wants the list.
    Unwanted,
    /// Nothing yet.
    Not,
    /// Everything asked up to this position.
    To(Position),
    /// All of it; the records report the rest.
    Whole,
    /// All of it, but later records are missing.
    Stale,
}

/// What a process knows of the store.
pub struct Follower {
    position: Option<Position>,
    /// The position before the log's first record.
    beginning: Option<Position>,
    inbox: Inbox,
    listed: ListProgress,
    /// The awaited requests, with their time limits.
    watched: BTreeMap<RequestId, Option<Due>>,
    /// The awaited requests that may have changed since they were read.
    unread: BTreeSet<RequestId>,
    /// Requests whose time limits were judged since the last ring.
    judged: BTreeSet<RequestId>,
    /// Whether there may be unread records.
    rang: bool,
    /// A read failed: nothing is retried until the next ring.
    stuck: bool,
    /// The most in one read: records, requests of the list's first page, and of its further pages.
    pages: [usize; 3],
}

impl Default for Follower {
    fn default() -> Follower {
        Follower::new()
    }
}

impl Follower {
    /// A follower that knows nothing yet. Take the bell first, or news is lost.
    pub fn new() -> Follower {
        Follower {
            position: None,
            beginning: None,
            inbox: Inbox::default(),
            listed: ListProgress::Unwanted,
            watched: BTreeMap::new(),
            unread: BTreeSet::new(),
            judged: BTreeSet::new(),
            rang: true,
            stuck: false,
            pages: [PAGE, FIRST, MORE],
        }
    }

    /// A follower with pages of this size, so that a short log has many pages.
    pub fn with_pages_of(many: usize) -> Follower {
        Follower { pages: [many; 3], ..Follower::new() }
    }

    /// Adds a wait for this request.
    pub fn watch(&mut self, id: RequestId) {
        self.watched.entry(id).or_insert(None);
        self.unread.insert(id);
    }

    /// Ends the wait for this request.
    pub fn unwatch(&mut self, id: RequestId) {
        self.watched.remove(&id);
        self.unread.remove(&id);
    }

    /// Sets whether the list of open requests is wanted.
    pub fn follow_inbox(&mut self, wanted: bool) {
        if !wanted {
            self.listed = ListProgress::Unwanted;
            self.inbox = Inbox::default();
        } else if self.listed == ListProgress::Unwanted {
            self.listed = ListProgress::Not;
        }
    }

    /// The open requests known so far.
    pub fn inbox(&self) -> &Inbox {
        &self.inbox
    }

    /// The position up to which the log was read; `None` before the first read.
    pub fn position(&self) -> Option<Position> {
        self.position
    }

    /// Whether nothing is awaited or followed.
    pub fn is_idle(&self) -> bool {
        self.watched.is_empty() && self.listed == ListProgress::Unwanted
    }

    /// Notes the end of a wait, by a ring or by time.
    pub fn ring(&mut self) {
        self.rang = true;
        self.stuck = false;
        self.judged.clear();
    }

    /// The next step. Its outcome goes to the method of that name, or to [`failed`](Follower::failed).
    pub fn next(&mut self, now: Moment) -> NextRead {
        if self.stuck {
            return NextRead::Wait(Some(RETRY_MS));
        }
        let [page, first, more] = self.pages;
        match self.listed {
            ListProgress::Not => return NextRead::List(Position(0), first),
            ListProgress::To(last) => return NextRead::List(last, more),
            ListProgress::Stale => return NextRead::List(Position(0), 0),
            ListProgress::Unwanted | ListProgress::Whole => {}
        }
        let Some(position) = self.position else { return NextRead::Head };
        if let Some(id) = self.unread.first() {
            return NextRead::Load(*id);
        }
        if self.rang {
            return NextRead::After(position, page);
        }
        let watched = self.watched.iter().filter_map(|(id, due)| due.map(|due| (*id, due.left(now))));
        let limits = watched.chain(self.inbox.due(now)).filter(|(id, _)| !self.judged.contains(id));
        match limits.min_by_key(|(_, left)| *left) {
            Some((id, 0)) => {
                // Once per ring, or a store that can't be written would be asked again and again.
                self.judged.insert(id);
                NextRead::Expire(id)
            }
            first => NextRead::Wait(first.map(|(_, left)| left).filter(|left| *left > 0)),
        }
    }

    /// Takes the position of the log's end.
    pub fn head(&mut self, position: Position) {
        self.move_to(position);
    }

    /// Takes the position before the log's first record. If an import has moved it back, everything is read again, and
    /// the result is `true`.
    pub fn begins(&mut self, beginning: Position) -> bool {
        if self.beginning.replace(beginning).is_none_or(|known| known <= beginning) {
            return false;
        }
        self.unread.extend(self.watched.keys());
        match self.listed {
            ListProgress::Unwanted => {}
            // An import that failed has returned its positions, so this one may lie after the end.
            ListProgress::Not | ListProgress::To(_) | ListProgress::Whole | ListProgress::Stale
                if self.inbox.is_empty() =>
            {
                (self.position, self.listed) = (None, ListProgress::Not);
            }
            ListProgress::Not | ListProgress::To(_) | ListProgress::Whole | ListProgress::Stale => {
                self.listed = ListProgress::Stale;
            }
        }
        true
    }

    /// Takes a page of open requests, and the position for which it is true.
    pub fn list(&mut self, limit: usize, holds: Position, page: Vec<Pending>) -> Vec<News> {
        let whole = limit == 0 || page.len() < limit;
        let last = page.last().map(|p| p.position);
        let notices = match self.listed {
            // The last surface has left meanwhile.
            ListProgress::Unwanted => return Vec::new(),
            ListProgress::Not => {
                self.inbox = Inbox::restore(holds, Vec::new());
                self.move_to(holds);
                self.inbox.more(page)
            }
            // The follower reads the log from the first page on, so records report what happened since.
            ListProgress::To(_) => self.inbox.more(page),
            ListProgress::Whole | ListProgress::Stale => {
                self.move_to(holds);
                self.inbox.reread(holds, page)
            }
        };
        self.listed = match last {
            Some(last) if !whole => ListProgress::To(last),
            Some(_) | None => ListProgress::Whole,
        };
        notices.into_iter().map(News::Notice).collect()
    }

    /// Takes all records of an awaited request.
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

    /// Takes a page of records.
    pub fn after(&mut self, limit: usize, stored: &[Stored]) -> Vec<News> {
        let mut news = Vec::new();
        for stored in stored {
            let at = self.position.unwrap_or_default();
            if stored.position <= at {
                continue;
            }
            if stored.position.0 > at.0 + 1 {
                self.move_to(Position(stored.position.0 - 1));
                if self.listed == ListProgress::Whole {
                    // The list's next read covers these records, too.
                    self.listed = ListProgress::Stale;
                    return news;
                }
            }
            news.extend(self.record(stored));
            self.position = Some(stored.position);
        }
        // Behind a full page there may be more.
        self.rang = stored.len() >= limit;
        news
    }

    fn record(&mut self, stored: &Stored) -> Vec<News> {
        if self.watched.contains_key(&stored.request) {
            self.unread.insert(stored.request);
        }
        let (at, id) = (stored.position, stored.request);
        if self.listed != ListProgress::Whole {
            return Vec::new();
        }
        let told = match &stored.record {
            Some(record) => self.inbox.apply(at, id, record),
            None => self.inbox.erased(at, id),
        };
        if let Ok(notices) = told {
            notices.into_iter().map(News::Notice).collect()
        } else {
            self.listed = ListProgress::Stale;
            Vec::new()
        }
    }

    /// Notes that a read failed. It is retried after the next wait. Awaited requests are then read one by one, in case
    /// the log itself is unreadable.
    pub fn failed(&mut self) {
        self.stuck = true;
        self.unread.extend(self.watched.keys());
    }

    /// Gives up an awaited request that can't be read.
    pub fn give_up(&mut self, id: RequestId) {
        self.unwatch(id);
    }

    /// Jumps to this position; earlier records may be unseen.
    fn move_to(&mut self, position: Position) {
        if self.position.is_some_and(|p| p < position) {
            self.unread.extend(self.watched.keys());
        }
        self.position = self.position.max(Some(position));
    }
}
