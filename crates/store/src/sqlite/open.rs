//! Opens, creates and upgrades the database.
//!
//! - Opening takes a handful of statements. Creating takes the gate, so that two processes agree.
//! - Each migration is one transaction: after an interruption, the next process continues from there.
//! - Refuses a newer store, another program's database, an emptied one, and a SQLite that loses commits.
//! - A commit is on disk before it returns. Closing leaves the WAL as it is.

use super::fault;
use super::gate::Gate;
use super::last_position::LastPosition;
use super::place::{FileId, Found, Place};
use super::step::PAGES;
use crate::StoreError;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use std::fmt::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Duration;

/// The first SQLite that doesn't lose one connection's commits during another's checkpoint.
const FLOOR: i32 = 3_051_003;

/// Marks the database as ours: `asq1`.
const APPLICATION: i32 = 0x6173_7131;

/// Every change to the tables, in order. Only ever append to it.
pub(super) const MIGRATIONS: [&str; 1] = [include_str!("migrations/0001.sql")];

/// The known migrations, in order.
pub(super) type Migrations = &'static [&'static str];

/// How long to wait for SQLite's own locks: writers take the gate first, so these are rarely taken.
pub(super) const BUSY: Duration = Duration::from_secs(4);

/// For a connection that an inbox keeps open for days: the system caches the pages as well.
const SMALL: &str = "PRAGMA cache_size = -512; PRAGMA cell_size_check = 1";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Reads, one statement at a time.
    Reader,
    /// Appends; its commits are on disk.
    Writer,
    /// Stores drafts and seen state; its commits survive the process, and a power cut after the next append.
    Unsynced,
}

/// The reading connection and its file; `None` if there is no store and none is to be created.
pub(super) fn reader(
    place: &Place,
    gate: &Gate,
    make: bool,
    migrations: Migrations,
) -> Result<Option<(Connection, FileId)>, StoreError> {
    floor(rusqlite::version_number())?;
    let found = place.check()?;
    if found == Found::Nothing {
        if !make {
            return Ok(None);
        }
        place.make()?;
        place.check()?;
        migrate(place, gate, migrations)?;
    }
    let before = place.identity()?;
    let begin = || {
        let connection = connect(place, Role::Reader)?;
        version(place, &connection, migrations).map(|version| (connection, version))
    };
    let (connection, version) = match begin() {
        // A lock that the system didn't release goes with its connection.
        Err(StoreError::Busy(None)) => begin()?,
        begun => begun?,
    };
    if found == Found::Alone {
        return Err(place.lonely());
    }
    match version {
        latest if latest as usize == migrations.len() => {}
        0 if !make => return Ok(None),
        _ => migrate(place, gate, migrations)?,
    }
    match place.identity()? {
        Some(file) if before == Some(file) => Ok(Some((connection, file))),
        Some(_) | None => Err(StoreError::Changed(format!(
            "the store at {} was replaced while it was opened: begin again",
            place.database.display()
        ))),
    }
}

fn floor(version: i32) -> Result<(), StoreError> {
    if version >= FLOOR {
        return Ok(());
    }
    let (major, minor, patch) = (version / 1_000_000, version / 1000 % 1000, version % 1000);
    Err(StoreError::OldSqlite(format!("{major}.{minor}.{patch}")))
}

/// Connects to an existing database.
pub(super) fn connect(place: &Place, role: Role) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let opened = fault::again(|| {
        let connection = Connection::open_with_flags(&place.database, flags)?;
        settle(&connection, role)?;
        Ok(connection)
    });
    opened.map_err(|e| fault::of(place, &e))
}

fn settle(connection: &Connection, role: Role) -> rusqlite::Result<()> {
    connection.busy_timeout(BUSY)?;
    connection.set_prepared_statement_cache_capacity(64);
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    // Plan each statement once, not again for each bound value.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    let (synchronous, copied_back_at) = match role {
        Role::Reader => return connection.execute_batch(&format!("PRAGMA query_only = 1; {SMALL}")),
        // It checkpoints itself, after it has rung.
        Role::Writer if cfg!(feature = "weak") => ("NORMAL", 0),
        Role::Writer => ("FULL", 0),
        Role::Unsynced => {
            connection.execute_batch(SMALL)?;
            ("NORMAL", PAGES)
        }
    };
    // On macOS only a full sync is a sync; elsewhere every sync is.
    connection.execute_batch(&format!(
        "PRAGMA synchronous = {synchronous}; PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1;
         PRAGMA secure_delete = 1; PRAGMA cell_size_check = 1;
         PRAGMA wal_autocheckpoint = {copied_back_at}; PRAGMA journal_size_limit = 4194304"
    ))
}

/// The version of the existing tables; 0 without tables.
fn version(place: &Place, connection: &Connection, migrations: Migrations) -> Result<u32, StoreError> {
    let number = |pragma: &str| {
        let read = fault::again(|| connection.query_row(pragma, (), |row| row.get::<_, i32>(0)));
        read.map_err(|e| fault::of(place, &e))
    };
    match (number("PRAGMA application_id")?, number("PRAGMA user_version")?) {
        (0, 0) => Ok(0),
        (APPLICATION, version) => known(version as u32, migrations).map(|()| version as u32),
        _ => Err(StoreError::Failed(format!(
            "{} is the database of another program",
            place.database.display()
        ))),
    }
}

/// Whether this asq knows tables of this version.
pub(super) fn known(version: u32, migrations: Migrations) -> Result<(), StoreError> {
    let known = migrations.len() as u32;
    if version > known { Err(StoreError::Newer { found: version, known }) } else { Ok(()) }
}

/// Creates or upgrades the tables.
fn migrate(place: &Place, gate: &Gate, migrations: Migrations) -> Result<(), StoreError> {
    let passed = gate.pass()?;
    let fresh = !place.database.exists();
    // The database gets the gate file's mode from its first moment.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let uri = format!("file:{}?modeof={}", encoded(&place.database), encoded(&place.gate()));
    let connection = Connection::open_with_flags(uri, flags).map_err(|e| fault::of(place, &e))?;
    settle(&connection, Role::Writer).map_err(|e| fault::of(place, &e))?;
    let from = version(place, &connection, migrations)?;
    if from == 0 {
        let noted = LastPosition::default().read(&place.bell())?;
        if let Some(gone) = noted.filter(|position| *position > 0 && !fresh) {
            return Err(fault::damaged(&format!(
                "all {gone} records are gone from {}; {} still tells of them, remove it to begin anew",
                place.database.display(),
                place.bell().display()
            )));
        }
        // These can't change once a table exists.
        let begin = "PRAGMA page_size = 4096; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL";
        connection.execute_batch(begin).map_err(|e| fault::of(place, &e))?;
    }
    bring_up(connection, from as usize, migrations).map_err(|e| fault::of(place, &e))?;
    place.furnish()?;
    if fresh {
        let bell = LastPosition::default();
        bell.ready(&place.bell())?;
        // Nobody listens yet.
        bell.write(0);
    }
    drop(passed);
    Ok(())
}

fn bring_up(mut connection: Connection, from: usize, migrations: Migrations) -> rusqlite::Result<()> {
    for (at, sql) in migrations.iter().enumerate().skip(from) {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute_batch(sql)?;
        transaction.execute_batch(&format!(
            "PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {}",
            at + 1
        ))?;
        transaction.commit()?;
    }
    Ok(())
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
    fn what_is_linked_is_new_enough_and_older_ones_are_refused() {
        floor(rusqlite::version_number()).expect("new enough");
        let refused = floor(3_051_002).expect_err("it loses commits").to_string();
        assert_eq!(refused, "SQLite 3.51.2 can lose what was committed; 3.51.3 is the oldest that asq uses");
        floor(FLOOR).expect("the oldest");
    }

    #[test]
    fn any_path_is_an_address() {
        assert_eq!(encoded(Path::new("/tmp/a b?#%/ü.db")), "/tmp/a%20b%3F%23%25/%C3%BC.db");
    }
}
