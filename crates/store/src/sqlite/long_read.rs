//! Finds processes that stay in the middle of a read: as long as it lasts, the WAL can't be restarted and grows.
//!
//! - The kernel lists the locks of all processes. Nothing is opened: closing the WAL's index would drop SQLite's locks.
//! - Only a lock that is still there after several looks counts; a read takes milliseconds.

use super::place;
use asq_files::by_name;
use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::Duration;

/// The bytes of the WAL's index that readers lock: one of them for as long as a read lasts.
const READ_MARKS: std::ops::RangeInclusive<u64> = 123..=127;

const LOOKS: u32 = 5;
const PAUSE: Duration = Duration::from_millis(50);

/// A process that stays in the middle of a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LongRead {
    pub(super) pid: u32,
    pub(super) stopped: bool,
}

/// The processes that stay in the middle of a read; `index` is the WAL's index.
pub(super) fn long_reads(index: &Path) -> Vec<LongRead> {
    let Some((_, inode)) = place::lies_at(index) else { return Vec::new() };
    let mut marks = read_marks(inode);
    for _ in 1..LOOKS {
        if marks.is_empty() {
            return Vec::new();
        }
        std::thread::sleep(PAUSE);
        let still = read_marks(inode);
        marks.retain(|mark| still.contains(mark));
    }
    let pids: BTreeSet<u32> = marks.into_iter().map(|(pid, _)| pid).collect();
    let long = pids.into_iter().filter(|pid| has_open(*pid, index));
    long.map(|pid| LongRead { pid, stopped: is_stopped(pid) }).collect()
}

/// The processes that have a read mark of the file with this inode locked, each with the mark. The kernel's list names
/// another device than `stat` on some file systems (btrfs, overlay), so this may be another file: see [`has_open`].
fn read_marks(inode: u64) -> BTreeSet<(u32, u64)> {
    let locks = proc("locks").unwrap_or_default();
    let mark = |line: &str| {
        // 1: POSIX  ADVISORY  READ  1234 08:01:5678 124 124
        let mut fields = line.split_whitespace().skip(1);
        let posix = fields.next()? == "POSIX";
        let pid = fields.nth(2)?.parse().ok()?;
        let file = fields.next()?.rsplit(':').next()?.parse();
        let mark = fields.next()?.parse().ok()?;
        (posix && file == Ok(inode) && READ_MARKS.contains(&mark)).then_some((pid, mark))
    };
    locks.lines().filter_map(mark).collect()
}

/// Whether the process has this file open. If it hides its files, it may be an asker that knows secrets.
#[expect(clippy::disallowed_methods, reason = "/proc")]
fn has_open(pid: u32, file: &Path) -> bool {
    let there = place::lies_at(file);
    let leads_there = |descriptor: std::fs::DirEntry| {
        let leads = by_name::follow(&descriptor.path()).ok();
        leads.map(|it| (it.dev(), it.ino())) == there
    };
    match std::fs::read_dir(format!("/proc/{pid}/fd")) {
        Ok(open) => open.flatten().any(leads_there),
        Err(e) => e.kind() == ErrorKind::PermissionDenied,
    }
}

/// Whether the process is stopped, by a signal or by a debugger.
fn is_stopped(pid: u32) -> bool {
    let stat = proc(&format!("{pid}/stat")).unwrap_or_default();
    // The state follows the name, which may have any characters.
    stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with(['T', 't']))
}

#[expect(clippy::disallowed_methods, reason = "/proc")]
fn proc(name: &str) -> Option<String> {
    // On a system without it, there is nothing to report.
    std::fs::read_to_string(format!("/proc/{name}")).ok()
}
