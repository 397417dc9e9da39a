//! Watches files with Linux's inotify.
//!
//! - Records and drafts each have a file that is written; a lock shows by writing and closing its file.
//! - A process about to commit writes the gate's file, and a dying one closes it. The database file is watched only for
//!   its name, never for writes.
//! - Every folder above the store is watched for being moved.
//! - If the kernel drops events, everything counts as changed.

use super::{Observed, Watched, place};
use crate::WakeReason;
use crate::local_bell::Heard;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags};
use std::mem::MaybeUninit;
use std::path::Path;

/// Room for a few dozen events.
const ROOM: usize = 4096;

/// The bell rings, or its file is gone.
const RUNG: WatchFlags = WatchFlags::MODIFY.union(MOVED);
/// A file was removed, moved away, or got another name. Reads and writes don't count.
const MOVED: WatchFlags = WatchFlags::ATTRIB.union(WatchFlags::MOVE_SELF).union(WatchFlags::DELETE_SELF);
/// Taking a lock writes its file; releasing it, or dying, closes the file.
const LOCK: WatchFlags = WatchFlags::MODIFY.union(WatchFlags::CLOSE_WRITE);

pub(super) struct FileWatch {
    file: OwnedFd,
    bell: i32,
    drafts: i32,
    database: i32,
    gate: i32,
}

impl FileWatch {
    pub(super) fn new(watched: &Watched) -> Option<FileWatch> {
        let file = inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK).ok()?;
        let bell = inotify::add_watch(&file, &watched.bell, RUNG).ok()?;
        let drafts = inotify::add_watch(&file, &watched.drafts, WatchFlags::MODIFY).ok()?;
        let database = inotify::add_watch(&file, &watched.database, MOVED).ok()?;
        let gate = inotify::add_watch(&file, &watched.gate, LOCK).ok()?;
        inotify::add_watch(&file, &watched.inbox, LOCK).ok()?;
        inotify::add_watch(&file, &watched.waiting, LOCK | WatchFlags::ONLYDIR).ok()?;
        // Moving a folder takes its files along without touching them. If a folder can't be watched, it is somebody
        // else's; a check of the files finds out later.
        for folder in watched.database.ancestors().skip(1) {
            let _ = inotify::add_watch(&file, folder, WatchFlags::MOVE_SELF | WatchFlags::ONLYDIR);
        }
        Some(FileWatch { file, bell, drafts, database, gate })
    }

    pub(super) fn file(&self) -> BorrowedFd<'_> {
        self.file.as_fd()
    }

    pub(super) fn listen(&mut self, heard: &mut Heard) -> Observed {
        self.take(heard).0
    }

    /// Whether events on the bell's file arrive.
    pub(super) fn test(&mut self, bell: &Path, heard: &mut Heard) -> bool {
        // The same file has the same number again; another number means that another file lies there now.
        if inotify::add_watch(&self.file, bell, RUNG | WatchFlags::OPEN) != Ok(self.bell) {
            return false;
        }
        // The event arrives before the call returns, or never.
        let opened = place::own_file_to_read(bell).is_ok_and(|file| file.is_some());
        let (told, was_opened) = self.take(heard);
        let kept = inotify::add_watch(&self.file, bell, RUNG) == Ok(self.bell);
        opened && was_opened && !told.moved && kept
    }

    /// Collects the pending events; also returns whether the bell's file was opened.
    fn take(&mut self, heard: &mut Heard) -> (Observed, bool) {
        let mut told = Observed::default();
        let mut opened = false;
        let mut room = [MaybeUninit::<u8>::uninit(); ROOM];
        let mut reader = Reader::new(&self.file, &mut room);
        while let Ok(event) = reader.next() {
            let what = event.events();
            let written = what.intersects(ReadFlags::MODIFY | ReadFlags::CLOSE_WRITE);
            // The kernel dropped events, and nobody knows which.
            if what.contains(ReadFlags::QUEUE_OVERFLOW) {
                heard.hear(WakeReason::Records);
                heard.hear(WakeReason::Drafts);
                heard.hear(WakeReason::Nudged);
                continue;
            }
            told.moved |= what.intersects(ReadFlags::IGNORED | ReadFlags::MOVE_SELF);
            if event.wd() == self.bell || event.wd() == self.database {
                opened |= what.contains(ReadFlags::OPEN);
                told.moved |= what.intersects(ReadFlags::ATTRIB | ReadFlags::DELETE_SELF);
                if what.contains(ReadFlags::MODIFY) {
                    heard.hear(WakeReason::Records);
                    told.stirred = false;
                }
            } else if event.wd() == self.drafts {
                if what.contains(ReadFlags::MODIFY) {
                    heard.hear(WakeReason::Drafts);
                }
            } else if event.wd() == self.gate {
                told.stirred |= written;
            } else if written {
                told.closed |= what.contains(ReadFlags::CLOSE_WRITE);
                heard.hear(WakeReason::Nudged);
            }
        }
        (told, opened)
    }
}
