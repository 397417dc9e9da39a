//! Presence of inboxes. Askers have locks instead (`askers.rs`).
//!
//! - An open inbox renews a row every ten seconds, by the server's clock. A row older than 30 s doesn't
//!   count.

use super::hub::Hub;
use super::state::PostgresState;
use crate::mutex::lock;
use crate::{LockGuard, StoreError, WakeReason};
use std::sync::{Arc, Mutex};
use std::time::Duration;

// A row counts for 30 s, so two renewals in a row may fail.
const RENEWED: Duration = Duration::from_secs(10);

const HOLD: &str = "INSERT INTO asq.presence (at) VALUES (clock_timestamp()) RETURNING n";
const SWEEP: &str = "DELETE FROM asq.presence WHERE at < clock_timestamp() - interval '1 hour'";
const RENEW: &str = "UPDATE asq.presence SET at = clock_timestamp() WHERE n = $1";
const LET_GO: &str = "DELETE FROM asq.presence WHERE n = $1";
const IN_USE: &str =
    "SELECT EXISTS (SELECT FROM asq.presence WHERE at > clock_timestamp() - interval '30 s')";

pub(super) fn hold_inbox(hub: &Arc<Hub>) -> Result<Box<dyn LockGuard>, StoreError> {
    let row = hub.run(|state| async move {
        let line = state.reader().await?;
        line.run(SWEEP, &[]).await?;
        let row: i64 = line.row(HOLD, &[]).await?.get(0);
        state.ring(WakeReason::Nudged);
        Ok(row)
    })?;
    let held = Arc::new(Mutex::new(Some(row)));
    let (state, renewed) = (Arc::clone(&hub.state), Arc::clone(&held));
    hub.spawn(async move {
        loop {
            tokio::time::sleep(RENEWED).await;
            let Some(row) = *lock(&renewed) else { return };
            // Without a server nobody can check either; the next round tries again.
            let Ok(line) = state.reader().await else { continue };
            // Another inbox has swept the row, after an hour without renewal: this machine slept.
            if line.run(RENEW, &[&row]).await.is_ok_and(|rows| rows == 0)
                && let Ok(again) = line.row(HOLD, &[]).await
                && let Some(row) = lock(&renewed).as_mut()
            {
                *row = again.get(0);
            }
        }
    });
    Ok(Box::new(InboxPresence { hub: Arc::clone(hub), row: held }))
}

pub(super) async fn inbox_in_use(state: Arc<PostgresState>) -> Result<bool, StoreError> {
    Ok(state.reader().await?.row(IN_USE, &[]).await?.get(0))
}

struct InboxPresence {
    hub: Arc<Hub>,
    row: Arc<Mutex<Option<i64>>>,
}

impl LockGuard for InboxPresence {}

impl Drop for InboxPresence {
    fn drop(&mut self) {
        let Some(row) = lock(&self.row).take() else { return };
        // A row that can't be removed expires.
        let _ = self.hub.run(move |state| async move {
            if let Some(line) = state.reader_if_any().await {
                line.run(LET_GO, &[&row]).await?;
                state.ring(WakeReason::Nudged);
            }
            Ok(())
        });
    }
}
