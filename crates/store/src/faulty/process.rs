//! One process that opened a faulty store.
//!
//! - Dead ones are refused everything, and hold nothing.
//! - Writing fails as the store's faults say; reading sometimes.
//! - Drafts and what was seen are kept, but synced with the next append only.

use super::{Fault, Faulty, World, told};
use crate::{
    Append, Bell, DraftKept, DraftRow, Drafts, Head, History, LockGuard, Log, Past, Presence, Pruned, Query,
    Rang, Seen, StoreError, Stored, Upkeep, Verdict, Verified, prefix,
};
use asq_core::inbox::{Pending, Position};
use asq_core::life::{Key, RequestId};
use std::io::{BufRead, Write};
use std::sync::MutexGuard;

/// One process that opened a faulty store. Clones are the same process.
#[derive(Clone)]
pub struct Process {
    store: Faulty,
    owner: u64,
}

impl Process {
    pub(super) fn new(store: Faulty, owner: u64) -> Process {
        Process { store, owner }
    }

    /// Ends it as `kill -9` does.
    pub fn kill(&self) {
        self.store.world().dead.insert(self.owner);
        self.store.locks.forget(self.owner);
    }

    /// Whether it was killed, died or lost its power.
    pub fn is_dead(&self) -> bool {
        self.store.world().dead.contains(&self.owner)
    }

    fn write(&self) -> Result<MutexGuard<'_, World>, StoreError> {
        let world = self.store.world();
        world.living(self.owner)?;
        Ok(world)
    }

    fn read(&self) -> Result<MutexGuard<'_, World>, StoreError> {
        let mut world = self.write()?;
        let chance = world.faults.reads;
        if world.random.chance(chance) {
            return Err(StoreError::Unreachable("the reading failed".to_owned()));
        }
        Ok(world)
    }
}

impl Log for Process {
    fn append(&self, batch: &[Append]) -> Result<Vec<Verdict>, StoreError> {
        let mut world = self.write()?;
        let fault = world.fault();
        match fault {
            Some(Fault::DiesBefore) => {
                drop(world);
                self.kill();
                return Err(told(Fault::DiesBefore));
            }
            Some(fault @ (Fault::Busy | Fault::Full)) => return Err(told(fault)),
            Some(Fault::DiesAfter | Fault::Unknown | Fault::Disk) | None => {}
        }
        let verdicts = world.book.append(batch)?;
        let weak = world.faults.weak && !world.random.chance(250);
        if !weak && fault != Some(Fault::Disk) {
            world.sync();
        }
        drop(world);
        if fault == Some(Fault::DiesAfter) {
            self.kill();
        } else if verdicts.iter().any(|it| matches!(it, Verdict::Appended(_))) {
            self.store.ring(Rang::Records);
        }
        fault.map_or(Ok(verdicts), |fault| Err(told(fault)))
    }

    fn head(&self) -> Result<Head, StoreError> {
        Ok(self.read()?.book.head())
    }

    fn after(&self, position: Position, limit: usize) -> Result<Vec<Stored>, StoreError> {
        self.read()?.book.after(position, limit)
    }

    fn records(&self, id: RequestId) -> Result<Vec<Stored>, StoreError> {
        self.read()?.book.records(id)
    }

    fn pending(&self, after: Position, limit: usize) -> Result<(Position, Vec<Pending>), StoreError> {
        Ok(self.read()?.book.pending(after, limit))
    }

    fn count(&self) -> Result<u64, StoreError> {
        Ok(self.read()?.book.count())
    }

    fn find(&self, text: &str, limit: usize) -> Result<Vec<RequestId>, StoreError> {
        let world = self.read()?;
        Ok(prefix::range(text).map_or_else(Vec::new, |(from, to)| world.book.find(from, to, limit)))
    }

    fn claimed(&self, key: &Key) -> Result<Option<RequestId>, StoreError> {
        Ok(self.read()?.book.claimed(key))
    }

    fn bell(&self) -> Result<Box<dyn Bell>, StoreError> {
        drop(self.write()?);
        Ok(Box::new(self.store.chimes.bell()))
    }
}

impl Drafts for Process {
    fn keep_draft(&self, row: &DraftRow) -> Result<DraftKept, StoreError> {
        let kept = self.write()?.book.keep_draft(row);
        self.store.ring(Rang::Drafts);
        Ok(kept)
    }

    fn drafts(&self, id: RequestId) -> Result<Vec<DraftRow>, StoreError> {
        Ok(self.read()?.book.drafts(id))
    }

    fn drop_drafts(&self, id: RequestId, but: Option<u64>) -> Result<(), StoreError> {
        self.write()?.book.drop_drafts(id, but);
        self.store.ring(Rang::Drafts);
        Ok(())
    }

    fn unsent(&self, id: RequestId) -> Result<Vec<DraftRow>, StoreError> {
        Ok(self.read()?.book.unsent(id))
    }
}

impl Seen for Process {
    fn announce(&self, ids: &[RequestId]) -> Result<Vec<RequestId>, StoreError> {
        Ok(self.write()?.book.announce(ids))
    }

    fn snooze(&self, id: RequestId, until_ms: u64) -> Result<(), StoreError> {
        self.write()?.book.snooze(id, until_ms);
        self.store.ring(Rang::Drafts);
        Ok(())
    }

    fn snoozed(&self) -> Result<Vec<(RequestId, u64)>, StoreError> {
        Ok(self.read()?.book.snoozed())
    }
}

impl History for Process {
    fn past(&self, query: &Query) -> Result<Vec<Past>, StoreError> {
        self.read()?.book.past(query)
    }
}

impl Presence for Process {
    fn hold_inbox(&self) -> Result<Box<dyn LockGuard>, StoreError> {
        drop(self.write()?);
        Ok(self.store.locks.hold(None, self.owner))
    }

    fn inbox_in_use(&self) -> bool {
        self.store.locks.held(None)
    }

    fn hold_asker(&self, id: RequestId) -> Result<Box<dyn LockGuard>, StoreError> {
        drop(self.write()?);
        Ok(self.store.locks.hold(Some(id), self.owner))
    }

    fn asker_waits(&self, id: RequestId) -> bool {
        self.store.locks.held(Some(id))
    }
}

impl Upkeep for Process {
    fn verify(&self, noted: Option<Head>) -> Result<Verified, StoreError> {
        Ok(self.read()?.book.verify(noted))
    }

    fn export(&self, to: &mut dyn Write) -> Result<u64, StoreError> {
        self.read()?.book.export(to)
    }

    fn import(&self, from: &mut dyn BufRead) -> Result<u64, StoreError> {
        let mut world = self.write()?;
        let read = world.book.import(from)?;
        world.sync();
        drop(world);
        self.store.ring(Rang::Records);
        Ok(read)
    }

    fn prune(&self, before_ms: u64) -> Result<Pruned, StoreError> {
        let mut world = self.write()?;
        let pruned = world.book.prune(before_ms);
        world.sync();
        Ok(pruned)
    }

    fn about(&self) -> Vec<(String, String)> {
        vec![("kind".to_owned(), "faulty".to_owned())]
    }
}
