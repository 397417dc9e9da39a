//! Notices what other processes do.
//!
//! - Watches a file that is written after each commit; the files of the database itself change before a commit can be
//!   read.
//! - The self-test disturbs nobody: it opens the file and checks that the event arrives.
//! - Notices a lost ring: a writer takes the gate, which is watched as well. Reports at once if the bell or the
//!   database was removed, replaced, linked or covered by a mount, and trusts watching again after the next self-test.
//! - If watching fails, checks the file when a wait ends.
//! - Reports the end of a lock twice more, a little later: its file closes before the lock is released.

#[cfg(target_os = "linux")]
#[path = "inotify.rs"]
mod watch;
#[cfg(not(target_os = "linux"))]
#[path = "none.rs"]
mod watch;

mod mounts;

use super::place::FileId;
use super::{Sqlite, clock, place};
use crate::local_bell::Heard;
use crate::{Bell, StoreError, WakeReason};
use mounts::MountWatch;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::pipe::{PipeFlags, pipe_with};
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use watch::FileWatch;

/// The interval between polls while the bell is known to ring.
// For an event that gets lost anyway. Fifty waiting processes wake up less than twice a second in all; with a poll
// every 250 ms, it would be two hundred times.
const TRUSTING: Duration = Duration::from_secs(30);
/// How long a self-test is valid.
const GOOD_FOR: Duration = Duration::from_mins(1);
/// Poll intervals while the bell may not ring: soon after a change; how soon that is; and later.
const QUICK: Duration = Duration::from_millis(250);
const SOON: Duration = Duration::from_secs(10);
const SLOW: Duration = Duration::from_secs(2);
/// When to report a closed lock again.
// When a process dies, its file is closed before the kernel releases the lock: a check at once would find it taken.
const AGAIN: [Duration; 2] = [Duration::from_millis(20), Duration::from_millis(200)];

/// How long after a writer took the gate a ring counts as lost.
// Nobody holds the gate for more than 0.2 s, so the ring is overdue by then.
const MISSED: Duration = Duration::from_secs(1);

/// The news from one look at the events.
#[derive(Default)]
pub(super) struct Observed {
    /// A lock's file was closed.
    pub(super) closed: bool,
    /// A process took the gate, or died holding it, and the bell hasn't rung since.
    pub(super) stirred: bool,
    /// The bell or the database has moved or got another name.
    pub(super) moved: bool,
}

pub(super) struct Watched {
    pub(super) database: PathBuf,
    pub(super) gate: PathBuf,
    pub(super) bell: PathBuf,
    pub(super) drafts: PathBuf,
    pub(super) inbox: PathBuf,
    pub(super) waiting: PathBuf,
}

struct SqliteBell {
    watched: Watched,
    watch: Option<FileWatch>,
    mounts: Option<MountWatch>,
    /// The database as it was opened.
    database: FileId,
    heard: Heard,
    /// When to report a closed lock again.
    again: Vec<Instant>,
    /// When a process took the gate and didn't ring.
    missed: Option<Instant>,
    /// When the last self-test passed.
    passed: Option<Instant>,
    changed: Instant,
    /// The state of the files at the last check, in case watching fails.
    seen: [Option<(i64, i64, u64)>; 2],
    wake: (OwnedFd, Arc<OwnedFd>),
}

impl Sqlite {
    pub(super) fn take_bell(&self) -> Result<Box<dyn Bell>, StoreError> {
        self.place.furnish()?;
        let watched = Watched {
            database: self.place.database.clone(),
            gate: self.place.gate(),
            bell: self.place.bell(),
            drafts: self.place.drafts_bell(),
            inbox: self.place.inbox(),
            waiting: self.place.waiting(),
        };
        let (read, write) = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)
            .map_err(|e| place::read_only(&self.place.bell(), &e.into()))?;
        let mut bell = SqliteBell {
            watch: FileWatch::new(&watched),
            mounts: MountWatch::new(),
            database: self.file,
            watched,
            heard: Heard::default(),
            again: Vec::new(),
            missed: None,
            passed: None,
            changed: clock::now(),
            seen: [None, None],
            wake: (read, Arc::new(write)),
        };
        // Neither of these is news for the owner.
        bell.test();
        bell.look();
        bell.heard = Heard::default();
        Ok(Box::new(bell))
    }
}

impl SqliteBell {
    /// Tests whether the bell rings, without notifying others.
    fn test(&mut self) {
        let heard = self.watch.as_mut().is_some_and(|watch| watch.test(&self.watched.bell, &mut self.heard));
        if heard {
            self.passed = Some(clock::now());
        } else {
            self.passed = None;
            self.watch = FileWatch::new(&self.watched);
        }
    }

    fn trusted(&self) -> bool {
        self.passed.is_some_and(|at| clock::now().saturating_duration_since(at) < GOOD_FOR)
    }

    /// Checks the files themselves, in case they can't be watched.
    fn look(&mut self) {
        let of =
            |path| asq_files::by_name::follow(path).ok().map(|it| (it.mtime(), it.mtime_nsec(), it.ino()));
        let now = [of(&self.watched.bell), of(&self.watched.drafts)];
        self.heard.records |= now[0] != self.seen[0];
        self.heard.drafts |= now[1] != self.seen[1];
        if now != self.seen {
            self.changed = clock::now();
        }
        self.seen = now;
    }

    fn listen(&mut self) {
        let mut told = Observed::default();
        if let Some(watch) = &mut self.watch {
            told = watch.listen(&mut self.heard);
        }
        let mut drained = [0; 64];
        while rustix::io::read(&self.wake.0, &mut drained).is_ok_and(|bytes| bytes > 0) {
            self.heard.poll_now = true;
        }
        let now = clock::now();
        if told.moved {
            self.moved();
        }
        // The read that follows also finds what the writer at the gate has written.
        if self.heard.records {
            self.missed = None;
        }
        if told.stirred {
            self.missed.get_or_insert(now + MISSED);
        }
        if self.missed.is_some_and(|at| at <= now) {
            self.missed = None;
            self.heard.records = true;
        }
        if told.closed {
            self.again = AGAIN.map(|later| now + later).to_vec();
        }
        let waiting = self.again.len();
        self.again.retain(|at| *at > now);
        self.heard.poll_now |= self.again.len() < waiting;
    }

    /// Something else lies where the store was. Reading finds out what happened.
    fn moved(&mut self) {
        self.heard.records = true;
        self.watch = FileWatch::new(&self.watched);
        self.passed = None;
    }

    /// Sleeps until something may have happened.
    fn sleep(&mut self, at_most: Duration) {
        let mut files = vec![PollFd::new(&self.wake.0, PollFlags::IN)];
        files.extend(self.mounts.as_ref().map(MountWatch::file));
        if let Some(watch) = &self.watch {
            files.push(PollFd::from_borrowed_fd(watch.file(), PollFlags::IN));
        }
        let time = Timespec { tv_sec: at_most.as_secs() as i64, tv_nsec: at_most.subsec_nanos().into() };
        // An interruption counts as waking up.
        let _ = poll(&mut files, Some(&time));
        let mounted = self.mounts.is_some() && files.get(1).is_some_and(MountWatch::has_changed);
        drop(files);
        if mounted && place::lies_at(&self.watched.database) != Some(self.database) {
            self.moved();
        }
    }
}

impl Bell for SqliteBell {
    fn wait(&mut self, at_most: Duration) -> WakeReason {
        let until = clock::now() + at_most;
        loop {
            self.listen();
            let rang = self.heard.tell();
            if rang != WakeReason::Quiet {
                self.changed = clock::now();
                return rang;
            }
            let left = until.saturating_duration_since(clock::now());
            if left.is_zero() {
                break;
            }
            let next = self.again.iter().chain(&self.missed).min();
            let next = next.map(|at| at.saturating_duration_since(clock::now()));
            self.sleep(next.map_or(left, |next| next.min(left)));
        }
        // Nothing arrived in all that time: it was quiet, or nothing can arrive.
        if at_most > Duration::ZERO {
            self.test();
            if !self.trusted() {
                self.look();
            }
        }
        self.heard.tell()
    }

    fn patience(&self) -> Duration {
        if self.trusted() {
            return TRUSTING;
        }
        let since = clock::now().saturating_duration_since(self.changed);
        if since < SOON { QUICK } else { SLOW }
    }

    fn waker(&self) -> Arc<dyn Fn() + Send + Sync> {
        let write = Arc::clone(&self.wake.1);
        Arc::new(move || {
            // A full pipe wakes the sleeper, too.
            let _ = rustix::io::write(&*write, &[1]);
        })
    }
}
