//! A log out of the database and into it, as lines of JSON.
//!
//! - Written out page by page, without a transaction that is open meanwhile: records only ever follow.
//! - A log that is pruned meanwhile is told, and nothing half is taken for whole.
//! - Read in as one transaction on a connection of its own, into an empty store only.

use super::append::{NOTHING, roll_back, write};
use super::hub::{Hub, State};
use super::plan::Plan;
use super::read::AFTER;
use super::rows::{head, record};
use super::session::{BEGIN, PATIENCE, Session};
use super::upkeep::{GENESIS, PAGE};
use crate::row::Row;
use crate::{Head, Rang, StoreError, line};
use asq_core::inbox::Position;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, Write};
use std::sync::Arc;

/// Rows that are read in in one go.
const CHUNK: usize = 500;

/// Whoever reads a log may be waited for here: the store is empty, and nobody else uses it.
const NO_HURRY: &str = "SET LOCAL idle_in_transaction_session_timeout = 0";
const LOCKED: &str = "SELECT position, link FROM asq.head WHERE k = 0 FOR UPDATE";
const BEGIN_AT: &str = "UPDATE asq.head SET genesis = $1, genesis_link = $2 WHERE k = 0";

pub(super) fn export(hub: &Hub, to: &mut dyn Write) -> Result<u64, StoreError> {
    let (mut at, end) = hub.run(|state| async move {
        let told = state.reader().await?.row(GENESIS, &[]).await?;
        Ok((head(&told, 0)?, head(&told, 2)?))
    })?;
    line::begin(at, to)?;
    let mut written = 0;
    while at.position < end.position {
        let from = at.position;
        for row in hub.run(move |state| page(state, from, end.position))? {
            if row.position.0 != at.position.0 + 1 {
                return Err(StoreError::Failed(
                    "the log was pruned while it was written out: try again".to_owned(),
                ));
            }
            at = row.head();
            line::write(&row, to)?;
            written += 1;
        }
        if at.position == from {
            return Err(StoreError::Damaged {
                position: Some(from.0 + 1),
                what: "a record is missing".to_owned(),
            });
        }
    }
    Ok(written)
}

async fn page(state: Arc<State>, from: Position, end: Position) -> Result<Vec<Row>, StoreError> {
    let most = PAGE.min((end.0 - from.0) as i64);
    let rows = state.reader().await?.rows(AFTER, &[&(from.0 as i64), &most]).await?;
    rows.iter().map(|row| record(row, 0)).collect()
}

pub(super) fn import(hub: &Hub, from: &mut dyn BufRead) -> Result<u64, StoreError> {
    let (genesis, rows) = line::read(from)?;
    let session = hub.run(|state| async move {
        let session = Arc::new(state.connect(None, PATIENCE).await?);
        session.simple(BEGIN).await?;
        session.simple(NO_HURRY).await?;
        if head(&session.row(LOCKED, &[]).await?, 0)? != NOTHING {
            return Err(StoreError::Failed("a log is only read into an empty store".to_owned()));
        }
        session.run(BEGIN_AT, &[&(genesis.position.0 as i64), &genesis.link.as_slice()]).await?;
        Ok(session)
    })?;
    let taken = take(hub, &session, genesis, rows);
    hub.run(move |state| async move {
        if taken.is_err() {
            roll_back(&session).await;
        } else {
            session.simple("COMMIT").await?;
            state.ring(Rang::Records);
        }
        taken
    })
}

fn take(
    hub: &Hub,
    session: &Arc<Session>,
    genesis: Head,
    mut rows: impl Iterator<Item = Result<Row, StoreError>>,
) -> Result<u64, StoreError> {
    let mut plan = Plan::new(genesis, 0, BTreeMap::new(), BTreeMap::new());
    let mut read = 0;
    loop {
        let before = plan.claims.clone();
        for row in rows.by_ref().take(CHUNK) {
            let row = row?;
            line::follows(plan.head, &row)?;
            let record = row.stored()?.record;
            plan.take(row, record.as_ref())?;
            read += 1;
        }
        if plan.rows.is_empty() && read > 0 {
            return Ok(read);
        }
        let done = plan.rows.is_empty();
        let session = Arc::clone(session);
        plan = hub.run(|_| async move {
            // Savepoints would do nothing here: one that fails leaves nothing of it all.
            match write(&session, &plan, &before, "SELECT").await {
                Ok(()) => Ok(plan),
                Err(broken) => Err(session.fault(&broken)),
            }
        })?;
        if done {
            return Ok(read);
        }
        plan.rows.clear();
        plan.opened.clear();
        plan.touched = BTreeSet::new();
        plan.closed = BTreeSet::new();
        plan.erased = BTreeSet::new();
    }
}
