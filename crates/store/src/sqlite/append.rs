//! Appends records.
//!
//! - One transaction per batch: take the gate, check, insert, update the lists next to the log, commit, ring. Cleanup
//!   happens after the ring.
//! - Work that doesn't need the gate is done before taking it.
//! - A request that closes must be in the list of open ones; otherwise something is damaged, and nothing is stored.
//! - After a secret's delivery, it also disappears from the WAL.
//! - A long WAL is restarted by the next writer, so that opening a store stays quick.

use super::connection::{Purpose, connect};
use super::rows::{self, Id};
use super::tables::incoming;
use super::{DatabaseWriter, Sqlite, clock, fault};
use crate::mutex::lock;
use crate::row::{LogRow, Salts, Written};
use crate::seen::reminder;
use crate::{Append, Head, StoreError, Verdict, pending_bytes, secret_questions};
use asq_core::inbox::{Pending, Position};
use asq_core::life::{AskKey, Asked, Fact, Record, RequestId};
use rusqlite::{CachedStatement, Connection, OptionalExtension, Transaction, params};
use std::cell::Cell;
use std::time::{Duration, Instant};

/// Asked, with a claim by content.
pub(super) const BY_CONTENT: i64 = 1;
/// Asked, with a secret question.
pub(super) const SECRET: i64 = 2;
pub(super) const CLOSED: i64 = 4;

/// The next writer restarts a WAL of this many pages. The first process to open a store reads its WAL, at 5 µs a page.
const LONG: i64 = 64;
/// The writer that makes the WAL this long restarts it at once.
const MOST: i64 = 1000;

/// How long a step of maintenance waits for a writer that hangs, or for its disk.
const STEP_PATIENCE: Duration = Duration::from_mins(1);

pub(super) struct WriteDone<T> {
    pub(super) done: T,
    /// Whether it erased a secret.
    pub(super) erased: bool,
    /// When the next writer could begin.
    pub(super) freed: Instant,
}

/// One transaction and what it has found out so far.
pub(super) struct Appending<'a> {
    pub(super) store: &'a Sqlite,
    pub(super) sql: &'a Transaction<'a>,
    salts: &'a mut Salts,
    pub(super) head: Head,
    pub(super) open: i64,
    /// Whether it writes to the import's tables next to those of the store.
    pub(super) aside: bool,
    /// Whether imported tables have replaced the store's.
    pub(super) replaced: bool,
    /// The WAL's length in pages from which it is copied back afterwards.
    pub(super) copied_back_at: i64,
    /// Whether a secret was erased.
    erased: bool,
}

impl Sqlite {
    pub(super) fn append_all(&self, batch: &[Append]) -> Result<Vec<Verdict>, StoreError> {
        self.living()?;
        if batch.is_empty() {
            return Ok(Vec::new());
        }
        let committing = Cell::new(false);
        let append = |written: Vec<Vec<Written>>| {
            self.write(|appending| {
                let mut verdicts = Vec::with_capacity(batch.len());
                for (append, written) in batch.iter().zip(written) {
                    verdicts.push(appending.one(append, written)?);
                }
                committing.set(true);
                Ok(verdicts)
            })
        };
        let (verdicts, erased) = match append(Written::all(batch)?) {
            // A disk that failed to deliver something may deliver it now.
            Err(fault) if fault::passes(&fault) && !committing.get() => append(Written::all(batch)?)?,
            done => done?,
        };
        if erased {
            self.truncate_wal();
        }
        Ok(verdicts)
    }

    /// One transaction of the appending connection; returns its result, and whether it erased a secret. If it appended,
    /// it rings, and only then copies a long WAL back: only the next writer waits for that.
    pub(super) fn write<T>(
        &self,
        run: impl FnOnce(&mut Appending<'_>) -> Result<T, StoreError>,
    ) -> Result<(T, bool), StoreError> {
        let mut run = Some(run);
        self.unstuck(|| self.write_once(&mut run, true)).map(|WriteDone { done, erased, .. }| (done, erased))
    }

    /// The same for a step of long maintenance. It is more patient, since giving up would waste all steps before it.
    /// Unless it is synced, the next append syncs it: a power cut before that leaves an earlier step's state.
    pub(super) fn write_step<T>(
        &self,
        run: impl FnOnce(&mut Appending<'_>) -> Result<T, StoreError>,
        synced: bool,
    ) -> Result<WriteDone<T>, StoreError> {
        let (mut run, until) = (Some(run), clock::now() + STEP_PATIENCE);
        loop {
            match self.unstuck(|| self.write_once(&mut run, synced)) {
                // The gate says so after it has waited; SQLite's own locks (`None`) may say so at once.
                Err(StoreError::Busy(Some(_))) if clock::now() < until => {}
                done => return done,
            }
        }
    }

    fn write_once<T>(
        &self,
        run: &mut Option<impl FnOnce(&mut Appending<'_>) -> Result<T, StoreError>>,
        synced: bool,
    ) -> Result<WriteDone<T>, StoreError> {
        self.in_place()?;
        // A connection's mutex comes before the gate, here and for drafts; the other order could end in a deadlock.
        let mut writer = lock(&self.writer);
        let passed = self.gate.pass()?;
        self.rung.ready(&self.place.bell())?;
        let DatabaseWriter { connection, salts } = match &mut *writer {
            Some(writer) => writer,
            none => none.insert(self.writer()?),
        };
        if !synced {
            // Here, since SQLite refuses to change it inside a transaction.
            sync(connection, false).map_err(|e| self.sql(&e))?;
        }
        let done = self.transact(connection, |sql| {
            let run = run.take().ok_or(StoreError::Busy(None))?;
            let (head, open) = head(sql).map_err(|e| self.sql(&e))?;
            let mut appending = Appending {
                store: self,
                sql,
                salts,
                head,
                open,
                aside: false,
                replaced: false,
                copied_back_at: MOST,
                erased: false,
            };
            let done = run(&mut appending)?;
            let Appending { head: reached, open, aside, replaced, erased, copied_back_at, .. } = appending;
            let after = if aside { head } else { reached };
            let news = after != head || replaced;
            if news {
                self.note_head(sql, after, open)?;
            }
            #[cfg(feature = "faulty")]
            if let Some(hook) = &*lock(&self.before_commit) {
                hook();
            }
            Ok((done, erased, copied_back_at, news.then_some(after)))
        });
        if !synced {
            // Even after a failure: the next append has to be synced.
            sync(connection, true).map_err(|e| self.sql(&e))?;
        }
        let (done, erased, copied_back_at, appended) = done?;
        if let Some(head) = appended
            // Without the bell, the gate's file tells the others: they read if no ring follows within a second.
            && !self.rung.write(head.position.0)
        {
            passed.rustle();
        }
        // Committed records are on disk whatever happens here; the store remembers a failing disk.
        // A step does it without the gate, unless others write so much meanwhile that the WAL can't be restarted.
        let _ = self.copy_back(connection, if synced { copied_back_at } else { MOST });
        drop(passed);
        let freed = clock::now();
        if !synced {
            let _ = self.copy_back(connection, copied_back_at);
        }
        Ok(WriteDone { done, erased, freed })
    }

    fn note_head(&self, sql: &Transaction<'_>, head: Head, open: i64) -> Result<(), StoreError> {
        sql.prepare_cached("UPDATE head SET position = ?1, link = ?2, open = ?3 WHERE k = 0")
            .and_then(|mut it| it.execute(params![head.position.0 as i64, head.link, open]))
            .map_err(|e| self.sql(&e))?;
        Ok(())
    }

    fn writer(&self) -> Result<DatabaseWriter, StoreError> {
        let connection = connect(&self.place, Purpose::Writer)?;
        let seed = connection.query_row("SELECT randomblob(32)", (), |row| row.get(0));
        let seed = seed.map_err(|e| self.sql(&e))?;
        self.copy_back(&connection, LONG)?;
        Ok(DatabaseWriter { connection, salts: Salts::new(seed) })
    }

    /// Checkpoints a WAL with more pages, so that the next write restarts it. Processes that write once and alone never
    /// get there otherwise: SQLite forgets the checkpoint when the last connection closes.
    fn copy_back(&self, connection: &Connection, long: i64) -> Result<(), StoreError> {
        let checkpoint = |how| connection.prepare_cached(how)?.query_row((), |row| row.get::<_, i64>(1));
        let done = checkpoint("PRAGMA wal_checkpoint(NOOP)").and_then(|pages| {
            if pages > long { checkpoint("PRAGMA wal_checkpoint(PASSIVE)") } else { Ok(pages) }
        });
        match done.map_err(|e| self.sql(&e)) {
            Err(fault @ StoreError::Disk { .. }) => Err(self.remember(fault)),
            // The WAL keeps its length.
            Ok(_) | Err(_) => Ok(()),
        }
    }
}

/// Sets whether commits are synced.
fn sync(connection: &Connection, full: bool) -> rusqlite::Result<()> {
    let full = full && !cfg!(feature = "weak");
    connection.execute_batch(&format!("PRAGMA synchronous = {}", if full { "FULL" } else { "NORMAL" }))
}

fn head(sql: &Transaction<'_>) -> rusqlite::Result<(Head, i64)> {
    sql.prepare_cached("SELECT position, link, open FROM head")?.query_row((), |row| {
        let position = Position(row.get::<_, i64>(0)? as u64);
        Ok((Head { position, link: row.get(1)? }, row.get(2)?))
    })
}

impl Appending<'_> {
    fn one(&mut self, append: &Append, written: Vec<Written>) -> Result<Verdict, StoreError> {
        let Append { request, expected, records } = append;
        let last: Option<i64> = self
            .prepared("SELECT max(seq) FROM record WHERE request = ?1")
            .and_then(|mut it| it.query_row([Id(*request)], |row| row.get(0)))
            .map_err(|e| self.store.sql(&e))?;
        let last = last.unwrap_or(0) as u64;
        if last != *expected {
            return Ok(Verdict::Stale);
        }
        if let Some(owner) = self.taken(records)? {
            return Ok(Verdict::Taken(owner));
        }
        for ((record, written), seq) in records.iter().zip(written).zip(last + 1..) {
            let written = written.keeping(record, &self.secret(*request, record)?)?;
            let row = written.row(self.head, *request, seq, self.salts);
            self.row(&row, Some(record))?;
        }
        Ok(Verdict::Appended(self.head.position))
    }

    /// The request that already holds a claim in these records.
    fn taken(&self, records: &[Record]) -> Result<Option<RequestId>, StoreError> {
        for record in records {
            if let Fact::Asked(asked) = &record.fact
                && let Some(claim) = &asked.claim
            {
                let owner: Option<Id> = self
                    .prepared("SELECT request FROM claim WHERE key = ?1")
                    .and_then(|mut it| it.query_row([&claim.key().0], |row| row.get(0)).optional())
                    .map_err(|e| self.store.sql(&e))?;
                if let Some(Id(owner)) = owner {
                    return Ok(Some(owner));
                }
            }
        }
        Ok(None)
    }

    /// The indexes of the secret questions that this record answers.
    fn secret(&self, request: RequestId, record: &Record) -> Result<Vec<usize>, StoreError> {
        match &record.fact {
            Fact::Asked(_) | Fact::Delivered => Ok(Vec::new()),
            // Only the ask knows which of its questions are secret.
            Fact::Closed(_) => match self.asked(request)? {
                Some((_, mark)) if mark & SECRET != 0 => Ok(secret_questions(&self.ask(request)?)),
                Some(_) | None => Ok(Vec::new()),
            },
        }
    }

    /// The position of the request's first record, and its mark.
    fn asked(&self, request: RequestId) -> Result<Option<(i64, i64)>, StoreError> {
        self.prepared("SELECT position, mark FROM record WHERE request = ?1 AND seq = 1")
            .and_then(|mut it| it.query_row([Id(request)], |row| Ok((row.get(0)?, row.get(1)?))).optional())
            .map_err(|e| self.store.sql(&e))
    }

    pub(super) fn ask(&self, request: RequestId) -> Result<Asked, StoreError> {
        let row = self
            .prepared(&format!("SELECT {} FROM record WHERE request = ?1 AND seq = 1", rows::COLUMNS))
            .and_then(|mut it| it.query_row([Id(request)], rows::of))
            .map_err(|e| self.store.sql(&e))?;
        match row.stored()?.record.map(|record| record.fact) {
            Some(Fact::Asked(asked)) => Ok(*asked),
            Some(Fact::Closed(_) | Fact::Delivered) | None => Err(row.damaged("it does not ask anything")),
        }
    }

    /// Inserts a row and updates the lists; `record` is `None` if its body was pruned.
    pub(super) fn row(&mut self, row: &LogRow, record: Option<&Record>) -> Result<(), StoreError> {
        let mark = match record.map(|record| &record.fact) {
            Some(Fact::Asked(asked)) => {
                let content = matches!(asked.claim, Some(AskKey::Content(_)));
                let secret = !secret_questions(asked).is_empty();
                (BY_CONTENT * i64::from(content)) | (SECRET * i64::from(secret))
            }
            Some(Fact::Closed(_)) => CLOSED,
            Some(Fact::Delivered) | None => 0,
        };
        self.run(
            "INSERT INTO record (position, request, seq, at, mark, digest, link, salt, seal, body, secret)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            params![
                row.position.0 as i64,
                Id(row.request),
                row.seq as i64,
                row.at as i64,
                mark,
                row.digest,
                row.link,
                row.salt,
                row.seal,
                row.body,
                row.secret
            ],
        )?;
        self.head = row.head();
        match record {
            Some(record) => self.project(row, record),
            None => Ok(()),
        }
    }

    /// Updates the lists next to the log.
    fn project(&mut self, row: &LogRow, record: &Record) -> Result<(), StoreError> {
        let request = row.request;
        match &record.fact {
            Fact::Asked(asked) => {
                let pending = Pending::of(request, row.position, record.at, asked);
                let summary = pending_bytes::to_bytes(&pending)?;
                let insert = "INSERT INTO pending (position, request, summary) VALUES (?1, ?2, ?3)";
                self.run(insert, params![row.position.0 as i64, Id(request), summary])?;
                self.open += 1;
                if let Some(claim) = &asked.claim {
                    // An asker during an import may repeat a call of the imported log.
                    let insert = if self.aside {
                        "INSERT OR REPLACE INTO claim (key, request) VALUES (?1, ?2)"
                    } else {
                        "INSERT INTO claim (key, request) VALUES (?1, ?2)"
                    };
                    self.run(insert, params![claim.key().0, Id(request)])?;
                }
            }
            Fact::Closed(_) => {
                let asked = self.asked(request)?.map(|(position, _)| position);
                let delete = "DELETE FROM pending WHERE position = ?1 AND request = ?2";
                if self.run(delete, params![asked, Id(request)])? != 1 {
                    return Err(row.damaged("it closes a request that is not open"));
                }
                self.open -= 1;
                // Nobody announces or snoozes it again.
                let delete = "DELETE FROM seen WHERE request = ?1 OR request = ?2";
                self.run(delete, params![Id(request), reminder(request)])?;
            }
            Fact::Delivered => {
                let mark = self.asked(request)?.map_or(0, |(_, mark)| mark);
                // From now on the same content is a new question. A call id names its request for ever.
                if mark & BY_CONTENT != 0
                    && let Some(claim) = &self.ask(request)?.claim
                {
                    let delete = "DELETE FROM claim WHERE key = ?1 AND request = ?2";
                    self.run(delete, params![claim.key().0, Id(request)])?;
                }
                if mark & SECRET != 0 {
                    // The seal stays, and the digest covers the seal, so the chain still verifies.
                    let erase = "UPDATE record SET secret = NULL WHERE request = ?1 AND secret IS NOT NULL";
                    self.erased |= self.run(erase, [Id(request)])? > 0;
                }
            }
        }
        Ok(())
    }

    /// A statement on the tables that this transaction writes to.
    pub(super) fn prepared(&self, sql: &str) -> rusqlite::Result<CachedStatement<'_>> {
        if self.aside { self.sql.prepare_cached(&incoming(sql)) } else { self.sql.prepare_cached(sql) }
    }

    pub(super) fn number(&self, sql: &str) -> Result<i64, StoreError> {
        let found = self.prepared(sql).and_then(|mut it| it.query_row((), |row| row.get(0)));
        found.map_err(|e| self.store.sql(&e))
    }

    /// Runs a statement; returns the number of changed rows.
    pub(super) fn run(&self, sql: &str, params: impl rusqlite::Params) -> Result<usize, StoreError> {
        let done = self.prepared(sql).and_then(|mut it| it.execute(params));
        done.map_err(|e| self.store.sql(&e))
    }
}
