//! Whether what is open is still the store, and all of it.
//!
//! - The file at the path is the one that was opened, and has no second name.
//! - The log reaches as far as the bell notes: else a log of pages was lost, cut short or damaged.
//! - Nobody brought the tables up to a version that is not known here.
//! - All of this is looked at with each reading and in each transaction that writes, and costs some microseconds.

use super::{Sqlite, fault, open};
use crate::StoreError;
use rusqlite::Connection;

impl Sqlite {
    /// How far the log reaches at least. To be asked before what is to be compared with it is read.
    pub(super) fn noted(&self) -> Result<Option<u64>, StoreError> {
        self.rung.read(&self.place.bell())
    }

    /// Whether what this connection reads now is the store, and reaches as far as was noted.
    pub(super) fn trusted(&self, sql: &Connection, noted: Option<u64>) -> Result<(), StoreError> {
        self.in_place()?;
        let number = |select| {
            let read = || sql.prepare_cached(select)?.query_row((), |row| row.get::<_, i64>(0));
            fault::again(read).map_err(|e| self.sql(&e))
        };
        open::known(number("PRAGMA user_version")? as u32, self.migrations)?;
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

    /// Whether the file that was opened is still the one at the path.
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
