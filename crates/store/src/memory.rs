//! A store that lives as long as its process.
//!
//! - All that the others can do, but for outliving anything: for tests, and where nothing may be written.
//! - Clones are the same store.
//! - Its bell loses nothing, so that nobody has to look again before half a minute is over.

use crate::book::Book;
use crate::chimes::Chimes;
use crate::locks::Locks;
use crate::row::Hash;
use crate::{
    Append, Bell, DraftKept, DraftRow, Drafts, Head, History, LockGuard, Log, Past, Presence, Pruned, Query,
    Rang, Seen, StoreError, Stored, Upkeep, Verdict, Verified,
};
use asq_core::inbox::{Pending, Position};
use asq_core::life::{Key, RequestId};
use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex, MutexGuard};

/// A store that lives as long as its process.
#[derive(Clone)]
pub struct Memory {
    book: Arc<Mutex<Book>>,
    chimes: Chimes,
    locks: Locks,
}

impl Memory {
    /// An empty one. What it is seeded with makes its digests hard to guess.
    pub fn new(seed: Hash) -> Memory {
        let chimes = Chimes::default();
        let locks = Locks::new(chimes.clone());
        Memory { book: Arc::new(Mutex::new(Book::new(seed))), chimes, locks }
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        // Nothing in there panics half-way; and if it did, what is appended is appended.
        self.book.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Log for Memory {
    fn append(&self, batch: &[Append]) -> Result<Vec<Verdict>, StoreError> {
        let verdicts = self.book().append(batch)?;
        if verdicts.iter().any(|it| matches!(it, Verdict::Appended(_))) {
            self.chimes.ring(Rang::Records);
        }
        Ok(verdicts)
    }

    fn head(&self) -> Result<Head, StoreError> {
        Ok(self.book().head())
    }

    fn after(&self, position: Position, limit: usize) -> Result<Vec<Stored>, StoreError> {
        self.book().after(position, limit)
    }

    fn records(&self, id: RequestId) -> Result<Vec<Stored>, StoreError> {
        self.book().records(id)
    }

    fn pending(&self, after: Position, limit: usize) -> Result<(Position, Vec<Pending>), StoreError> {
        Ok(self.book().pending(after, limit))
    }

    fn count(&self) -> Result<u64, StoreError> {
        Ok(self.book().count())
    }

    fn find(&self, prefix: &str, limit: usize) -> Result<Vec<RequestId>, StoreError> {
        Ok(crate::prefix::range(prefix).map_or_else(Vec::new, |(from, to)| self.book().find(from, to, limit)))
    }

    fn claimed(&self, key: &Key) -> Result<Option<RequestId>, StoreError> {
        Ok(self.book().claimed(key))
    }

    fn bell(&self) -> Result<Box<dyn Bell>, StoreError> {
        Ok(Box::new(self.chimes.bell()))
    }
}

impl Drafts for Memory {
    fn keep_draft(&self, row: &DraftRow) -> Result<DraftKept, StoreError> {
        let kept = self.book().keep_draft(row);
        self.chimes.ring(Rang::Drafts);
        Ok(kept)
    }

    fn drafts(&self, id: RequestId) -> Result<Vec<DraftRow>, StoreError> {
        Ok(self.book().drafts(id))
    }

    fn drop_drafts(&self, id: RequestId, but: Option<u64>) -> Result<(), StoreError> {
        self.book().drop_drafts(id, but);
        self.chimes.ring(Rang::Drafts);
        Ok(())
    }

    fn unsent(&self, id: RequestId) -> Result<Vec<DraftRow>, StoreError> {
        Ok(self.book().unsent(id))
    }
}

impl Seen for Memory {
    fn announce(&self, ids: &[RequestId]) -> Result<Vec<RequestId>, StoreError> {
        Ok(self.book().announce(ids))
    }

    fn snooze(&self, id: RequestId, until_ms: u64) -> Result<(), StoreError> {
        self.book().snooze(id, until_ms);
        self.chimes.ring(Rang::Drafts);
        Ok(())
    }

    fn snoozed(&self) -> Result<Vec<(RequestId, u64)>, StoreError> {
        Ok(self.book().snoozed())
    }
}

impl History for Memory {
    fn past(&self, query: &Query) -> Result<Vec<Past>, StoreError> {
        self.book().past(query)
    }
}

impl Presence for Memory {
    fn hold_inbox(&self) -> Result<Box<dyn LockGuard>, StoreError> {
        Ok(self.locks.hold(None, 0))
    }

    fn inbox_in_use(&self) -> bool {
        self.locks.held(None)
    }

    fn hold_asker(&self, id: RequestId) -> Result<Box<dyn LockGuard>, StoreError> {
        Ok(self.locks.hold(Some(id), 0))
    }

    fn asker_waits(&self, id: RequestId) -> bool {
        self.locks.held(Some(id))
    }
}

impl Upkeep for Memory {
    fn verify(&self, noted: Option<Head>) -> Result<Verified, StoreError> {
        Ok(self.book().verify(noted))
    }

    fn export(&self, to: &mut dyn Write) -> Result<u64, StoreError> {
        self.book().export(to)
    }

    fn import(&self, from: &mut dyn BufRead) -> Result<u64, StoreError> {
        let read = self.book().import(from)?;
        self.chimes.ring(Rang::Records);
        Ok(read)
    }

    fn prune(&self, before_ms: u64) -> Result<Pruned, StoreError> {
        Ok(self.book().prune(before_ms))
    }

    fn about(&self) -> Vec<(String, String)> {
        let book = self.book();
        let head = book.head().position.to_string();
        [("kind", "memory".to_owned()), ("last record", head), ("open", book.count().to_string())]
            .map(|(name, what)| (name.to_owned(), what))
            .into()
    }
}
