//! A store in one SQLite file.
//!
//! - One connection reads, one appends, one stores drafts; each opens when it is first needed.
//! - Every write takes the gate first.
//! - Once the disk has refused a write, this store accepts nothing more.

mod append;
mod askers;
mod bell;
mod clock;
mod connection;
mod disk;
mod drafts;
mod fault;
mod file_system;
mod flock;
mod gate;
mod history;
mod import;
mod last_position;
mod long_read;
mod open;
mod place;
mod presence;
mod prune;
mod read;
mod rows;
mod schema;
mod seen;
mod step;
mod tables;
mod trust;
mod upkeep;

use crate::mutex::lock;
use crate::row::Salts;
use crate::{Progressing, StoreError};
use askers::Askers;
use connection::{Purpose, connect};
use gate::Gate;
use last_position::LastPosition;
use place::{DatabasePlace, FileId};
use rusqlite::{Connection, Transaction, TransactionBehavior};
use schema::Migrations;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

/// A store in one SQLite file.
pub struct Sqlite {
    place: DatabasePlace,
    /// The database file as it was opened.
    file: FileId,
    /// The migrations that create and upgrade the tables.
    migrations: Migrations,
    gate: Gate,
    /// The waits of this process and of others.
    askers: Arc<Askers>,
    reader: Mutex<Option<Connection>>,
    writer: Mutex<Option<DatabaseWriter>>,
    unsynced: Mutex<Option<Connection>>,
    rung: LastPosition,
    rung_drafts: LastPosition,
    /// Receives the progress of long maintenance.
    progressing: Mutex<Option<Progressing>>,
    /// The length of a maintenance step.
    pace: Mutex<step::StepPace>,
    /// The reason why this store can't acknowledge anything any more.
    failed: OnceLock<String>,
    #[cfg(feature = "faulty")]
    before_commit: Mutex<Option<Box<dyn Fn() + Send>>>,
}

struct DatabaseWriter {
    connection: Connection,
    salts: Salts,
}

impl Sqlite {
    /// Opens the store at this path, or creates it.
    pub fn open(path: &Path) -> Result<Sqlite, StoreError> {
        let gone = || StoreError::Failed("the store went away while it was made".to_owned());
        Sqlite::at(path, true, schema::MIGRATIONS)?.ok_or_else(gone)
    }

    /// Opens the store at this path, if there is one. Creates and writes nothing.
    pub fn open_existing(path: &Path) -> Result<Option<Sqlite>, StoreError> {
        Sqlite::at(path, false, schema::MIGRATIONS)
    }

    /// For tests: opens the store with this patience at the gate.
    #[cfg(feature = "faulty")]
    pub fn open_impatient(path: &Path, patience: std::time::Duration) -> Result<Sqlite, StoreError> {
        let mut store = Sqlite::open(path)?;
        store.gate.impatient(patience);
        Ok(store)
    }

    fn at(path: &Path, make: bool, migrations: Migrations) -> Result<Option<Sqlite>, StoreError> {
        let place = DatabasePlace::of(path)?;
        let gate = Gate::new(place.gate());
        let reader = open::reader(&place, &gate, make, migrations)?;
        Ok(reader.map(|(reader, file)| Sqlite {
            askers: Arc::new(Askers::new(place.clone())),
            place,
            file,
            migrations,
            gate,
            reader: Mutex::new(Some(reader)),
            writer: Mutex::new(None),
            unsynced: Mutex::new(None),
            rung: LastPosition::default(),
            rung_drafts: LastPosition::default(),
            progressing: Mutex::new(None),
            pace: Mutex::default(),
            failed: OnceLock::new(),
            #[cfg(feature = "faulty")]
            before_commit: Mutex::new(None),
        }))
    }

    /// For tests: runs this inside each appending transaction, before its commit.
    #[cfg(feature = "faulty")]
    pub fn before_commit(&self, hook: impl Fn() + Send + 'static) {
        *lock(&self.before_commit) = Some(Box::new(hook));
    }

    /// For tests: opens the store as an asq with these additional migrations would.
    #[cfg(feature = "faulty")]
    pub fn open_newer(path: &Path, migrations: &'static [&'static str]) -> Result<Sqlite, StoreError> {
        let gone = || StoreError::Failed("the store went away while it was made".to_owned());
        Sqlite::at(path, true, migrations)?.ok_or_else(gone)
    }

    /// Reads with one statement, run to its end. The result counts only if this is still the store.
    fn read<T>(&self, run: impl Fn(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        self.unstuck(|| {
            let mut reader = lock(&self.reader);
            let reader = self.reading(&mut reader)?;
            let noted = self.last_position()?;
            let done = fault::again(|| run(reader)).map_err(|e| self.sql(&e));
            if let Err(busy @ StoreError::Busy(_)) = done {
                return Err(busy);
            }
            // Other tables cause other errors; report the real reason first.
            match self.trusted(reader, noted) {
                Err(fault @ (StoreError::Changed(_) | StoreError::Newer { .. })) => Err(fault),
                trusted => done.and_then(|done| trusted.map(|()| done)),
            }
        })
    }

    /// Reads whatever is there, even from an incomplete store: for diagnosis and rescue.
    fn read_anyway<T>(&self, run: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        run(self.reading(&mut lock(&self.reader))?).map_err(|e| self.sql(&e))
    }

    fn reading<'a>(&self, reader: &'a mut Option<Connection>) -> Result<&'a Connection, StoreError> {
        Ok(match reader {
            Some(reader) => reader,
            none => none.insert(connect(&self.place, Purpose::Reader)?),
        })
    }

    /// If SQLite's own locks stay taken, retries on new connections: after a lock that the system didn't release, this
    /// process blocks itself.
    fn unstuck<T>(&self, mut attempt: impl FnMut() -> Result<T, StoreError>) -> Result<T, StoreError> {
        match attempt() {
            Err(StoreError::Busy(None)) => {
                // SQLite releases them when the last connection closes; then a new one is opened.
                let (mut writer, mut unsynced) = (lock(&self.writer), lock(&self.unsynced));
                (*writer, *unsynced, *lock(&self.reader)) = (None, None, None);
                drop((writer, unsynced));
                attempt()
            }
            done => done,
        }
    }

    /// Writes data that needn't be on disk before it is acknowledged.
    fn write_unsynced<T>(
        &self,
        run: impl Fn(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.living()?;
        self.unstuck(|| match self.write_unsynced_once(&run) {
            // Doing it twice gives the same result.
            Err(fault) if fault::passes(&fault) => self.write_unsynced_once(&run),
            done => done,
        })
    }

    fn write_unsynced_once<T>(
        &self,
        run: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.in_place()?;
        let mut unsynced = lock(&self.unsynced);
        let connection = match &mut *unsynced {
            Some(connection) => connection,
            none => none.insert(connect(&self.place, Purpose::Unsynced)?),
        };
        let passed = self.gate.pass()?;
        let done = self.transact(connection, run);
        drop(passed);
        done
    }

    /// One writing transaction; the caller holds the gate.
    fn transact<T>(
        &self,
        connection: &mut Connection,
        run: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let told = |e: rusqlite::Error| self.remember(fault::of(&self.place, &e));
        let noted = self.last_position()?;
        let transaction =
            connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(told)?;
        self.trusted(&transaction, noted)?;
        // On failure, dropping the transaction rolls it back.
        let done = run(&transaction).map_err(|e| self.remember(e))?;
        transaction.commit().map_err(told)?;
        Ok(done)
    }

    /// Whether this store may still acknowledge anything.
    fn living(&self) -> Result<(), StoreError> {
        match self.failed.get() {
            None => Ok(()),
            Some(why) => Err(StoreError::Disk { path: self.place.database.clone(), why: why.clone() }),
        }
    }

    /// A disk that failed once is never trusted again: it may lose what it reports as synced.
    fn remember(&self, fault: StoreError) -> StoreError {
        if let StoreError::Disk { why, .. } = &fault {
            // The first reason stays.
            let _ = self.failed.set(why.clone());
        }
        fault
    }

    fn sql(&self, fault: &rusqlite::Error) -> StoreError {
        fault::of(&self.place, fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Log, Seen};
    use asq_core::life::RequestId;
    use asq_testkit::folder::TempFolder;

    #[test]
    fn a_disk_that_failed_once_is_never_believed_again() {
        let folder = TempFolder::new("store");
        let path = folder.path().join("store.db");
        let store = Sqlite::open(&path).expect("a store");
        assert_eq!(store.append(&[]).expect("nothing to do"), []);
        store.remember(StoreError::Full(path.clone()));
        assert!(store.append(&[]).is_ok(), "space may come back");
        let fault = || StoreError::Disk { path: path.clone(), why: "it did not sync".to_owned() };
        store.remember(fault());
        store.remember(StoreError::Disk { path: path.clone(), why: "another one".to_owned() });
        let told = [store.append(&[]).map(drop), store.snooze(RequestId(1), 0)];
        assert_eq!(
            told.map(|it| it.expect_err("refused").to_string()),
            [fault().to_string(), fault().to_string()]
        );
        assert_eq!(store.count().expect("reading goes on"), 0);
    }
}
