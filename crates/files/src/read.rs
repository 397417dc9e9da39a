//! Files that are read.
//!
//! - No link in the folder is followed, a pipe or a device is not waited for, more than the limit is not read.
//! - A file of the person's may lie behind links; then the folders of both names count.
//! - Who else could have written it is said with what it says: that may still be good for what is harmless.

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

/// What a file says.
#[derive(Debug)]
pub struct Found {
    pub bytes: Vec<u8>,
    /// Why somebody else than this person and root could have written it.
    pub doubt: Option<Fault>,
    /// When it was written, in seconds since 1970.
    pub at: i64,
}

/// The file itself, behind all links; where there is nothing, this path.
///
/// # Errors
/// It is a link to nothing, or can't be looked up.
pub fn behind_links(path: &Path) -> Result<PathBuf, Fault> {
    Ok(behind(path)?.unwrap_or_else(|| path.to_owned()))
}

/// Reads a file of the person's, up to `most` bytes; `None` where there is none.
///
/// # Errors
/// It can't be read, is no file, or is larger.
pub fn read(path: &Path, most: u64) -> Result<Option<Found>, Fault> {
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
    /// Reads a file in it, up to `most` bytes; `None` where there is none.
    ///
    /// # Errors
    /// It is a link or no file, can't be read, is larger, or is somebody else's.
    pub fn read(&self, name: &OsStr, most: u64, whose: Whose) -> Result<Option<Found>, Fault> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let file: File = match openat(self.fd(), name, flags, Mode::empty()) {
            Ok(fd) => fd.into(),
            Err(Errno::NOENT) => return Ok(None),
            // A socket.
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
        Ok(Some(Found { bytes, doubt, at: about.st_mtime }))
    }
}
