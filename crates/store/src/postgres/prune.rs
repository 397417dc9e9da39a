//! Prunes old requests.
//!
//! - In steps: late texts, then bodies, then the beginning of the log.
//! - A text that came too late goes when it is old, and with its request.
//! - The log is sound after each step, so pruning may stop anywhere; a second run continues from there.

use super::Postgres;
use super::import::DROP;
use super::rows::{get, head, id, key};
use super::session::Session;
use super::step::StepSize;
use crate::{Head, Pruned, StoreError, UpkeepStage};
use tokio::time::Instant;

/// The most requests per step that lose their bodies.
const BODIES: i64 = 500;
/// The most records per step to cut.
const RECORDS: i64 = 2000;
/// The most late texts per step.
const TEXTS: i64 = 1000;

pub(super) const LEFT_BEHIND: &str =
    "SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = 'asq_incoming')";
const ALL: &str = "SELECT count(*) FROM asq.request WHERE closed IS NOT NULL AND closed_at < $1";
const OLD: &str =
    "SELECT request, closed FROM asq.request WHERE closed > $1 AND closed_at < $2 ORDER BY closed LIMIT $3";
/// Keeps searches from indexing what is being erased.
pub(super) const NO_HISTORY: &str = "SELECT closed FROM asq.past_upto WHERE k = 0 FOR UPDATE";
const LOCKED: &str = "SELECT genesis, genesis_link FROM asq.head WHERE k = 0 FOR UPDATE";
const FREE: &str = "DELETE FROM asq.claim c USING asq.request r
    WHERE r.request = ANY($1) AND c.key = r.claim AND c.request = r.request";
const FORGET: &str = "DELETE FROM asq.past WHERE closed = ANY($1)";
const NOTE: &str =
    "UPDATE asq.request SET claim = NULL, closed = NULL, closed_at = NULL WHERE request = ANY($1)";
const UNTYPE: &str = "DELETE FROM asq.draft WHERE request = ANY($1)";
const UNTYPE_LATE: &str = "DELETE FROM asq.unsent WHERE request = ANY($1)";
const ERASE: &str = "UPDATE asq.record SET body = NULL, salt = NULL, secret = NULL
    WHERE request = ANY($1) AND body IS NOT NULL";
const UNSENT: &str =
    "DELETE FROM asq.unsent WHERE n IN (SELECT n FROM asq.unsent WHERE at < $1 ORDER BY at LIMIT $2)";
/// Bodies are never added back, so the result stays valid.
const KEPT: &str =
    "SELECT h.genesis, coalesce((SELECT min(position) - 1 FROM asq.record WHERE body IS NOT NULL),
    h.position) FROM asq.head h WHERE k = 0";
const LAST: &str = "SELECT position, link FROM (SELECT position, link FROM asq.record
    WHERE position > $1 AND position <= $2 ORDER BY position LIMIT $3) these ORDER BY position DESC LIMIT 1";
const CUT: &str = "DELETE FROM asq.record WHERE position > $1 AND position <= $2 RETURNING request";
const GONE: &str = "DELETE FROM asq.request r WHERE r.request = ANY($1)
    AND NOT EXISTS (SELECT FROM asq.record WHERE record.request = r.request)";
const BEGIN_AT: &str = "UPDATE asq.head SET genesis = $1, genesis_link = $2 WHERE k = 0";

pub(super) fn prune(store: &Postgres, before_ms: u64) -> Result<Pruned, StoreError> {
    let before = i64::try_from(before_ms).unwrap_or(i64::MAX);
    let is_left = store
        .hub
        .again(|state| async move { get(&state.reader().await?.read_one(LEFT_BEHIND, &[]).await?, 0) });
    if is_left? {
        // An import's leftovers may belong to another role; then this fails.
        let _ = store.hub.run(|state| async move { state.reader().await?.simple(DROP).await });
    }
    let drafts = drop_unsent(store, before)?;
    let bodies = erase(store, before)?;
    Ok(Pruned { bodies, drafts, records: cut(store)? })
}

/// The number of requests that closed before then and still have their text.
pub(super) fn closed_before(store: &Postgres, before: i64) -> Result<u64, StoreError> {
    let all = move |state: std::sync::Arc<super::state::PostgresState>| async move {
        get::<i64>(&state.reader().await?.read_one(ALL, &[&before]).await?, 0)
    };
    Ok(store.hub.again(all)? as u64)
}

/// Erases the bodies of requests that closed before then; returns how many.
fn erase(store: &Postgres, before: i64) -> Result<u64, StoreError> {
    let all = closed_before(store, before)?;
    let (mut size, mut from) = (StepSize::up_to(BODIES), 0);
    let (mut bodies, mut requests) = (0, 0);
    loop {
        let most = size.now();
        // Before the head is locked, so that nobody waits for the search.
        let old = store.hub.again(move |state| async move {
            let rows = state.reader().await?.read(OLD, &[&from, &before, &most]).await?;
            rows.iter().map(|row| Ok((key(id(row, 0)?), get::<i64>(row, 1)?))).collect::<Result<Vec<_>, _>>()
        })?;
        let Some((_, last)) = old.last() else { return Ok(bodies) };
        (from, requests) = (*last, requests + old.len() as u64);
        let (gone, took) = store.step(|session| async move {
            let (ids, closed): (Vec<Vec<u8>>, Vec<i64>) = old.into_iter().unzip();
            erased(&session, &ids, &closed).await
        })?;
        size.took(took);
        bodies += gone;
        store.progress(&size, UpkeepStage::Erasing, requests, Some(all.max(requests)));
    }
}

async fn erased(
    session: &Session,
    ids: &Vec<Vec<u8>>,
    closed: &Vec<i64>,
) -> Result<(u64, Instant), StoreError> {
    // First the search's lock, then the head's, as in an import.
    session.row(NO_HISTORY, &[]).await?;
    session.row(LOCKED, &[]).await?;
    let locked = Instant::now();
    // Before the requests forget their claims: by these the keys are found.
    session.run(FREE, &[ids]).await?;
    session.run(FORGET, &[closed]).await?;
    session.run(NOTE, &[ids]).await?;
    session.run(UNTYPE, &[ids]).await?;
    session.run(UNTYPE_LATE, &[ids]).await?;
    Ok((session.run(ERASE, &[ids]).await?, locked))
}

/// Removes late texts from before then; returns how many.
fn drop_unsent(store: &Postgres, before: i64) -> Result<u64, StoreError> {
    let (mut size, mut drafts) = (StepSize::up_to(TEXTS), 0);
    loop {
        let most = size.now();
        let (gone, took) = store.step(move |session| async move {
            let begun = Instant::now();
            Ok((session.run(UNSENT, &[&before, &most]).await?, begun))
        })?;
        size.took(took);
        drafts += gone;
        if gone < most as u64 {
            return Ok(drafts);
        }
        store.progress(&size, UpkeepStage::Erasing, drafts, None);
    }
}

/// Cuts the log's beginning up to the first body; returns the number of records.
fn cut(store: &Postgres) -> Result<u64, StoreError> {
    let (first, until) = store.hub.again(|state| async move {
        let row = state.reader().await?.read_one(KEPT, &[]).await?;
        Ok((get::<i64>(&row, 0)?, get::<i64>(&row, 1)?))
    })?;
    let all = (until - first).max(0) as u64;
    let (mut size, mut records) = (StepSize::up_to(RECORDS), 0);
    loop {
        let most = size.now();
        let (gone, took) = store.step(move |session| async move { off(&session, until, most).await })?;
        let Some(gone) = gone else { return Ok(records) };
        size.took(took);
        records += gone;
        store.progress(&size, UpkeepStage::Cutting, records, Some(all));
    }
}

/// Cuts some of them; returns how many, if there were any.
async fn off(session: &Session, until: i64, most: i64) -> Result<(Option<u64>, Instant), StoreError> {
    let first: i64 = get(&session.row(LOCKED, &[]).await?, 0)?;
    let locked = Instant::now();
    let rows = session.rows(LAST, &[&first, &until, &most]).await?;
    let Some(last) = rows.first() else { return Ok((None, locked)) };
    let Head { position, link } = head(last, 0)?;
    let position = position.0 as i64;
    let cut = session.rows(CUT, &[&first, &position]).await?;
    let records = cut.len() as u64;
    let requests = cut.iter().map(|row| get::<Vec<u8>>(row, 0)).collect::<Result<Vec<_>, _>>()?;
    session.run(GONE, &[&requests]).await?;
    session.run(BEGIN_AT, &[&position, &link.as_slice()]).await?;
    Ok((Some(records), locked))
}
