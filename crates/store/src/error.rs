//! The store's errors, worded for the person.
//!
//! - Each says what failed and where, and what to do about it.
//! - A disk that refuses a write, a disk that can't be read, and a damaged store are three different errors.
//! - A replaced store, another user's store and a file that isn't a store have errors of their own.
//! - An invalid log, and a store that can't take one, aren't failures of the store.

use std::path::PathBuf;

/// The store's errors. Except for `Unknown`, an error means that nothing was stored.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process has held the writer's gate, or a lock of the database, for 10 s.
    #[error("the store is busy: {} holds it", .0.map_or_else(|| "another process".to_owned(), |pid| format!("process {pid}")))]
    Busy(Option<u32>),
    /// The disk is full. Reading still works; writing resumes when there is space.
    #[error("no space is left for the store at {}", .0.display())]
    Full(PathBuf),
    /// The store is read-only.
    #[error("the store at {} can't be written: {why}", .path.display())]
    ReadOnly {
        /// The affected path.
        path: PathBuf,
        /// The system's error.
        why: String,
    },
    /// The disk refused a write. Its contents can't be trusted from here on: the process must stop.
    #[error("the disk failed: {why}, under {}", .path.display())]
    Disk {
        /// The affected path.
        path: PathBuf,
        /// The system's error.
        why: String,
    },
    /// The disk couldn't be read. Acknowledged records are safe; the next read may work.
    #[error("the disk can't be read: {why}, under {}", .path.display())]
    Unreadable {
        /// The affected path.
        path: PathBuf,
        /// The system's error.
        why: String,
    },
    /// The open file isn't the store any more: it was removed, replaced, shortened or linked. Going on would show old
    /// content: the process must stop.
    #[error("{0}")]
    Changed(String),
    /// A newer asq has upgraded it: the process must stop.
    #[error(
        "a newer asq has upgraded the store to version {found}, this one knows {known}: restart with the newer asq"
    )]
    Newer {
        /// The store's version.
        found: u32,
        /// The newest version that this asq knows.
        known: u32,
    },
    /// The file system can't be trusted with a store.
    #[error(
        "{} is on {system}, where locks or syncs can't be trusted\n  ASQ_STORE=PATH names a file on a local disk, \
         ASQ_STORE=postgres://… a database", .path.display()
    )]
    FileSystem {
        /// The store's path.
        path: PathBuf,
        /// The file system's name.
        system: String,
    },
    /// The linked SQLite loses commits.
    #[error("SQLite {0} can lose what was committed; 3.51.3 is the oldest that asq uses")]
    OldSqlite(String),
    /// Another user owns it.
    #[error(
        "{} belongs to {}, and this is {}: run asq as its owner, or name another store with ASQ_STORE",
        .path.display(), who(*.owner), who(*.me)
    )]
    Foreign {
        /// The affected path.
        path: PathBuf,
        /// The owner's user id.
        owner: u32,
        /// This process's user id.
        me: u32,
    },
    /// What lies at the store's place isn't a file; it stays as it is.
    #[error("a store is a file, and {} is {what}", .path.display())]
    NotAFile {
        /// The store's path.
        path: PathBuf,
        /// A noun for it.
        what: &'static str,
    },
    /// The file at the store's place isn't a database, or its beginning was overwritten.
    #[error("{} isn't an asq store", .0.display())]
    NotAStore(PathBuf),
    /// Somebody else can read or write it, or it is a link, a pipe or a file with two names.
    #[error("{} can't be trusted: {why}", .path.display())]
    Exposed {
        /// The affected path.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// The stored bytes changed.
    #[error("the store is damaged{}: {what}", .position.map_or_else(String::new, |p| format!(" at position {p}")))]
    Damaged {
        /// The position, if it is known.
        position: Option<u64>,
        /// A description of the damage.
        what: String,
    },
    /// The server can't be reached.
    #[error("the store can't be reached: {0}")]
    Unreachable(String),
    /// It is unknown whether the append was stored; asking again with the same key finds out.
    #[error("whether it was stored is not known: {0}")]
    Unknown(String),
    /// The log to import isn't one, or was changed or cut off.
    #[error("{0}")]
    Log(String),
    /// The store to import into has records.
    #[error("a log is only read into an empty store")]
    Filled,
    /// Anything else.
    #[error("the store failed: {0}")]
    Failed(String),
}

fn who(user: u32) -> String {
    if user == 0 { "root".to_owned() } else { format!("user {user}") }
}
