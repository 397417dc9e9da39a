//! Imports a log into an empty store, while others go on asking.
//!
//! - First it reserves the log's positions: askers append after the log's end in the meantime.
//! - It reads the log in steps into tables next to the store's, and then copies what was appended in the meantime.
//! - Once everything is there and sound, these tables replace the store's at once: all or nothing.
//! - A log from an older asq doesn't say where it ends. If somebody asks during its import, the import is refused.
//! - The next import or pruning removes what an interrupted import left behind.
//! - Roles that may use the store's tables may use the new ones.

use super::Postgres;
use super::append::{NOTHING, known_in, write};
use super::plan::{BatchPlan, claim_of};
use super::prune::{LEFT_BEHIND, NO_HISTORY};
use super::read::AFTER;
use super::rows::{get, head, record};
use super::session::Session;
use super::step::StepSize;
use super::tables::INCOMING;
use crate::line::LogBounds;
use crate::row::LogRow;
use crate::{Head, StoreError, UpkeepStage, WakeReason, line};
use asq_core::life::RequestId;
use std::collections::BTreeSet;
use std::io::BufRead;
use std::time::Duration;
use tokio::time::Instant;

/// The most records per step.
const CHUNK: i64 = 500;
/// The most records that are copied while the head is locked.
const LAST: i64 = 50;
/// How often to try the swap, and how long to wait in between: somebody may be reading the old tables.
const TRIES: usize = 50;
const AGAIN: Duration = Duration::from_millis(100);

const LOCKED: &str = "SELECT position, link, genesis, genesis_link FROM asq.head WHERE k = 0 FOR UPDATE";
const NOW: &str = "SELECT position, link FROM asq.head WHERE k = 0";
/// The import's number is in place of the store's version.
const MINE: &str = "SELECT position, link, open, version FROM asq_incoming.head WHERE k = 0 FOR UPDATE";
/// Returns the reserved positions, unless somebody has appended after them.
pub(super) const DROP: &str = "DO $$ BEGIN
    IF to_regclass('asq_incoming.reserved') IS NOT NULL THEN
        UPDATE asq.head h SET position = 0, link = decode(repeat('00', 32), 'hex'),
            genesis = 0, genesis_link = decode(repeat('00', 32), 'hex')
            FROM asq_incoming.reserved r
            WHERE h.position = h.genesis AND h.position = r.position AND h.link = r.link;
    END IF;
    END $$;
    DROP SCHEMA IF EXISTS asq_incoming CASCADE";
const RESERVED: &str = "CREATE TABLE asq_incoming.reserved (position bigint, link bytea)";
const RESERVE: &str = "WITH noted AS (INSERT INTO asq_incoming.reserved VALUES ($1, $2))
    UPDATE asq.head SET position = $1, link = $2, genesis = $1, genesis_link = $2 WHERE k = 0";
/// A search in the meantime has skipped the imported positions.
const AGAIN_FROM: &str = "UPDATE asq.past_upto SET closed = least(closed,
    (SELECT genesis FROM asq.head WHERE k = 0)) WHERE k = 0";
const MAKE: &str = "CREATE SCHEMA asq_incoming;
    CREATE TABLE asq_incoming.head (LIKE asq.head INCLUDING ALL);
    CREATE TABLE asq_incoming.record (LIKE asq.record INCLUDING ALL);
    CREATE TABLE asq_incoming.request (LIKE asq.request INCLUDING ALL);
    CREATE TABLE asq_incoming.pending (LIKE asq.pending INCLUDING ALL);
    CREATE TABLE asq_incoming.claim (LIKE asq.claim INCLUDING ALL);
    ALTER INDEX asq_incoming.request_closed_idx RENAME TO request_closed";
const FIRST: &str = "INSERT INTO asq_incoming.head (k, version, position, link, genesis, genesis_link, open)
    VALUES (0, floor(random() * 2000000000)::integer, $1, $2, $1, $2, 0) RETURNING version";
/// Nobody should wait for a reader of these tables.
const AT_ONCE: &str = "SET LOCAL lock_timeout = '100ms'";
const SWAP: &str = "UPDATE asq.head h SET position = i.position, link = i.link, genesis = i.genesis,
        genesis_link = i.genesis_link, open = i.open FROM asq_incoming.head i WHERE h.k = 0 AND i.k = 0;
    DO $$
    DECLARE name text; has record;
    BEGIN
        FOREACH name IN ARRAY ARRAY['record', 'request', 'pending', 'claim'] LOOP
            FOR has IN SELECT c.relowner, x.privilege_type AS what, x.grantee AS whom, x.is_grantable
                FROM pg_class c LEFT JOIN LATERAL aclexplode(c.relacl) x ON x.grantee <> c.relowner
                WHERE c.oid = ('asq.' || name)::regclass LOOP
                EXECUTE format('ALTER TABLE asq_incoming.%I OWNER TO %I', name, pg_get_userbyid(has.relowner));
                IF has.what IS NOT NULL THEN
                    EXECUTE format('GRANT %s ON asq_incoming.%I TO %s%s', has.what, name,
                        CASE WHEN has.whom = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(has.whom)) END,
                        CASE WHEN has.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END);
                END IF;
            END LOOP;
            EXECUTE format('DROP TABLE asq.%I', name);
            EXECUTE format('ALTER TABLE asq_incoming.%I SET SCHEMA asq', name);
        END LOOP;
    END $$;
    DROP SCHEMA asq_incoming CASCADE";

pub(super) fn import(store: &Postgres, from: &mut dyn BufRead) -> Result<u64, StoreError> {
    let (bounds, rows) = line::read(from)?;
    let (mine, _) =
        store.step(move |session| async move { Ok((make(&session, bounds).await?, Instant::now())) })?;
    let taken = take(store, mine, bounds, rows).map_err(line::of_log);
    let read = taken.and_then(|(read, at)| carry(store, mine, bounds, at).map(|()| read));
    if read.is_err() {
        // The next import removes what is left.
        let _ = store.hub.run(|state| async move { state.reader().await?.simple(DROP).await });
    }
    read
}

/// Creates the import's tables and reserves its positions; returns the import's number.
async fn make(session: &Session, bounds: LogBounds) -> Result<i32, StoreError> {
    let told = session.row(LOCKED, &[]).await?;
    let is_left = get::<bool>(&session.row(LEFT_BEHIND, &[]).await?, 0)?;
    if !is_left {
        may_import(bounds, head(&told, 0)?, head(&told, 2)?)?;
    }
    session.simple(DROP).await?;
    let told = session.row(LOCKED, &[]).await?;
    let genesis = head(&told, 2)?;
    may_import(bounds, head(&told, 0)?, genesis)?;
    session.simple(MAKE).await?;
    if let Some(end) = bounds.end.filter(|end| *end != genesis) {
        session.simple(RESERVED).await?;
        session.run(RESERVE, &[&(end.position.0 as i64), &end.link.as_slice()]).await?;
    }
    let position = bounds.genesis.position.0 as i64;
    get(&session.row(FIRST, &[&position, &bounds.genesis.link.as_slice()]).await?, 0)
}

/// Whether the store is empty, or begins where this log ends.
fn may_import(bounds: LogBounds, last: Head, genesis: Head) -> Result<(), StoreError> {
    if last == NOTHING || bounds.end == Some(genesis) {
        return Ok(());
    }
    Err(StoreError::Filled)
}

/// Fails if somebody has appended in the place of this log.
async fn is_free(session: &Session, bounds: LogBounds) -> Result<(), StoreError> {
    match bounds.end {
        Some(_) => Ok(()),
        None => may_import(bounds, head(&session.row(NOW, &[]).await?, 0)?, NOTHING),
    }
}

/// Reads the log; returns the number of records and the last one.
fn take(
    store: &Postgres,
    mine: i32,
    bounds: LogBounds,
    mut rows: impl Iterator<Item = Result<LogRow, StoreError>>,
) -> Result<(u64, Head), StoreError> {
    let (mut at, mut read, mut size) = (bounds.genesis, 0, StepSize::up_to(CHUNK));
    loop {
        let mut chunk = Vec::new();
        for row in rows.by_ref().take(size.now() as usize) {
            let row = row?;
            line::follows(chunk.last().map_or(at, LogRow::head), &row)?;
            chunk.push(row);
        }
        let (Some(last), many) = (chunk.last(), chunk.len() as u64) else {
            return bounds.reached(at).map(|()| (read, at));
        };
        let next = last.head();
        let ((), took) = store.step(move |session| async move {
            let begun = Instant::now();
            is_free(&session, bounds).await?;
            put(&session, mine, at, chunk).await.map(|()| ((), begun))
        })?;
        size.took(took);
        (at, read) = (next, read + many);
        store.progress(&size, UpkeepStage::Reading, read, None);
    }
}

/// Copies what others have appended in the meantime; with the last of it, it replaces the tables.
fn carry(store: &Postgres, mine: i32, bounds: LogBounds, from: Head) -> Result<(), StoreError> {
    let (mut at, mut tries, mut size) = (from, TRIES, StepSize::up_to(CHUNK));
    loop {
        let (begin, most) = (at, size.now().max(LAST));
        let ((last, more), took) = store.step(move |session| async move {
            let begun = Instant::now();
            let last = copy(&session, mine, begin, most).await?;
            Ok(((last, last.position.0 - begin.position.0 >= LAST as u64), begun))
        })?;
        size.took(took);
        at = last;
        store.progress(&size, UpkeepStage::Reading, at.position.0 - bounds.genesis.position.0, None);
        if more {
            continue;
        }
        let done = store.step(move |session| async move {
            // Readers of the old tables hold them. While this waited for one, every later reader would wait behind
            // it.
            session.simple(AT_ONCE).await?;
            // In the order in which a prune takes these locks, or the two could block each other.
            session.row(NO_HISTORY, &[]).await?;
            let end = head(&session.row(LOCKED, &[]).await?, 0)?;
            is_free(&session, bounds).await?;
            let last = copy(&session, mine, at, LAST).await?;
            let done = last == end || bounds.end.is_none();
            if done {
                session.simple(SWAP).await?;
                session.simple(AGAIN_FROM).await?;
            }
            Ok(((last, done), Instant::now()))
        });
        match done {
            Ok(((_, true), _)) => break,
            // Others were faster; the next round copies theirs, too.
            Ok(((last, false), _)) => at = last,
            Err(StoreError::Busy(_)) if tries > 0 => {
                tries -= 1;
                std::thread::sleep(AGAIN);
            }
            Err(fault) => return Err(fault),
        }
    }
    store.hub.run(|state| async move {
        state.ring(WakeReason::Records);
        Ok(())
    })
}

/// Copies at most so many of the store's own records behind the imported ones; returns the last one that is there.
async fn copy(session: &Session, mine: i32, at: Head, most: i64) -> Result<Head, StoreError> {
    let rows = session.rows(AFTER, &[&(at.position.0 as i64), &most]).await?;
    let rows = rows.iter().map(|row| record(row, 0)).collect::<Result<Vec<_>, _>>()?;
    let mut last = at;
    for row in &rows {
        // The chain is checked row by row, so what is swapped in has been verified.
        line::follows(last, row)?;
        last = row.head();
    }
    if rows.is_empty() {
        still_mine(session, mine, at).await?;
    } else {
        put(session, mine, at, rows).await?;
    }
    Ok(last)
}

async fn put(session: &Session, mine: i32, at: Head, chunk: Vec<LogRow>) -> Result<(), StoreError> {
    let open = still_mine(session, mine, at).await?;
    let records = chunk.iter().map(|row| row.stored().map(|it| it.record));
    let records = records.collect::<Result<Vec<_>, _>>()?;
    let ids: BTreeSet<RequestId> = chunk.iter().map(|row| row.request).collect();
    let claims: BTreeSet<&str> =
        records.iter().flatten().filter_map(claim_of).map(|claim| claim.key().0.as_str()).collect();
    // Statements that aren't prepared yet would run after those that are.
    session.prepare(&INCOMING.all()).await?;
    let (known, claims) = known_in(session, &INCOMING, &ids, &claims).await?;
    let before = claims.clone();
    let mut plan = BatchPlan::new(at, open, known, claims);
    for (row, record) in chunk.into_iter().zip(&records) {
        plan.take(row, record.as_ref())?;
    }
    write(session, &INCOMING, &plan, &before, "SELECT").await.map_err(|broken| session.fault(&broken))
}

/// Checks that the tables belong to this import and end where it left them; returns the number of open requests.
async fn still_mine(session: &Session, mine: i32, at: Head) -> Result<u64, StoreError> {
    let told = session.rows(MINE, &[]).await;
    if let Ok(rows) = &told
        && let Some(row) = rows.first()
        && head(row, 0)? == at
        && get::<i32>(row, 3)? == mine
    {
        return Ok(get::<i64>(row, 2)? as u64);
    }
    if let Err(lost @ StoreError::Unreachable(_)) = told {
        return Err(lost);
    }
    Err(StoreError::Failed("another import began meanwhile".to_owned()))
}
