//! Tests whether the disk can still deliver the database.
//!
//! - SQLite says "malformed" for a damaged file and for one that the disk can't deliver: reading it tells them apart.

use super::clock;
use super::place::{self, DatabasePlace, FileId};
use crate::mutex::lock;
use std::fs::{File, OpenOptions};
use std::io::ErrorKind;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

/// Databases that were opened for a test. Closing one would drop all of this process's locks on it, so each is opened
/// once and stays open.
static OPEN: Mutex<Vec<(FileId, File)>> = Mutex::new(Vec::new());

/// The time limit for reading: by then an unreadable block has turned up, or the fault is a different one.
const PATIENCE: Duration = Duration::from_secs(5);

/// The bytes per read.
const BLOCK: usize = 1 << 20;

/// Reads the database and its WAL; returns the system's error.
pub(super) fn gives(place: &DatabasePlace) -> std::io::Result<()> {
    {
        let mut open = lock(&OPEN);
        let there = place::lies_at(&place.database);
        if !open.iter().any(|(id, _)| there == Some(*id)) {
            let file = opened(&place.database)?;
            open.push((place::id(&file)?, file));
        }
        for (_, file) in open.iter().filter(|(id, _)| there == Some(*id)) {
            whole(file)?;
        }
    }
    // The WAL has no locks, so closing it is harmless.
    match opened(&place.wal()) {
        Ok(log) => whole(&log),
        Err(fault) if fault.kind() == ErrorKind::NotFound => Ok(()),
        Err(fault) => Err(fault),
    }
}

#[expect(clippy::disallowed_methods, reason = "opened as it is, and judged by its inode")]
fn opened(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().read(true).custom_flags(place::as_it_is()).open(path)
}

fn whole(file: &File) -> std::io::Result<()> {
    let mut block = vec![0; BLOCK];
    let (mut at, until) = (0, clock::now() + PATIENCE);
    while clock::now() < until {
        match file.read_at(&mut block, at) {
            Ok(0) => break,
            Ok(length) => at += length as u64,
            Err(fault) if fault.kind() == ErrorKind::Interrupted => {}
            Err(fault) => return Err(fault),
        }
    }
    Ok(())
}

#[cfg(target_os = "linux")]
#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]
mod tests {
    use super::*;
    use crate::Log;
    use crate::sqlite::Sqlite;
    use asq_testkit::folder::TempFolder;

    /// This process's locks on the database.
    fn locks(place: &DatabasePlace) -> usize {
        let (_, inode) = place::lies_at(&place.database).expect("it is there");
        let (mine, its) = (format!(" {} ", std::process::id()), format!(":{inode} "));
        let all = std::fs::read_to_string("/proc/locks").expect("the locks");
        all.lines().filter(|line| line.contains(&mine) && line.contains(&its)).count()
    }

    #[test]
    fn to_look_into_the_database_drops_no_lock() {
        let folder = TempFolder::new("disk");
        let store = Sqlite::open(&folder.path().join("store.db")).expect("a store");
        store.count().expect("a count");
        assert_eq!(locks(&store.place), 1);
        for _ in 0..2 {
            gives(&store.place).expect("the disk gives it");
            assert_eq!(locks(&store.place), 1);
        }
    }
}
