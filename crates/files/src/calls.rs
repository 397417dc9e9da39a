//! System calls on files, repeated if a signal interrupts them.

use rustix::fs::{AtFlags, FlockOperation, Mode, OFlags, Stat};
use rustix::io::{Result, retry_on_intr};
use rustix::path::Arg;
use std::fs::Metadata;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};

pub(crate) fn open(path: &Path, flags: OFlags, mode: Mode) -> Result<OwnedFd> {
    retry_on_intr(|| rustix::fs::open(path, flags, mode))
}

pub(crate) fn openat(folder: impl AsFd, name: impl Arg + Copy, flags: OFlags, mode: Mode) -> Result<OwnedFd> {
    retry_on_intr(|| rustix::fs::openat(&folder, name, flags, mode))
}

pub(crate) fn mkdirat(folder: impl AsFd, name: impl Arg + Copy, mode: Mode) -> Result<()> {
    retry_on_intr(|| rustix::fs::mkdirat(&folder, name, mode))
}

pub(crate) fn unlinkat(folder: impl AsFd, name: impl Arg + Copy, flags: AtFlags) -> Result<()> {
    retry_on_intr(|| rustix::fs::unlinkat(&folder, name, flags))
}

/// Both names are in this folder.
pub(crate) fn rename(folder: impl AsFd, from: impl Arg + Copy, to: impl Arg + Copy) -> Result<()> {
    retry_on_intr(|| rustix::fs::renameat(&folder, from, &folder, to))
}

pub(crate) fn statat(folder: impl AsFd, name: impl Arg + Copy, flags: AtFlags) -> Result<Stat> {
    retry_on_intr(|| rustix::fs::statat(&folder, name, flags))
}

pub(crate) fn fstat(fd: impl AsFd) -> Result<Stat> {
    retry_on_intr(|| rustix::fs::fstat(&fd))
}

pub(crate) fn fchmod(fd: impl AsFd, mode: Mode) -> Result<()> {
    retry_on_intr(|| rustix::fs::fchmod(&fd, mode))
}

pub(crate) fn chmodat(folder: impl AsFd, name: &str, mode: Mode) -> Result<()> {
    retry_on_intr(|| rustix::fs::chmodat(&folder, name, mode, AtFlags::empty()))
}

pub(crate) fn bind(path: &Path) -> io::Result<UnixListener> {
    again(|| UnixListener::bind(path))
}

pub(crate) fn fsync(fd: impl AsFd) -> Result<()> {
    retry_on_intr(|| rustix::fs::fsync(&fd))
}

pub(crate) fn flock(fd: impl AsFd, operation: FlockOperation) -> Result<()> {
    retry_on_intr(|| rustix::fs::flock(&fd, operation))
}

pub(crate) fn canonicalize(path: &Path) -> io::Result<PathBuf> {
    again(|| std::fs::canonicalize(path))
}

/// Follows links, unlike [`look`].
pub(crate) fn lead(path: &Path) -> io::Result<Metadata> {
    again(|| std::fs::metadata(path))
}

/// Doesn't follow a link.
pub(crate) fn look(path: &Path) -> io::Result<Metadata> {
    again(|| std::fs::symlink_metadata(path))
}

pub(crate) fn read_link(path: &Path) -> io::Result<PathBuf> {
    again(|| std::fs::read_link(path))
}

pub(crate) fn remove(path: &Path) -> io::Result<()> {
    again(|| std::fs::remove_file(path))
}

pub(crate) fn remove_folder(path: &Path) -> io::Result<()> {
    again(|| std::fs::remove_dir(path))
}

/// The standard library repeats interrupted reads and writes, but not calls that name a file.
fn again<T>(call: impl Fn() -> io::Result<T>) -> io::Result<T> {
    loop {
        match call() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            came => return came,
        }
    }
}
