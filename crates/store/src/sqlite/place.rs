//! Where a store lies: its files, their rights, the file system under them.
//!
//! - Its folder is made when it is missing, for its owner alone; its files are its owner's alone.
//! - A folder or file that others can write, or read, is refused and named; so is a link, a pipe or a second name in the
//!   place of a file of ours.
//! - A database that was copied without its log of pages is refused.
//! - File systems whose locks or syncs can't be trusted are refused, with the way out.
//! - The database itself is never opened from here: closing it would drop SQLite's locks (`disk.rs` opens it once, and keeps
//!   it open). Looking at its name is harmless.

use crate::StoreError;
use std::ffi::OsString;
use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io::ErrorKind;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// What is at the place of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Nothing,
    /// A file, and nothing that belongs to it.
    Alone,
    Whole,
}

/// A device, and the number of a file on it.
pub(super) type FileId = (u64, u64);

/// Most links that are followed, as the system does.
const LINKS: usize = 40;

const LINK: &str = "it is a link, which no file of a store is: remove it";

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
        let database = canonical(whole).map_err(|e| fault(&e))?;
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
        for path in [self.gate(), self.bell(), self.drafts_bell(), self.inbox()] {
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
    pub(super) fn check(&self) -> Result<Found, StoreError> {
        let folder = match fs::metadata(&self.folder) {
            Ok(folder) => folder,
            Err(e) if e.kind() == ErrorKind::NotFound => return Ok(Found::Nothing),
            Err(e) => return Err(read_only(&self.folder, &e)),
        };
        super::file_system::check(&self.folder)?;
        let me = me();
        // In a folder like /tmp nobody can take away what is another's.
        let sticky = folder.mode() & 0o1000 != 0;
        if folder.mode() & 0o022 != 0 && !sticky {
            return Err(exposed(&self.folder, "others can write to this folder (chmod go-w)"));
        }
        if folder.uid() != me && folder.uid() != 0 {
            return Err(StoreError::Foreign { path: self.folder.clone(), owner: folder.uid(), me });
        }
        let own = |path: &Path| match fs::symlink_metadata(path) {
            Ok(file) => ours(path, &file).map(|()| Some(file)),
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
            Err(e) => Err(read_only(path, &e)),
        };
        let Some(file) = own(&self.database)? else { return Ok(Found::Nothing) };
        single(&self.database, &file)?;
        let log = own(&self.wal())?;
        own(&self.beside("-shm"))?;
        if file.len() == 0 {
            return Ok(Found::Nothing);
        }
        // Every store of ours has one of these, whatever became of the process that made it.
        let beside = own(&self.gate())?.or(own(&self.bell())?).or(log.filter(|log| log.len() > 0));
        Ok(if beside.is_some() { Found::Whole } else { Found::Alone })
    }

    /// A database that has none of the files that belong to it.
    pub(super) fn lonely(&self) -> StoreError {
        StoreError::Changed(format!(
            "{0} was copied without {0}-wal, where the newest records are: copy all files of the store while nobody \
             uses it, or use asq log export; to use what is there as it is: install -m 600 /dev/null {1}",
            self.database.display(),
            self.gate().display()
        ))
    }

    /// Which file is the database now; none where there is none.
    pub(super) fn identity(&self) -> Result<Option<FileId>, StoreError> {
        match fs::symlink_metadata(&self.database) {
            Ok(file) => single(&self.database, &file).map(|()| Some((file.dev(), file.ino()))),
            Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
            Err(e) => Err(unreadable(&self.database, &e)),
        }
    }
}

/// The path without links, so that everybody finds the same gate and the same bell; of what is not there yet, too.
fn canonical(mut path: PathBuf) -> std::io::Result<PathBuf> {
    for _ in 0..LINKS {
        match fs::canonicalize(&path) {
            Err(missing) if missing.kind() == ErrorKind::NotFound => {}
            found => return found,
        }
        let (Some(Ok(folder)), Some(name)) = (path.parent().map(fs::canonicalize), path.file_name()) else {
            return Ok(path);
        };
        path = folder.join(name);
        // A link to nothing: the store is made where it leads.
        let Ok(leads) = fs::read_link(&path) else { return Ok(path) };
        path = folder.join(leads);
    }
    Err(std::io::Error::from(rustix::io::Errno::LOOP))
}

/// Opens a file of ours for writing; makes it where it is missing.
pub(super) fn own_file(path: &Path) -> Result<File, StoreError> {
    let mut open = OpenOptions::new();
    open.read(true).write(true).create(true).truncate(false).mode(0o600);
    let file = open.custom_flags(as_it_is()).open(path).map_err(|e| read_only(path, &e))?;
    let about = file.metadata().map_err(|e| read_only(path, &e))?;
    ours(path, &about)?;
    Ok(file)
}

/// Opens a file of ours for reading, where it is there.
pub(super) fn own_file_to_read(path: &Path) -> Result<Option<File>, StoreError> {
    match OpenOptions::new().read(true).custom_flags(as_it_is()).open(path) {
        Ok(file) => {
            let about = file.metadata().map_err(|e| unreadable(path, &e))?;
            ours(path, &about)?;
            Ok(Some(file))
        }
        Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        Err(e) if e.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error()) => {
            Err(exposed(path, LINK))
        }
        Err(e) => Err(unreadable(path, &e)),
    }
}

/// Which file this is.
pub(super) fn id(file: &File) -> std::io::Result<FileId> {
    file.metadata().map(|about| (about.dev(), about.ino()))
}

/// Which file is at this path.
pub(super) fn lies_at(path: &Path) -> Option<FileId> {
    fs::symlink_metadata(path).ok().map(|about| (about.dev(), about.ino()))
}

/// No link is followed, and a pipe holds nobody up.
pub(super) fn as_it_is() -> i32 {
    use rustix::fs::OFlags;
    (OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC).bits() as i32
}

fn own_folder(path: &Path) -> Result<(), StoreError> {
    let made = DirBuilder::new().recursive(true).mode(0o700).create(path);
    made.map_err(|e| read_only(path, &e))
}

fn me() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// Whether this is a file of ours, and of nobody else.
fn ours(path: &Path, about: &Metadata) -> Result<(), StoreError> {
    if about.is_symlink() {
        return Err(exposed(path, LINK));
    }
    if !about.is_file() {
        return Err(exposed(path, "it is no file: remove it"));
    }
    if about.uid() != me() {
        return Err(StoreError::Foreign { path: path.to_owned(), owner: about.uid(), me: me() });
    }
    if about.mode() & 0o077 != 0 {
        return Err(exposed(path, "others can read or write it (chmod go=)"));
    }
    Ok(())
}

/// Whether a database has one name only: by two names it would have two logs of pages, and lose what is in one of them.
fn single(path: &Path, about: &Metadata) -> Result<(), StoreError> {
    if about.nlink() <= 1 {
        return Ok(());
    }
    Err(StoreError::Changed(format!(
        "the store at {} has a second name (a hard link), and a store that is used by two names loses records: remove \
         the other one (find -inum {} finds it); asq log export makes a safe copy",
        path.display(),
        about.ino()
    )))
}

fn exposed(path: &Path, why: &str) -> StoreError {
    StoreError::Exposed { path: path.to_owned(), why: why.to_owned() }
}

/// What the system says to an attempt to write.
pub(super) fn read_only(path: &Path, fault: &std::io::Error) -> StoreError {
    match fault.kind() {
        _ if fault.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error()) => exposed(path, LINK),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StoreError::Full(path.to_owned()),
        _ => StoreError::ReadOnly { path: path.to_owned(), why: fault.to_string() },
    }
}

/// What the system says to an attempt to read.
pub(super) fn unreadable(path: &Path, fault: &std::io::Error) -> StoreError {
    StoreError::Unreadable { path: path.to_owned(), why: fault.to_string() }
}
