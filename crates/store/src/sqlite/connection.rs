//! Connections to the database.
//!
//! - A commit of the appending connection is on disk before it returns.
//! - Closing leaves the WAL as it is.
//! - A new database gets the mode of the gate's file from its first moment.

use super::fault;
use super::place::DatabasePlace;
use crate::StoreError;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::fmt::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Duration;

/// How long to wait for SQLite's own locks: writers take the gate first, so these are rarely taken.
pub(super) const BUSY: Duration = Duration::from_secs(4);

/// For a connection that an inbox keeps open for days: the system caches the pages as well.
const SMALL: &str = "PRAGMA cache_size = -512; PRAGMA cell_size_check = 1";

/// The WAL's length in pages from which a step copies it back: fewer than elsewhere, since copying takes time, too.
pub(super) const PAGES: i64 = 250;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Reads, one statement at a time.
    Reader,
    /// Appends; its commits are on disk.
    Writer,
    /// Stores drafts and seen state; its commits survive the process, and a power cut after the next append.
    Unsynced,
}

/// Connects to an existing database.
pub(super) fn connect(place: &DatabasePlace, role: Purpose) -> Result<Connection, StoreError> {
    // Each connection is behind a mutex of ours, so SQLite's own would only cost time.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let opened = fault::again(|| {
        let connection = Connection::open_with_flags(&place.database, flags)?;
        settle(&connection, role)?;
        Ok(connection)
    });
    opened.map_err(|e| fault::of(place, &e))
}

fn settle(connection: &Connection, role: Purpose) -> rusqlite::Result<()> {
    connection.busy_timeout(BUSY)?;
    connection.set_prepared_statement_cache_capacity(64);
    // Otherwise the last process to close would copy the WAL back, and a lone ask would wait for those syncs.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    // Plan each statement once, not again for each bound value.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    let (synchronous, copied_back_at) = match role {
        Purpose::Reader => return connection.execute_batch(&format!("PRAGMA query_only = 1; {SMALL}")),
        // It checkpoints itself, after it has rung.
        Purpose::Writer if cfg!(feature = "weak") => ("NORMAL", 0),
        Purpose::Writer => ("FULL", 0),
        Purpose::Unsynced => {
            connection.execute_batch(SMALL)?;
            ("NORMAL", PAGES)
        }
    };
    // Erased words must not stay readable in free pages (secure_delete).
    // On macOS only a full sync is a sync; elsewhere every sync is.
    connection.execute_batch(&format!(
        "PRAGMA synchronous = {synchronous}; PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1;
         PRAGMA secure_delete = 1; PRAGMA cell_size_check = 1;
         PRAGMA wal_autocheckpoint = {copied_back_at}; PRAGMA journal_size_limit = 4194304"
    ))
}

/// Connects to a database that may not exist yet.
pub(super) fn create(place: &DatabasePlace) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    // SQLite gives the new file the mode of the gate, which is 0600 under any umask.
    let uri = format!("file:{}?modeof={}", encoded(&place.database), encoded(&place.gate()));
    let connection = Connection::open_with_flags(uri, flags).map_err(|e| fault::of(place, &e))?;
    settle(&connection, Purpose::Writer).map_err(|e| fault::of(place, &e))?;
    Ok(connection)
}

/// Escapes a path for a `file:` URI.
fn encoded(path: &Path) -> String {
    path.as_os_str().as_bytes().iter().fold(String::new(), |mut text, byte| {
        if byte.is_ascii_alphanumeric() || b"/-_.~".contains(byte) {
            text.push(char::from(*byte));
        } else {
            // Writing to a string can't fail.
            let _ = write!(text, "%{byte:02X}");
        }
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_path_is_an_address() {
        assert_eq!(encoded(Path::new("/tmp/a b?#%/ü.db")), "/tmp/a%20b%3F%23%25/%C3%BC.db");
    }
}
