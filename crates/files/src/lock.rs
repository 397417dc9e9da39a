//! Locks on asq's own files and folders. The kernel releases a lock when its process dies, however it dies.
//!
//! - Waiting for a folder's lock has a time limit, since others who can read the folder can lock it, too.
//! - A file of ours can be locked at once or not at all, or waited for in a thread.

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

/// Dropping it releases the lock.
#[derive(Debug)]
pub struct FileLock {
    _fd: Option<OwnedFd>,
}

/// The errors of a file system without locks.
const KNOWS_NONE: [Errno; 6] =
    [Errno::NOLCK, Errno::NOSYS, Errno::NOTSUP, Errno::OPNOTSUPP, Errno::INVAL, Errno::BADF];

/// Takes the lock on a file from [`Folder::lock_file`]; `false` if another open file holds it.
///
/// # Errors
/// The file system has no locks, or none left.
pub fn try_lock(file: &File) -> Result<bool, Fault> {
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(true),
        Err(Errno::WOULDBLOCK) => Ok(false),
        Err(errno) => Err(errno.into()),
    }
}

/// Waits for that lock, however long it takes; a signal doesn't end the wait.
///
/// # Errors
/// The file system has no locks, or none left.
pub fn wait_for_lock(file: &File) -> Result<(), Fault> {
    Ok(flock(file, FlockOperation::LockExclusive)?)
}

impl Folder {
    /// A file in this folder to lock, readable by us alone; created if it is missing.
    ///
    /// # Errors
    /// It can't be opened, or it isn't ours alone.
    pub fn lock_file(&self, name: &OsStr) -> Result<File, Fault> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = File::from(openat(self.fd(), name, flags, Mode::RUSR | Mode::WUSR)?);
        Whose::Mine.file(&fstat(&file)?)?;
        Ok(file)
    }

    /// Waits for the lock on the folder itself.
    ///
    /// # Errors
    /// Somebody else holds it for all of that time, or the system refuses it.
    pub fn lock(&self, patience: Duration) -> Result<FileLock, Fault> {
        let fd = self.listing()?;
        match flock(&fd, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => return Ok(FileLock { _fd: Some(fd) }),
            Err(Errno::WOULDBLOCK) => {}
            // Without locks, the atomic rename must suffice.
            Err(errno) if KNOWS_NONE.contains(&errno) => return Ok(FileLock { _fd: None }),
            Err(errno) => return Err(errno.into()),
        }
        let (done, locked) = mpsc::channel();
        std::thread::spawn(move || {
            let held = flock(&fd, FlockOperation::LockExclusive).map(|()| FileLock { _fd: Some(fd) });
            // Once the time is up the receiver is gone, and the lock is released right here.
            let _ = done.send(held);
        });
        Ok(locked.recv_timeout(patience).map_err(|_| Fault::Locked)??)
    }
}
