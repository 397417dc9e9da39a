//! The kernel's own files, never a mount over them.
//!
//! - A process with its own user namespace can mount anything on `/proc`, or on one file in it. So a file is opened
//!   without crossing a mount, and only on the kernel's file system.
//! - Reads are bounded: 2 KiB of a process's state, 4 MiB of an environment, 256 MiB of a table, line by line.
//! - A program is known by its path and by the owner of its file.

#![expect(clippy::disallowed_methods, reason = "the kernel's own files, on the kernel's own file system")]

use rustix::fs::{
    AtFlags, Dir, Mode, OFlags, ResolveFlags, fstatfs, open, openat, openat2, readlinkat, statat,
};
use rustix::io::Errno;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::os::fd::OwnedFd;

/// The kernel's magic number for the file system of `/proc`.
const MAGIC: u64 = 0x9fa0;

/// The initial user namespace, by the kernel's inode number.
const FIRST_USERS: u64 = 0xefff_fffd;

/// The initial pid namespace, by the kernel's inode number.
const FIRST_PIDS: u64 = 0xefff_fffc;

/// More bytes than any environment has.
const WHOLE: u64 = 4 << 20;

/// More bytes than a table of sockets has.
const TABLE: u64 = 256 << 20;

/// `/proc`, once it is known to be the kernel's.
pub(super) struct Proc(OwnedFd);

impl Proc {
    /// `None` if it's missing, or another file system is mounted there.
    pub(super) fn open() -> Option<Proc> {
        let root = open("/proc", OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty()).ok()?;
        is_the_kernels(&root).then_some(Proc(root))
    }

    /// The first bytes of a file in it. A single read, because the kernel regenerates the text each time.
    pub(super) fn read(&self, path: &str) -> Option<Vec<u8>> {
        let mut text = vec![0; 2048];
        let read = self.file(path)?.read(&mut text).ok()?;
        text.truncate(read);
        Some(text)
    }

    /// A whole file in it of at most 4 MiB, such as the environment of a process.
    pub(super) fn read_whole(&self, path: &str) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        let read = self.file(path)?.take(WHOLE).read_to_end(&mut text).ok()?;
        (read < WHOLE as usize).then_some(text)
    }

    /// The first line of a table in it for which the call returns something. Lines are read as they are needed.
    pub(super) fn find_line<T>(&self, path: &str, mut found: impl FnMut(&str) -> Option<T>) -> Option<T> {
        let table = BufReader::with_capacity(64 << 10, self.file(path)?.take(TABLE));
        table.lines().map_while(Result::ok).find_map(|line| found(&line))
    }

    /// The numbers among the names in a folder of it: processes, or descriptors.
    pub(super) fn numbers(&self, path: &str) -> Vec<u32> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let folder = match openat2(&self.0, path, flags, Mode::empty(), ResolveFlags::NO_XDEV) {
            Err(Errno::NOSYS | Errno::PERM) => openat(&self.0, path, flags, Mode::empty()),
            opened => opened,
        };
        let names = folder.ok().filter(is_the_kernels).and_then(|folder| Dir::read_from(folder).ok());
        let number = |name: &std::ffi::CStr| name.to_str().ok()?.parse().ok();
        names.into_iter().flatten().filter_map(|entry| number(entry.ok()?.file_name())).collect()
    }

    fn file(&self, path: &str) -> Option<File> {
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOCTTY;
        let file = match openat2(&self.0, path, flags, Mode::empty(), ResolveFlags::NO_XDEV) {
            Ok(file) => file,
            // An old kernel, or a container that forbids the call: the file system is checked after opening instead.
            Err(Errno::NOSYS | Errno::PERM) => openat(&self.0, path, flags, Mode::empty()).ok()?,
            Err(_) => return None,
        };
        is_the_kernels(&file).then(|| File::from(file))
    }

    /// The target of a link in it.
    pub(super) fn link(&self, path: &str) -> Option<Vec<u8>> {
        let (folder, name) = self.folder(path)?;
        Some(readlinkat(folder, name, Vec::new()).ok()?.into_bytes())
    }

    /// The user id that owns the file behind a link in it.
    pub(super) fn owner(&self, path: &str) -> Option<u32> {
        let (folder, name) = self.folder(path)?;
        Some(statat(folder, name, AtFlags::empty()).ok()?.st_uid)
    }

    /// The folder of a path in it, and the name there.
    fn folder<'p>(&self, path: &'p str) -> Option<(OwnedFd, &'p str)> {
        let (folder, name) = path.rsplit_once('/')?;
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let folder = match openat2(&self.0, folder, flags, Mode::empty(), ResolveFlags::NO_XDEV) {
            Ok(folder) => folder,
            Err(Errno::NOSYS | Errno::PERM) => openat(&self.0, folder, flags, Mode::empty()).ok()?,
            Err(_) => return None,
        };
        is_the_kernels(&folder).then_some((folder, name))
    }

    /// The inode number of a process's namespace; `None` if this process may not read it.
    pub(super) fn space(&self, pid: u32, name: &str) -> Option<u64> {
        let link = self.link(&format!("{pid}/ns/{name}"))?;
        let text = String::from_utf8(link).ok()?;
        text.strip_prefix(name)?.strip_prefix(":[")?.strip_suffix(']')?.parse().ok()
    }
}

/// Whether this is the initial user namespace.
pub(super) fn first_users(space: u64) -> bool {
    space == FIRST_USERS
}

/// Whether this is the initial pid namespace.
pub(super) fn first_pids(space: u64) -> bool {
    space == FIRST_PIDS
}

fn is_the_kernels(file: &OwnedFd) -> bool {
    fstatfs(file).is_ok_and(|about| u64::try_from(about.f_type) == Ok(MAGIC))
}
