//! Waiting askers: one lock per process, whatever the number of waits.
//!
//! - A waiting process locks one file of its own: one descriptor for any number of requests.
//! - Each request has a list of its waiting processes; dead ones don't count.
//! - The last process on a list removes it. A reader removes what dead processes left behind.
//! - Reading opens files read-only and creates nothing.

use super::clock;
use super::flock::flock;
use super::place::{self, DatabasePlace};
use crate::mutex::lock;
use crate::random::random;
use crate::{LockGuard, StoreError};
use asq_core::life::RequestId;
use rustix::fs::FlockOperation;
use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The most bytes of a list that are read: some thousands of processes.
const MOST: u64 = 64 * 1024;

/// How long another process may hold a list's lock; a change takes microseconds.
const PATIENCE: Duration = Duration::from_millis(500);
const PAUSE: Duration = Duration::from_millis(1);

/// The waiting askers of a store.
pub(super) struct Askers {
    place: DatabasePlace,
    own: Mutex<OwnWaits>,
}

/// The waits of this process.
#[derive(Default)]
struct OwnWaits {
    process: Option<WaitingProcess>,
    /// The number of waits for each request.
    waits: BTreeMap<RequestId, usize>,
    /// Requests whose lists still name this process, because changing them took too long.
    left_over: Vec<RequestId>,
}

/// This process, visible to others while its lock is held.
struct WaitingProcess {
    name: String,
    path: PathBuf,
    locked: File,
}

impl WaitingProcess {
    fn begin(folder: &Path) -> Result<WaitingProcess, StoreError> {
        // A random name, so that a dead process's list never names a living one.
        let name = format!("{:016x}", random()?);
        let path = process_file(folder, &name);
        let file = place::own_file(&path)?;
        let process = WaitingProcess { name, path, locked: file };
        flock(&process.locked, FlockOperation::NonBlockingLockExclusive)
            .map_err(|e| place::read_only(&process.path, &e.into()))?;
        Ok(process)
    }
}

impl Drop for WaitingProcess {
    fn drop(&mut self) {
        // If it stays behind, the next reader finds it without a lock and removes it.
        let _ = asq_files::by_name::remove(&self.path);
    }
}

struct WaitPresence {
    askers: Arc<Askers>,
    ids: Vec<RequestId>,
}

impl LockGuard for WaitPresence {}

impl Drop for WaitPresence {
    fn drop(&mut self) {
        let mut own = lock(&self.askers.own);
        for id in &self.ids {
            match own.waits.get_mut(id) {
                Some(waits) if *waits > 1 => *waits -= 1,
                Some(_) | None => {
                    own.waits.remove(id);
                    self.askers.strike(&mut own, *id);
                }
            }
        }
    }
}

impl Askers {
    pub(super) fn new(place: DatabasePlace) -> Askers {
        Askers { place, own: Mutex::default() }
    }

    /// Registers a wait for each of these requests, or for none.
    ///
    /// # Errors
    /// A file can't be created, locked or written, so others couldn't see the wait.
    pub(super) fn hold(self: &Arc<Askers>, ids: &[RequestId]) -> Result<Box<dyn LockGuard>, StoreError> {
        // Dropping it ends the waits that it has.
        let mut presence = WaitPresence { askers: Arc::clone(self), ids: Vec::with_capacity(ids.len()) };
        for id in ids {
            let mut own = lock(&self.own);
            if !own.waits.contains_key(id) {
                self.enlist(&mut own, *id)?;
            }
            *own.waits.entry(*id).or_default() += 1;
            presence.ids.push(*id);
        }
        Ok(Box::new(presence))
    }

    /// Whether a living process waits for this request.
    pub(super) fn wait_for(&self, id: RequestId) -> bool {
        let list = self.list(id);
        let Ok(Some(file)) = place::own_file_to_read(&list) else {
            return false;
        };
        let lives = self.any_lives(&file);
        if !lives {
            self.remove_dead(&list, &file);
        }
        lives
    }

    fn enlist(&self, own: &mut OwnWaits, id: RequestId) -> Result<(), StoreError> {
        let folder = self.place.waiting();
        let process = if let Some(process) = own.process.take() {
            process
        } else {
            self.place.furnish()?;
            WaitingProcess::begin(&folder)?
        };
        let listed = change(&self.list(id), |names| {
            // Nobody else removes the dead from a list that is in use.
            names.retain(|name| *name != process.name && lives(&folder, name));
            names.push(process.name.clone());
        });
        if listed.is_ok() {
            own.left_over.retain(|it| *it != id);
        }
        // A process that waits for nothing keeps no file and no descriptor.
        own.process = Some(process).filter(|_| listed.is_ok() || !own.waits.is_empty());
        listed
    }

    fn strike(&self, own: &mut OwnWaits, id: RequestId) {
        let Some(process) = &own.process else { return };
        let strike = |id| change(&self.list(id), |names| names.retain(|name| *name != process.name));
        // Only the end of the last wait removes this process. Until then, retry what failed.
        match strike(id) {
            Err(_) => own.left_over.push(id),
            Ok(()) => {
                if let Some(id) = own.left_over.pop()
                    && strike(id).is_err()
                {
                    own.left_over.push(id);
                }
            }
        }
        if own.waits.is_empty() {
            *own = OwnWaits::default();
        }
    }

    fn list(&self, id: RequestId) -> PathBuf {
        self.place.waiting().join(format!("{id}.askers"))
    }

    fn any_lives(&self, list: &File) -> bool {
        let folder = self.place.waiting();
        names(list).unwrap_or_default().iter().any(|name| lives(&folder, name))
    }

    /// Removes a list of dead processes, unless another process has it or has changed it in the meantime.
    fn remove_dead(&self, list: &Path, file: &File) {
        let alone = flock(file, FlockOperation::NonBlockingLockExclusive).is_ok();
        let same = || place::id(file).is_ok_and(|id| place::lies_at(list) == Some(id));
        if alone && same() && !self.any_lives(file) {
            // The next reader tries again.
            let _ = asq_files::by_name::remove(list);
        }
    }
}

fn process_file(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.process"))
}

/// Whether the process holds its lock. Names are unique, so a dead process's file can go at once.
fn lives(folder: &Path, name: &str) -> bool {
    let path = process_file(folder, name);
    let Ok(Some(file)) = place::own_file_to_read(&path) else {
        return false;
    };
    // Shared, or two checks at the same time would take each other for the living process.
    let free = flock(&file, FlockOperation::NonBlockingLockShared).is_ok();
    if free {
        // The next reader tries again.
        let _ = asq_files::by_name::remove(&path);
    }
    !free
}

/// Changes a list under its lock and removes it when it is empty. Closing the file notifies watchers.
fn change(list: &Path, change: impl FnOnce(&mut Vec<String>)) -> Result<(), StoreError> {
    let fault = |e: std::io::Error| place::read_only(list, &e);
    let until = clock::now() + PATIENCE;
    let (file, mut names) = loop {
        let file = place::own_file(list)?;
        while let Err(taken) = flock(&file, FlockOperation::NonBlockingLockExclusive) {
            if taken != rustix::io::Errno::WOULDBLOCK {
                return Err(fault(taken.into()));
            }
            if clock::now() > until {
                return Err(StoreError::Busy(None));
            }
            std::thread::sleep(PAUSE);
        }
        // The list may have been removed between opening and locking.
        if file.metadata().map_err(fault)?.nlink() > 0 {
            let names = names(&file).map_err(fault)?;
            break (file, names);
        }
    };
    change(&mut names);
    if names.is_empty() {
        // Still locked: a waiting process then finds a file without a name, and opens the next one.
        return asq_files::by_name::remove(list).map_err(fault);
    }
    let text = names.join("\n") + "\n";
    // Names have one length, so a reader between these two calls sees whole lines; at worst an old one is still
    // there.
    file.write_all_at(text.as_bytes(), 0).map_err(fault)?;
    file.set_len(text.len() as u64).map_err(fault)
}

/// The processes on a list; invalid lines are skipped.
fn names(list: &File) -> std::io::Result<Vec<String>> {
    let mut bytes = vec![0; list.metadata()?.len().min(MOST) as usize];
    let read = list.read_at(&mut bytes, 0)?;
    let text = String::from_utf8_lossy(&bytes[..read]);
    // A name becomes a part of a path: it must not lead anywhere else.
    let name = |line: &&str| line.len() == 16 && line.bytes().all(|byte| byte.is_ascii_hexdigit());
    Ok(text.lines().filter(name).map(str::to_owned).collect())
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]
mod tests {
    use super::*;
    use crate::{Presence, Sqlite};
    use asq_testkit::folder::TempFolder;

    fn opened() -> (TempFolder, Sqlite, Sqlite) {
        let folder = TempFolder::new("askers");
        let open = || Sqlite::open(&folder.path().join("store.db")).expect("a store");
        let (one, other) = (open(), open());
        (folder, one, other)
    }

    /// The files in the askers' folder.
    fn files(store: &Sqlite) -> Vec<String> {
        let all = std::fs::read_dir(store.place.waiting()).expect("a folder");
        let mut all: Vec<String> =
            all.map(|it| it.expect("a file").file_name().to_string_lossy().into_owned()).collect();
        all.sort();
        all
    }

    /// This process's descriptors below that folder.
    fn descriptors(store: &Sqlite) -> usize {
        let folder = store.place.waiting();
        let all = std::fs::read_dir("/proc/self/fd").expect("descriptors");
        let leads = |it: std::io::Result<std::fs::DirEntry>| std::fs::read_link(it.ok()?.path()).ok();
        all.filter_map(leads).filter(|path| path.starts_with(&folder)).count()
    }

    #[test]
    fn whatever_a_process_waits_for_costs_it_one_descriptor() {
        let (_folder, here, there) = opened();
        let held: Vec<_> = (0..300).map(|n| here.hold_asker(RequestId(n)).expect("held")).collect();
        assert_eq!(descriptors(&here), 1);
        assert!((0..300).all(|n| there.asker_waits(RequestId(n))) && !there.asker_waits(RequestId(300)));
        drop(held);
        assert_eq!((descriptors(&here), files(&here)), (0, vec![]));
        assert!((0..300).all(|n| !there.asker_waits(RequestId(n))));
    }

    #[test]
    fn processes_that_wait_for_the_same_go_one_by_one() {
        let (_folder, here, there) = opened();
        let id = RequestId(1);
        let first = here.hold_asker(id).expect("held");
        let again = here.hold_asker(id).expect("held twice");
        let second = there.hold_asker(id).expect("held there");
        drop(first);
        drop(second);
        assert!(there.asker_waits(id), "it is held twice");
        drop(again);
        assert!(!there.asker_waits(id) && files(&here).is_empty());
    }

    #[test]
    fn a_list_of_dead_processes_and_of_nonsense_says_nothing_and_goes() {
        let (folder, here, there) = opened();
        std::fs::write(folder.path().join("0123456789abcdef.process"), "").expect("written");
        let living = here.hold_asker(RequestId(2)).expect("held");
        let list = here.askers.list(RequestId(1));
        let text = "0123456789abcdef\n../../0123456789abc\n../0123456789abcdef\n\n";
        place::own_file(&list).expect("made").write_all_at(text.as_bytes(), 0).expect("written");
        assert!(!there.asker_waits(RequestId(1)) && there.asker_waits(RequestId(2)));
        let left = files(&here);
        assert_eq!(left.len(), 2, "{left:?}");
        drop(living);
        assert!(files(&here).is_empty() && folder.path().join("0123456789abcdef.process").exists());
    }

    #[test]
    fn a_list_that_somebody_holds_fails_the_wait_alone_and_is_struck_later() {
        let (_folder, here, there) = opened();
        let kept = here.hold_asker(RequestId(1)).expect("held");
        let stuck = here.hold_asker(RequestId(2)).expect("held");
        let list = here.askers.list(RequestId(2));
        let locked = File::open(&list).expect("opened");
        flock(&locked, FlockOperation::LockExclusive).expect("locked");
        let fault = there.hold_asker(RequestId(2)).err().map(|fault| fault.to_string());
        assert_eq!(fault.as_deref(), Some("the store is busy: another process holds it"));
        assert!(there.hold_askers(&[RequestId(4), RequestId(2)]).is_err());
        assert!(!here.asker_waits(RequestId(4)), "all of them, or none");
        drop(stuck);
        drop(locked);
        assert!(here.asker_waits(RequestId(2)), "nothing could be written");
        drop(here.hold_asker(RequestId(3)).expect("held"));
        assert!(!here.asker_waits(RequestId(2)) && here.asker_waits(RequestId(1)));
        drop(kept);
        assert_eq!(files(&here), [""; 0]);
    }
}
