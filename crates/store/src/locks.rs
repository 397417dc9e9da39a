//! Presence locks within one process.
//!
//! - Locks are shared: any number of holders may have the same one.
//! - Each lock has an owner; when the owner dies, its locks go.
//! - Taking and releasing a lock nudges the bells.

use crate::local_bell::LocalBell;
use crate::{LockGuard, WakeReason};
use asq_core::life::RequestId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// `None` is the inbox's lock; an asker's lock is its request.
type Name = Option<RequestId>;

/// The process that holds the lock; a store within one process has one owner.
type Owner = u64;

#[derive(Clone)]
pub(crate) struct Locks {
    held: Arc<Mutex<BTreeMap<(Name, Owner), usize>>>,
    local_bell: LocalBell,
}

impl Locks {
    pub(crate) fn new(local_bell: LocalBell) -> Locks {
        Locks { held: Arc::default(), local_bell }
    }

    pub(crate) fn hold(&self, name: Name, owner: Owner) -> Box<dyn LockGuard> {
        *self.lock().entry((name, owner)).or_default() += 1;
        self.local_bell.ring(WakeReason::Nudged);
        Box::new(Lock { name, owner, locks: self.clone() })
    }

    pub(crate) fn hold_askers(&self, ids: &[RequestId], owner: Owner) -> Box<dyn LockGuard> {
        let locks: Vec<Box<dyn LockGuard>> = ids.iter().map(|id| self.hold(Some(*id), owner)).collect();
        Box::new(locks)
    }

    pub(crate) fn held(&self, name: Name) -> bool {
        self.lock().range((name, 0)..=(name, Owner::MAX)).next().is_some()
    }

    /// Releases the locks of a dead owner.
    #[cfg(feature = "faulty")]
    pub(crate) fn forget(&self, owner: Owner) {
        self.lock().retain(|(_, it), _| *it != owner);
        self.local_bell.ring(WakeReason::Nudged);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<(Name, Owner), usize>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Lock {
    name: Name,
    owner: Owner,
    locks: Locks,
}

impl LockGuard for Lock {}

impl Drop for Lock {
    fn drop(&mut self) {
        let mut held = self.locks.lock();
        let place = (self.name, self.owner);
        let Some(holders) = held.get_mut(&place) else {
            return;
        };
        *holders -= 1;
        if *holders == 0 {
            held.remove(&place);
        }
        // Ringing locks the listeners: never under this lock.
        drop(held);
        self.locks.local_bell.ring(WakeReason::Nudged);
    }
}
