//! Bells within one process.
//!
//! - Each bell remembers every ring since it was taken or last waited on.
//! - Records come before drafts, and drafts before nudges; the rest comes with the next wait.
//! - No ring gets lost, so a wait may last half a minute.

use crate::mutex::lock;
use crate::{Bell, WakeReason};
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};
use std::time::Duration;

/// No ring gets lost here, so polling is rare.
const PATIENCE: Duration = Duration::from_secs(30);

/// All bells of this process.
#[derive(Clone, Default)]
pub(crate) struct LocalBell(Arc<Mutex<Vec<Weak<BellListener>>>>);

/// The pending rings of one bell.
#[derive(Default)]
struct BellListener {
    heard: Mutex<Heard>,
    rang: Condvar,
}

/// Rings that the owner hasn't seen yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Heard {
    pub(crate) records: bool,
    pub(crate) drafts: bool,
    pub(crate) poll_now: bool,
}

impl Heard {
    pub(crate) fn hear(&mut self, rang: WakeReason) {
        match rang {
            WakeReason::Records => self.records = true,
            WakeReason::Drafts => self.drafts = true,
            WakeReason::Nudged => self.poll_now = true,
            WakeReason::Quiet => {}
        }
    }

    /// Returns the most important pending ring and clears it.
    pub(crate) fn tell(&mut self) -> WakeReason {
        let order = [
            (&mut self.records, WakeReason::Records),
            (&mut self.drafts, WakeReason::Drafts),
            (&mut self.poll_now, WakeReason::Nudged),
        ];
        let first = order.into_iter().find(|(heard, _)| **heard);
        first.map_or(WakeReason::Quiet, |(heard, rang)| {
            *heard = false;
            rang
        })
    }
}

impl LocalBell {
    pub(crate) fn ring(&self, rang: WakeReason) {
        self.ring_where(rang, || true);
    }

    /// Rings the bells for which `rings` returns true.
    pub(crate) fn ring_where(&self, rang: WakeReason, mut rings: impl FnMut() -> bool) {
        lock(&self.0).retain(|ear| {
            ear.upgrade().is_some_and(|ear| {
                if rings() {
                    ear.ring(rang);
                }
                true
            })
        });
    }

    pub(crate) fn bell(&self) -> MemoryBell {
        let ear = Arc::new(BellListener::default());
        lock(&self.0).push(Arc::downgrade(&ear));
        MemoryBell(ear)
    }
}

impl BellListener {
    fn ring(&self, rang: WakeReason) {
        lock(&self.heard).hear(rang);
        self.rang.notify_all();
    }
}

pub(crate) struct MemoryBell(Arc<BellListener>);

impl Bell for MemoryBell {
    fn wait(&mut self, at_most: Duration) -> WakeReason {
        let nothing = |heard: &mut Heard| *heard == Heard::default();
        let waited = self.0.rang.wait_timeout_while(lock(&self.0.heard), at_most, nothing);
        waited.unwrap_or_else(PoisonError::into_inner).0.tell()
    }

    fn patience(&self) -> Duration {
        PATIENCE
    }

    fn waker(&self) -> Arc<dyn Fn() + Send + Sync> {
        let ear = Arc::clone(&self.0);
        Arc::new(move || ear.ring(WakeReason::Nudged))
    }
}
