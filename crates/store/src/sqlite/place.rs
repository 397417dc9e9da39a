//! Where a store lies: its files, their rights, the file system under them.
//!
//! - Its folder is made when it is missing, for its owner alone; its files are its owner's alone.
//! - A folder or file that others can write, or read, is refused and named.
//! - File systems whose locks or syncs can't be trusted are refused, with the way out.
//! - The database itself is never opened from here: closing it would drop SQLite's locks. Looking at its name is harmless.

use crate::StoreError;
use std::ffi::OsString;
use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io::ErrorKind;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// Where a store lies. All paths are whole, and without links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) database: PathBuf,
    folder: PathBuf,
}

impl Place {
    /// The store at this path, whether or not it exists.
    pub(super) fn of(path: &Path) -> Result<Place, StoreError> {
        let fault = |e: &std::io::Error| read_only(path, e);
        let whole = std::path::absolute(path).map_err(|e| fault(&e))?;
        // Through links, so that everybody finds the same gate and the same bell.
        let database = match fs::canonicalize(&whole) {
            Ok(found) => found,
            Err(missing) if missing.kind() == ErrorKind::NotFound => {
                match (whole.parent().map(fs::canonicalize), whole.file_name()) {
                    (Some(Ok(folder)), Some(name)) => folder.join(name),
                    (Some(Err(_)) | None, _) | (_, None) => whole,
                }
            }
            Err(other) => return Err(fault(&other)),
        };
        let folder = database.parent().unwrap_or(Path::new("/")).to_owned();
        Ok(Place { database, folder })
    }

    pub(super) fn gate(&self) -> PathBuf {
        self.beside(".gate")
    }

    pub(super) fn bell(&self) -> PathBuf {
        self.beside(".bell")
    }

    pub(super) fn drafts_bell(&self) -> PathBuf {
        self.beside(".drafts")
    }

    pub(super) fn inbox(&self) -> PathBuf {
        self.beside(".inbox")
    }

    /// The folder of the askers' locks.
    pub(super) fn waiting(&self) -> PathBuf {
        self.beside(".waiting")
    }

    pub(super) fn wal(&self) -> PathBuf {
        self.beside("-wal")
    }

    fn beside(&self, ending: &str) -> PathBuf {
        let mut name: OsString = self.database.clone().into_os_string();
        name.push(ending);
        name.into()
    }

    /// Makes what stands beside the database, where it is missing.
    pub(super) fn furnish(&self) -> Result<(), StoreError> {
        for path in [self.bell(), self.drafts_bell(), self.inbox()] {
            own_file(&path)?;
        }
        own_folder(&self.waiting())
    }

    /// Makes the folder where it is missing.
    pub(super) fn make(&self) -> Result<(), StoreError> {
        if !self.folder.exists() {
            own_folder(&self.folder)?;
        }
        Ok(())
    }

    /// Whether the database is there, and whether it may be used.
    pub(super) fn check(&self) -> Result<bool, StoreError> {
        let folder = match fs::metadata(&self.folder) {
            Ok(folder) => folder,
            Err(e) if e.kind() == ErrorKind::NotFound => return Ok(false),
            Err(e) => return Err(read_only(&self.folder, &e)),
        };
        super::file_system::check(&self.folder)?;
        let me = rustix::process::geteuid().as_raw();
        // In a folder like /tmp nobody can take away what is another's.
        let sticky = folder.mode() & 0o1000 != 0;
        if folder.mode() & 0o022 != 0 && !sticky {
            return Err(exposed(&self.folder, "others can write to this folder (chmod go-w)"));
        }
        if folder.uid() != me && folder.uid() != 0 {
            return Err(exposed(&self.folder, "the folder belongs to somebody else"));
        }
        match fs::metadata(&self.database) {
            Ok(file) => {
                owned(&self.database, &file, me)?;
                Ok(file.len() > 0)
            }
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(false),
            Err(e) => Err(read_only(&self.database, &e)),
        }
    }
}

/// Opens a file of ours for writing; makes it where it is missing.
pub(super) fn own_file(path: &Path) -> Result<File, StoreError> {
    let mut open = OpenOptions::new();
    open.read(true).write(true).create(true).truncate(false).mode(0o600);
    let file = open.custom_flags(no_link()).open(path).map_err(|e| read_only(path, &e))?;
    let about = file.metadata().map_err(|e| read_only(path, &e))?;
    owned(path, &about, rustix::process::geteuid().as_raw())?;
    Ok(file)
}

fn no_link() -> i32 {
    (rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::CLOEXEC).bits() as i32
}

fn own_folder(path: &Path) -> Result<(), StoreError> {
    let made = DirBuilder::new().recursive(true).mode(0o700).create(path);
    made.map_err(|e| read_only(path, &e))
}

fn owned(path: &Path, about: &Metadata, me: u32) -> Result<(), StoreError> {
    if about.uid() != me {
        return Err(exposed(path, "it belongs to somebody else"));
    }
    if about.mode() & 0o077 != 0 {
        return Err(exposed(path, "others can read or write it (chmod go=)"));
    }
    Ok(())
}

fn exposed(path: &Path, why: &str) -> StoreError {
    StoreError::Exposed { path: path.to_owned(), why: why.to_owned() }
}

/// What the system says to an attempt to write.
pub(super) fn read_only(path: &Path, fault: &std::io::Error) -> StoreError {
    match fault.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StoreError::Full(path.to_owned()),
        _ => StoreError::ReadOnly { path: path.to_owned(), why: fault.to_string() },
    }
}
