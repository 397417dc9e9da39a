//! A store that lives as long as its process.
//!
//! - It does everything that the others do, except outlive its process. It is for tests, and for use without a disk.
//! - Clones share one store.
//! - An append rings its bell.

use crate::local_bell::LocalBell;
use crate::locks::Locks;
use crate::memory_log::MemoryLog;
use crate::row::Hash;
use crate::{
    Append, Bell, ClaimAsk, Claimed, DraftKept, DraftMark, DraftRow, Drafts, Head, History, LockGuard, Log,
    Past, Presence, Pruned, Query, Seen, StoreError, Stored, Upkeep, Verdict, Verified, WakeReason,
};
use asq_core::inbox::{Pending, Position};
use asq_core::life::{IdempotencyKey, RequestId};
use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex, MutexGuard};

/// A store in memory.
#[derive(Clone)]
pub struct Memory {
    memory_log: Arc<Mutex<MemoryLog>>,
    local_bell: LocalBell,
    locks: Locks,
}

impl Memory {
    /// An empty store. A good seed makes its digests hard to guess.
    pub fn new(seed: Hash) -> Memory {
        let local_bell = LocalBell::default();
        let locks = Locks::new(local_bell.clone());
        Memory { memory_log: Arc::new(Mutex::new(MemoryLog::new(seed))), local_bell, locks }
    }

    fn memory_log(&self) -> MutexGuard<'_, MemoryLog> {
        // Nothing panics half-way in there; and even then, appended records are complete.
        self.memory_log.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Log for Memory {
    fn append(&self, batch: &[Append]) -> Result<Vec<Verdict>, StoreError> {
        let verdicts = self.memory_log().append(batch)?;
        if verdicts.iter().any(|it| matches!(it, Verdict::Appended(_))) {
            self.local_bell.ring(WakeReason::Records);
        }
        Ok(verdicts)
    }

    fn head(&self) -> Result<Head, StoreError> {
        Ok(self.memory_log().head())
    }

    fn after(&self, position: Position, limit: usize) -> Result<Vec<Stored>, StoreError> {
        self.memory_log().after(position, limit)
    }

    fn records(&self, id: RequestId) -> Result<Vec<Stored>, StoreError> {
        self.memory_log().records(id)
    }

    fn pending(&self, after: Position, limit: usize) -> Result<(Position, Vec<Pending>), StoreError> {
        Ok(self.memory_log().pending(after, limit))
    }

    fn count(&self) -> Result<u64, StoreError> {
        Ok(self.memory_log().count())
    }

    fn find(&self, prefix: &str, limit: usize) -> Result<Vec<RequestId>, StoreError> {
        Ok(crate::prefix::range(prefix)
            .map_or_else(Vec::new, |(from, to)| self.memory_log().find(from, to, limit)))
    }

    fn claimed(&self, key: &IdempotencyKey) -> Result<Option<RequestId>, StoreError> {
        Ok(self.memory_log().claimed(key))
    }

    fn bell(&self) -> Result<Box<dyn Bell>, StoreError> {
        Ok(Box::new(self.local_bell.bell()))
    }
}

impl Drafts for Memory {
    fn keep_draft(&self, row: &DraftRow) -> Result<DraftKept, StoreError> {
        let kept = self.memory_log().keep_draft(row);
        self.local_bell.ring(WakeReason::Drafts);
        Ok(kept)
    }

    fn drafts(&self, id: RequestId) -> Result<Vec<DraftRow>, StoreError> {
        Ok(self.memory_log().drafts(id))
    }

    fn draft_marks(&self) -> Result<Vec<DraftMark>, StoreError> {
        Ok(self.memory_log().draft_marks())
    }

    fn drop_drafts(&self, id: RequestId, but: Option<u64>) -> Result<(), StoreError> {
        self.memory_log().drop_drafts(id, but);
        self.local_bell.ring(WakeReason::Drafts);
        Ok(())
    }

    fn late_requests(&self) -> Result<Vec<RequestId>, StoreError> {
        Ok(self.memory_log().late_requests())
    }

    fn late_drafts(&self, id: RequestId) -> Result<Vec<DraftRow>, StoreError> {
        Ok(self.memory_log().late_drafts(id))
    }

    fn forget_late(&self, id: RequestId, until_ms: u64) -> Result<(), StoreError> {
        self.memory_log().forget_late(id, until_ms);
        self.local_bell.ring(WakeReason::Drafts);
        Ok(())
    }
}

impl Seen for Memory {
    fn claim(&self, ask: &ClaimAsk) -> Result<Claimed, StoreError> {
        Ok(self.memory_log().claim(ask))
    }

    fn typing(&self, until_ms: u64) -> Result<(), StoreError> {
        self.memory_log().typing(until_ms);
        Ok(())
    }

    fn waiting(&self, now_ms: u64) -> Result<u64, StoreError> {
        Ok(self.memory_log().waiting(now_ms))
    }

    fn snooze(&self, id: RequestId, until_ms: u64) -> Result<(), StoreError> {
        self.memory_log().snooze(id, until_ms);
        self.local_bell.ring(WakeReason::Drafts);
        Ok(())
    }

    fn snoozed(&self) -> Result<Vec<(RequestId, u64)>, StoreError> {
        Ok(self.memory_log().snoozed())
    }
}

impl History for Memory {
    fn past(&self, query: &Query) -> Result<Vec<Past>, StoreError> {
        self.memory_log().past(query)
    }
}

impl Presence for Memory {
    fn hold_inbox(&self) -> Result<Box<dyn LockGuard>, StoreError> {
        Ok(self.locks.hold(None, 0))
    }

    fn inbox_in_use(&self) -> bool {
        self.locks.held(None)
    }

    fn hold_askers(&self, ids: &[RequestId]) -> Result<Box<dyn LockGuard>, StoreError> {
        Ok(self.locks.hold_askers(ids, 0))
    }

    fn asker_waits(&self, id: RequestId) -> bool {
        self.locks.held(Some(id))
    }
}

impl Upkeep for Memory {
    fn verify(&self, noted: Option<Head>) -> Result<Verified, StoreError> {
        Ok(self.memory_log().verify(noted))
    }

    fn export(&self, to: &mut dyn Write) -> Result<u64, StoreError> {
        self.memory_log().export(to)
    }

    fn import(&self, from: &mut dyn BufRead) -> Result<u64, StoreError> {
        let read = self.memory_log().import(from)?;
        self.local_bell.ring(WakeReason::Records);
        Ok(read)
    }

    fn prune(&self, before_ms: u64) -> Result<Pruned, StoreError> {
        Ok(self.memory_log().prune(before_ms))
    }

    fn about(&self) -> Vec<(String, String)> {
        let memory_log = self.memory_log();
        let head = memory_log.head().position.to_string();
        [("kind", "memory".to_owned()), ("last record", head), ("open", memory_log.count().to_string())]
            .map(|(name, what)| (name.to_owned(), what))
            .into()
    }
}
