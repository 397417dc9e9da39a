//! A store's place: its files, their modes, the file system below them.
//!
//! - A missing folder is created for its owner alone; so are the files.
//! - Refuses and names a folder that others can write to, sticky or not, and a file that others can read or write.
//!   Also refuses a link, a pipe or a second name in place of our files. All checks come before SQLite opens anything.
//! - Nothing is created in somebody else's folder, even by root.
//! - Refuses a database that was copied without its WAL.
//! - Never opens the database itself, since closing it would drop SQLite's locks (`disk.rs` opens it once and keeps it
//!   open). Looking at its name is harmless.

use super::file_system;
use crate::StoreError;
use asq_files::{Fault, Whose, by_name, plain_io};
use std::ffi::OsString;
use std::fs::{File, Metadata, OpenOptions};
use std::io::ErrorKind;
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// What exists at a store's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Existing {
    Nothing,
    /// A database without the files that belong to it.
    Alone,
    Whole,
}

/// A device, and a file's number on it.
pub(super) type FileId = (u64, u64);

/// The most links to follow, as the system does.
const LINKS: usize = 40;

const LINK: &str = "it is a link, which no file of a store is: remove it";

/// A store's place. All paths are absolute and without links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DatabasePlace {
    pub(super) database: PathBuf,
    folder: PathBuf,
}

impl DatabasePlace {
    /// The store at this path, whether or not it exists.
    pub(super) fn of(path: &Path) -> Result<DatabasePlace, StoreError> {
        let fault = |e: &std::io::Error| read_only(path, e);
        let whole = std::path::absolute(path).map_err(|e| fault(&e))?;
        let database = canonical(whole).map_err(|e| fault(&e))?;
        let folder = database.parent().unwrap_or(Path::new("/")).to_owned();
        Ok(DatabasePlace { database, folder })
    }

    pub(super) fn gate(&self) -> PathBuf {
        self.sibling(".gate")
    }

    pub(super) fn bell(&self) -> PathBuf {
        self.sibling(".bell")
    }

    pub(super) fn drafts_bell(&self) -> PathBuf {
        self.sibling(".drafts")
    }

    pub(super) fn inbox(&self) -> PathBuf {
        self.sibling(".inbox")
    }

    /// The folder of the askers' locks.
    pub(super) fn waiting(&self) -> PathBuf {
        self.sibling(".waiting")
    }

    pub(super) fn wal(&self) -> PathBuf {
        self.sibling("-wal")
    }

    /// The index of the WAL. Opening and closing it would drop SQLite's locks.
    pub(super) fn wal_index(&self) -> PathBuf {
        self.sibling("-shm")
    }

    fn sibling(&self, ending: &str) -> PathBuf {
        let mut name: OsString = self.database.clone().into_os_string();
        name.push(ending);
        name.into()
    }

    /// Creates the missing files next to the database.
    pub(super) fn furnish(&self) -> Result<(), StoreError> {
        for path in [self.gate(), self.bell(), self.drafts_bell(), self.inbox()] {
            own_file(&path).map_err(|fault| self.unwritable(fault))?;
        }
        own_folder(&self.waiting()).map_err(|fault| self.unwritable(fault))
    }

    /// The same for the store as a whole: people know the database's path, not those of its neighbours.
    fn unwritable(&self, fault: StoreError) -> StoreError {
        if let StoreError::ReadOnly { why, .. } = fault {
            StoreError::ReadOnly { path: self.database.clone(), why }
        } else {
            fault
        }
    }

    /// Creates the folder if it is missing.
    pub(super) fn make(&self) -> Result<(), StoreError> {
        if !by_name::is_there(&self.folder) {
            own_folder(&self.folder).map_err(|fault| self.unwritable(fault))?;
        }
        Ok(())
    }

    /// Checks whether the database exists and may be used.
    pub(super) fn check(&self) -> Result<Existing, StoreError> {
        let folder = match by_name::follow(&self.folder) {
            Ok(folder) => folder,
            Err(e) if e.kind() == ErrorKind::NotFound => return Ok(Existing::Nothing),
            Err(e) => return Err(read_only(&self.folder, &e)),
        };
        if let Some(system) = file_system::refused(&self.folder).map_err(|e| read_only(&self.folder, &e))? {
            return Err(StoreError::FileSystem { path: self.folder.clone(), system: system.to_owned() });
        }
        let me = me();
        // Sticky or not: in a folder like /tmp, others could create the WAL first.
        if folder.mode() & 0o022 != 0 {
            return Err(exposed(
                &self.folder,
                "others can write to this folder (chmod go-w, or a folder of your own)",
            ));
        }
        // Root can do anything here anyway, so its folders are no worse than one's own.
        if folder.uid() != me && folder.uid() != 0 {
            return Err(StoreError::Foreign { path: self.folder.clone(), owner: folder.uid(), me });
        }
        let own = |path: &Path| match by_name::look(path) {
            Ok(file) => ours(path, &file).map(|()| Some(file)),
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
            Err(e) => Err(read_only(path, &e)),
        };
        let (log, gate, bell) = (own(&self.wal())?, own(&self.gate())?, own(&self.bell())?);
        for path in [self.wal_index(), self.sibling("-journal"), self.drafts_bell(), self.inbox()] {
            own(&path)?;
        }
        let waiting = self.waiting();
        match by_name::look(&waiting) {
            Ok(it) if it.is_dir() => private(&waiting, &it)?,
            Ok(it) if it.is_symlink() => return Err(exposed(&waiting, LINK)),
            Ok(_) => return Err(exposed(&waiting, "it isn't a folder: remove it")),
            Err(e) if e.kind() == ErrorKind::NotFound => {}
            Err(e) => return Err(read_only(&waiting, &e)),
        }
        let file = match by_name::look(&self.database) {
            Ok(file) => file,
            Err(e) if e.kind() == ErrorKind::NotFound => return Ok(Existing::Nothing),
            Err(e) => return Err(read_only(&self.database, &e)),
        };
        if let Some(what) = other_than_file(&file) {
            return Err(StoreError::NotAFile { path: self.database.clone(), what });
        }
        private(&self.database, &file).map_err(|fault| match fault {
            // A path typed wrongly may name any file, and this one isn't ours to close.
            StoreError::Exposed { path, .. } => {
                exposed(&path, "others can read or write it (if it is a store: chmod go=)")
            }
            other => other,
        })?;
        single(&self.database, &file)?;
        // SQLite creates an empty file first: its creator may have died there.
        if file.len() == 0 {
            return Ok(Existing::Nothing);
        }
        // Each of our stores has one of these, whatever happened to the process that created it.
        let beside = gate.or(bell).or(log.filter(|log| log.len() > 0));
        Ok(if beside.is_some() { Existing::Whole } else { Existing::Alone })
    }

    /// The error for a database without any of its files.
    pub(super) fn lonely(&self) -> StoreError {
        StoreError::Changed(format!(
            "{0} was copied without {0}-wal, where the newest records are: copy all files of the store while nobody \
             uses it, or use asq log export; to use what is there as it is: install -m 600 /dev/null {1}",
            self.database.display(),
            self.gate().display()
        ))
    }

    /// The current database file; `None` if it doesn't exist.
    pub(super) fn identity(&self) -> Result<Option<FileId>, StoreError> {
        match by_name::look(&self.database) {
            Ok(file) => single(&self.database, &file).map(|()| Some((file.dev(), file.ino()))),
            Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
            Err(e) => Err(unreadable(&self.database, &e)),
        }
    }
}

/// The path without links, so that all processes find the same gate and bell, even before the file exists.
fn canonical(mut path: PathBuf) -> std::io::Result<PathBuf> {
    for _ in 0..LINKS {
        match by_name::real(&path) {
            Err(missing) if missing.kind() == ErrorKind::NotFound => {}
            found => return found,
        }
        let (Some(Ok(folder)), Some(name)) = (path.parent().map(by_name::real), path.file_name()) else {
            return Ok(path);
        };
        path = folder.join(name);
        // A link to nothing: the store will be created at its target.
        let Ok(leads) = by_name::target(&path) else { return Ok(path) };
        path = folder.join(leads);
    }
    Err(std::io::Error::from(rustix::io::Errno::LOOP))
}

/// Opens a file of ours for writing; creates it if it is missing.
pub(super) fn own_file(path: &Path) -> Result<File, StoreError> {
    let mut open = OpenOptions::new();
    open.read(true).write(true).create(true).truncate(false).mode(0o600);
    #[expect(clippy::disallowed_methods, reason = "follows no link; judged on its descriptor")]
    let file = open.custom_flags(as_it_is()).open(path).map_err(|e| read_only(path, &e))?;
    let about = file.metadata().map_err(|e| read_only(path, &e))?;
    ours(path, &about)?;
    Ok(file)
}

/// Opens a file of ours for reading, if it exists.
#[expect(clippy::disallowed_methods, reason = "follows no link; judged on its descriptor")]
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

pub(super) fn id(file: &File) -> std::io::Result<FileId> {
    file.metadata().map(|about| (about.dev(), about.ino()))
}

pub(super) fn lies_at(path: &Path) -> Option<FileId> {
    by_name::look(path).ok().map(|about| (about.dev(), about.ino()))
}

/// Don't follow a link, and don't wait for a pipe.
pub(super) fn as_it_is() -> i32 {
    use rustix::fs::OFlags;
    (OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC).bits() as i32
}

fn own_folder(path: &Path) -> Result<(), StoreError> {
    let made = asq_files::Folder::make(path, 0o700, Whose::Trusted);
    made.map(|_| ()).map_err(|fault| refused(path, fault))
}

/// Why a folder can't be created or used.
fn refused(path: &Path, fault: Fault) -> StoreError {
    match fault {
        Fault::System(e) => read_only(path, &e),
        Fault::Within { folder, why } => refused(&folder, *why),
        Fault::Foreign { owner, me } => StoreError::Foreign { path: path.to_owned(), owner, me },
        Fault::Link => exposed(path, LINK),
        other @ (Fault::NoFile
        | Fault::NoSocket
        | Fault::NoFolder
        | Fault::Writable
        | Fault::Readable
        | Fault::Linked
        | Fault::Large { .. }
        | Fault::Locked) => exposed(path, &other.to_string()),
    }
}

fn me() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// Checks that this file is ours alone and has a single name.
fn ours(path: &Path, about: &Metadata) -> Result<(), StoreError> {
    regular(path, about)?;
    if about.nlink() > 1 {
        return Err(exposed(path, "it has a second name (a hard link): remove it"));
    }
    Ok(())
}

/// Checks that this file is ours alone.
fn regular(path: &Path, about: &Metadata) -> Result<(), StoreError> {
    if about.is_symlink() {
        return Err(exposed(path, LINK));
    }
    if !about.is_file() {
        return Err(exposed(path, "it isn't a regular file, as each file of a store is: move it away"));
    }
    private(path, about)
}

/// A noun for what isn't a regular file.
fn other_than_file(about: &Metadata) -> Option<&'static str> {
    let kind = about.file_type();
    if kind.is_file() {
        None
    } else if kind.is_dir() {
        Some("a folder")
    } else if kind.is_fifo() {
        Some("a pipe")
    } else if kind.is_socket() {
        Some("a socket")
    } else if kind.is_symlink() {
        Some("a link")
    } else {
        Some("a device")
    }
}

fn private(path: &Path, about: &Metadata) -> Result<(), StoreError> {
    if about.uid() != me() {
        return Err(StoreError::Foreign { path: path.to_owned(), owner: about.uid(), me: me() });
    }
    if about.mode() & 0o077 != 0 {
        return Err(exposed(path, "others can read or write it (chmod go=)"));
    }
    Ok(())
}

/// Checks that a database has a single name: with two names it would have two WALs, and lose the content of one.
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

/// Translates the error of a write.
pub(super) fn read_only(path: &Path, fault: &std::io::Error) -> StoreError {
    match fault.kind() {
        _ if fault.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error()) => exposed(path, LINK),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StoreError::Full(path.to_owned()),
        _ => StoreError::ReadOnly { path: path.to_owned(), why: plain_io(fault) },
    }
}

/// Translates the error of a read.
pub(super) fn unreadable(path: &Path, fault: &std::io::Error) -> StoreError {
    StoreError::Unreadable { path: path.to_owned(), why: plain_io(fault) }
}
