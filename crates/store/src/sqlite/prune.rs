//! Prunes old requests.
//!
//! - In steps: late texts, then bodies, then the beginning of the log, then the words of the history, then space.
//! - The log is sound after each step, so pruning may stop anywhere; a second run continues from there.
//! - Pruned text is overwritten, also in the WAL, and its space is returned.

use super::Sqlite;
use super::append::Appending;
use super::read::signed;
use super::rows::Id;
use super::step::StepEnd;
use crate::mutex::lock;
use crate::{Pruned, StoreError, UpkeepStage};
use asq_core::life::RequestId;
use rusqlite::params;

/// The most requests per step that lose their bodies.
const BODIES: i64 = 200;
/// The most rows per statement, and per step.
const ROWS: i64 = 100;
const ROWS_A_STEP: i64 = 2000;
/// The most index pages per step.
const PAGES: i64 = 100;

impl Sqlite {
    pub(super) fn prune_before(&self, before_ms: u64) -> Result<Pruned, StoreError> {
        self.catch_up()?;
        self.drop_incoming()?;
        let (drafts, bodies) = (self.drop_unsent(before_ms)?, self.erase(before_ms)?);
        let pruned = Pruned { bodies, drafts, records: self.cut()? };
        if pruned != Pruned::default() {
            self.pack_words()?;
        }
        self.vacuum()?;
        if pruned != Pruned::default() {
            self.truncate_wal();
        }
        Ok(pruned)
    }

    pub(super) fn count_closed_before(&self, before_ms: u64) -> Result<u64, StoreError> {
        let count = "SELECT count(*) FROM past WHERE closed < ?1";
        let count: i64 =
            self.read(|sql| sql.prepare_cached(count)?.query_row([signed(before_ms)], |row| row.get(0)))?;
        Ok(count as u64)
    }

    /// Erases the bodies of requests that closed before then; returns how many.
    fn erase(&self, before_ms: u64) -> Result<u64, StoreError> {
        let select = "SELECT position, request FROM past WHERE closed < ?1 ORDER BY position LIMIT ?2";
        let all = self.count_closed_before(before_ms)?;
        let (mut bodies, mut requests) = (0, 0);
        loop {
            let old: Vec<(i64, RequestId)> = self.read(|sql| {
                sql.prepare_cached(select)?
                    .query_map([signed(before_ms), BODIES], |row| Ok((row.get(0)?, row.get::<_, Id>(1)?.0)))?
                    .collect()
            })?;
            if old.is_empty() {
                return Ok(bodies);
            }
            let (gone, of) = self.step(|appending, step| appending.erase(&old, step))?;
            (bodies, requests) = (bodies + gone, requests + of);
            self.progress(UpkeepStage::Erasing, requests, Some(all.max(requests)));
        }
    }

    /// Removes late texts from before then; returns how many.
    fn drop_unsent(&self, before_ms: u64) -> Result<u64, StoreError> {
        let delete = "DELETE FROM unsent WHERE n IN (SELECT n FROM unsent WHERE at < ?1 LIMIT ?2)";
        let mut drafts = 0;
        loop {
            let gone = self.step(|appending, _| appending.run(delete, [signed(before_ms), ROWS]))? as u64;
            drafts += gone;
            if gone < ROWS as u64 {
                return Ok(drafts);
            }
            self.progress(UpkeepStage::Erasing, drafts, None);
        }
    }

    /// Cuts the log's beginning up to the first body; returns the number of records.
    fn cut(&self) -> Result<u64, StoreError> {
        // Bodies are never added back, so the result stays valid.
        let kept =
            "SELECT first, coalesce((SELECT min(position) - 1 FROM record WHERE body IS NOT NULL), position)
            FROM head";
        let (first, until): (i64, i64) =
            self.read(|sql| sql.prepare_cached(kept)?.query_row((), |row| Ok((row.get(0)?, row.get(1)?))))?;
        let all = (until - first).max(0) as u64;
        let mut records = 0;
        loop {
            let (gone, done) = self.step(|appending, step| appending.cut(until, step))?;
            records += gone;
            if done {
                return Ok(records);
            }
            self.progress(UpkeepStage::Cutting, records, Some(all));
        }
    }

    /// The index contains the words of erased requests until it is repacked.
    fn pack_words(&self) -> Result<(), StoreError> {
        // The first step requests the repacking, the others carry it out.
        let (mut pages, mut done) = (-PAGES, 0);
        loop {
            let changes =
                || lock(&self.writer).as_ref().map_or(0, |writer| writer.connection.total_changes());
            let before = changes();
            self.step(|appending, _| {
                appending.run("INSERT INTO past_words (past_words, rank) VALUES ('merge', ?1)", [pages])
            })?;
            // Fewer than two changes mean that only the request was recorded.
            if changes() < before + 2 {
                return Ok(());
            }
            (pages, done) = (PAGES, done + 1);
            self.progress(UpkeepStage::Packing, done, None);
        }
    }

    /// Returns the space of erased data.
    fn vacuum(&self) -> Result<(), StoreError> {
        let mut all = None;
        loop {
            let left = self.step(|appending, step| {
                // The bare method's lifetime is too narrow.
                appending.vacuum(step)
            })?;
            let all = *all.get_or_insert(left);
            if left == 0 {
                return Ok(());
            }
            self.progress(UpkeepStage::Vacuuming, all.saturating_sub(left), Some(all));
        }
    }
}

impl Appending<'_> {
    /// Erases these requests' bodies and everything derived from them, until the step is over; returns the number of
    /// bodies and of requests.
    fn erase(&mut self, old: &[(i64, RequestId)], step: &StepEnd) -> Result<(u64, u64), StoreError> {
        let (mut bodies, mut requests) = (0, 0);
        for (closed, request) in old {
            if requests > 0 && step.is_over() {
                break;
            }
            if let Some(claim) = &self.ask(*request)?.claim {
                self.run(
                    "DELETE FROM claim WHERE key = ?1 AND request = ?2",
                    params![claim.key().0, Id(*request)],
                )?;
            }
            let erase = "UPDATE record SET body = NULL, salt = NULL, secret = NULL
                WHERE request = ?1 AND body IS NOT NULL";
            bodies += self.run(erase, [Id(*request)])? as u64;
            self.run("DELETE FROM draft WHERE request = ?1", [Id(*request)])?;
            self.run("DELETE FROM unsent WHERE request = ?1", [Id(*request)])?;
            self.run("DELETE FROM past_words WHERE rowid = ?1", [closed])?;
            self.run("DELETE FROM past WHERE position = ?1", [closed])?;
            requests += 1;
        }
        Ok((bodies, requests))
    }

    /// Cuts records up to this position until the step is over; returns how many, and whether that was all.
    fn cut(&mut self, until: i64, step: &StepEnd) -> Result<(u64, bool), StoreError> {
        let (mut records, mut rows) = (0, 0);
        loop {
            let first = self.number("SELECT first FROM head")?;
            let to = until.min(first + ROWS);
            if to > first {
                let update = "UPDATE head SET first = ?1,
                    first_link = (SELECT link FROM record WHERE position = ?1) WHERE k = 0";
                self.run(update, [to])?;
            }
            records += self.run("DELETE FROM record WHERE position <= ?1", [to])? as u64;
            rows += ROWS;
            let done = to >= until;
            if done || rows >= ROWS_A_STEP || step.is_over() {
                return Ok((records, done));
            }
        }
    }

    /// Returns free pages until the step is over; returns how many are left.
    fn vacuum(&mut self, step: &StepEnd) -> Result<u64, StoreError> {
        // Each row it returns is one page.
        let mut pages = self.sql.prepare("PRAGMA incremental_vacuum").map_err(|e| self.store.sql(&e))?;
        let mut freed = pages.query(()).map_err(|e| self.store.sql(&e))?;
        while !step.is_over() && freed.next().map_err(|e| self.store.sql(&e))?.is_some() {}
        drop(freed);
        drop(pages);
        Ok(self.number("PRAGMA freelist_count")? as u64)
    }
}
