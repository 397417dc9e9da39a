//! Waiting askers: one session lock per process, whatever the number of waits.
//!
//! - A request's rows name the locks of its waiting processes (`process.rs`). Rows of dead processes don't count.
//! - Reading creates nothing.
//! - An older asq holds a lock per request; such locks count, too.
//! - Through a pooler there are no sessions, so asq takes no lock: it would stay with a stranger.

use super::hub::Hub;
use super::process::is_missing;
use super::rows::key;
use super::state::PostgresState;
use crate::{LockGuard, StoreError, WakeReason};
use asq_core::life::RequestId;
use std::sync::Arc;

// pg_locks has the two halves of an advisory lock's number in two columns.
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

/// An older asq's lock for an asker: half of the request's id, which is random, in a range of its own.
fn older_lock(id: RequestId) -> i64 {
    const OURS: i64 = 0x6173_7100_0000_0000;
    ((id.0 >> 64) as i64) ^ (id.0 as i64) ^ OURS
}

/// Registers waits of this process, with one statement.
pub(super) fn hold(hub: &Arc<Hub>, ids: &[RequestId]) -> Result<Box<dyn LockGuard>, StoreError> {
    let ids: Arc<[RequestId]> = ids.into();
    let held = Arc::clone(&ids);
    hub.run(move |state| async move {
        // Register before listing: a connection that is made in the meantime lists them, too.
        take_up(&state, &ids);
        let listed = async {
            if !state.address.listen {
                return Ok(());
            }
            let line = state.reader().await?;
            state.process.enlist(&line, &ids).await
        };
        if let Err(fault) = listed.await {
            put_down(&state, &ids);
            return Err(fault);
        }
        state.ring(WakeReason::Nudged);
        Ok(())
    })?;
    Ok(Box::new(WaitPresence { hub: Arc::clone(hub), ids: held }))
}

pub(super) async fn wait_for(state: Arc<PostgresState>, id: RequestId) -> Result<bool, StoreError> {
    let line = state.reader().await?;
    let older = older_lock(id);
    match line.raw(WAITS, &[&older, &key(id)]).await {
        Ok(rows) => Ok(rows.first().is_some_and(|row| row.get(0))),
        Err(fault) if is_missing(&fault) => Ok(line.row(OLDER_WAITS, &[&older]).await?.get(0)),
        Err(fault) => Err(line.fault(&fault)),
    }
}

struct WaitPresence {
    hub: Arc<Hub>,
    ids: Arc<[RequestId]>,
}

impl LockGuard for WaitPresence {}

impl Drop for WaitPresence {
    fn drop(&mut self) {
        let ids = Arc::clone(&self.ids);
        // Without a connection there is no lock, and a row without its lock doesn't count.
        let _ = self.hub.run(move |state| async move {
            let over = put_down(&state, &ids);
            if !over.is_empty()
                && state.address.listen
                && let Some(line) = state.reader_if_any().await
            {
                state.process.strike(&line, &over).await?;
                // New waits may have started in the meantime, before the rows were removed.
                let again: Vec<RequestId> = {
                    let duties = state.duties();
                    over.into_iter().filter(|id| duties.askers.contains_key(id)).collect()
                };
                if !again.is_empty() {
                    state.process.enlist(&line, &again).await?;
                }
                state.ring(WakeReason::Nudged);
            }
            Ok(())
        });
    }
}

/// Adds a holder to each of these requests.
fn take_up(state: &PostgresState, ids: &[RequestId]) {
    let mut duties = state.duties();
    for id in ids {
        *duties.askers.entry(*id).or_default() += 1;
    }
}

/// Removes a holder from each of these requests; returns those that have none left.
fn put_down(state: &PostgresState, ids: &[RequestId]) -> Vec<RequestId> {
    let mut duties = state.duties();
    let mut over = Vec::new();
    for id in ids {
        match duties.askers.get_mut(id) {
            Some(times) if *times > 1 => *times -= 1,
            Some(_) | None => {
                duties.askers.remove(id);
                over.push(*id);
            }
        }
    }
    over
}
