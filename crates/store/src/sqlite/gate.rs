//! The writer's gate: one writer at a time, over all processes. The kernel releases it if its holder dies.
//!
//! - Waiting costs nothing and is roughly fair: the kernel wakes the waiters.
//! - After 10 s in vain, the error names the process that holds the gate.
//! - Threads of one process take turns, too.

use super::flock::flock;
use super::{clock, place};
use crate::StoreError;
use crate::mutex::lock;
use rustix::fs::FlockOperation;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;

// Steps of upkeep hold the gate for fractions of a second, so ten seconds mean that a process is stuck.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) struct Gate {
    path: PathBuf,
    file: OnceLock<File>,
    state: Arc<Turns>,
    /// Wakes the thread that waits for the lock on our behalf.
    porter: Mutex<Option<Sender<()>>>,
    patience: Duration,
}

#[derive(Default)]
struct Turns {
    turn: Mutex<GateState>,
    changed: Condvar,
}

#[derive(Default)]
struct GateState {
    /// A thread of this process holds the gate or waits for it.
    taken: bool,
    /// The porter is waiting for the lock.
    asked: bool,
    /// A thread still waits for the porter.
    wanted: bool,
    /// The porter has taken the lock for that thread.
    granted: bool,
}

/// The held gate; dropping it lets the next writer in.
pub(super) struct Passed<'a> {
    gate: &'a Gate,
    file: &'a File,
}

impl Gate {
    pub(super) fn new(path: PathBuf) -> Gate {
        let state = Arc::new(Turns::default());
        Gate { path, file: OnceLock::new(), state, porter: Mutex::new(None), patience: PATIENCE }
    }

    #[cfg(feature = "faulty")]
    pub(super) fn impatient(&mut self, patience: Duration) {
        self.patience = patience;
    }

    /// Takes the gate, or reports who holds it.
    pub(super) fn pass(&self) -> Result<Passed<'_>, StoreError> {
        let file = self.file()?;
        let until = clock::now() + self.patience;
        let left = || until.saturating_duration_since(clock::now());
        let turn = lock(&self.state.turn);
        let waited = self.state.changed.wait_timeout_while(turn, left(), |turn| turn.taken);
        let (mut turn, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if turn.taken {
            return Err(StoreError::Busy(Some(std::process::id())));
        }
        turn.taken = true;
        // The porter shares our open file. If we took the lock past it, its own call would succeed, too, and it would
        // unlock what we hold.
        let free = !turn.asked && flock(file, FlockOperation::NonBlockingLockExclusive).is_ok();
        if !free {
            if !turn.asked {
                if let Err(fault) = self.ask(file) {
                    turn.taken = false;
                    return Err(fault);
                }
                turn.asked = true;
            }
            turn.wanted = true;
            let waited = self.state.changed.wait_timeout_while(turn, left(), |turn| !turn.granted);
            (turn, _) = waited.unwrap_or_else(PoisonError::into_inner);
            turn.wanted = false;
            if !turn.granted {
                turn.taken = false;
                self.state.changed.notify_all();
                return Err(StoreError::Busy(self.holder()));
            }
            turn.granted = false;
        }
        drop(turn);
        let passed = Passed { gate: self, file };
        passed.rustle();
        Ok(passed)
    }

    /// Makes the porter wait for the lock, since nothing can wait for a lock with a time limit.
    fn ask(&self, file: &File) -> Result<(), StoreError> {
        let mut porter = lock(&self.porter);
        if let Some(porter) = porter.as_ref()
            && porter.send(()).is_ok()
        {
            return Ok(());
        }
        let own = file.try_clone().map_err(|e| place::read_only(&self.path, &e))?;
        let state = Arc::clone(&self.state);
        let (ask, asked) = channel::<()>();
        std::thread::Builder::new()
            .name("store gate".to_owned())
            // It does nothing but wait: a usual stack would reserve 2 MiB.
            .stack_size(64 * 1024)
            .spawn(move || {
                for () in asked {
                    // A signal interrupts the call, not the wait.
                    while flock(&own, FlockOperation::LockExclusive) == Err(rustix::io::Errno::INTR) {}
                    let mut turn = lock(&state.turn);
                    turn.asked = false;
                    // The thread that asked may have given up. Nobody would ever release a lock that we kept for it.
                    if turn.wanted {
                        turn.granted = true;
                    } else {
                        let _ = flock(&own, FlockOperation::Unlock);
                    }
                    state.changed.notify_all();
                }
            })
            .map_err(|e| StoreError::Failed(format!("no thread can be started: {e}")))?;
        // The receiver lives as long as the thread, which ends when this is dropped.
        let _ = ask.send(());
        *porter = Some(ask);
        Ok(())
    }

    fn file(&self) -> Result<&File, StoreError> {
        if let Some(file) = self.file.get() {
            return Ok(file);
        }
        let file = place::own_file(&self.path)?;
        Ok(self.file.get_or_init(|| file))
    }

    /// The process that took the gate last.
    fn holder(&self) -> Option<u32> {
        let mut text = [0; 10];
        self.file.get()?.read_exact_at(&mut text, 0).ok()?;
        std::str::from_utf8(&text).ok()?.trim().parse().ok()
    }
}

impl Passed<'_> {
    /// Writes our process number into the gate's file, which notifies watchers.
    pub(super) fn rustle(&self) {
        // A holder that can't write its number may go on anyway.
        // Padded, so that a short number leaves no digit of a longer one.
        let _ = self.file.write_all_at(format!("{:<10}\n", std::process::id()).as_bytes(), 0);
    }
}

impl Drop for Passed<'_> {
    fn drop(&mut self) {
        // The lock belongs to the open file, which all threads here share: unlocking after the next thread has its turn
        // would take the lock from that thread.
        let _ = flock(self.file, FlockOperation::Unlock);
        lock(&self.gate.state.turn).taken = false;
        self.gate.state.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use asq_testkit::folder::TempFolder;

    #[test]
    fn who_waits_within_the_process_passes_as_soon_as_it_is_free() {
        let folder = TempFolder::new("gate");
        let gate = Gate::new(folder.path().join("gate"));
        let (tell, told) = channel();
        std::thread::scope(|scope| {
            for _ in 0..20 {
                let passed = gate.pass().expect("free");
                let tell = tell.clone();
                let gate = &gate;
                scope.spawn(move || {
                    tell.send("waits").expect("heard");
                    drop(gate.pass().expect("free soon"));
                    tell.send("passed").expect("heard");
                });
                assert_eq!(told.recv(), Ok("waits"));
                // The other thread must get as far as waiting; if it doesn't, another round does.
                for _ in 0..200 {
                    std::thread::yield_now();
                }
                drop(passed);
                // Without a wake-up it sleeps for its whole patience, 10 s.
                assert_eq!(told.recv_timeout(PATIENCE / 2), Ok("passed"));
            }
        });
    }
}
