//! What goes wrong with a store, worded for the person.
//!
//! - Each says what failed and where, and what can be done about it.
//! - A disk that does not take something is told from one that does not give it, and both from a damaged store.
//! - A store that is not the one that was opened, and one of another user, are told by words of their own.

use std::path::PathBuf;

/// What goes wrong with a store. Nothing was stored where one of these is returned, but for `Unknown`.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process holds the writer's gate for 10 s, or what a database locks by itself.
    #[error("the store is busy: {} holds it", .0.map_or_else(|| "another process".to_owned(), |pid| format!("process {pid}")))]
    Busy(Option<u32>),
    /// No space is left. Reading goes on; writing goes on when there is space.
    #[error("no space is left for the store at {}", .0.display())]
    Full(PathBuf),
    /// It may be read and not written.
    #[error("the store at {} can't be written: {why}", .path.display())]
    ReadOnly {
        /// Where.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// The disk did not take what was written. Whoever goes on from here may believe a lie: the process has to stop.
    #[error("the disk under {} failed: {why}", .path.display())]
    Disk {
        /// Where.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// The disk did not give what is to be read. What was acknowledged stands; the next reading may work.
    #[error("the disk under {} can't be read: {why}", .path.display())]
    Unreadable {
        /// Where.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// What is open is not the store any more: it was removed, replaced, shortened or named twice. Whoever goes on from
    /// here would show what once was: the process has to stop.
    #[error("{0}")]
    Changed(String),
    /// A newer asq wrote it.
    #[error("the store is of version {found}, this asq knows {known}: update asq")]
    Newer {
        /// The store's.
        found: u32,
        /// The newest that is known here.
        known: u32,
    },
    /// It is on a file system that can't be trusted with it.
    #[error(
        "{} is on {system}, where locks or syncs can't be trusted\n  ASQ_STORE=PATH names a file on a local disk, \
         ASQ_STORE=postgres://… a database", .path.display()
    )]
    FileSystem {
        /// Where.
        path: PathBuf,
        /// Which.
        system: String,
    },
    /// The linked SQLite loses commits.
    #[error("SQLite {0} can lose what was committed; 3.51.3 is the oldest that asq uses")]
    OldSqlite(String),
    /// It is another user's.
    #[error(
        "{} belongs to {}, and this is {}: run asq as its owner, or name another store with ASQ_STORE",
        .path.display(), who(*.owner), who(*.me)
    )]
    Foreign {
        /// Where.
        path: PathBuf,
        /// Whose, by number.
        owner: u32,
        /// Who this is, by number.
        me: u32,
    },
    /// Somebody else could read or write it, or it isn't what belongs there: a link, a pipe, a file of two names.
    #[error("{} can't be trusted: {why}", .path.display())]
    Exposed {
        /// Where.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// What is stored is not what was stored.
    #[error("the store is damaged{}: {what}", .position.map_or_else(String::new, |p| format!(" at position {p}")))]
    Damaged {
        /// Where, if that is known.
        position: Option<u64>,
        /// What is wrong.
        what: String,
    },
    /// The server can't be reached.
    #[error("the store can't be reached: {0}")]
    Unreachable(String),
    /// Whether it was stored can't be found out now; asking again with the same key does.
    #[error("whether it was stored is not known: {0}")]
    Unknown(String),
    /// Anything else.
    #[error("the store failed: {0}")]
    Failed(String),
}

fn who(user: u32) -> String {
    if user == 0 { "root".to_owned() } else { format!("user {user}") }
}
