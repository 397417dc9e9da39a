//! Imports a log into an empty store.
//!
//! - Reads it in steps into tables next to the log, so others can ask in the meantime.
//! - Once everything is read and sound, these tables replace the empty ones at once: all or nothing.
//! - If somebody has asked in the meantime, the store isn't empty any more and stays as it is.
//! - The next import or pruning removes what an interrupted import left behind.

use super::Sqlite;
use super::append::Appending;
use super::tables::TABLES;
use crate::mutex::lock;
use crate::{Head, StoreError, UpkeepStage, line};
use asq_core::inbox::Position;
use rusqlite::{OptionalExtension, params};
use std::io::BufRead;

const EMPTY: Head = Head { position: Position(0), link: [0; 32] };

/// The head of the import.
const HEAD: &str = "incoming_head";

/// The most rows per step.
const ROWS: usize = 500;

const DROPPED: i64 = 500;

impl Sqlite {
    pub(super) fn take_in_log(&self, from: &mut dyn BufRead) -> Result<u64, StoreError> {
        self.living()?;
        let (genesis, mut rows) = line::read(from)?;
        self.step(|appending, _| appending.must_be_empty())?;
        self.drop_incoming()?;
        let mine: i64 = self.step(|appending, _| appending.make_incoming(genesis))?;
        let mut read = 0;
        let mut at = genesis;
        let read = loop {
            let mut ended = false;
            let taken = self.step(|appending, step| {
                appending.incoming(mine, at)?;
                let mut taken = 0;
                while taken < ROWS && (taken == 0 || !step.is_over()) {
                    let Some(row) = rows.next() else {
                        ended = true;
                        break;
                    };
                    appending.replay(&row?)?;
                    taken += 1;
                }
                appending.note_incoming()?;
                Ok((taken, appending.head))
            });
            let taken = match taken {
                Ok((taken, head)) => {
                    at = head;
                    taken
                }
                Err(fault) => {
                    // The next import removes what is left.
                    let _ = self.drop_incoming();
                    return Err(fault);
                }
            };
            read += taken as u64;
            if ended {
                break read;
            }
            self.progress(UpkeepStage::Reading, read, None);
        };
        let swapped = self.step(|appending, _| {
            appending.must_be_empty()?;
            appending.incoming(mine, at)?;
            appending.take_over(genesis)
        });
        if swapped.is_err() {
            let _ = self.drop_incoming();
        }
        swapped?;
        // The connection knows the index by its old name.
        *lock(&self.writer) = None;
        self.step(|_, _| Ok(()))?;
        self.truncate_wal();
        Ok(read)
    }

    /// Removes an import's leftovers, a little at a time.
    pub(super) fn drop_incoming(&self) -> Result<(), StoreError> {
        for table in TABLES.iter().map(|(_, incoming)| *incoming).chain([HEAD]) {
            let there = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = ?1)";
            if !self.read(|sql| sql.query_row(there, [table], |row| row.get::<_, bool>(0)))? {
                continue;
            }
            let key = if table == "incoming_claim" {
                "key"
            } else if table == HEAD {
                "k"
            } else {
                "position"
            };
            let delete =
                format!("DELETE FROM {table} WHERE {key} IN (SELECT {key} FROM {table} LIMIT {DROPPED})");
            let mut dropped = 0;
            while self.step(|appending, step| {
                let mut left = true;
                while left && !step.is_over() {
                    left = appending.run(&delete, ())? as i64 == DROPPED;
                }
                Ok(left)
            })? {
                dropped += DROPPED as u64;
                self.progress(UpkeepStage::Erasing, dropped, None);
            }
            self.step(|appending, _| appending.run(&format!("DROP TABLE {table}"), ()))?;
        }
        Ok(())
    }
}

impl Appending<'_> {
    fn must_be_empty(&mut self) -> Result<(), StoreError> {
        if self.head == EMPTY { Ok(()) } else { Err(failed("a log is only read into an empty store")) }
    }

    /// Creates the import's tables; returns this import's number.
    fn make_incoming(&mut self, genesis: Head) -> Result<i64, StoreError> {
        for (table, incoming) in TABLES {
            let made: String = self
                .sql
                .query_row("SELECT sql FROM sqlite_schema WHERE name = ?1", [table], |row| row.get(0))
                .map_err(|e| self.store.sql(&e))?;
            let make = made.replacen(&format!("TABLE {table} "), &format!("TABLE {incoming} "), 1);
            self.run(&make, ())?;
        }
        self.run("CREATE UNIQUE INDEX incoming_of_request ON incoming_record (request, seq)", ())?;
        self.run(
            "CREATE TABLE incoming_head (k INTEGER PRIMARY KEY, position INTEGER, link BLOB, open INTEGER)",
            (),
        )?;
        let mine = self.number("SELECT abs(random())")?;
        let insert = "INSERT INTO incoming_head VALUES (?1, ?2, ?3, 0)";
        self.run(insert, params![mine, genesis.position.0 as i64, genesis.link])?;
        Ok(mine)
    }

    /// Continues in the import's tables where the last step ended.
    fn incoming(&mut self, mine: i64, at: Head) -> Result<(), StoreError> {
        let select = "SELECT position, link, open FROM incoming_head WHERE k = ?1";
        let found = self.sql.prepare(select).and_then(|mut it| {
            it.query_row([mine], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?, row.get(2)?))).optional()
        });
        match found {
            Ok(Some((position, link, open)))
                if (Head { position: Position(position as u64), link }) == at =>
            {
                (self.head, self.open, self.aside) = (at, open, true);
                Ok(())
            }
            // They belong to another import.
            Ok(_) => Err(failed("another import began meanwhile")),
            Err(fault) => Err(self.store.sql(&fault)),
        }
    }

    fn note_incoming(&mut self) -> Result<(), StoreError> {
        let update = "UPDATE incoming_head SET position = ?1, link = ?2, open = ?3";
        self.run(update, params![self.head.position.0 as i64, self.head.link, self.open])?;
        Ok(())
    }

    /// Replaces the empty tables with the imported ones.
    fn take_over(&mut self, genesis: Head) -> Result<(), StoreError> {
        self.aside = false;
        for (table, incoming) in TABLES {
            self.run(&format!("DROP TABLE {table}"), ())?;
            self.run(&format!("ALTER TABLE {incoming} RENAME TO {table}"), ())?;
        }
        self.run("DROP TABLE incoming_head", ())?;
        // SQLite has no other way to rename an index.
        self.run("PRAGMA writable_schema = 1", ())?;
        let named = "UPDATE sqlite_schema SET name = 'record_of_request',
            sql = replace(sql, 'incoming_of_request', 'record_of_request') WHERE name = 'incoming_of_request'";
        let done = self.run(named, ());
        self.run("PRAGMA writable_schema = 0", ())?;
        done?;
        let update = "UPDATE head SET first = ?1, first_link = ?2 WHERE k = 0";
        self.run(update, params![genesis.position.0 as i64, genesis.link])?;
        Ok(())
    }
}

fn failed(why: &str) -> StoreError {
    StoreError::Failed(why.to_owned())
}
