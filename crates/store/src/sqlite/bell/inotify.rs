//! Watching files, by Linux's inotify.
//!
//! - Records and drafts are written into files of their own; locks are told of by their files being written and closed.
//! - The gate's file is written by whoever is about to commit, and closed by whoever dies; the database's is never watched
//!   for what is written into it, only for its name.
//! - Every folder above the store is watched for being moved away.
//! - When the kernel could not keep up, everything counts as heard.

use super::{Told, Watched, place};
use crate::WakeReason;
use crate::local_bell::Heard;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags};
use std::mem::MaybeUninit;
use std::path::Path;

/// Room for some dozens of events.
const ROOM: usize = 4096;

/// The bell is rung; or it lies no longer where it was.
const RUNG: WatchFlags = WatchFlags::MODIFY.union(MOVED);
/// A file is removed, moved away, or has another name. Reading and writing it is nothing of that.
const MOVED: WatchFlags = WatchFlags::ATTRIB.union(WatchFlags::MOVE_SELF).union(WatchFlags::DELETE_SELF);
/// A lock's file is written when it is taken, and closed by whoever lets go or dies.
const LOCK: WatchFlags = WatchFlags::MODIFY.union(WatchFlags::CLOSE_WRITE);

pub(super) struct Watch {
    file: OwnedFd,
    bell: i32,
    drafts: i32,
    database: i32,
    gate: i32,
}

impl Watch {
    pub(super) fn new(watched: &Watched) -> Option<Watch> {
        let file = inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK).ok()?;
        let bell = inotify::add_watch(&file, &watched.bell, RUNG).ok()?;
        let drafts = inotify::add_watch(&file, &watched.drafts, WatchFlags::MODIFY).ok()?;
        let database = inotify::add_watch(&file, &watched.database, MOVED).ok()?;
        let gate = inotify::add_watch(&file, &watched.gate, LOCK).ok()?;
        inotify::add_watch(&file, &watched.inbox, LOCK).ok()?;
        inotify::add_watch(&file, &watched.waiting, LOCK | WatchFlags::ONLYDIR).ok()?;
        // A folder that is moved takes its files along without touching them. A folder that can't be watched belongs to
        // somebody else, and a look at the files finds out later.
        for folder in watched.database.ancestors().skip(1) {
            let _ = inotify::add_watch(&file, folder, WatchFlags::MOVE_SELF | WatchFlags::ONLYDIR);
        }
        Some(Watch { file, bell, drafts, database, gate })
    }

    pub(super) fn file(&self) -> BorrowedFd<'_> {
        self.file.as_fd()
    }

    /// Takes what was told since.
    pub(super) fn listen(&mut self, heard: &mut Heard) -> Told {
        self.take(heard).0
    }

    /// Whether what happens to the bell's file is told.
    pub(super) fn test(&mut self, bell: &Path, heard: &mut Heard) -> bool {
        if inotify::add_watch(&self.file, bell, RUNG | WatchFlags::OPEN) != Ok(self.bell) {
            return false;
        }
        // It is told before the call returns, or never.
        let opened = place::own_file_to_read(bell).is_ok_and(|file| file.is_some());
        let (told, was_opened) = self.take(heard);
        let kept = inotify::add_watch(&self.file, bell, RUNG) == Ok(self.bell);
        opened && was_opened && !told.moved && kept
    }

    /// What was told since, and whether the bell's file was opened.
    fn take(&mut self, heard: &mut Heard) -> (Told, bool) {
        let mut told = Told::default();
        let mut opened = false;
        let mut room = [MaybeUninit::<u8>::uninit(); ROOM];
        let mut reader = Reader::new(&self.file, &mut room);
        while let Ok(event) = reader.next() {
            let what = event.events();
            let written = what.intersects(ReadFlags::MODIFY | ReadFlags::CLOSE_WRITE);
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
