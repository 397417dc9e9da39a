//! Notifications: a hint, never the truth.
//!
//! - All stores of a database share one channel; a message is one character, for records, drafts or a nudge.
//! - This connection's own notifications have already rung here.
//! - A private channel tests whether notifications arrive at all.
//! - Nobody knows what a broken connection missed, so everybody reloads.

use super::session::Unsolicited;
use super::state::{PostgresState, TEST};
use crate::{StoreError, WakeReason};
use std::sync::Arc;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio_postgres::Notification;

pub(super) async fn begin(state: &Arc<PostgresState>) -> Result<(), StoreError> {
    let first = !std::mem::replace(&mut state.duties().listen, true);
    if !state.address.listen {
        return Ok(());
    }
    let there = state.reader_if_any().await;
    match there {
        // A new connection does so by itself.
        None => state.reader().await.map(drop),
        Some(line) if first => state.listen_on(&line).await,
        Some(_) => Ok(()),
    }
}

/// Sends something to ourselves; a silent server breaks the connection.
pub(super) async fn test(state: Arc<PostgresState>) {
    if let Ok(line) = state.reader().await
        && line.rows(TEST, &[]).await.is_err()
        && !line.lives()
        && state.health.deaf(line.number)
    {
        state.local_bell.ring(WakeReason::Records);
    }
}

async fn pass_on(state: &Arc<PostgresState>, told: &Notification) {
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

/// Handles what arrives over the reading connection.
pub(super) async fn hear(state: Arc<PostgresState>, mut heard: UnboundedReceiver<Unsolicited>) {
    while let Some(news) = heard.recv().await {
        match news {
            Unsolicited::Notified(notification) => pass_on(&state, &notification).await,
            Unsolicited::Over(number) => {
                if state.health.deaf(number) {
                    state.reload();
                }
                tokio::spawn(Arc::clone(&state).keep_reading());
            }
        }
    }
}
