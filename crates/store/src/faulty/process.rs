//! One process with a faulty store open.
//!
//! - A dead process gets only errors and holds no locks.
//! - Writes fail as the store's faults say; reads fail sometimes.
//! - A weak store acknowledges before it syncs, so that tests can prove that they notice.
//! - Drafts and seen state are stored at once, but synced only with the next append.

use super::{AppendFault, Faulty, World, error_of};
use crate::{
    Append, Bell, ClaimAsk, Claimed, DraftKept, DraftMark, DraftRow, Drafts, Head, History, LockGuard, Log,
    Past, Presence, Pruned, Query, Seen, StoreError, Stored, Upkeep, Verdict, Verified, WakeReason, prefix,
};
use asq_core::inbox::{Pending, Position};
use asq_core::life::{IdempotencyKey, RequestId};
use std::io::{BufRead, Write};
use std::sync::MutexGuard;

/// One process with a faulty store open. Clones are the same process.
#[derive(Clone)]
pub struct FaultyProcess {
    store: Faulty,
    owner: u64,
}

impl FaultyProcess {
    pub(super) fn new(store: Faulty, owner: u64) -> FaultyProcess {
        FaultyProcess { store, owner }
    }

    /// Ends the process like `kill -9`.
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

impl Log for FaultyProcess {
    fn append(&self, batch: &[Append]) -> Result<Vec<Verdict>, StoreError> {
        let mut world = self.write()?;
        let fault = world.fault();
        match fault {
            Some(AppendFault::DiesBefore) => {
                drop(world);
                self.kill();
                return Err(error_of(AppendFault::DiesBefore));
            }
            Some(fault @ (AppendFault::Busy | AppendFault::Full)) => return Err(error_of(fault)),
            Some(AppendFault::DiesAfter | AppendFault::Unknown | AppendFault::Disk) | None => {}
        }
        let verdicts = world.memory_log.append(batch)?;
        let weak = world.faults.weak && !world.random.chance(250);
        if !weak && fault != Some(AppendFault::Disk) {
            world.sync();
        }
        drop(world);
        if fault == Some(AppendFault::DiesAfter) {
            self.kill();
        } else if verdicts.iter().any(|it| matches!(it, Verdict::Appended(_))) {
            self.store.ring(WakeReason::Records);
        }
        fault.map_or(Ok(verdicts), |fault| Err(error_of(fault)))
    }

    fn head(&self) -> Result<Head, StoreError> {
        Ok(self.read()?.memory_log.head())
    }

    fn after(&self, position: Position, limit: usize) -> Result<Vec<Stored>, StoreError> {
        self.read()?.memory_log.after(position, limit)
    }

    fn records(&self, id: RequestId) -> Result<Vec<Stored>, StoreError> {
        self.read()?.memory_log.records(id)
    }

    fn pending(&self, after: Position, limit: usize) -> Result<(Position, Vec<Pending>), StoreError> {
        Ok(self.read()?.memory_log.pending(after, limit))
    }

    fn count(&self) -> Result<u64, StoreError> {
        Ok(self.read()?.memory_log.count())
    }

    fn find(&self, text: &str, limit: usize) -> Result<Vec<RequestId>, StoreError> {
        let world = self.read()?;
        Ok(prefix::range(text).map_or_else(Vec::new, |(from, to)| world.memory_log.find(from, to, limit)))
    }

    fn claimed(&self, key: &IdempotencyKey) -> Result<Option<RequestId>, StoreError> {
        Ok(self.read()?.memory_log.claimed(key))
    }

    fn bell(&self) -> Result<Box<dyn Bell>, StoreError> {
        drop(self.write()?);
        Ok(Box::new(self.store.local_bell.bell()))
    }
}

impl Drafts for FaultyProcess {
    fn keep_draft(&self, row: &DraftRow) -> Result<DraftKept, StoreError> {
        let kept = self.write()?.memory_log.keep_draft(row);
        self.store.ring(WakeReason::Drafts);
        Ok(kept)
    }

    fn drafts(&self, id: RequestId) -> Result<Vec<DraftRow>, StoreError> {
        Ok(self.read()?.memory_log.drafts(id))
    }

    fn draft_marks(&self) -> Result<Vec<DraftMark>, StoreError> {
        Ok(self.read()?.memory_log.draft_marks())
    }

    fn drop_drafts(&self, id: RequestId, but: Option<u64>) -> Result<(), StoreError> {
        self.write()?.memory_log.drop_drafts(id, but);
        self.store.ring(WakeReason::Drafts);
        Ok(())
    }

    fn late_requests(&self) -> Result<Vec<RequestId>, StoreError> {
        Ok(self.read()?.memory_log.late_requests())
    }

    fn late_drafts(&self, id: RequestId) -> Result<Vec<DraftRow>, StoreError> {
        Ok(self.read()?.memory_log.late_drafts(id))
    }

    fn forget_late(&self, id: RequestId, until_ms: u64) -> Result<(), StoreError> {
        self.write()?.memory_log.forget_late(id, until_ms);
        self.store.ring(WakeReason::Drafts);
        Ok(())
    }
}

impl Seen for FaultyProcess {
    fn claim(&self, ask: &ClaimAsk) -> Result<Claimed, StoreError> {
        Ok(self.write()?.memory_log.claim(ask))
    }

    fn typing(&self, until_ms: u64) -> Result<(), StoreError> {
        self.write()?.memory_log.typing(until_ms);
        Ok(())
    }

    fn waiting(&self, now_ms: u64) -> Result<u64, StoreError> {
        Ok(self.read()?.memory_log.waiting(now_ms))
    }

    fn snooze(&self, id: RequestId, until_ms: u64) -> Result<(), StoreError> {
        self.write()?.memory_log.snooze(id, until_ms);
        self.store.ring(WakeReason::Drafts);
        Ok(())
    }

    fn snoozed(&self) -> Result<Vec<(RequestId, u64)>, StoreError> {
        Ok(self.read()?.memory_log.snoozed())
    }
}

impl History for FaultyProcess {
    fn past(&self, query: &Query) -> Result<Vec<Past>, StoreError> {
        self.read()?.memory_log.past(query)
    }
}

impl Presence for FaultyProcess {
    fn hold_inbox(&self) -> Result<Box<dyn LockGuard>, StoreError> {
        drop(self.write()?);
        Ok(self.store.locks.hold(None, self.owner))
    }

    fn inbox_in_use(&self) -> bool {
        self.store.locks.held(None)
    }

    fn hold_askers(&self, ids: &[RequestId]) -> Result<Box<dyn LockGuard>, StoreError> {
        drop(self.write()?);
        Ok(self.store.locks.hold_askers(ids, self.owner))
    }

    fn asker_waits(&self, id: RequestId) -> bool {
        self.store.locks.held(Some(id))
    }
}

impl Upkeep for FaultyProcess {
    fn verify(&self, noted: Option<Head>) -> Result<Verified, StoreError> {
        Ok(self.read()?.memory_log.verify(noted))
    }

    fn export(&self, to: &mut dyn Write) -> Result<u64, StoreError> {
        self.read()?.memory_log.export(to)
    }

    fn import(&self, from: &mut dyn BufRead) -> Result<u64, StoreError> {
        let mut world = self.write()?;
        let read = world.memory_log.import(from)?;
        world.sync();
        drop(world);
        self.store.ring(WakeReason::Records);
        Ok(read)
    }

    fn prune(&self, before_ms: u64) -> Result<Pruned, StoreError> {
        let mut world = self.write()?;
        let pruned = world.memory_log.prune(before_ms);
        world.sync();
        Ok(pruned)
    }

    fn about(&self) -> Vec<(String, String)> {
        vec![("kind".to_owned(), "faulty".to_owned())]
    }
}
