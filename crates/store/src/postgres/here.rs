//! Who is there.
//!
//! - An inbox in use is a row that is renewed every ten seconds, by the server's clock; one that is older than 30 s is none.
//! - An asker that waits holds a lock of its session: it goes when the session does, at most 30 s after its machine died.
//!   Through a pooler nobody has a session, so nobody takes a lock: it would stay with a stranger.
//! - Looking changes nothing.

use super::hub::{Hub, State, lock};
use crate::{Held, Rang, StoreError};
use asq_core::life::RequestId;
use std::sync::{Arc, Mutex};
use std::time::Duration;

const RENEWED: Duration = Duration::from_secs(10);

/// Takes an asker's lock, once a session; any number of sessions may hold it.
pub(super) const LOCK_ASKER: &str =
    "SELECT pg_advisory_lock_shared($1) WHERE NOT EXISTS (SELECT FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 1 AND pid = pg_backend_pid()
    AND ((classid::bigint << 32) | objid::bigint) = $1)";
const UNLOCK_ASKER: &str = "SELECT pg_advisory_unlock_shared($1)";
const WAITS: &str =
    "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
    AND ((classid::bigint << 32) | objid::bigint) = $1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))";
const HOLD: &str = "INSERT INTO asq.presence (at) VALUES (clock_timestamp()) RETURNING n";
const SWEEP: &str = "DELETE FROM asq.presence WHERE at < clock_timestamp() - interval '1 hour'";
const RENEW: &str = "UPDATE asq.presence SET at = clock_timestamp() WHERE n = $1";
const LET_GO: &str = "DELETE FROM asq.presence WHERE n = $1";
const IN_USE: &str =
    "SELECT EXISTS (SELECT FROM asq.presence WHERE at > clock_timestamp() - interval '30 s')";

/// What an asker's lock is called: half of its request's id, which is random, told apart from locks of others.
pub(super) fn lock_name(id: RequestId) -> i64 {
    const OURS: i64 = 0x6173_7100_0000_0000;
    ((id.0 >> 64) as i64) ^ (id.0 as i64) ^ OURS
}

/// Holds an inbox's row.
pub(super) fn hold_inbox(hub: &Arc<Hub>) -> Result<Box<dyn Held>, StoreError> {
    let row = hub.run(|state| async move {
        let line = state.reader().await?;
        line.run(SWEEP, &[]).await?;
        let row: i64 = line.row(HOLD, &[]).await?.get(0);
        state.ring(Rang::Nudged);
        Ok(row)
    })?;
    let held = Arc::new(Mutex::new(Some(row)));
    let (state, renewed) = (Arc::clone(&hub.state), Arc::clone(&held));
    hub.spawn(async move {
        loop {
            tokio::time::sleep(RENEWED).await;
            let Some(row) = *lock(&renewed) else { return };
            // Without a server nobody can look either; the next round tries again.
            let Ok(line) = state.reader().await else { continue };
            if line.run(RENEW, &[&row]).await.is_ok_and(|rows| rows == 0)
                && let Ok(again) = line.row(HOLD, &[]).await
                && let Some(row) = lock(&renewed).as_mut()
            {
                *row = again.get(0);
            }
        }
    });
    Ok(Box::new(Inbox { hub: Arc::clone(hub), row: held }))
}

/// Whether an inbox is in use.
pub(super) async fn inbox_in_use(state: Arc<State>) -> Result<bool, StoreError> {
    Ok(state.reader().await?.row(IN_USE, &[]).await?.get(0))
}

/// Holds an asker's lock.
pub(super) fn hold_asker(hub: &Arc<Hub>, id: RequestId) -> Result<Box<dyn Held>, StoreError> {
    hub.run(move |state| async move {
        // Before the lock is taken: a connection that is made meanwhile takes it, too.
        *state.duties().askers.entry(id).or_default() += 1;
        let taken = async {
            if !state.address.listen {
                return Ok(Vec::new());
            }
            let line = state.reader().await?;
            line.rows(LOCK_ASKER, &[&lock_name(id)]).await
        };
        if let Err(fault) = taken.await {
            put_down(&state, id);
            return Err(fault);
        }
        state.ring(Rang::Nudged);
        Ok(())
    })?;
    Ok(Box::new(Asker { hub: Arc::clone(hub), id }))
}

/// Whether somebody waits for it.
pub(super) async fn asker_waits(state: Arc<State>, id: RequestId) -> Result<bool, StoreError> {
    Ok(state.reader().await?.row(WAITS, &[&lock_name(id)]).await?.get(0))
}

struct Inbox {
    hub: Arc<Hub>,
    row: Arc<Mutex<Option<i64>>>,
}

impl Held for Inbox {}

impl Drop for Inbox {
    fn drop(&mut self) {
        let Some(row) = lock(&self.row).take() else { return };
        // What can't be let go of grows old.
        let _ = self.hub.run(move |state| async move {
            if let Some(line) = state.reader_if_any().await {
                line.run(LET_GO, &[&row]).await?;
                state.ring(Rang::Nudged);
            }
            Ok(())
        });
    }
}

struct Asker {
    hub: Arc<Hub>,
    id: RequestId,
}

impl Held for Asker {}

impl Drop for Asker {
    fn drop(&mut self) {
        let id = self.id;
        // Without a connection there is no lock.
        let _ = self.hub.run(move |state| async move {
            if put_down(&state, id)
                && state.address.listen
                && let Some(line) = state.reader_if_any().await
            {
                line.rows(UNLOCK_ASKER, &[&lock_name(id)]).await?;
                state.ring(Rang::Nudged);
            }
            Ok(())
        });
    }
}

/// One holder less; whether it was the last.
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
