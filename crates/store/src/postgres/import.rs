//! Imports a log into an empty store.
//!
//! - Reads it in steps into tables next to the store's, so others can ask in the meantime.
//! - Once everything is read and sound, these tables replace the empty ones at once: all or nothing.
//! - If somebody has asked in the meantime, the store isn't empty any more and stays as it is.
//! - The next import or pruning removes what an interrupted import left behind.
//! - Roles that may use the store's tables may use the new ones.

use super::Postgres;
use super::append::{NOTHING, known_in, write};
use super::plan::{BatchPlan, claim_of};
use super::rows::{get, head};
use super::session::Session;
use super::tables::INCOMING;
use crate::row::LogRow;
use crate::{Head, StoreError, UpkeepStage, WakeReason, line};
use asq_core::life::RequestId;
use std::collections::BTreeSet;
use std::io::BufRead;
use std::time::Duration;
use tokio::time::Instant;

const CHUNK: usize = 500;
/// How often to try the swap, and how long to wait in between: somebody may be reading the old tables.
const TRIES: usize = 50;
const AGAIN: Duration = Duration::from_millis(100);

const LOCKED: &str = "SELECT position, link FROM asq.head WHERE k = 0 FOR UPDATE";
/// The import's number is in place of the store's version.
const MINE: &str = "SELECT position, link, open, version FROM asq_incoming.head WHERE k = 0 FOR UPDATE";
pub(super) const DROP: &str = "DROP SCHEMA IF EXISTS asq_incoming CASCADE";
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
    let (genesis, rows) = line::read(from)?;
    let (mine, _) =
        store.step(move |session| async move { Ok((make(&session, genesis).await?, Instant::now())) })?;
    let read = take(store, mine, genesis, rows).and_then(|(read, at)| swap(store, mine, at).map(|()| read));
    if read.is_err() {
        // The next import removes what is left.
        let _ = store.hub.run(|state| async move { state.reader().await?.simple(DROP).await });
    }
    read
}

/// Creates the import's tables; returns the import's number.
async fn make(session: &Session, genesis: Head) -> Result<i32, StoreError> {
    must_be_empty(session).await?;
    session.simple(DROP).await?;
    session.simple(MAKE).await?;
    let position = genesis.position.0 as i64;
    get(&session.row(FIRST, &[&position, &genesis.link.as_slice()]).await?, 0)
}

async fn must_be_empty(session: &Session) -> Result<(), StoreError> {
    if head(&session.row(LOCKED, &[]).await?, 0)? == NOTHING {
        return Ok(());
    }
    Err(StoreError::Failed("a log is only read into an empty store".to_owned()))
}

/// Reads everything; returns the number of records and the head.
fn take(
    store: &Postgres,
    mine: i32,
    genesis: Head,
    mut rows: impl Iterator<Item = Result<LogRow, StoreError>>,
) -> Result<(u64, Head), StoreError> {
    let (mut at, mut read) = (genesis, 0);
    loop {
        let mut chunk = Vec::new();
        for row in rows.by_ref().take(CHUNK) {
            let row = row?;
            line::follows(chunk.last().map_or(at, LogRow::head), &row)?;
            chunk.push(row);
        }
        let (Some(last), many) = (chunk.last(), chunk.len() as u64) else { return Ok((read, at)) };
        let next = last.head();
        store.step(move |session| async move {
            let begun = Instant::now();
            put(&session, mine, at, chunk).await.map(|()| ((), begun))
        })?;
        (at, read) = (next, read + many);
        store.progress(UpkeepStage::Reading, read, None);
    }
}

async fn put(session: &Session, mine: i32, at: Head, chunk: Vec<LogRow>) -> Result<(), StoreError> {
    let open = still_mine(session, mine, at).await?;
    let records = chunk.iter().map(|row| row.stored().map(|it| it.record));
    let records = records.collect::<Result<Vec<_>, _>>()?;
    let ids: BTreeSet<RequestId> = chunk.iter().map(|row| row.request).collect();
    let claims: BTreeSet<&str> =
        records.iter().flatten().filter_map(claim_of).map(|claim| claim.key().0.as_str()).collect();
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

/// Replaces the empty tables with the imported ones.
fn swap(store: &Postgres, mine: i32, at: Head) -> Result<(), StoreError> {
    for again in (0..TRIES).rev() {
        let done = store.step(move |session| async move {
            session.simple(AT_ONCE).await?;
            must_be_empty(&session).await?;
            still_mine(&session, mine, at).await?;
            session.simple(SWAP).await?;
            Ok(((), Instant::now()))
        });
        match done {
            Err(StoreError::Busy(_)) if again > 0 => std::thread::sleep(AGAIN),
            Err(fault) => return Err(fault),
            Ok(_) => break,
        }
    }
    store.hub.run(|state| async move {
        state.ring(WakeReason::Records);
        Ok(())
    })
}
