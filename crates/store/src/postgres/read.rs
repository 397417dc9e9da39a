//! Reads from the store.
//!
//! - Each read is one statement and sees one moment.
//! - Every record is checked against its digest.
//! - A search by the beginning of an id ends at its limit.

use super::rows::{columns, get, head, id, key, record};
use super::state::PostgresState;
use crate::{Head, StoreError, Stored, pending_bytes};
use asq_core::inbox::{Pending, Position};
use asq_core::life::{IdempotencyKey, RequestId};
use std::sync::Arc;

const HEAD: &str = "SELECT position, link FROM asq.head WHERE k = 0";
const BEGINNING: &str = "SELECT genesis FROM asq.head WHERE k = 0";
const COUNT: &str = "SELECT open FROM asq.head WHERE k = 0";
const CLOCK: &str = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
pub(super) const AFTER: &str =
    concat!("SELECT ", columns!(), " FROM asq.record r WHERE r.position > $1 ORDER BY r.position LIMIT $2");
const RECORDS: &str =
    concat!("SELECT ", columns!(), " FROM asq.record r WHERE r.request = $1 ORDER BY r.position");
const PENDING: &str = "SELECT h.position, p.position, p.request, p.summary FROM asq.head h
    LEFT JOIN (SELECT * FROM asq.pending WHERE position > $1 ORDER BY position LIMIT $2) p ON true
    WHERE h.k = 0 ORDER BY p.position";
const FIND: &str =
    "SELECT request FROM asq.request WHERE request BETWEEN $1 AND $2 ORDER BY request LIMIT $3";
const CLAIMED: &str = "SELECT request FROM asq.claim WHERE key = $1";

/// A limit for SQL; 0 means all.
pub(super) fn limit(limit: usize) -> i64 {
    if limit == 0 { i64::MAX } else { i64::try_from(limit).unwrap_or(i64::MAX) }
}

pub(super) async fn last(state: Arc<PostgresState>) -> Result<Head, StoreError> {
    head(&state.reader().await?.read_one(HEAD, &[]).await?, 0)
}

pub(super) async fn beginning(state: Arc<PostgresState>) -> Result<Position, StoreError> {
    Ok(Position(get::<i64>(&state.reader().await?.read_one(BEGINNING, &[]).await?, 0)? as u64))
}

pub(super) async fn count(state: Arc<PostgresState>) -> Result<u64, StoreError> {
    Ok(get::<i64>(&state.reader().await?.read_one(COUNT, &[]).await?, 0)? as u64)
}

/// Milliseconds since 1970, by the server's clock.
pub(super) async fn clock(state: Arc<PostgresState>) -> Result<u64, StoreError> {
    let now = get::<i64>(&state.reader().await?.row(CLOCK, &[]).await?, 0)? as u64;
    state.health.time(now);
    Ok(now)
}

pub(super) async fn after(
    state: Arc<PostgresState>,
    position: Position,
    most: usize,
) -> Result<Vec<Stored>, StoreError> {
    if most == 0 {
        return Ok(Vec::new());
    }
    let from = i64::try_from(position.0).unwrap_or(i64::MAX);
    let rows = state.reader().await?.read(AFTER, &[&from, &limit(most)]).await?;
    rows.iter().map(|row| record(row, 0)?.stored()).collect()
}

pub(super) async fn records(state: Arc<PostgresState>, id: RequestId) -> Result<Vec<Stored>, StoreError> {
    let rows = state.reader().await?.read(RECORDS, &[&key(id)]).await?;
    rows.iter().map(|row| record(row, 0)?.stored()).collect()
}

pub(super) async fn pending(
    state: Arc<PostgresState>,
    after: Position,
    most: usize,
) -> Result<(Position, Vec<Pending>), StoreError> {
    let from = i64::try_from(after.0).unwrap_or(i64::MAX);
    let rows = state.reader().await?.read(PENDING, &[&from, &limit(most)]).await?;
    let mut upto = Position(0);
    let (mut open, mut same) = (Vec::new(), pending_bytes::Same::default());
    for row in &rows {
        upto = Position(get::<i64>(row, 0)? as u64);
        if let Some(position) = get::<Option<i64>>(row, 1)? {
            let summary: Vec<u8> = get(row, 3)?;
            open.push(pending_bytes::from_bytes(
                id(row, 2)?,
                Position(position as u64),
                &summary,
                &mut same,
            )?);
        }
    }
    Ok((upto, open))
}

pub(super) async fn find(
    state: Arc<PostgresState>,
    prefix: String,
    most: usize,
) -> Result<Vec<RequestId>, StoreError> {
    let Some((from, to)) = crate::prefix::range(&prefix).filter(|_| most > 0) else {
        return Ok(Vec::new());
    };
    let rows = state.reader().await?.read(FIND, &[&key(from), &key(to), &limit(most)]).await?;
    rows.iter().map(|row| id(row, 0)).collect()
}

pub(super) async fn claimed(
    state: Arc<PostgresState>,
    claim: IdempotencyKey,
) -> Result<Option<RequestId>, StoreError> {
    let rows = state.reader().await?.read(CLAIMED, &[&claim.0.as_bytes()]).await?;
    rows.first().map(|row| id(row, 0)).transpose()
}
