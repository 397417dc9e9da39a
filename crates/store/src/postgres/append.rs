//! Appends records, one transaction per batch.
//!
//! - The head's row is locked first. So positions follow the order of commits, and what we read about the requests
//!   stays true until the commit.
//! - It takes two round trips: lock and read; write and commit.
//! - A connection that breaks before the commit was sent has stored nothing. After that, the outcome is read back by
//!   request, number and digest, under the head's lock, so that no transaction is half-way.
//! - Others are notified after the commit, never inside it.

use super::plan::{BatchPlan, RequestState, claim_of};
use super::rows::{get, head, id, key, keys};
use super::schema::judged;
use super::session::{BEGIN, Broken, PATIENCE, Param, Session, SharedSession};
use super::state::PostgresState;
use super::tables::{STORE, Tables};
use super::turn::WriteTurn;
use crate::row::{LogRow, Salts, Written};
use crate::{Append, Head, StoreError, Verdict, WakeReason};
use asq_core::inbox::Position;
use asq_core::life::{AskKey, IdempotencyKey, RequestId};
use futures_util::future::{join, join_all, join3};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// How long to look for the outcome after the connection broke.
const RESOLVING: Duration = Duration::from_secs(10);
/// The interval between two tries.
const AGAIN: Duration = Duration::from_millis(100);

/// Also returns material for salts: the server's randomness is as good as the data it protects.
// Everybody who appends waits for this row, so positions become visible in their order. With a sequence, a reader
// that is at 2 would miss 1 if its transaction took longer.
const HEAD: &str = "SELECT version, position, link, open, gen_random_uuid()::text || gen_random_uuid()::text
    FROM asq.head WHERE k = 0 FOR UPDATE";
const BACK: &str = "SELECT digest FROM asq.record WHERE request = $1 AND seq = $2";

/// Appends a batch. If nothing was stored because the server went away, retries for a while: another server may be
/// about to take over.
pub(super) async fn append(
    state: Arc<PostgresState>,
    batch: Vec<Append>,
) -> Result<Vec<Verdict>, StoreError> {
    if batch.is_empty() {
        return Ok(Vec::new());
    }
    let mut place = state.writer.lock().await;
    let until = Instant::now() + PATIENCE;
    loop {
        match once(&state, &mut place, &batch).await {
            Err(StoreError::Unreachable(_)) if Instant::now() < until => tokio::time::sleep(AGAIN).await,
            done => return done,
        }
    }
}

async fn once(
    state: &Arc<PostgresState>,
    place: &mut Option<SharedSession>,
    batch: &[Append],
) -> Result<Vec<Verdict>, StoreError> {
    // Encode before locking: a server ends a transaction that is idle for 5 s.
    let written = Written::all(batch)?;
    let session = state.writer(place).await?;
    let (mut plan, mut salts) = match begin(&session, batch).await {
        Ok(begun) => begun,
        Err(fault) => {
            session.roll_back().await;
            return Err(session.explained(fault).await);
        }
    };
    let before = plan.claims.clone();
    let verdicts = match plan.append(batch, written, &mut salts) {
        Ok(verdicts) if !plan.rows.is_empty() => verdicts,
        other => {
            session.roll_back().await;
            return other;
        }
    };
    match write(&session, &STORE, &plan, &before, "COMMIT").await {
        Ok(()) => {}
        Err(broken) if broken.unknown() => {
            *place = None;
            let fault = session.fault(&broken);
            drop(session);
            resolve(state, &plan.rows, &fault).await?;
        }
        Err(broken) => {
            let fault = session.fault(&broken);
            session.roll_back().await;
            return Err(fault);
        }
    }
    state.ring(WakeReason::Records);
    Ok(verdicts)
}

/// Locks the head and reads what is known about the batch.
async fn begin(session: &WriteTurn, batch: &[Append]) -> Result<(BatchPlan, Salts), StoreError> {
    let ids: BTreeSet<RequestId> = batch.iter().map(|append| append.request).collect();
    let claims = batch.iter().flat_map(|append| &append.records).filter_map(claim_of);
    let claims: BTreeSet<&str> = claims.map(|claim| claim.key().0.as_str()).collect();
    session.prepare(&[&[HEAD], STORE.all().as_slice()].concat()).await?;
    // One round trip for all of it; the head comes first, so what is known is read under its lock.
    let sent = join3(session.simple(BEGIN), session.row(HEAD, &[]), known_in(session, &STORE, &ids, &claims));
    let (begun, told, known) = sent.await;
    begun?;
    let told = told?;
    judged(get(&told, 0)?, session.migrations)?;
    let (known, taken) = known?;
    let seed = Sha256::digest(get::<&str>(&told, 4)?.as_bytes());
    Ok((BatchPlan::new(head(&told, 1)?, get::<i64>(&told, 3)? as u64, known, taken), Salts::new(seed.into())))
}

/// Reads what these tables know about the requests and claims.
pub(super) async fn known_in(
    session: &Session,
    tables: &Tables,
    ids: &BTreeSet<RequestId>,
    claims: &BTreeSet<&str>,
) -> Result<(BTreeMap<RequestId, RequestState>, BTreeMap<String, RequestId>), StoreError> {
    let claims: Vec<&[u8]> = claims.iter().map(|claim| claim.as_bytes()).collect();
    let ids = keys(ids);
    let (known, taken): ([&dyn Param; 1], [&dyn Param; 2]) = ([&ids], [&claims, &ids]);
    let (known, taken) = join(session.rows(tables.known, &known), session.rows(tables.claims, &taken)).await;
    let known: Result<BTreeMap<RequestId, RequestState>, StoreError> =
        known?.iter().map(|row| Ok((id(row, 0)?, known_of(row)?))).collect();
    let taken: Result<BTreeMap<String, RequestId>, StoreError> =
        taken?.iter().map(|row| Ok((text(get(row, 0)?)?, id(row, 1)?))).collect();
    Ok((known?, taken?))
}

fn known_of(row: &tokio_postgres::Row) -> Result<RequestState, StoreError> {
    let place = |column| Ok::<_, StoreError>(get::<Option<i64>>(row, column)?.map(|at| at as u64));
    let key = get::<Option<Vec<u8>>>(row, 4)?.map(text).transpose()?.map(IdempotencyKey);
    let content: bool = get(row, 5)?;
    let secret: String = get(row, 3)?;
    Ok(RequestState {
        last: get::<i64>(row, 1)? as u64,
        asked: place(2)?.map(Position),
        open: get(row, 8)?,
        claim: key.map(|key| if content { AskKey::Content(key) } else { AskKey::Call(key) }),
        secret: secret.split_whitespace().filter_map(|at| at.parse().ok()).collect(),
        closed: place(6)?.map(Position).zip(place(7)?),
    })
}

fn text(bytes: Vec<u8>) -> Result<String, StoreError> {
    String::from_utf8(bytes).map_err(|_| StoreError::Damaged {
        position: None,
        what: "an idempotency key is not UTF-8".to_owned(),
    })
}

/// Writes a plan and finishes with `end`. `before` has the previous holder of each claim.
pub(super) async fn write(
    session: &Session,
    tables: &Tables,
    plan: &BatchPlan,
    before: &BTreeMap<String, RequestId>,
    end: &'static str,
) -> Result<(), Broken> {
    let RecordColumns { position, request, seq, at, digest, link, salt, body, seal, secret } =
        RecordColumns::of(&plan.rows);
    let head = (plan.head.position.0 as i64, plan.head.link.to_vec(), plan.open as i64);
    let noted = RequestColumns::of(plan);
    let opened_at: Vec<i64> = plan.opened.values().map(|(at, _)| at.0 as i64).collect();
    let summaries: Vec<&[u8]> = plan.opened.values().map(|(_, summary)| summary.as_slice()).collect();
    let opened = keys(plan.opened.keys());
    let closed = keys(&plan.closed);
    let erased = keys(&plan.erased);
    let gone = before.iter().filter(|(key, id)| plan.claims.get(*key) != Some(id));
    let gone: Vec<&[u8]> = gone.map(|(key, _)| key.as_bytes()).collect();
    let new = plan.claims.iter().filter(|(key, id)| before.get(*key) != Some(id));
    let (new, owners): (Vec<&[u8]>, Vec<Vec<u8>>) = new.map(|(text, id)| (text.as_bytes(), key(*id))).unzip();

    // Fewer than thirty: up to that many, `join_all` keeps the order.
    let mut writes: Vec<(&'static str, Vec<&dyn Param>)> = vec![
        (tables.records, vec![&position, &request, &seq, &at, &digest, &link, &salt, &body, &seal, &secret]),
        (tables.head, vec![&head.0, &head.1, &head.2]),
        (tables.note, noted.given()),
    ];
    if !closed.is_empty() {
        writes.push((tables.not_open, vec![&closed]));
    }
    if !opened.is_empty() {
        writes.push((tables.opened, vec![&opened_at, &opened, &summaries]));
    }
    if !gone.is_empty() {
        writes.push((tables.free, vec![&gone]));
    }
    if !new.is_empty() {
        writes.push((tables.claim, vec![&new, &owners]));
    }
    if !erased.is_empty() {
        writes.push((tables.erase, vec![&erased]));
    }
    // Send all at once: the server runs them in order. A failing one turns the commit into a rollback.
    let sent = writes.iter().map(|(sql, given)| session.raw(sql, given));
    let (done, ended) = join(join_all(sent), session.end(end)).await;
    for one in done {
        one?;
    }
    ended
}

/// Whether these rows were stored; an error if they weren't, or if nobody can tell.
async fn resolve(state: &Arc<PostgresState>, rows: &[LogRow], why: &StoreError) -> Result<(), StoreError> {
    let Some(row) = rows.last() else { return Ok(()) };
    let looked = tokio::time::timeout(RESOLVING, async {
        loop {
            if let Ok(session) = state.connect(None, PATIENCE).await
                && let Ok(stored) = look(&session, row).await
            {
                return stored;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    });
    match looked.await {
        Ok(true) => Ok(()),
        Ok(false) => Err(StoreError::Unreachable(format!("nothing was stored: {why}"))),
        Err(_) => Err(StoreError::Unknown(why.to_string())),
    }
}

async fn look(session: &Session, row: &LogRow) -> Result<bool, StoreError> {
    session.simple(BEGIN).await?;
    // With this lock, the transaction in question has ended.
    session.row(HEAD, &[]).await?;
    let rows = session.rows(BACK, &[&key(row.request), &(row.seq as i64)]).await?;
    session.simple("ROLLBACK").await?;
    match rows.first() {
        Some(told) => Ok(get::<Vec<u8>>(told, 0)? == row.digest),
        None => Ok(false),
    }
}

#[derive(Default)]
struct RecordColumns<'a> {
    position: Vec<i64>,
    request: Vec<Vec<u8>>,
    seq: Vec<i64>,
    at: Vec<i64>,
    digest: Vec<&'a [u8]>,
    link: Vec<&'a [u8]>,
    salt: Vec<Option<&'a [u8]>>,
    body: Vec<Option<&'a [u8]>>,
    seal: Vec<Option<&'a [u8]>>,
    secret: Vec<Option<&'a [u8]>>,
}

impl<'a> RecordColumns<'a> {
    fn of(rows: &'a [LogRow]) -> RecordColumns<'a> {
        let mut columns = RecordColumns::default();
        for row in rows {
            columns.position.push(row.position.0 as i64);
            columns.request.push(key(row.request));
            columns.seq.push(row.seq as i64);
            columns.at.push(row.at as i64);
            columns.digest.push(&row.digest);
            columns.link.push(&row.link);
            columns.salt.push(row.salt.as_ref().map(<[u8; 16]>::as_slice));
            columns.body.push(row.body.as_deref());
            columns.seal.push(row.seal.as_ref().map(<[u8; 32]>::as_slice));
            columns.secret.push(row.secret.as_deref());
        }
        columns
    }
}

/// What is stored about requests, column by column.
#[derive(Default)]
struct RequestColumns {
    request: Vec<Vec<u8>>,
    last: Vec<i64>,
    asked: Vec<Option<i64>>,
    sensitive: Vec<String>,
    claim: Vec<Option<Vec<u8>>>,
    content: Vec<bool>,
    closed: Vec<Option<i64>>,
    closed_at: Vec<Option<i64>>,
}

impl RequestColumns {
    fn of(plan: &BatchPlan) -> RequestColumns {
        let mut noted = RequestColumns::default();
        for (id, known) in plan.touched.iter().filter_map(|id| Some((id, plan.known.get(id)?))) {
            let sensitive: Vec<String> = known.secret.iter().map(ToString::to_string).collect();
            noted.request.push(key(*id));
            noted.last.push(known.last as i64);
            noted.asked.push(known.asked.map(|at| at.0 as i64));
            noted.sensitive.push(sensitive.join(" "));
            noted.claim.push(known.claim.as_ref().map(|claim| claim.key().0.clone().into_bytes()));
            noted.content.push(match known.claim {
                Some(AskKey::Content(_)) => true,
                Some(AskKey::Call(_)) | None => false,
            });
            noted.closed.push(known.closed.map(|(at, _)| at.0 as i64));
            noted.closed_at.push(known.closed.map(|(_, at)| at as i64));
        }
        noted
    }

    fn given(&self) -> Vec<&dyn Param> {
        let RequestColumns { request, last, asked, sensitive, claim, content, closed, closed_at } = self;
        vec![request, last, asked, sensitive, claim, content, closed, closed_at]
    }
}

/// The head of an empty log.
pub(super) const NOTHING: Head = Head { position: Position(0), link: [0; 32] };
