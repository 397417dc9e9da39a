//! A store in one SQLite file.
//!
//! - One connection reads, one appends, one keeps drafts; each is opened when it is first needed.
//! - The gate is passed before anything is written, and the bell is rung after it was committed.
//! - Once a disk has not taken what was written, this store takes nothing more.
//! - The database is never opened but through SQLite.

mod append;
mod askers;
mod bell;
mod clock;
mod disk;
mod drafts;
mod fault;
mod file_system;
mod gate;
mod history;
mod import;
mod last_position;
mod open;
mod place;
mod presence;
mod prune;
mod read;
mod rows;
mod seen;
mod step;
mod trust;
mod upkeep;

use crate::row::Salts;
use crate::{Progressing, StoreError};
use askers::Askers;
use gate::Gate;
use last_position::LastPosition;
use open::Role;
use place::{FileId, Place};
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// A store in one SQLite file.
pub struct Sqlite {
    place: Place,
    /// The database as it was opened.
    file: FileId,
    /// What the tables were made by, and may be changed by.
    migrations: open::Migrations,
    gate: Gate,
    /// What this process waits for, and who else waits.
    askers: Arc<Askers>,
    reader: Mutex<Option<Connection>>,
    writer: Mutex<Option<Writer>>,
    unsynced: Mutex<Option<Connection>>,
    rung: LastPosition,
    rung_drafts: LastPosition,
    /// Hears how far a long upkeep is.
    progressing: Mutex<Option<Progressing>>,
    /// How long a step of it may be.
    pace: Mutex<step::Pace>,
    /// Why nothing may be acknowledged any more.
    failed: OnceLock<String>,
    #[cfg(feature = "faulty")]
    before_commit: Mutex<Option<Box<dyn Fn() + Send>>>,
}

struct Writer {
    connection: Connection,
    salts: Salts,
}

impl Sqlite {
    /// The store at this path, made if there is none.
    pub fn open(path: &Path) -> Result<Sqlite, StoreError> {
        let gone = || StoreError::Failed("the store went away while it was made".to_owned());
        Sqlite::at(path, true, &open::MIGRATIONS)?.ok_or_else(gone)
    }

    /// The store at this path, if there is one. Nothing is made or written.
    pub fn open_existing(path: &Path) -> Result<Option<Sqlite>, StoreError> {
        Sqlite::at(path, false, &open::MIGRATIONS)
    }

    fn at(path: &Path, make: bool, migrations: open::Migrations) -> Result<Option<Sqlite>, StoreError> {
        let place = Place::of(path)?;
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

    /// For tests: does this inside each appending transaction, before its commit.
    #[cfg(feature = "faulty")]
    pub fn before_commit(&self, hook: impl Fn() + Send + 'static) {
        *lock(&self.before_commit) = Some(Box::new(hook));
    }

    /// For tests: the store as an asq opens it that knows these migrations more.
    #[cfg(feature = "faulty")]
    pub fn open_newer(path: &Path, migrations: &'static [&'static str]) -> Result<Sqlite, StoreError> {
        let gone = || StoreError::Failed("the store went away while it was made".to_owned());
        Sqlite::at(path, true, migrations)?.ok_or_else(gone)
    }

    /// Reads; what it runs is one statement, run to its end. What came of it is nothing unless this is still the store.
    fn read<T>(&self, run: impl Fn(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        self.unstuck(|| {
            let mut reader = lock(&self.reader);
            let reader = self.reading(&mut reader)?;
            let noted = self.noted()?;
            let done = fault::again(|| run(reader)).map_err(|e| self.sql(&e));
            if let Err(busy @ StoreError::Busy(_)) = done {
                return Err(busy);
            }
            // Tables of another version lead to other faults: why is said first.
            match self.trusted(reader, noted) {
                Err(fault @ (StoreError::Changed(_) | StoreError::Newer { .. })) => Err(fault),
                trusted => done.and_then(|done| trusted.map(|()| done)),
            }
        })
    }

    /// Reads what is there, whether or not it is all that was; for who looks at what is wrong, or saves what is left.
    fn read_anyway<T>(&self, run: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        run(self.reading(&mut lock(&self.reader))?).map_err(|e| self.sql(&e))
    }

    /// The connection that reads.
    fn reading<'a>(&self, reader: &'a mut Option<Connection>) -> Result<&'a Connection, StoreError> {
        Ok(match reader {
            Some(reader) => reader,
            none => none.insert(open::connect(&self.place, Role::Reader)?),
        })
    }

    /// Tries once more on new connections where SQLite's own locks stay taken: where the system did not let go of one of
    /// them, it is this process that is in its own way.
    fn unstuck<T>(&self, mut attempt: impl FnMut() -> Result<T, StoreError>) -> Result<T, StoreError> {
        match attempt() {
            Err(StoreError::Busy(None)) => {
                // SQLite lets go of them when the last connection is closed; a new one is opened after that.
                let (mut writer, mut unsynced) = (lock(&self.writer), lock(&self.unsynced));
                (*writer, *unsynced, *lock(&self.reader)) = (None, None, None);
                drop((writer, unsynced));
                attempt()
            }
            done => done,
        }
    }

    /// Writes what need not be on disk before it is acknowledged.
    fn write_unsynced<T>(
        &self,
        run: impl Fn(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.living()?;
        self.unstuck(|| match self.write_unsynced_once(&run) {
            // Doing it twice comes to the same.
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
            none => none.insert(open::connect(&self.place, Role::Unsynced)?),
        };
        let passed = self.gate.pass()?;
        let done = self.transact(connection, run);
        drop(passed);
        done
    }

    /// One transaction that writes; the gate was passed.
    fn transact<T>(
        &self,
        connection: &mut Connection,
        run: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let told = |e: rusqlite::Error| self.remember(fault::of(&self.place, &e));
        let noted = self.noted()?;
        let transaction =
            connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(told)?;
        self.trusted(&transaction, noted)?;
        // Where it fails it is rolled back when it is dropped.
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

    /// A disk that failed once is never believed again: what it says to be synced may be lost.
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

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
