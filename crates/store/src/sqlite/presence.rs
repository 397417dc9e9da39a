//! Presence: open inboxes and waiting askers.
//!
//! - Inboxes share the lock of one file. A check briefly tries to take it alone. Checks take turns, or they would see
//!   each other.
//! - An older asq locks a file for each request, named after it. Such a lock counts, and a check removes the file if
//!   its asker is dead.
//! - A check opens files read-only, so that it doesn't notify watchers.

use super::flock::flock;
use super::{Sqlite, place};
use crate::{LockGuard, Presence, StoreError};
use asq_core::life::RequestId;
use rustix::fs::FlockOperation;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::time::Duration;

/// Pauses between tries, in microseconds.
// Somebody else's check takes the lock for a moment, so only a lock that stays taken counts. All tries together take
// less than 0.4 ms.
const PAUSES: [u64; 5] = [0, 20, 50, 100, 200];

struct InboxPresence(File);

impl LockGuard for InboxPresence {}

impl Drop for InboxPresence {
    fn drop(&mut self) {
        // Unlock first: others hear of the close before the kernel releases the lock.
        let _ = flock(&self.0, FlockOperation::Unlock);
    }
}

impl Presence for Sqlite {
    fn hold_inbox(&self) -> Result<Box<dyn LockGuard>, StoreError> {
        self.place.furnish()?;
        Ok(Box::new(InboxPresence(hold(&self.place.inbox())?)))
    }

    fn inbox_in_use(&self) -> bool {
        self.is_held(&self.place.inbox(), false)
    }

    fn hold_askers(&self, ids: &[RequestId]) -> Result<Box<dyn LockGuard>, StoreError> {
        self.askers.hold(ids)
    }

    fn asker_waits(&self, id: RequestId) -> bool {
        self.askers.wait_for(id) || self.is_held(&self.place.waiting().join(id.to_string()), true)
    }
}

impl Sqlite {
    /// Whether any process shares this file's lock. An unlocked `leftover` may be removed.
    fn is_held(&self, path: &Path, leftover: bool) -> bool {
        let Ok(Some(file)) = place::own_file_to_read(path) else {
            return false;
        };
        // Any permanent file does for taking turns. A process that hangs during its check doesn't block others for
        // long.
        let turn = place::own_file_to_read(&self.place.bell()).ok().flatten();
        let in_turn = turn.as_ref().is_some_and(|turn| tries(PAUSES.len(), || alone(turn)));
        // In turn, no other check can have the lock, so one try is enough.
        let free = tries(if in_turn { 1 } else { PAUSES.len() }, || alone(&file));
        if free && leftover {
            let _ = take_away(path, &file);
        }
        !free
    }
}

/// Shares this file's lock, and notifies watchers.
fn hold(path: &Path) -> Result<File, StoreError> {
    let file = place::own_file(path)?;
    flock(&file, FlockOperation::LockShared).map_err(|e| place::read_only(path, &e.into()))?;
    // The write notifies: watchers look after it, and by then the lock is held.
    let _ = file.write_all_at(b"\n", 0);
    Ok(file)
}

/// Tries up to `most` times, with pauses.
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

/// Removes a file unless another process shares its lock. Only the sole holder may do that: a new file with the same
/// name belongs to a successor, and stays.
fn take_away(path: &Path, file: &File) -> std::io::Result<()> {
    flock(file, FlockOperation::NonBlockingLockExclusive)?;
    if place::lies_at(path) == Some(place::id(file)?) { asq_files::by_name::remove(path) } else { Ok(()) }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]
mod tests {
    use super::*;
    use asq_testkit::folder::TempFolder;

    #[test]
    fn a_look_that_comes_late_leaves_the_lock_of_a_successor_alone() {
        let folder = TempFolder::new("presence");
        let path = folder.path().join("asker");
        let first = hold(&path).expect("held");
        let looks = File::open(&path).expect("looked at");
        drop(first);
        std::fs::remove_file(&path).expect("as an older asq does when it waits no longer");
        let _successor = hold(&path).expect("held again");
        take_away(&path, &looks).expect("nobody else has the first one's file");
        assert!(path.exists(), "the successor's lock has no name any more");
    }

    #[test]
    fn the_lock_of_an_older_asq_counts_and_goes_with_it() {
        let folder = TempFolder::new("presence");
        let store = Sqlite::open(&folder.path().join("store.db")).expect("a store");
        let id = RequestId(7);
        let path = store.place.waiting().join(id.to_string());
        store.place.furnish().expect("furnished");
        let older = hold(&path).expect("held");
        let newer = store.hold_asker(id).expect("held as well");
        drop(newer);
        assert!(store.asker_waits(id) && path.exists());
        drop(older);
        assert!(!store.asker_waits(id) && !path.exists());
    }
}
