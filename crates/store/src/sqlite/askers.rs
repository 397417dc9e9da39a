//! Askers that wait: one lock for a process, whatever it waits for.
//!
//! - A process that waits holds the lock of one file of its own: one descriptor for any number of requests.
//! - Each request that somebody waits for has a list of those processes; a process that died no longer counts.
//! - A list goes with the last process on it. Whoever looks removes what dead processes left behind.
//! - Looking opens files for reading only, and creates nothing.

use super::place::{self, Place};
use super::{clock, lock};
use crate::{LockGuard, StoreError};
use asq_core::life::RequestId;
use rustix::fs::{FlockOperation, flock};
use std::collections::BTreeMap;
use std::fs::File;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Most bytes of a list that are read: some thousands of processes.
const MOST: u64 = 64 * 1024;

/// How long a list may be locked by somebody else who changes it; that takes microseconds.
const PATIENCE: Duration = Duration::from_millis(500);
const PAUSE: Duration = Duration::from_millis(1);

/// The askers of a store: those of this process, and a look at all.
pub(super) struct Askers {
    place: Place,
    own: Mutex<Own>,
}

/// What this process waits for.
#[derive(Default)]
struct Own {
    process: Option<Process>,
    /// How many wait here for each request.
    waits: BTreeMap<RequestId, usize>,
    /// Requests whose lists still name this process, since they could not be changed in time.
    left_over: Vec<RequestId>,
}

/// This process, as others see it while its lock is held.
struct Process {
    name: String,
    path: PathBuf,
    locked: File,
}

impl Process {
    fn begin(folder: &Path) -> Result<Process, StoreError> {
        // Random, so that a list that a dead process left behind never names a living one.
        let name = format!("{:016x}", RandomState::new().build_hasher().finish());
        let path = process_file(folder, &name);
        let file = place::own_file(&path)?;
        let process = Process { name, path, locked: file };
        flock(&process.locked, FlockOperation::NonBlockingLockExclusive)
            .map_err(|e| place::read_only(&process.path, &e.into()))?;
        Ok(process)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // If it stays behind, the next look finds it without its lock and removes it.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// One wait of this process.
struct Wait {
    askers: Arc<Askers>,
    id: RequestId,
}

impl LockGuard for Wait {}

impl Drop for Wait {
    fn drop(&mut self) {
        let mut own = lock(&self.askers.own);
        match own.waits.get_mut(&self.id) {
            Some(waits) if *waits > 1 => *waits -= 1,
            Some(_) | None => {
                own.waits.remove(&self.id);
                self.askers.strike(&mut own, self.id);
            }
        }
    }
}

impl Askers {
    pub(super) fn new(place: Place) -> Askers {
        Askers { place, own: Mutex::default() }
    }

    /// Says that this process waits for a request.
    ///
    /// # Errors
    /// Nobody can see it: a file can't be made, locked or written.
    pub(super) fn hold(self: &Arc<Askers>, id: RequestId) -> Result<Box<dyn LockGuard>, StoreError> {
        let mut own = lock(&self.own);
        if !own.waits.contains_key(&id) {
            self.enlist(&mut own, id)?;
        }
        *own.waits.entry(id).or_default() += 1;
        Ok(Box::new(Wait { askers: Arc::clone(self), id }))
    }

    /// Whether a process that lives waits for this request.
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

    fn enlist(&self, own: &mut Own, id: RequestId) -> Result<(), StoreError> {
        let folder = self.place.waiting();
        let process = if let Some(process) = own.process.take() {
            process
        } else {
            self.place.furnish()?;
            Process::begin(&folder)?
        };
        let listed = change(&self.list(id), |names| {
            names.retain(|name| *name != process.name && lives(&folder, name));
            names.push(process.name.clone());
        });
        if listed.is_ok() {
            own.left_over.retain(|it| *it != id);
        }
        own.process = Some(process).filter(|_| listed.is_ok() || !own.waits.is_empty());
        listed
    }

    fn strike(&self, own: &mut Own, id: RequestId) {
        let Some(process) = &own.process else { return };
        let strike = |id| change(&self.list(id), |names| names.retain(|name| *name != process.name));
        // Only the last wait's end makes this process count nowhere. Until then, what fails is tried again.
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
            *own = Own::default();
        }
    }

    fn list(&self, id: RequestId) -> PathBuf {
        self.place.waiting().join(format!("{id}.askers"))
    }

    fn any_lives(&self, list: &File) -> bool {
        let folder = self.place.waiting();
        names(list).unwrap_or_default().iter().any(|name| lives(&folder, name))
    }

    /// Removes a list of dead processes, unless somebody else has it or changed it meanwhile.
    fn remove_dead(&self, list: &Path, file: &File) {
        let alone = flock(file, FlockOperation::NonBlockingLockExclusive).is_ok();
        let same = || place::id(file).is_ok_and(|id| place::lies_at(list) == Some(id));
        if alone && same() && !self.any_lives(file) {
            // The next look tries again.
            let _ = std::fs::remove_file(list);
        }
    }
}

fn process_file(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.process"))
}

/// Whether a process holds its lock. Names are never given twice, so the file of a dead one can go at once.
fn lives(folder: &Path, name: &str) -> bool {
    let path = process_file(folder, name);
    let Ok(Some(file)) = place::own_file_to_read(&path) else {
        return false;
    };
    let free = flock(&file, FlockOperation::NonBlockingLockShared).is_ok();
    if free {
        // The next look tries again.
        let _ = std::fs::remove_file(&path);
    }
    !free
}

/// Changes who is on a list while nobody else does; a list of nobody goes. Closing it tells those who watch.
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
        // It may have gone between opening and locking.
        if file.metadata().map_err(fault)?.nlink() > 0 {
            let names = names(&file).map_err(fault)?;
            break (file, names);
        }
    };
    change(&mut names);
    if names.is_empty() {
        return std::fs::remove_file(list).map_err(fault);
    }
    let text = names.join("\n") + "\n";
    file.write_all_at(text.as_bytes(), 0).map_err(fault)?;
    file.set_len(text.len() as u64).map_err(fault)
}

/// The processes on a list; lines that are no names name nobody.
fn names(list: &File) -> std::io::Result<Vec<String>> {
    let mut bytes = vec![0; list.metadata()?.len().min(MOST) as usize];
    let read = list.read_at(&mut bytes, 0)?;
    let text = String::from_utf8_lossy(&bytes[..read]);
    let name = |line: &&str| line.len() == 16 && line.bytes().all(|byte| byte.is_ascii_hexdigit());
    Ok(text.lines().filter(name).map(str::to_owned).collect())
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]
mod tests {
    use super::*;
    use crate::{Presence, Sqlite};
    use asq_testkit::folder::Folder;

    fn opened() -> (Folder, Sqlite, Sqlite) {
        let folder = Folder::new("askers");
        let open = || Sqlite::open(&folder.path().join("store.db")).expect("a store");
        let (one, other) = (open(), open());
        (folder, one, other)
    }

    /// What lies in the folder of the askers.
    fn files(store: &Sqlite) -> Vec<String> {
        let all = std::fs::read_dir(store.place.waiting()).expect("a folder");
        let mut all: Vec<String> =
            all.map(|it| it.expect("a file").file_name().to_string_lossy().into_owned()).collect();
        all.sort();
        all
    }

    /// The descriptors of this process that lead into that folder.
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
        drop(stuck);
        drop(locked);
        assert!(here.asker_waits(RequestId(2)), "nothing could be written");
        drop(here.hold_asker(RequestId(3)).expect("held"));
        assert!(!here.asker_waits(RequestId(2)) && here.asker_waits(RequestId(1)));
        drop(kept);
        assert_eq!(files(&here), [""; 0]);
    }
}
