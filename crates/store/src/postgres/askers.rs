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
            state.process.enlist(&line, &[id]).await
        };
        if let Err(fault) = listed.await {
            put_down(&state, id);
            return Err(fault);
        }
        state.ring(WakeReason::Nudged);
        Ok(())
    })?;
    Ok(Box::new(WaitPresence { hub: Arc::clone(hub), id }))
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
    id: RequestId,
}

impl LockGuard for WaitPresence {}

impl Drop for WaitPresence {
    fn drop(&mut self) {
        let id = self.id;
        // Without a connection there is no lock, and a row without its lock doesn't count.
        let _ = self.hub.run(move |state| async move {
            if put_down(&state, id)
                && state.address.listen
                && let Some(line) = state.reader_if_any().await
            {
                state.process.strike(&line, id).await?;
                // A new wait may have started in the meantime, before the row was removed.
                let again = state.duties().askers.contains_key(&id);
                if again {
                    state.process.enlist(&line, &[id]).await?;
                }
                state.ring(WakeReason::Nudged);
            }
            Ok(())
        });
    }
}

/// Removes one holder; returns whether it was the last.
fn put_down(state: &PostgresState, id: RequestId) -> bool {
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
