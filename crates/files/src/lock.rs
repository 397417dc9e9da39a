//! Locks on files and folders of ours.
//!
//! - The kernel lets go at any death.
//! - Whoever waits for a folder waits for a stated time, for others who may read it can lock it, too.

use crate::calls::{flock, fstat, openat};
use crate::fault::Fault;
use crate::folder::Folder;
use crate::whose::Whose;
use rustix::fs::{FlockOperation, Mode, OFlags};
use rustix::io::Errno;
use std::ffi::OsStr;
use std::fs::File;
use std::os::fd::OwnedFd;
use std::sync::mpsc;
use std::time::Duration;

/// A lock that is held until this is dropped.
#[derive(Debug)]
pub struct Held {
    _fd: Option<OwnedFd>,
}

/// What a file system without locks says.
const KNOWS_NONE: [Errno; 6] =
    [Errno::NOLCK, Errno::NOSYS, Errno::NOTSUP, Errno::OPNOTSUPP, Errno::INVAL, Errno::BADF];

impl Folder {
    /// A file in it to lock, ours alone; made where it is missing.
    ///
    /// # Errors
    /// It can't be opened, or is not ours alone.
    pub fn lock_file(&self, name: &OsStr) -> Result<File, Fault> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = File::from(openat(self.fd(), name, flags, Mode::RUSR | Mode::WUSR)?);
        Whose::Mine.file(&fstat(&file)?)?;
        Ok(file)
    }

    /// Waits for the lock on the folder itself.
    ///
    /// # Errors
    /// Somebody holds it all that time, or the system refuses it.
    pub fn lock(&self, patience: Duration) -> Result<Held, Fault> {
        let fd = self.listing()?;
        match flock(&fd, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => return Ok(Held { _fd: Some(fd) }),
            Err(Errno::WOULDBLOCK) => {}
            // A rename alone has to do.
            Err(errno) if KNOWS_NONE.contains(&errno) => return Ok(Held { _fd: None }),
            Err(errno) => return Err(errno.into()),
        }
        let (done, locked) = mpsc::channel();
        std::thread::spawn(move || {
            let held = flock(&fd, FlockOperation::LockExclusive).map(|()| Held { _fd: Some(fd) });
            // Nobody listens any more once the time is over; then the lock goes at once.
            let _ = done.send(held);
        });
        Ok(locked.recv_timeout(patience).map_err(|_| Fault::Locked)??)
    }
}
