//! The seen state: announced once, put off until later and announced again.

use super::drafts::write_unsynced;
use super::rows::{get, id, key, keys};
use super::session::Session;
use super::state::ServerState;
use crate::{StoreError, WakeReason};
use asq_core::life::RequestId;
use std::collections::BTreeSet;
use std::sync::Arc;

const ANNOUNCE: &str = "INSERT INTO asq.announced SELECT request FROM asq.pending WHERE request = ANY($1)
    ON CONFLICT DO NOTHING RETURNING request";
const SNOOZE: &str = "WITH anew AS (DELETE FROM asq.announced WHERE request = $1)
    INSERT INTO asq.snoozed SELECT request, $2 FROM asq.pending WHERE request = $1
    ON CONFLICT (request) DO UPDATE SET until = excluded.until";
/// A request that is brought back by hand counts as announced.
const WAKE: &str = "WITH woken AS (DELETE FROM asq.snoozed WHERE request = $1 RETURNING request)
    INSERT INTO asq.announced SELECT request FROM woken JOIN asq.pending USING (request) ON CONFLICT DO NOTHING";
/// A request that closes while it is put off stays closed.
const SNOOZED: &str =
    "SELECT s.request, s.until FROM asq.snoozed s JOIN asq.pending USING (request) ORDER BY s.request";

pub(super) async fn announce(
    state: Arc<ServerState>,
    ids: Vec<RequestId>,
) -> Result<Vec<RequestId>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows = write_unsynced(&state, async |session: &Session| session.rows(ANNOUNCE, &[&keys(&ids)]).await)
        .await?;
    let taken = rows.iter().map(|row| id(row, 0)).collect::<Result<BTreeSet<_>, _>>()?;
    Ok(ids.into_iter().filter(|id| taken.contains(id)).collect())
}

pub(super) async fn snooze(state: Arc<ServerState>, id: RequestId, until_ms: u64) -> Result<(), StoreError> {
    write_unsynced(&state, async |session: &Session| match until_ms {
        0 => session.run(WAKE, &[&key(id)]).await,
        until => session.run(SNOOZE, &[&key(id), &(until as i64)]).await,
    })
    .await?;
    state.ring(WakeReason::Drafts);
    Ok(())
}

pub(super) async fn snoozed(state: Arc<ServerState>) -> Result<Vec<(RequestId, u64)>, StoreError> {
    let rows = state.reader().await?.read(SNOOZED, &[]).await?;
    rows.iter().map(|row| Ok((id(row, 0)?, get::<i64>(row, 1)? as u64))).collect()
}
