//! Reads files.
//!
//! - It follows no link in the folder, waits for no pipe or device, and reads no more than the limit.
//! - A file of the person's may be behind links; then the folders of both names are checked.
//! - If somebody else could have written it, the result says who. The text may still do for harmless purposes.

use crate::calls::{fstat, openat};
use crate::fault::Fault;
use crate::folder::{Folder, behind, found};
use crate::whose::Whose;
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// A file's text, and what we know about its origin.
#[derive(Debug)]
pub struct FoundFile {
    pub bytes: Vec<u8>,
    /// Why somebody other than this person or root could have written it.
    pub doubt: Option<Fault>,
    /// The time of its last change, in seconds since 1970.
    pub at: i64,
    /// Whether others can open it.
    pub open: bool,
}

/// Resolves links to the file itself; if nothing exists there, returns this path.
///
/// # Errors
/// It is a link to nothing, or it can't be looked up.
pub fn behind_links(path: &Path) -> Result<PathBuf, Fault> {
    Ok(behind(path)?.unwrap_or_else(|| path.to_owned()))
}

/// Reads a file of the person's, up to `most` bytes; `None` if it doesn't exist.
///
/// # Errors
/// It can't be read, isn't a file, or is larger.
pub fn read(path: &Path, most: u64) -> Result<Option<FoundFile>, Fault> {
    let Some(real) = found(path)? else { return Ok(None) };
    let (Some(parent), Some(name)) = (real.parent(), real.file_name()) else { return Err(Fault::NoFile) };
    let folder = Folder::real(parent.to_owned())?;
    let Some(mut file) = folder.read(name, most, Whose::Anybodys)? else { return Ok(None) };
    if file.doubt.is_none() {
        let named = path.parent().map(|parent| if parent == Path::new("") { Path::new(".") } else { parent });
        let named = named.map(|named| Folder::open(named, Whose::Trusted)).transpose();
        let lies = Whose::Trusted.folder(&folder.about()?).map_err(|fault| fault.within(folder.path()));
        let named = named.map_err(|fault| fault.within(path.parent().unwrap_or(path)));
        file.doubt = lies.and(named.map(|_| ())).err();
    }
    Ok(Some(file))
}

impl Folder {
    /// Reads a file in this folder, up to `most` bytes; `None` if it doesn't exist.
    ///
    /// # Errors
    /// It is a link or not a file, can't be read, is larger, or is somebody else's.
    pub fn read(&self, name: &OsStr, most: u64, whose: Whose) -> Result<Option<FoundFile>, Fault> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let file: File = match openat(self.fd(), name, flags, Mode::empty()) {
            Ok(fd) => fd.into(),
            Err(Errno::NOENT) => return Ok(None),
            // Opening a socket fails this way.
            Err(Errno::NXIO) => return Err(Fault::NoFile),
            Err(errno) => return Err(errno.into()),
        };
        let about = fstat(&file)?;
        whose.file(&about)?;
        let came = u64::try_from(about.st_size).unwrap_or(u64::MAX);
        if came > most {
            return Err(Fault::Large { came, most });
        }
        let mut bytes = Vec::new();
        file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        let came = bytes.len() as u64;
        if came > most {
            return Err(Fault::Large { came, most });
        }
        let doubt = Whose::Trusted.file(&about).err();
        Ok(Some(FoundFile { bytes, doubt, at: about.st_mtime, open: about.st_mode & 0o077 != 0 }))
    }
}
