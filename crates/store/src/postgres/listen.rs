//! Notifications: a hint, never the truth.
//!
//! - One channel for all stores of a database; what is told is a letter: records, drafts, a nudge.
//! - What this connection itself told was rung here already.
//! - A channel of the connection's own tells whether notifications come at all.
//! - A connection that is made anew listens again and says again for whom this process waits; then all read again.

use super::askers;
use super::hub::{Duties, State};
use super::session::Shared as Line;
use crate::{StoreError, WakeReason};
use asq_core::life::RequestId;
use std::sync::Arc;
use tokio_postgres::Notification;

/// Tells everybody.
pub(super) const TELL: &str = "SELECT pg_notify('asq', word) FROM unnest($1::text[]) AS word";
/// Tells oneself.
const TEST: &str = "SELECT pg_notify('asq_' || pg_backend_pid(), '')";

/// What a new reading connection has to do besides reading.
pub(super) async fn take_up(state: &Arc<State>, line: &Line, duties: &Duties) -> Result<(), StoreError> {
    if !duties.askers.is_empty() && state.address.listen {
        let ids: Vec<RequestId> = duties.askers.keys().copied().collect();
        askers::list(state, line, &ids).await?;
    }
    if duties.listen && state.address.listen {
        line.simple(&format!("LISTEN asq; LISTEN asq_{}", line.backend)).await?;
        state.health.listens(line.number);
        line.rows(TEST, &[]).await?;
        // What came since the last connection was not heard.
        state.local_bell.ring(WakeReason::Records);
        state.local_bell.ring(WakeReason::Drafts);
    }
    Ok(())
}

/// Begins to listen.
pub(super) async fn begin(state: &Arc<State>) -> Result<(), StoreError> {
    let first = !std::mem::replace(&mut state.duties().listen, true);
    if !state.address.listen {
        return Ok(());
    }
    let there = state.reader_if_any().await;
    match there {
        // A new connection takes it up by itself.
        None => state.reader().await.map(drop),
        Some(line) if first => {
            line.simple(&format!("LISTEN asq; LISTEN asq_{}", line.backend)).await?;
            state.health.listens(line.number);
            line.rows(TEST, &[]).await.map(drop)
        }
        Some(_) => Ok(()),
    }
}

/// Sends something to ourselves; a server that says nothing breaks the connection.
pub(super) async fn test(state: Arc<State>) {
    if let Ok(line) = state.reader().await
        && line.rows(TEST, &[]).await.is_err()
        && !line.lives()
        && state.health.deaf(line.number)
    {
        state.local_bell.ring(WakeReason::Records);
    }
}

/// A notification.
pub(super) async fn told(state: &Arc<State>, told: &Notification) {
    let Some(backend) = state.backend().await else { return };
    if told.channel() != "asq" {
        state.health.came_back();
    } else if told.process_id() != backend {
        let rang = match told.payload() {
            "d" => WakeReason::Drafts,
            "n" => WakeReason::Nudged,
            // What a newer asq may say is news of some kind.
            _ => WakeReason::Records,
        };
        state.health.changed();
        state.local_bell.ring(rang);
    }
}
