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
        let Ok(Some(file)) = place::own_file_to_read(path) else {
            return false;
        };
        // Any file that is always there does for taking turns. Who stopped while looking holds nobody up for long.
        let turn = place::own_file_to_read(&self.place.bell()).ok().flatten();
        let in_turn = turn.as_ref().is_some_and(|turn| tries(PAUSES.len(), || alone(turn)));
        let free = tries(if in_turn { 1 } else { PAUSES.len() }, || alone(&file));
        if free && leftover {
            let _ = take_away(path, &file);
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

/// Takes a file away unless somebody else shares its lock. Whoever has it alone is the only one who may: another file of
/// that name is a successor's, and stays.
fn take_away(path: &Path, file: &File) -> std::io::Result<()> {
    flock(file, FlockOperation::NonBlockingLockExclusive)?;
    if place::lies_at(path) == Some(place::id(file)?) { std::fs::remove_file(path) } else { Ok(()) }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]
mod tests {
    use super::*;
    use asq_testkit::folder::Folder;

    #[test]
    fn a_look_that_comes_late_leaves_the_lock_of_a_successor_alone() {
        let folder = Folder::new("presence");
        let path = folder.path().join("asker");
        let first = hold(&path).expect("held");
        let looks = File::open(&path).expect("looked at");
        drop(Lock { file: first, path: Some(path.clone()) });
        let _successor = hold(&path).expect("held again");
        take_away(&path, &looks).expect("nobody else has the first one's file");
        assert!(path.exists(), "the successor's lock has no name any more");
    }
}
