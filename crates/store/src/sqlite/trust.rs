//! Checks that the open file is still the store, and complete.
//!
//! - The file at the path is the one that was opened, and has a single name.
//! - The log reaches the position in the bell's file; otherwise a WAL was lost, cut short or damaged.
//! - Nobody has upgraded the tables to an unknown version.
//! - Each read and each writing transaction checks all of this, in a few microseconds.

use super::{Sqlite, fault, schema};
use crate::StoreError;
use rusqlite::Connection;

impl Sqlite {
    /// The position that the log must reach. Ask before reading what you compare with it.
    pub(super) fn last_position(&self) -> Result<Option<u64>, StoreError> {
        self.rung.read(&self.place.bell())
    }

    /// Checks that this connection reads the store, up to the noted position.
    pub(super) fn trusted(&self, sql: &Connection, noted: Option<u64>) -> Result<(), StoreError> {
        self.in_place()?;
        let number = |select| {
            let read = || sql.prepare_cached(select)?.query_row((), |row| row.get::<_, i64>(0));
            fault::again(read).map_err(|e| self.sql(&e))
        };
        schema::known(number("PRAGMA user_version")? as u32, self.migrations)?;
        let position = number("SELECT position FROM head")? as u64;
        match noted.filter(|noted| *noted > position) {
            None => Ok(()),
            Some(noted) => Err(StoreError::Changed(format!(
                "the store is damaged: the records after position {position} are gone, position {noted} was \
                 acknowledged; if an older file was put back on purpose, remove {}",
                self.place.bell().display()
            ))),
        }
    }

    /// Checks that the path still leads to the open file.
    pub(super) fn in_place(&self) -> Result<(), StoreError> {
        let path = self.place.database.display();
        match self.place.identity()? {
            Some(id) if id == self.file => Ok(()),
            Some(_) => Err(StoreError::Changed(format!(
                "the store was replaced by another file while it was in use: begin again with {path}"
            ))),
            None => Err(StoreError::Changed(format!("the store was removed while it was in use: {path}"))),
        }
    }
}
