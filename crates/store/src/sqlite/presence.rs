//! Who is there, told by locks on files.
//!
//! - Holders share a lock; looking tries to take it alone, for a moment. One looks at a time: two would see each other.
//! - An asker's file goes with its lock; one that a dead asker left behind goes when it is looked at.
//! - Looking opens for reading only, so that it is no news to those who watch.

use super::{Sqlite, place};
use crate::{Held, Presence, StoreError};
use asq_core::life::RequestId;
use rustix::fs::{FlockOperation, flock};
use std::fs::File;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Pauses between tries, in microseconds.
const PAUSES: [u64; 5] = [0, 20, 50, 100, 200];

struct Lock {
    file: File,
    /// The file goes as well.
    path: Option<PathBuf>,
}

impl Held for Lock {}

impl Drop for Lock {
    fn drop(&mut self) {
        // Let go first: closing is told to others before it lets go.
        let _ = flock(&self.file, FlockOperation::Unlock);
        if let Some(path) = &self.path {
            let _ = take_away(path, &self.file);
        }
    }
}

impl Presence for Sqlite {
    fn hold_inbox(&self) -> Result<Box<dyn Held>, StoreError> {
        self.place.furnish()?;
        let file = hold(&self.place.inbox())?;
        Ok(Box::new(Lock { file, path: None }))
    }

    fn inbox_in_use(&self) -> bool {
        self.is_held(&self.place.inbox(), false)
    }

    fn hold_asker(&self, id: RequestId) -> Result<Box<dyn Held>, StoreError> {
        self.place.furnish()?;
        let path = self.asker(id);
        let file = hold(&path)?;
        Ok(Box::new(Lock { file, path: Some(path) }))
    }

    fn asker_waits(&self, id: RequestId) -> bool {
        self.is_held(&self.asker(id), true)
    }
}

impl Sqlite {
    fn asker(&self, id: RequestId) -> PathBuf {
        self.place.waiting().join(id.to_string())
    }

    /// Whether anybody shares the lock of this file; one that nobody does may be taken away.
    fn is_held(&self, path: &Path, leftover: bool) -> bool {
        let Ok(file) = File::open(path) else {
            return false;
        };
        // Any file that is always there does for taking turns. Who stopped while looking holds nobody up for long.
        let turn = File::open(self.place.bell());
        let in_turn = turn.as_ref().is_ok_and(|turn| tries(PAUSES.len(), || alone(turn)));
        let free = tries(if in_turn { 1 } else { PAUSES.len() }, || alone(&file));
        if free && leftover {
            let _ = std::fs::remove_file(path);
        }
        !free
    }
}

/// Shares the lock of this file, and tells that.
fn hold(path: &Path) -> Result<File, StoreError> {
    loop {
        let file = place::own_file(path)?;
        let fault = |e: std::io::Error| place::read_only(path, &e);
        flock(&file, FlockOperation::LockShared).map_err(|e| fault(e.into()))?;
        // It may have been taken away between opening and locking.
        if file.metadata().map_err(fault)?.nlink() > 0 {
            // Told by writing: whoever watches looks after that, when the lock is held.
            let _ = file.write_all_at(b"\n", 0);
            return Ok(file);
        }
    }
}

/// Whether it comes true in so many tries, with pauses.
fn tries(most: usize, it: impl Fn() -> bool) -> bool {
    PAUSES.iter().take(most).any(|pause| {
        if *pause > 0 {
            std::thread::sleep(Duration::from_micros(*pause));
        }
        it()
    })
}

fn alone(file: &File) -> bool {
    flock(file, FlockOperation::NonBlockingLockExclusive).is_ok()
}

/// Takes a file away unless somebody else shares its lock.
fn take_away(path: &Path, file: &File) -> std::io::Result<()> {
    flock(file, FlockOperation::NonBlockingLockExclusive)?;
    std::fs::remove_file(path)
}
