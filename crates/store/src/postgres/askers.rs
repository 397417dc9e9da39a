//! Waiting askers: one session lock per process, whatever the number of waits.
//!
//! - A waiting process holds one lock of its session. It disappears with the session, at most 30 s after its machine died.
//! - A row for each of its requests names that lock. Rows of dead processes don't count; the next waiting process removes them.
//! - The first waiting process creates the table of these rows. Reading creates nothing.
//! - An older asq holds a lock per request; such locks count, too.
//! - Through a pooler there are no sessions, so asq takes no lock: it would stay with a stranger.

use super::hub::{Hub, State};
use super::rows::{key, keys};
use super::session::{Broken, Session};
use crate::{LockGuard, StoreError, WakeReason};
use asq_core::life::RequestId;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio_postgres::error::SqlState;

const LOCK: &str = "SELECT pg_advisory_lock_shared($1)";
/// One statement that takes turns with other processes that create tables. After a crash of the server, each process
/// writes its rows again when it reconnects.
const MAKE: &str = "SELECT pg_advisory_xact_lock(8314066150327582720);
    CREATE UNLOGGED TABLE IF NOT EXISTS asq.asker (
        request bytea  NOT NULL,
        process bigint NOT NULL,
        PRIMARY KEY (request, process)
    )";
const SWEEP: &str = "DELETE FROM asq.asker a WHERE NOT EXISTS (SELECT FROM pg_locks
    WHERE locktype = 'advisory' AND granted AND objsubid = 1
    AND ((classid::bigint << 32) | objid::bigint) = a.process
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))";
const LIST: &str = "INSERT INTO asq.asker SELECT unnest($1::bytea[]), $2 ON CONFLICT DO NOTHING";
const STRIKE: &str = "DELETE FROM asq.asker WHERE request = $1 AND process = $2";
const WAITS: &str =
    "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
    AND ((classid::bigint << 32) | objid::bigint) IN (SELECT $1::bigint UNION ALL
        SELECT process FROM asq.asker WHERE request = $2)
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))";
/// Like [`WAITS`], before anybody has created the table.
const OLDER_WAITS: &str =
    "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
    AND ((classid::bigint << 32) | objid::bigint) = $1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))";

/// This process among the waiting ones.
pub(super) struct Process {
    /// The name of its lock. Random, so that a dead process's rows never name a living one.
    name: i64,
    /// The number of the session that holds the lock.
    locked_by: AtomicU64,
}

impl Default for Process {
    fn default() -> Process {
        let name = RandomState::new().build_hasher().finish();
        Process { name: name as i64, locked_by: AtomicU64::new(0) }
    }
}

/// An older asq's lock for an asker: half of the request's id, which is random, in a range of its own.
fn older_lock(id: RequestId) -> i64 {
    const OURS: i64 = 0x6173_7100_0000_0000;
    ((id.0 >> 64) as i64) ^ (id.0 as i64) ^ OURS
}

/// Registers a wait of this process.
pub(super) fn hold(hub: &Arc<Hub>, id: RequestId) -> Result<Box<dyn LockGuard>, StoreError> {
    hub.run(move |state| async move {
        // Register before listing: a connection that is made in the meantime lists it, too.
        *state.duties().askers.entry(id).or_default() += 1;
        let listed = async {
            if !state.address.listen {
                return Ok(());
            }
            let line = state.reader().await?;
            list(&state, &line, &[id]).await
        };
        if let Err(fault) = listed.await {
            put_down(&state, id);
            return Err(fault);
        }
        state.ring(WakeReason::Nudged);
        Ok(())
    })?;
    Ok(Box::new(Wait { hub: Arc::clone(hub), id }))
}

/// Lists this process for these requests. Its lock comes first, so that nobody takes its rows for a dead process's.
pub(super) async fn list(state: &State, line: &Session, ids: &[RequestId]) -> Result<(), StoreError> {
    let Process { name, locked_by } = &state.process;
    if locked_by.load(Ordering::Relaxed) != line.number {
        line.rows(LOCK, &[name]).await?;
        match line.raw(SWEEP, &[]).await {
            Err(fault) if is_missing(&fault) => line.simple(MAKE).await?,
            swept => swept.map(drop).map_err(|fault| line.fault(&fault))?,
        }
        locked_by.store(line.number, Ordering::Relaxed);
    }
    line.run(LIST, &[&keys(ids), name]).await.map(drop)
}

pub(super) async fn wait_for(state: Arc<State>, id: RequestId) -> Result<bool, StoreError> {
    let line = state.reader().await?;
    let older = older_lock(id);
    match line.raw(WAITS, &[&older, &key(id)]).await {
        Ok(rows) => Ok(rows.first().is_some_and(|row| row.get(0))),
        Err(fault) if is_missing(&fault) => Ok(line.row(OLDER_WAITS, &[&older]).await?.get(0)),
        Err(fault) => Err(line.fault(&fault)),
    }
}

fn is_missing(fault: &Broken) -> bool {
    match fault {
        Broken::Said(fault) => fault.code() == Some(&SqlState::UNDEFINED_TABLE),
        Broken::Silent => false,
    }
}

struct Wait {
    hub: Arc<Hub>,
    id: RequestId,
}

impl LockGuard for Wait {}

impl Drop for Wait {
    fn drop(&mut self) {
        let id = self.id;
        // Without a connection there is no lock, and a row without its lock doesn't count.
        let _ = self.hub.run(move |state| async move {
            if put_down(&state, id)
                && state.address.listen
                && let Some(line) = state.reader_if_any().await
            {
                line.run(STRIKE, &[&key(id), &state.process.name]).await?;
                // A new wait may have started in the meantime, before the row was removed.
                let again = state.duties().askers.contains_key(&id);
                if again {
                    list(&state, &line, &[id]).await?;
                }
                state.ring(WakeReason::Nudged);
            }
            Ok(())
        });
    }
}

/// Removes one holder; returns whether it was the last.
fn put_down(state: &State, id: RequestId) -> bool {
    let mut duties = state.duties();
    let left = duties.askers.get_mut(&id).map_or(0, |times| {
        *times = times.saturating_sub(1);
        *times
    });
    if left == 0 {
        duties.askers.remove(&id);
    }
    left == 0
}
