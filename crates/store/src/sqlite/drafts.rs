//! Drafts: one row per request and question, on a separate connection.
//!
//! - Writing doesn't wait for the disk: a draft survives its process at once, and a power cut after the next append.
//! - A text for a closed request is a late text from the first.
//! - Texts that came too late are kept for a week, unless the person forgets them.
//! - Drafts have their own bell, so processes that wait for records sleep on.

use super::Sqlite;
use super::append::CLOSED;
use super::rows::Id;
use crate::draft::{DraftText, MARK, keep};
use crate::{DraftKept, DraftMark, DraftRow, Drafts, StoreError, WEEK_MS};
use asq_core::life::RequestId;
use rusqlite::{OptionalExtension, Transaction, params};

const SELECT: &str = "SELECT question, rev, by, at, body, other_by, other FROM draft WHERE request = ?1";

impl Drafts for Sqlite {
    fn keep_draft(&self, row: &DraftRow) -> Result<DraftKept, StoreError> {
        let kept = self.write_unsynced(|sql| kept(sql, row).map_err(|e| self.sql(&e)))?;
        self.ring_drafts();
        Ok(kept)
    }

    fn drafts(&self, id: RequestId) -> Result<Vec<DraftRow>, StoreError> {
        let select = format!("{SELECT} ORDER BY question");
        self.read(|sql| {
            sql.prepare_cached(&select)?
                .query_map([Id(id)], |row| of(row).map(|(question, text)| text.row(id, question)))?
                .collect()
        })
    }

    fn draft_marks(&self) -> Result<Vec<DraftMark>, StoreError> {
        self.read(|sql| {
            let select =
                "SELECT request, question, coalesce(substr(body, 1, ?1), x'') FROM draft ORDER BY request, question";
            sql.prepare_cached(select)?
                .query_map([MARK as i64], |row| {
                    let Id(request) = row.get(0)?;
                    Ok(DraftMark { request, question: row.get(1)?, head: row.get(2)? })
                })?
                .collect()
        })
    }

    fn drop_drafts(&self, id: RequestId, but: Option<u64>) -> Result<(), StoreError> {
        // Most requests have none, and a write would take the gate.
        let none = self.drafts(id)?.is_empty();
        if none {
            return Ok(());
        }
        self.write_unsynced(|sql| dropped(sql, id, but).map_err(|e| self.sql(&e)))?;
        self.ring_drafts();
        Ok(())
    }

    fn late_requests(&self) -> Result<Vec<RequestId>, StoreError> {
        let select = "SELECT request FROM unsent GROUP BY request ORDER BY max(n) DESC";
        self.read(|sql| {
            sql.prepare_cached(select)?.query_map([], |row| row.get(0).map(|Id(id)| id))?.collect()
        })
    }

    fn late_drafts(&self, id: RequestId) -> Result<Vec<DraftRow>, StoreError> {
        let select =
            "SELECT question, rev, by, at, body, NULL, NULL FROM unsent WHERE request = ?1 ORDER BY n";
        self.read(|sql| {
            sql.prepare_cached(select)?
                .query_map([Id(id)], |row| of(row).map(|(question, text)| text.row(id, question)))?
                .collect()
        })
    }

    fn forget_late(&self, id: RequestId, until_ms: u64) -> Result<(), StoreError> {
        let delete = "DELETE FROM unsent WHERE request = ?1 AND at <= ?2";
        self.write_unsynced(|sql| {
            sql.execute(delete, params![Id(id), until_ms as i64]).map_err(|e| self.sql(&e))?;
            Ok(())
        })?;
        self.ring_drafts();
        Ok(())
    }
}

impl Sqlite {
    pub(super) fn ring_drafts(&self) {
        // If the ring fails, the next poll finds the draft.
        let _ = self.rung_drafts.ready(&self.place.drafts_bell()).map(|()| self.rung_drafts.write(0));
    }
}

fn kept(sql: &Transaction<'_>, row: &DraftRow) -> rusqlite::Result<DraftKept> {
    let there = sql
        .prepare_cached(&format!("{SELECT} AND question = ?2"))?
        .query_row(params![Id(row.request), row.question], of)
        .optional()?;
    let (now, mut unsent, kept) = keep(there.as_ref().map(|(_, text)| text), row);
    let closed = format!("SELECT EXISTS (SELECT 1 FROM record WHERE request = ?1 AND mark & {CLOSED})");
    if sql.prepare_cached(&closed)?.query_row([Id(row.request)], |row| row.get(0))? {
        let delete = "DELETE FROM draft WHERE request = ?1 AND question = ?2";
        sql.prepare_cached(delete)?.execute(params![Id(row.request), row.question])?;
        unsent.extend(now.lost(None));
    } else {
        let DraftText { rev, by, at_ms, body, other } = now;
        let (other_by, other) = other.map_or((None, None), |(by, body)| (Some(by as i64), Some(body)));
        let insert = "INSERT OR REPLACE INTO draft VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        sql.prepare_cached(insert)?.execute(params![
            Id(row.request),
            row.question,
            rev as i64,
            by as i64,
            at_ms as i64,
            body,
            other_by,
            other
        ])?;
    }
    too_late(sql, row.request, row.question, &unsent)?;
    Ok(kept)
}

fn dropped(sql: &Transaction<'_>, id: RequestId, but: Option<u64>) -> rusqlite::Result<()> {
    let all: Vec<(u32, DraftText)> = sql
        .prepare_cached(&format!("{SELECT} ORDER BY question"))?
        .query_map([Id(id)], of)?
        .collect::<Result<_, _>>()?;
    sql.prepare_cached("DELETE FROM draft WHERE request = ?1")?.execute([Id(id)])?;
    for (question, text) in all {
        too_late(sql, id, question, &text.lost(but))?;
    }
    Ok(())
}

fn too_late(
    sql: &Transaction<'_>,
    id: RequestId,
    question: u32,
    texts: &[DraftText],
) -> rusqlite::Result<()> {
    if texts.is_empty() {
        return Ok(());
    }
    let insert = "INSERT INTO unsent (request, question, rev, by, at, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let mut insert = sql.prepare_cached(insert)?;
    for DraftText { rev, by, at_ms, body, .. } in texts {
        insert.execute(params![Id(id), question, *rev as i64, *by as i64, *at_ms as i64, body])?;
    }
    // The week counts from the latest text, because the store has no clock.
    sql.prepare_cached("DELETE FROM unsent WHERE at + ?1 < (SELECT max(at) FROM unsent)")?
        .execute([WEEK_MS as i64])?;
    Ok(())
}

fn of(row: &rusqlite::Row<'_>) -> rusqlite::Result<(u32, DraftText)> {
    let other = match row.get::<_, Option<i64>>(5)? {
        Some(by) => Some((by as u64, row.get(6)?)),
        None => None,
    };
    let text = DraftText {
        rev: row.get::<_, i64>(1)? as u64,
        by: row.get::<_, i64>(2)? as u64,
        at_ms: row.get::<_, i64>(3)? as u64,
        body: row.get(4)?,
        other,
    };
    Ok((row.get(0)?, text))
}
