//! A store that fails on purpose, for tests and simulations.
//!
//! - The same seed and the same calls fail the same way.
//! - A power cut keeps only synced data: all appends, but drafts only up to the last append.
//! - A process can die before or after a commit; it loses its locks and can do nothing more.
//! - A commit can succeed without a reply; notifications get lost, come twice or come late.

mod process;

pub use process::FaultyProcess;

use crate::local_bell::LocalBell;
use crate::locks::Locks;
use crate::memory_log::{MemoryLog, OutsideLog};
use crate::{StoreError, WakeReason};
use std::collections::{BTreeSet, VecDeque};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Random faults: how often each occurs, per thousand calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// An append fails and stores nothing.
    pub before: u16,
    /// An append is stored, but reports that its outcome is unknown.
    pub after: u16,
    /// A read fails.
    pub reads: u16,
    /// A bell doesn't ring.
    pub lost: u16,
    /// All bells ring twice.
    pub twice: u16,
    /// All bells ring with the next append, or when things [settle](Faulty::settle).
    pub late: u16,
    /// The store acknowledges before it syncs; it syncs with about every fourth append.
    pub weak: bool,
}

/// A fault for the next append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppendFault {
    /// Stores nothing: another process holds the gate.
    Busy,
    /// Stores nothing: the disk is full.
    Full,
    /// Stores nothing, and the process dies.
    DiesBefore,
    /// Stores the append, and the process dies.
    DiesAfter,
    /// Stores the append, and reports that its outcome is unknown.
    Unknown,
    /// The sync fails: the append is there until the power goes.
    Disk,
}

/// A store that fails on purpose. Clones share one state.
#[derive(Clone)]
pub struct Faulty {
    world: Arc<Mutex<World>>,
    local_bell: LocalBell,
    locks: Locks,
}

struct World {
    memory_log: MemoryLog,
    /// The number of rows on disk.
    synced: usize,
    outside_log: OutsideLog,
    random: SeededRandom,
    faults: Faults,
    next: VecDeque<AppendFault>,
    dead: BTreeSet<u64>,
    /// The number of processes so far.
    born: u64,
    late: Vec<WakeReason>,
}

impl Faulty {
    /// An empty store; the seed decides every random fault.
    pub fn new(seed: u64, faults: Faults) -> Faulty {
        let local_bell = LocalBell::default();
        let locks = Locks::new(local_bell.clone());
        let bytes = seed.to_be_bytes();
        let memory_log = MemoryLog::new(std::array::from_fn(|at| bytes[at % bytes.len()]));
        let outside_log = memory_log.outside_log();
        let world = World {
            memory_log,
            synced: 0,
            outside_log,
            random: SeededRandom(seed),
            faults,
            next: VecDeque::new(),
            dead: BTreeSet::new(),
            born: 0,
            late: Vec::new(),
        };
        Faulty { world: Arc::new(Mutex::new(world)), local_bell, locks }
    }

    /// A new process with the store open.
    pub fn process(&self) -> FaultyProcess {
        let mut world = self.world();
        world.born += 1;
        FaultyProcess::new(self.clone(), world.born)
    }

    /// Sets the random faults from here on.
    pub fn faults(&self, faults: Faults) {
        self.world().faults = faults;
    }

    /// Plans a fault for the next append; two calls plan one for each of the next two.
    pub fn next(&self, fault: AppendFault) {
        self.world().next.push_back(fault);
    }

    /// Delivers late rings now.
    pub fn settle(&self) {
        let late = std::mem::take(&mut self.world().late);
        for rang in late {
            self.local_bell.ring(rang);
        }
    }

    /// Cuts the power: every process dies, and everything unsynced is lost.
    ///
    /// # Errors
    /// The remaining data is damaged, which is a bug in this store.
    pub fn power_cut(&self) -> Result<(), StoreError> {
        let mut world = self.world();
        let (synced, outside_log) = (world.synced, world.outside_log.clone());
        world.memory_log.cut(synced)?;
        world.memory_log.back_to(outside_log);
        world.late.clear();
        let all = 1..=world.born;
        world.dead.extend(all.clone());
        drop(world);
        all.for_each(|owner| self.locks.forget(owner));
        Ok(())
    }

    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ring(&self, rang: WakeReason) {
        let mut world = self.world();
        let Faults { lost, twice, late, .. } = world.faults;
        let mut now = std::mem::take(&mut world.late);
        if world.random.chance(late) {
            world.late.push(rang);
        } else {
            now.push(rang);
            if world.random.chance(twice) {
                now.push(rang);
            }
        }
        for rang in now {
            self.local_bell.ring_where(rang, || !world.random.chance(lost));
        }
    }
}

impl World {
    fn living(&self, owner: u64) -> Result<(), StoreError> {
        if self.dead.contains(&owner) {
            Err(StoreError::Failed("this process is dead".to_owned()))
        } else {
            Ok(())
        }
    }

    fn sync(&mut self) {
        self.synced = self.memory_log.rows();
        self.outside_log = self.memory_log.outside_log();
    }

    /// Draws the fault for this append.
    fn fault(&mut self) -> Option<AppendFault> {
        let Faults { before, after, .. } = self.faults;
        let by_chance = if self.random.chance(before) {
            Some(if self.random.chance(500) { AppendFault::Busy } else { AppendFault::Full })
        } else {
            self.random.chance(after).then_some(AppendFault::Unknown)
        };
        self.next.pop_front().or(by_chance)
    }
}

fn error_of(fault: AppendFault) -> StoreError {
    let path = PathBuf::from("faulty");
    match fault {
        AppendFault::Busy => StoreError::Busy(Some(1)),
        AppendFault::Full => StoreError::Full(path),
        AppendFault::DiesBefore | AppendFault::DiesAfter => {
            StoreError::Failed("this process is dead".to_owned())
        }
        AppendFault::Unknown => StoreError::Unknown("the reply was lost".to_owned()),
        AppendFault::Disk => StoreError::Disk { path, why: "Input/output error".to_owned() },
    }
}

/// Random numbers from a seed (SplitMix64).
struct SeededRandom(u64);

impl SeededRandom {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn chance(&mut self, in_a_thousand: u16) -> bool {
        in_a_thousand > 0 && self.next() % 1000 < u64::from(in_a_thousand)
    }
}
