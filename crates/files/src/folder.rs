//! One folder, held open by its descriptor.
//!
//! - The path to the folder may contain links. Inside it, each file has a single name, and no link is followed.
//! - Opening a folder for writing creates it and the folders above it, each with the given mode whatever the umask.
//! - Nothing is created in somebody else's folder, and no file of ours in one that others can write to, sticky or not.
//! - If others can read a folder of ours, it is closed to them.

use crate::calls::{canonicalize, fchmod, fstat, fsync, lead, look, mkdirat, open, openat, statat, unlinkat};
use crate::fault::Fault;
use crate::whose::Whose;
use rustix::fs::{AtFlags, Dir, Mode, OFlags, Stat};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

/// A folder, and the path that it was opened by.
#[derive(Debug)]
pub struct Folder {
    fd: OwnedFd,
    path: PathBuf,
}

/// Looking up a folder needs no right to list it.
#[cfg(target_os = "linux")]
const HELD: OFlags = OFlags::PATH;
#[cfg(not(target_os = "linux"))]
const HELD: OFlags = OFlags::RDONLY;

impl Folder {
    /// Opens a folder for reading; `None` if it doesn't exist.
    ///
    /// # Errors
    /// It can't be opened, or it is somebody else's.
    pub fn open(path: &Path, whose: Whose) -> Result<Option<Folder>, Fault> {
        let Some(real) = found(path)? else { return Ok(None) };
        let folder = Folder::real(real)?;
        whose.folder(&folder.about()?)?;
        Ok(Some(folder))
    }

    /// Opens a folder for writing. Missing folders on the way are created with this mode.
    ///
    /// # Errors
    /// It can't be created, its place is in somebody else's folder, or it is somebody else's.
    pub fn make(path: &Path, mode: u32, whose: Whose) -> Result<Folder, Fault> {
        let whole = std::path::absolute(path)?;
        let (mut folder, missing) = nearest(&whole)?;
        for name in missing {
            folder = folder.make_in(&name, mode, whose)?;
        }
        folder.to_write(whose)?;
        Ok(folder)
    }

    /// Opens a folder inside this one for reading; `None` if it doesn't exist.
    ///
    /// # Errors
    /// It is a link, can't be opened, or is somebody else's.
    pub fn inside(&self, name: &str, whose: Whose) -> Result<Option<Folder>, Fault> {
        match self.enter(name.as_ref()) {
            Ok(folder) => whose.folder(&folder.about()?).map(|()| Some(folder)),
            Err(Fault::System(error)) if is_missing(&error) => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    /// Opens a folder inside this one for writing; creates it with this mode if it is missing.
    ///
    /// # Errors
    /// It is a link, can't be created, its place is in somebody else's folder, or it is somebody else's.
    pub fn make_inside(&self, name: &str, mode: u32, whose: Whose) -> Result<Folder, Fault> {
        let folder = match self.enter(name.as_ref()) {
            Err(Fault::System(error)) if error.kind() == io::ErrorKind::NotFound => {
                self.make_in(name.as_ref(), mode, whose)?
            }
            found => found?,
        };
        folder.to_write(whose)?;
        Ok(folder)
    }

    /// The path, without links.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The names of its entries.
    ///
    /// # Errors
    /// It can't be listed.
    pub fn names(&self) -> Result<Vec<OsString>, Fault> {
        let mut names = Vec::new();
        for entry in Dir::new(self.listing()?)? {
            let entry = entry?;
            let name = entry.file_name().to_bytes();
            if name != b"." && name != b".." {
                names.push(OsStr::from_bytes(name).to_owned());
            }
        }
        Ok(names)
    }

    /// Describes the entry of this name without following a link; `None` if it doesn't exist.
    ///
    /// # Errors
    /// It can't be examined.
    pub fn look(&self, name: &OsStr) -> Result<Option<Stat>, Fault> {
        match statat(&self.fd, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(about) => Ok(Some(about)),
            Err(Errno::NOENT) => Ok(None),
            Err(errno) => Err(errno.into()),
        }
    }

    /// Removes a file. A file that is already gone is fine.
    ///
    /// # Errors
    /// It can't be removed.
    pub fn remove(&self, name: &OsStr) -> Result<(), Fault> {
        match unlinkat(&self.fd, name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => Ok(()),
            Err(errno) => Err(errno.into()),
        }
    }

    /// Removes a file so that no power cut brings it back. A file that is already gone is fine.
    ///
    /// # Errors
    /// It can't be removed, or the folder can't be synced: then it is gone, but a power cut may bring it back.
    pub fn remove_for_good(&self, name: &OsStr) -> Result<(), Fault> {
        // Open the descriptor first, so that a lack of descriptors changes nothing.
        let listing = self.listing()?;
        self.remove(name)?;
        Ok(fsync(listing)?)
    }

    /// Removes an empty folder.
    ///
    /// # Errors
    /// It can't be removed.
    pub fn remove_inside(&self, name: &OsStr) -> Result<(), Fault> {
        Ok(unlinkat(&self.fd, name, AtFlags::REMOVEDIR)?)
    }

    pub(crate) fn fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }

    /// A descriptor that can list, sync and lock; the folder's own may only look up names.
    pub(crate) fn listing(&self) -> Result<OwnedFd, Fault> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(openat(&self.fd, ".", flags, Mode::empty())?)
    }

    pub(crate) fn about(&self) -> Result<Stat, Fault> {
        Ok(fstat(&self.fd)?)
    }

    /// `path` must contain no links.
    pub(crate) fn real(path: PathBuf) -> Result<Folder, Fault> {
        let flags = HELD | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let fd = open(&path, flags, Mode::empty())?;
        Ok(Folder { fd, path })
    }

    fn enter(&self, name: &OsStr) -> Result<Folder, Fault> {
        let flags = HELD | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        match openat(&self.fd, name, flags, Mode::empty()) {
            Ok(fd) => Ok(Folder { fd, path: self.path.join(name) }),
            // `NOTDIR` stands for a link or a plain file; find out which.
            Err(Errno::NOTDIR) => match self.look(name)? {
                Some(about) if rustix::fs::FileType::from_raw_mode(about.st_mode).is_symlink() => {
                    Err(Fault::Link)
                }
                Some(_) | None => Err(Fault::NoFolder),
            },
            Err(errno) => Err(errno.into()),
        }
    }

    fn make_in(&self, name: &OsStr, mode: u32, whose: Whose) -> Result<Folder, Fault> {
        whose.place(&self.about()?).map_err(|fault| fault.within(&self.path))?;
        let made = match mkdirat(&self.fd, name, Mode::from_raw_mode(mode)) {
            Ok(()) => true,
            // Another process was faster, which is just as good.
            Err(Errno::EXIST) => false,
            Err(errno) => return Err(Fault::from(errno).within(&self.path)),
        };
        let folder = self.opened(name, mode);
        if made && folder.is_err() {
            // Report the first fault; this one adds nothing.
            let _ = self.remove_inside(name);
        }
        folder
    }

    /// A folder that was just created; gives it back the bits that the umask removed.
    fn opened(&self, name: &OsStr, mode: u32) -> Result<Folder, Fault> {
        let folder = self.enter(name)?;
        let about = folder.about()?;
        if about.st_uid == rustix::process::geteuid().as_raw() && about.st_mode & 0o777 != mode {
            fchmod(folder.listing()?, Mode::from_raw_mode(mode))?;
        }
        Ok(folder)
    }

    fn to_write(&self, whose: Whose) -> Result<(), Fault> {
        let about = self.about()?;
        let judged = whose.folder(&about).and_then(|()| whose.place(&about));
        judged.map_err(|fault| fault.within(&self.path))?;
        if whose == Whose::Mine && about.st_mode & 0o077 != 0 {
            fchmod(self.listing()?, Mode::from_raw_mode(0o700))?;
        }
        Ok(())
    }
}

/// Returns the first of these folders that belongs to this person alone, for temporary files. Only the last one is created
/// if it is missing.
///
/// # Errors
/// None of them qualifies; the fault is the last one's.
pub fn private(folders: &[PathBuf]) -> Result<Folder, Fault> {
    let Some((last, others)) = folders.split_last() else {
        return Err(Fault::System(io::ErrorKind::NotFound.into()));
    };
    let found = others.iter().find_map(|path| Folder::open(path, Whose::Mine).ok().flatten());
    found.map_or_else(|| Folder::make(last, 0o700, Whose::Mine), Ok)
}

/// The deepest existing folder, and the missing ones below it, outermost first.
fn nearest(whole: &Path) -> Result<(Folder, Vec<OsString>), Fault> {
    let mut missing = Vec::new();
    for above in whole.ancestors() {
        if let Some(real) = behind(above).map_err(|error| Fault::from(error).within(above))? {
            missing.reverse();
            return Ok((Folder::real(real)?, missing));
        }
        let Some(Component::Normal(name)) = above.components().next_back() else { break };
        missing.push(name.to_owned());
    }
    Err(Fault::NoFolder)
}

/// The path without links; `None` if it leads nowhere.
pub(crate) fn found(path: &Path) -> io::Result<Option<PathBuf>> {
    // Resolving costs a call for each folder of the path, and most of the paths we try don't exist.
    match lead(path).and_then(|_| canonicalize(path)) {
        Ok(real) => Ok(Some(real)),
        Err(error) if is_missing(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The path without links; `None` if nothing has that name. A link to nothing is an error.
pub(crate) fn behind(path: &Path) -> io::Result<Option<PathBuf>> {
    loop {
        let missing = match canonicalize(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => error,
            real => return real.map(Some),
        };
        match look(path) {
            Err(error) if is_missing(&error) => return Ok(None),
            Err(error) => return Err(error),
            Ok(about) if !about.is_symlink() => {} // Another process made it in between.
            Ok(_) => return Err(missing),
        }
    }
}

pub(crate) fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
