//! Notifications: a hint, never the truth.
//!
//! - All stores of a database share one channel; a message is a letter: records, drafts, a nudge.
//! - This connection's own notifications have already rung here.
//! - A private channel tests whether notifications arrive at all.
//! - A new connection listens again and registers this process's waits again; then all reload.

use super::askers;
use super::hub::{Duties, State};
use super::session::Shared as Line;
use crate::{StoreError, WakeReason};
use asq_core::life::RequestId;
use std::sync::Arc;
use tokio_postgres::Notification;

pub(super) const TELL: &str = "SELECT pg_notify('asq', word) FROM unnest($1::text[]) AS word";
const TEST: &str = "SELECT pg_notify('asq_' || pg_backend_pid(), '')";

/// Sets up a new reading connection.
pub(super) async fn take_up(state: &Arc<State>, line: &Line, duties: &Duties) -> Result<(), StoreError> {
    if !duties.askers.is_empty() && state.address.listen {
        let ids: Vec<RequestId> = duties.askers.keys().copied().collect();
        askers::list(state, line, &ids).await?;
    }
    if duties.listen && state.address.listen {
        line.simple(&format!("LISTEN asq; LISTEN asq_{}", line.backend)).await?;
        state.health.listens(line.number);
        line.rows(TEST, &[]).await?;
        // Notifications since the last connection are lost.
        state.local_bell.ring(WakeReason::Records);
        state.local_bell.ring(WakeReason::Drafts);
    }
    Ok(())
}

pub(super) async fn begin(state: &Arc<State>) -> Result<(), StoreError> {
    let first = !std::mem::replace(&mut state.duties().listen, true);
    if !state.address.listen {
        return Ok(());
    }
    let there = state.reader_if_any().await;
    match there {
        // A new connection does so by itself.
        None => state.reader().await.map(drop),
        Some(line) if first => {
            line.simple(&format!("LISTEN asq; LISTEN asq_{}", line.backend)).await?;
            state.health.listens(line.number);
            line.rows(TEST, &[]).await.map(drop)
        }
        Some(_) => Ok(()),
    }
}

/// Sends something to ourselves; a silent server breaks the connection.
pub(super) async fn test(state: Arc<State>) {
    if let Ok(line) = state.reader().await
        && line.rows(TEST, &[]).await.is_err()
        && !line.lives()
        && state.health.deaf(line.number)
    {
        state.local_bell.ring(WakeReason::Records);
    }
}

pub(super) async fn told(state: &Arc<State>, told: &Notification) {
    let Some(backend) = state.backend().await else { return };
    if told.channel() != "asq" {
        state.health.came_back();
    } else if told.process_id() != backend {
        let rang = match told.payload() {
            "d" => WakeReason::Drafts,
            "n" => WakeReason::Nudged,
            // An unknown message from a newer asq is news of some kind.
            _ => WakeReason::Records,
        };
        state.health.changed();
        state.local_bell.ring(rang);
    }
}
