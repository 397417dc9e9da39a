//! Imports a log into an empty store, while others go on asking.
//!
//! - First it reserves the log's positions: askers append after the log's end in the meantime.
//! - It reads the log in steps into tables next to the store's, and then copies what was appended in the meantime.
//! - Once everything is there and sound, these tables replace the store's at once: all or nothing.
//! - A log from an older asq doesn't say where it ends. If somebody asks during its import, the import is refused.
//! - The next import or pruning removes what an interrupted import left behind.

use super::Sqlite;
use super::append::Appending;
use super::read::rows_of;
use super::rows;
use super::step::StepEnd;
use super::tables::TABLES;
use crate::line::LogBounds;
use crate::mutex::lock;
use crate::row::LogRow;
use crate::{Head, StoreError, UpkeepStage, line};
use asq_core::inbox::Position;
use rusqlite::{OptionalExtension, params};
use std::io::BufRead;

const EMPTY: Head = Head { position: Position(0), link: [0; 32] };

/// The head of the import.
const HEAD: &str = "incoming_head";
/// The reserved end of the log.
const END: &str = "incoming_end";

/// The most rows per step.
const ROWS: usize = 500;
/// The rows per statement, for those that are copied or removed.
const SOME: i64 = 50;

impl Sqlite {
    pub(super) fn take_in_log(&self, from: &mut dyn BufRead) -> Result<u64, StoreError> {
        self.living()?;
        let (bounds, rows) = line::read(from)?;
        self.step(|appending, _| appending.may_import(bounds))?;
        self.drop_incoming()?;
        let mine: i64 = self.step(|appending, _| appending.make_incoming(bounds))?;
        let done = self.stage(mine, bounds, rows).map_err(line::of_log).and_then(|(read, at)| {
            self.carry(mine, bounds, at)?;
            Ok(read)
        });
        if done.is_err() {
            // The next import removes what is left.
            let _ = self.drop_incoming();
            return done;
        }
        // The connection knows the index by its old name.
        *lock(&self.writer) = None;
        // The import is stored; what is left of the old tables is removed later.
        let _ = self.drop_incoming();
        self.truncate_wal();
        done
    }

    /// Reads the log; returns the number of records and the last one.
    fn stage(
        &self,
        mine: i64,
        bounds: LogBounds,
        mut rows: impl Iterator<Item = Result<LogRow, StoreError>>,
    ) -> Result<(u64, Head), StoreError> {
        let (mut at, mut read, mut ended) = (bounds.genesis, 0, false);
        loop {
            let (taken, head) = self.step(|appending, step| {
                if bounds.end.is_none() {
                    appending.must_be_empty()?;
                }
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
            })?;
            (at, read) = (head, read + taken as u64);
            if ended {
                return bounds.reached(at).map(|()| (read, at));
            }
            self.progress(UpkeepStage::Reading, read, None);
        }
    }

    /// Copies what others have appended in the meantime; the step that reaches the end replaces the tables.
    fn carry(&self, mine: i64, bounds: LogBounds, from: Head) -> Result<(), StoreError> {
        let (mut at, mut done) = (from, false);
        while !done {
            (at, done) = self.synced_step(|appending, step| {
                if bounds.end.is_none() {
                    appending.must_be_empty()?;
                }
                appending.incoming(mine, at)?;
                let done = appending.carry(step)?;
                appending.note_incoming()?;
                let at = appending.head;
                if done {
                    appending.take_over(bounds.genesis)?;
                }
                Ok((at, done))
            })?;
            if !done {
                self.progress(UpkeepStage::Reading, at.position.0 - bounds.genesis.position.0, None);
            }
        }
        Ok(())
    }

    /// Removes what an import has left behind, a little at a time.
    pub(super) fn drop_incoming(&self) -> Result<(), StoreError> {
        let copies =
            TABLES.iter().flat_map(|table| [(table.incoming, table.key), (table.outgoing, table.key)]);
        for (table, key) in copies.chain([(HEAD, "k"), (END, "position")]) {
            let there = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = ?1)";
            if !self.read(|sql| sql.query_row(there, [table], |row| row.get::<_, bool>(0)))? {
                continue;
            }
            if table == END {
                self.step(|appending, _| appending.give_back())?;
                continue;
            }
            let delete =
                format!("DELETE FROM {table} WHERE {key} IN (SELECT {key} FROM {table} LIMIT {SOME})");
            let mut dropped = 0;
            while self.step(|appending, step| {
                let (mut left, mut rows) = (true, 0);
                while left && (rows == 0 || !step.is_over()) {
                    let gone = appending.run(&delete, ())? as i64;
                    (left, rows) = (gone == SOME, rows + gone);
                }
                dropped += rows as u64;
                Ok(left)
            })? {
                self.progress(UpkeepStage::Erasing, dropped, None);
            }
            self.step(|appending, _| appending.run(&format!("DROP TABLE {table}"), ()))?;
        }
        Ok(())
    }
}

impl Appending<'_> {
    fn must_be_empty(&mut self) -> Result<(), StoreError> {
        if self.head == EMPTY { Ok(()) } else { Err(StoreError::Filled) }
    }

    /// Whether this log may be imported: the store is empty, or an earlier import has reserved positions.
    fn may_import(&mut self, bounds: LogBounds) -> Result<(), StoreError> {
        let left = format!("SELECT count(*) FROM sqlite_schema WHERE name = '{END}'");
        if self.number(&left)? > 0 || self.goes_on(bounds)? { Ok(()) } else { self.must_be_empty() }
    }

    /// Whether the store begins where this log ends.
    fn goes_on(&self, bounds: LogBounds) -> Result<bool, StoreError> {
        Ok(bounds.end == Some(self.beginning()?))
    }

    /// The record before the store's first one.
    fn beginning(&self) -> Result<Head, StoreError> {
        self.prepared("SELECT first, first_link FROM head")
            .and_then(|mut it| {
                it.query_row((), |row| {
                    Ok(Head { position: Position(row.get::<_, i64>(0)? as u64), link: row.get(1)? })
                })
            })
            .map_err(|e| self.store.sql(&e))
    }

    /// Creates the import's tables and reserves its positions; returns this import's number.
    fn make_incoming(&mut self, bounds: LogBounds) -> Result<i64, StoreError> {
        let goes_on = self.goes_on(bounds)?;
        if !goes_on {
            self.must_be_empty()?;
        }
        for table in &TABLES {
            let made: String = self
                .sql
                .query_row("SELECT sql FROM sqlite_schema WHERE name = ?1", [table.name], |row| row.get(0))
                .map_err(|e| self.store.sql(&e))?;
            // A table that was imported has its name in quotes.
            let made = made.replacen('"', "", 2);
            let make =
                made.replacen(&format!("TABLE {} ", table.name), &format!("TABLE {} ", table.incoming), 1);
            self.run(&make, ())?;
        }
        self.run("CREATE UNIQUE INDEX incoming_of_request ON incoming_record (request, seq)", ())?;
        self.run(
            "CREATE TABLE incoming_head (k INTEGER PRIMARY KEY, position INTEGER, link BLOB, open INTEGER)",
            (),
        )?;
        // An import that begins later takes another number, and by that the first one notices it.
        let mine = self.number("SELECT abs(random())")?;
        let genesis = bounds.genesis;
        let insert = "INSERT INTO incoming_head VALUES (?1, ?2, ?3, 0)";
        self.run(insert, params![mine, genesis.position.0 as i64, genesis.link])?;
        if let Some(end) = bounds.end.filter(|_| !goes_on) {
            let end = params![end.position.0 as i64, end.link];
            self.run("CREATE TABLE incoming_end (position INTEGER, link BLOB)", ())?;
            self.run("INSERT INTO incoming_end VALUES (?1, ?2)", end)?;
            let reserve = "UPDATE head SET position = ?1, link = ?2, first = ?1, first_link = ?2 WHERE k = 0";
            self.run(reserve, end)?;
        }
        Ok(mine)
    }

    /// Returns the reserved positions, unless somebody has appended after them.
    fn give_back(&mut self) -> Result<(), StoreError> {
        self.run(
            "UPDATE head SET position = 0, link = zeroblob(32), first = 0, first_link = zeroblob(32)
             WHERE first = position AND (position, link) = (SELECT position, link FROM incoming_end)",
            (),
        )?;
        self.run("DROP TABLE incoming_end", ())?;
        Ok(())
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

    /// Copies the store's own records until the step is over; returns whether those were all.
    fn carry(&mut self, step: &StepEnd) -> Result<bool, StoreError> {
        let select = format!(
            "SELECT {} FROM record WHERE position > ?1 ORDER BY position LIMIT {SOME}",
            rows::COLUMNS
        );
        loop {
            // Not from the import's tables.
            let rows = rows_of(self.sql, &select, [self.head.position.0 as i64]);
            let rows = rows.map_err(|e| self.store.sql(&e))?;
            for row in &rows {
                self.replay(row)?;
            }
            if (rows.len() as i64) < SOME {
                return Ok(true);
            }
            if step.is_over() {
                return Ok(false);
            }
        }
    }

    /// Replaces the store's tables with the imported ones.
    fn take_over(&mut self, genesis: Head) -> Result<(), StoreError> {
        self.aside = false;
        self.replaced = true;
        for table in &TABLES {
            self.run(&format!("ALTER TABLE {} RENAME TO {}", table.name, table.outgoing), ())?;
            self.run(&format!("ALTER TABLE {} RENAME TO {}", table.incoming, table.name), ())?;
        }
        self.run("DROP TABLE incoming_head", ())?;
        self.run("DROP TABLE IF EXISTS incoming_end", ())?;
        // SQLite has no other way to rename an index.
        self.run("PRAGMA writable_schema = 1", ())?;
        let rename = "UPDATE sqlite_schema SET name = ?2, sql = replace(sql, ?1, ?2) WHERE name = ?1";
        let done = self
            .run(rename, ["record_of_request", "outgoing_of_request"])
            .and_then(|_| self.run(rename, ["incoming_of_request", "record_of_request"]));
        self.run("PRAGMA writable_schema = 0", ())?;
        done?;
        let update = "UPDATE head SET first = ?1, first_link = ?2 WHERE k = 0";
        let first = genesis.position.0 as i64;
        self.run(update, params![first, genesis.link])?;
        // A search in the meantime has skipped the imported positions.
        self.run("UPDATE past_until SET position = min(position, ?1)", [first])?;
        Ok(())
    }
}

fn failed(why: &str) -> StoreError {
    StoreError::Failed(why.to_owned())
}
