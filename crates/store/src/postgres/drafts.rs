//! Drafts and late texts.
//!
//! - The writing connection stores them in separate transactions that don't wait for the disk: a draft isn't worth a
//!   delay for every key.
//! - A text for a closed request is a late text from the first.
//! - A replaced text is kept as a late text for a week, unless the person forgets it.
//! - The row is locked while asq decides between two texts.

use super::rows::{get, id, key};
use super::session::Session;
use super::state::PostgresState;
use crate::draft::{DraftText, MARK, keep};
use crate::{DraftKept, DraftMark, DraftRow, StoreError, WEEK_MS, WakeReason};
use asq_core::life::RequestId;
use std::sync::Arc;
use tokio_postgres::Row;

const UNSYNCED: &str = "SET LOCAL synchronous_commit = off";
const LOCK: &str = "SELECT pg_advisory_xact_lock(8314066150327582721)";
const THERE: &str = "SELECT question, rev, surface, at, body, other_by, other_body FROM asq.draft
    WHERE request = $1 AND question = $2 FOR UPDATE";
const ALL: &str = "SELECT question, rev, surface, at, body, other_by, other_body FROM asq.draft
    WHERE request = $1 ORDER BY question";
const KEEP: &str = "INSERT INTO asq.draft VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (request, question) DO UPDATE SET rev = $3, surface = $4, at = $5, body = $6, other_by = $7, other_body = $8";
const DROP: &str = "DELETE FROM asq.draft WHERE request = $1
    RETURNING question, rev, surface, at, body, other_by, other_body";
const CLOSED: &str = "SELECT 1 FROM asq.request r
    WHERE r.request = $1 AND NOT EXISTS (SELECT FROM asq.pending p WHERE p.request = r.request)";
const DROP_ONE: &str = "DELETE FROM asq.draft WHERE request = $1 AND question = $2";
const MARKS: &str = "SELECT request, question, substring(body FROM 1 FOR $1) FROM asq.draft
    ORDER BY request, question";
const UNSENT: &str =
    "INSERT INTO asq.unsent (request, question, rev, surface, at, body) VALUES ($1, $2, $3, $4, $5, $6)";
const FORGET: &str = "DELETE FROM asq.unsent WHERE at < (SELECT max(at) FROM asq.unsent) - $1";
const FORGET_LATE: &str = "DELETE FROM asq.unsent WHERE request = $1 AND at <= $2";
const LATE: &str = "SELECT request FROM asq.unsent GROUP BY request ORDER BY max(n) DESC";
const TOO_LATE: &str = "SELECT question, rev, surface, at, body, NULL::bigint, NULL::bytea FROM asq.unsent
    WHERE request = $1 ORDER BY n";

pub(super) async fn keep_draft(state: Arc<PostgresState>, row: DraftRow) -> Result<DraftKept, StoreError> {
    let kept = write_unsynced(&state, async |session: &Session| {
        // A row that doesn't exist yet can't be locked.
        session.rows(LOCK, &[]).await?;
        let question = row.question as i32;
        let there = session.rows(THERE, &[&key(row.request), &question]).await?;
        let there = there.first().map(text).transpose()?.map(|(_, text)| text);
        let (now, mut unsent, kept) = keep(there.as_ref(), &row);
        let is_open = session.rows(CLOSED, &[&key(row.request)]).await?.is_empty();
        if is_open {
            let DraftText { rev, by, at_ms, body, other } = &now;
            let (other_by, other) = other.as_ref().map(|(by, body)| (*by as i64, body)).unzip();
            let given: super::session::Params<'_> = &[
                &key(row.request),
                &question,
                &(*rev as i64),
                &(*by as i64),
                &(*at_ms as i64),
                body,
                &other_by,
                &other,
            ];
            session.run(KEEP, given).await?;
        } else {
            session.run(DROP_ONE, &[&key(row.request), &question]).await?;
            unsent.extend(now.lost(None));
        }
        too_late(session, row.request, row.question, &unsent).await?;
        Ok(kept)
    })
    .await?;
    state.ring(WakeReason::Drafts);
    Ok(kept)
}

pub(super) async fn drafts(state: Arc<PostgresState>, id: RequestId) -> Result<Vec<DraftRow>, StoreError> {
    read(&state, ALL, id).await
}

pub(super) async fn late_drafts(
    state: Arc<PostgresState>,
    id: RequestId,
) -> Result<Vec<DraftRow>, StoreError> {
    read(&state, TOO_LATE, id).await
}

pub(super) async fn late_requests(state: Arc<PostgresState>) -> Result<Vec<RequestId>, StoreError> {
    let rows = state.reader().await?.read(LATE, &[]).await?;
    rows.iter().map(|row| id(row, 0)).collect()
}

pub(super) async fn forget_late(
    state: Arc<PostgresState>,
    id: RequestId,
    until_ms: u64,
) -> Result<(), StoreError> {
    write_unsynced(&state, async |session: &Session| {
        session.run(FORGET_LATE, &[&key(id), &(until_ms as i64)]).await.map(drop)
    })
    .await?;
    state.ring(WakeReason::Drafts);
    Ok(())
}

pub(super) async fn draft_marks(state: Arc<PostgresState>) -> Result<Vec<DraftMark>, StoreError> {
    let rows = state.reader().await?.read(MARKS, &[&(MARK as i32)]).await?;
    let mark = |row| {
        Ok(DraftMark { request: id(row, 0)?, question: get::<i32>(row, 1)? as u32, head: get(row, 2)? })
    };
    rows.iter().map(mark).collect()
}

pub(super) async fn drop_drafts(
    state: Arc<PostgresState>,
    id: RequestId,
    but: Option<u64>,
) -> Result<(), StoreError> {
    write_unsynced(&state, async |session: &Session| {
        // A draft that is being written is removed as well, or its writer sees that the request is closed.
        session.rows(LOCK, &[]).await?;
        let gone = session.rows(DROP, &[&key(id)]).await?;
        let mut gone = gone.iter().map(text).collect::<Result<Vec<_>, _>>()?;
        gone.sort_by_key(|(question, _)| *question);
        for (question, text) in gone {
            too_late(session, id, question, &text.lost(but)).await?;
        }
        Ok(())
    })
    .await?;
    state.ring(WakeReason::Drafts);
    Ok(())
}

async fn read(
    state: &Arc<PostgresState>,
    sql: &'static str,
    id: RequestId,
) -> Result<Vec<DraftRow>, StoreError> {
    let rows = state.reader().await?.read(sql, &[&key(id)]).await?;
    rows.iter().map(|row| text(row).map(|(question, text)| text.row(id, question))).collect()
}

async fn too_late(
    session: &Session,
    id: RequestId,
    question: u32,
    texts: &[DraftText],
) -> Result<(), StoreError> {
    for DraftText { rev, by, at_ms, body, other: _ } in texts {
        let given: super::session::Params<'_> =
            &[&key(id), &(question as i32), &(*rev as i64), &(*by as i64), &(*at_ms as i64), body];
        session.run(UNSENT, given).await?;
    }
    session.run(FORGET, &[&(WEEK_MS as i64)]).await.map(drop)
}

fn text(row: &Row) -> Result<(u32, DraftText), StoreError> {
    let other_by: Option<i64> = get(row, 5)?;
    let text = DraftText {
        rev: get::<i64>(row, 1)? as u64,
        by: get::<i64>(row, 2)? as u64,
        at_ms: get::<i64>(row, 3)? as u64,
        body: get(row, 4)?,
        other: other_by.map(|by| by as u64).zip(get(row, 6)?),
    };
    Ok((get::<i32>(row, 0)? as u32, text))
}

/// Runs a transaction outside the log.
pub(super) async fn write_unsynced<T>(
    state: &Arc<PostgresState>,
    what: impl AsyncFnOnce(&Session) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let mut place = state.writer.lock().await;
    let session = state.writer(&mut place).await?;
    let done = async {
        session.begin().await?;
        session.simple(UNSYNCED).await?;
        let done = what(&session).await?;
        session.simple("COMMIT").await.map(|()| done)
    };
    match done.await {
        Ok(done) => Ok(done),
        Err(fault) => {
            session.roll_back().await;
            Err(fault)
        }
    }
}
