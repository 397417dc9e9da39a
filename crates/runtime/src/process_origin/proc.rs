//! The kernel's own files, and nothing that somebody laid over them.
//!
//! - A process with a user namespace of its own can mount anything on `/proc`, or on one file in it. Each file is
//!   opened so that no mount is crossed, and only if the file system is the kernel's.

use rustix::fs::{Mode, OFlags, ResolveFlags, fstatfs, open, openat, openat2, readlinkat};
use rustix::io::Errno;
use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;

/// What the kernel calls the file system of `/proc`.
const MAGIC: u64 = 0x9fa0;

/// The namespace of users that a machine starts with, by the kernel's number.
const FIRST_USERS: u64 = 0xefff_fffd;

/// The namespace of process ids that a machine starts with, by the kernel's number.
const FIRST_PIDS: u64 = 0xefff_fffc;

/// More bytes than an environment has.
const WHOLE: u64 = 4 << 20;

/// `/proc`, where it is the kernel's.
pub(super) struct Proc(OwnedFd);

impl Proc {
    /// `None` if it's missing, or something else lies there.
    pub(super) fn open() -> Option<Proc> {
        let root = open("/proc", OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty()).ok()?;
        is_the_kernels(&root).then_some(Proc(root))
    }

    /// The first bytes of a file in it. One read, because the kernel regenerates the text each time.
    pub(super) fn read(&self, path: &str) -> Option<Vec<u8>> {
        let mut text = vec![0; 2048];
        let read = self.file(path)?.read(&mut text).ok()?;
        text.truncate(read);
        Some(text)
    }

    /// All of a file in it, as long as it has at most 4 MiB: the environment of a process.
    pub(super) fn read_whole(&self, path: &str) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        let read = self.file(path)?.take(WHOLE).read_to_end(&mut text).ok()?;
        (read < WHOLE as usize).then_some(text)
    }

    fn file(&self, path: &str) -> Option<File> {
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOCTTY;
        let file = match openat2(&self.0, path, flags, Mode::empty(), ResolveFlags::NO_XDEV) {
            Ok(file) => file,
            // An old kernel, or a container that forbids the call: what was opened is looked at.
            Err(Errno::NOSYS | Errno::PERM) => openat(&self.0, path, flags, Mode::empty()).ok()?,
            Err(_) => return None,
        };
        is_the_kernels(&file).then(|| File::from(file))
    }

    /// What a link in it names.
    pub(super) fn link(&self, path: &str) -> Option<Vec<u8>> {
        let (folder, name) = path.rsplit_once('/')?;
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let folder = match openat2(&self.0, folder, flags, Mode::empty(), ResolveFlags::NO_XDEV) {
            Ok(folder) => folder,
            Err(Errno::NOSYS | Errno::PERM) => openat(&self.0, folder, flags, Mode::empty()).ok()?,
            Err(_) => return None,
        };
        is_the_kernels(&folder).then_some(())?;
        Some(readlinkat(folder, name, Vec::new()).ok()?.into_bytes())
    }

    /// The number of a namespace of a process; `None` if this process may not look.
    pub(super) fn space(&self, pid: u32, name: &str) -> Option<u64> {
        let link = self.link(&format!("{pid}/ns/{name}"))?;
        let text = String::from_utf8(link).ok()?;
        text.strip_prefix(name)?.strip_prefix(":[")?.strip_suffix(']')?.parse().ok()
    }
}

/// Whether that is the number of the users that a machine starts with.
pub(super) fn first_users(space: u64) -> bool {
    space == FIRST_USERS
}

/// Whether that is the number of the process ids that a machine starts with.
pub(super) fn first_pids(space: u64) -> bool {
    space == FIRST_PIDS
}

fn is_the_kernels(file: &OwnedFd) -> bool {
    fstatfs(file).is_ok_and(|about| u64::try_from(about.f_type) == Ok(MAGIC))
}
