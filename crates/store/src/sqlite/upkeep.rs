//! Verifies, exports, and describes the file.
//!
//! - Reads a long log in steps, so that its reader delays nobody.
//! - Reads whatever is there, even from an incomplete store, for diagnosis and rescue.
//! - Names a process that keeps the WAL from shrinking.
//! - Empties the WAL after something was erased.

use super::Sqlite;
use super::connection::{BUSY, Purpose, connect};
use super::long_read::{LongRead, long_reads};
use super::read::rows_of;
use super::rows::{self, Id};
use crate::audit::{Audit, Projections};
use crate::mutex::lock;
use crate::pending_bytes::{self, Same};
use crate::row::LogRow;
use crate::{Head, Log, Progressing, Pruned, StoreError, Upkeep, Verified, line};
use asq_core::inbox::Position;
use rusqlite::params;
use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::time::Duration;

const STEP: i64 = 1000;

impl Upkeep for Sqlite {
    fn verify(&self, noted: Option<Head>) -> Result<Verified, StoreError> {
        let (beside, ill) = self.projections()?;
        let mut audit = Audit::new(self.genesis()?, noted);
        for fault in ill {
            audit.fault(&fault);
        }
        self.each_row(beside.head.position, |row| {
            audit.row(row);
            Ok(())
        })?;
        for what in self.integrity()? {
            audit.say(None, what);
        }
        if let Some(position) = self.last_position()?.filter(|it| *it > beside.head.position.0) {
            audit.say(None, format!("position {position} was acknowledged and is not in the log"));
        }
        Ok(audit.finish(&beside))
    }

    fn export(&self, to: &mut dyn Write) -> Result<u64, StoreError> {
        // The beginning first: pruning only moves it towards the end.
        let (genesis, end) = (self.genesis()?, self.end()?);
        line::begin(genesis, end, to)?;
        let mut written = 0;
        self.each_row(end.position, |row| {
            written += 1;
            line::write(row, to)
        })?;
        Ok(written)
    }

    fn import(&self, from: &mut dyn BufRead) -> Result<u64, StoreError> {
        self.take_in_log(from)
    }

    fn prune(&self, before_ms: u64) -> Result<Pruned, StoreError> {
        self.prune_before(before_ms)
    }

    fn on_progress(&self, tell: Progressing) {
        *lock(&self.progressing) = Some(tell);
    }

    fn about(&self) -> Vec<(String, String)> {
        let bytes = |path: PathBuf| asq_files::by_name::follow(&path).map_or(0, |it| it.len()).to_string();
        let head = self.head().map_or_else(|e| e.to_string(), |head| head.position.to_string());
        let open = self.count().map_or_else(|e| e.to_string(), |open| open.to_string());
        let rows = [
            ("kind", Some(format!("SQLite {}", rusqlite::version()))),
            ("file", Some(self.place.database.display().to_string())),
            ("bytes", Some(bytes(self.place.database.clone()))),
            ("WAL bytes", Some(bytes(self.place.wal()))),
            ("long read", long_read(&long_reads(&self.place.wal_index()))),
            ("last record", Some(head)),
            ("open", Some(open)),
        ];
        rows.into_iter().filter_map(|(name, what)| Some((name.to_owned(), what?))).collect()
    }
}

/// Names the processes that stay in the middle of a read; `None` without any.
fn long_read(all: &[LongRead]) -> Option<String> {
    let one = |it: &LongRead| format!("process {}{}", it.pid, if it.stopped { " (stopped)" } else { "" });
    let names: Vec<String> = all.iter().map(one).collect();
    let end = if all.len() == 1 { "it goes on or ends" } else { "they go on or end" };
    (!names.is_empty()).then(|| format!("{}: the log of pages grows until {end}", names.join(", ")))
}

impl Sqlite {
    /// The last record of an incomplete store, too.
    fn end(&self) -> Result<Head, StoreError> {
        self.read_anyway(|sql| {
            sql.query_row("SELECT position, link FROM head", (), |row| {
                Ok(Head { position: Position(row.get::<_, i64>(0)? as u64), link: row.get(1)? })
            })
        })
    }

    fn genesis(&self) -> Result<Head, StoreError> {
        self.read_anyway(|sql| {
            sql.query_row("SELECT first, first_link FROM head", (), |row| {
                Ok(Head { position: Position(row.get::<_, i64>(0)? as u64), link: row.get(1)? })
            })
        })
    }

    /// A snapshot of the tables next to the log, and the problems in what a list would show.
    fn projections(&self) -> Result<(Projections, Vec<StoreError>), StoreError> {
        let select = "SELECT 0, position, link, open FROM head
            UNION ALL SELECT 1, position, request, summary FROM pending
            UNION ALL SELECT 2, key, request, NULL FROM claim";
        let nothing = Head { position: Position(0), link: [0; 32] };
        let mut beside = Projections { head: nothing, count: 0, open: [].into(), claims: [].into() };
        let mut ill = Vec::new();
        self.read_anyway(|sql| {
            let mut statement = sql.prepare_cached(select)?;
            let mut found = statement.query(())?;
            let mut same = Same::default();
            while let Some(row) = found.next()? {
                match row.get::<_, i64>(0)? {
                    0 => {
                        let position = Position(row.get::<_, i64>(1)? as u64);
                        beside.head = Head { position, link: row.get(2)? };
                        beside.count = row.get::<_, i64>(3)? as u64;
                    }
                    1 => {
                        let position = Position(row.get::<_, i64>(1)? as u64);
                        let id = row.get::<_, Id>(2)?.0;
                        beside.open.insert(position, id);
                        let summary: Vec<u8> = row.get(3)?;
                        ill.extend(pending_bytes::from_bytes(id, position, &summary, &mut same).err());
                    }
                    _ => {
                        beside.claims.insert(row.get(1)?, row.get::<_, Id>(2)?.0);
                    }
                }
            }
            Ok(())
        })?;
        Ok((beside, ill))
    }

    fn each_row(
        &self,
        until: Position,
        mut take: impl FnMut(&LogRow) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let select = format!(
            "SELECT {} FROM record WHERE position > ?1 AND position <= ?2 ORDER BY position LIMIT {STEP}",
            rows::COLUMNS
        );
        let mut from = 0;
        loop {
            let rows = self.read_anyway(|sql| rows_of(sql, &select, params![from, until.0 as i64]))?;
            for row in &rows {
                take(row)?;
            }
            match rows.last() {
                Some(last) => from = last.position.0 as i64,
                None => return Ok(()),
            }
        }
    }

    /// The problems that SQLite itself finds. On a separate connection, because one that has searched knows an older
    /// index.
    fn integrity(&self) -> Result<Vec<String>, StoreError> {
        let fresh = connect(&self.place, Purpose::Reader)?;
        let mut check = fresh.prepare("PRAGMA integrity_check").map_err(|e| self.sql(&e))?;
        let said = check.query_map((), |row| row.get(0)).and_then(Iterator::collect);
        let said: Vec<String> = said.map_err(|e| self.sql(&e))?;
        Ok(said.into_iter().filter(|it| it != "ok").collect())
    }

    /// Checkpoints and empties the WAL, unless somebody is reading right now: then the next one does.
    pub(super) fn truncate_wal(&self) {
        let writer = lock(&self.writer);
        if let (Ok(_passed), Some(writer)) = (self.gate.pass(), &*writer) {
            let connection = &writer.connection;
            let _ = connection.busy_timeout(Duration::from_millis(100));
            let _ = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(()));
            let _ = connection.busy_timeout(BUSY);
        }
    }
}
