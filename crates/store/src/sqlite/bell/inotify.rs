//! Watching files, by Linux's inotify.
//!
//! - Records and drafts are written into files of their own; locks are told of by their files being written and closed.
//! - When the kernel could not keep up, everything counts as heard.

use super::Watched;
use crate::Rang;
use crate::chimes::Heard;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags};
use std::mem::MaybeUninit;
use std::path::Path;

/// Room for some dozens of events.
const ROOM: usize = 4096;

pub(super) struct Watch {
    file: OwnedFd,
    bell: i32,
    drafts: i32,
}

/// What came of a look at what was told.
#[derive(Default)]
struct Told {
    /// A lock's file was closed.
    closed: bool,
    /// The bell's file was opened.
    opened: bool,
    /// A file that is watched is gone.
    gone: bool,
}

impl Watch {
    pub(super) fn new(watched: &Watched) -> Option<Watch> {
        let file = inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK).ok()?;
        let rung = WatchFlags::MODIFY;
        let lock = WatchFlags::MODIFY | WatchFlags::CLOSE_WRITE;
        let bell = inotify::add_watch(&file, &watched.bell, rung).ok()?;
        let drafts = inotify::add_watch(&file, &watched.drafts, rung).ok()?;
        inotify::add_watch(&file, &watched.inbox, lock).ok()?;
        inotify::add_watch(&file, &watched.waiting, lock | WatchFlags::ONLYDIR).ok()?;
        Some(Watch { file, bell, drafts })
    }

    pub(super) fn file(&self) -> BorrowedFd<'_> {
        self.file.as_fd()
    }

    /// Takes what was told since; whether a lock's file was closed.
    pub(super) fn listen(&mut self, heard: &mut Heard) -> bool {
        self.take(heard).closed
    }

    /// Whether what happens to the bell's file is told.
    pub(super) fn test(&mut self, bell: &Path, heard: &mut Heard) -> bool {
        let with_opening = WatchFlags::MODIFY | WatchFlags::OPEN;
        if inotify::add_watch(&self.file, bell, with_opening) != Ok(self.bell) {
            return false;
        }
        // It is told before the call returns, or never.
        let opened = std::fs::File::open(bell).is_ok();
        let told = self.take(heard);
        let kept = inotify::add_watch(&self.file, bell, WatchFlags::MODIFY) == Ok(self.bell);
        opened && told.opened && !told.gone && kept
    }

    fn take(&mut self, heard: &mut Heard) -> Told {
        let mut told = Told::default();
        let mut room = [MaybeUninit::<u8>::uninit(); ROOM];
        let mut reader = Reader::new(&self.file, &mut room);
        while let Ok(event) = reader.next() {
            let what = event.events();
            if what.contains(ReadFlags::QUEUE_OVERFLOW) {
                heard.hear(Rang::Records);
                heard.hear(Rang::Drafts);
                heard.hear(Rang::Nudged);
                continue;
            }
            told.gone |= what.contains(ReadFlags::IGNORED);
            if event.wd() == self.bell {
                told.opened |= what.contains(ReadFlags::OPEN);
                if what.contains(ReadFlags::MODIFY) {
                    heard.hear(Rang::Records);
                }
            } else if event.wd() == self.drafts {
                if what.contains(ReadFlags::MODIFY) {
                    heard.hear(Rang::Drafts);
                }
            } else if what.intersects(ReadFlags::MODIFY | ReadFlags::CLOSE_WRITE) {
                told.closed |= what.contains(ReadFlags::CLOSE_WRITE);
                heard.hear(Rang::Nudged);
            }
        }
        told
    }
}
