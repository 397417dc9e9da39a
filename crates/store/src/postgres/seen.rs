//! The seen state: announced once, put off until later and announced again.

use super::drafts::write_unsynced;
use super::rows::{get, id, key, keys};
use super::session::Session;
use super::state::PostgresState;
use crate::seen::{LAST, TYPING};
use crate::{AnnounceRound, ClaimAsk, Claimed, StoreError, WakeReason};
use asq_core::life::RequestId;
use std::collections::BTreeSet;
use std::sync::Arc;

const ANNOUNCE: &str = "INSERT INTO asq.announced SELECT request FROM asq.pending WHERE request = ANY($1)
    ON CONFLICT DO NOTHING RETURNING request";
const REMIND: &str = "INSERT INTO asq.announced
    SELECT request || '\\x01'::bytea FROM asq.pending WHERE request = ANY($1)
    ON CONFLICT DO NOTHING RETURNING substring(request FROM 1 FOR 16)";
/// The rows whose lock gives the turn to announce.
const TURNS: &str = "INSERT INTO asq.snoozed SELECT request, 0 FROM unnest($1::bytea[]) AS turn (request)
    ON CONFLICT DO NOTHING";
const TURN: &str =
    "SELECT request, until FROM asq.snoozed WHERE request = ANY($1) ORDER BY request FOR UPDATE";
const SET_TURN: &str =
    "INSERT INTO asq.snoozed VALUES ($1, $2) ON CONFLICT (request) DO UPDATE SET until = excluded.until";
const WAITING: &str = "SELECT open - (SELECT count(*) FROM asq.snoozed JOIN asq.pending USING (request)
    WHERE until > $1) FROM asq.head WHERE k = 0";
const SNOOZE: &str = "WITH anew AS (DELETE FROM asq.announced WHERE request = $1)
    INSERT INTO asq.snoozed SELECT request, $2 FROM asq.pending WHERE request = $1
    ON CONFLICT (request) DO UPDATE SET until = excluded.until";
/// A request that is brought back by hand counts as announced.
const WAKE: &str = "WITH woken AS (DELETE FROM asq.snoozed WHERE request = $1 RETURNING request)
    INSERT INTO asq.announced SELECT request FROM woken JOIN asq.pending USING (request) ON CONFLICT DO NOTHING";
/// A request that closes while it is put off stays closed.
const SNOOZED: &str =
    "SELECT s.request, s.until FROM asq.snoozed s JOIN asq.pending USING (request) ORDER BY s.request";

pub(super) async fn claim(state: Arc<PostgresState>, ask: ClaimAsk) -> Result<Claimed, StoreError> {
    if ask.ids.is_empty() {
        return Ok(Claimed::default());
    }
    let (mine, wait_ms) = write_unsynced(&state, async |session: &Session| {
        let turn = [key(LAST), key(TYPING)];
        // Only rows that exist can be locked.
        session.run(TURNS, &[&turn.to_vec()]).await?;
        let mut until = [0u64; 2];
        for row in session.rows(TURN, &[&turn.to_vec()]).await? {
            until[usize::from(id(&row, 0)? == TYPING)] = get::<i64>(&row, 1)? as u64;
        }
        let wait_ms = ask.wait_ms(until[0], until[1]);
        if wait_ms > 0 {
            return Ok((BTreeSet::new(), wait_ms));
        }
        let announce = match ask.round {
            AnnounceRound::First => ANNOUNCE,
            AnnounceRound::Again => REMIND,
        };
        let rows = session.rows(announce, &[&keys(&ask.ids)]).await?;
        let mine = rows.iter().map(|row| id(row, 0)).collect::<Result<BTreeSet<_>, _>>()?;
        if ask.rings(&mine.iter().copied().collect::<Vec<_>>()) {
            session.run(SET_TURN, &[&key(LAST), &(ask.now_ms as i64)]).await?;
        }
        Ok((mine, 0))
    })
    .await?;
    Ok(Claimed { mine: ask.ids.into_iter().filter(|id| mine.contains(id)).collect(), wait_ms })
}

pub(super) async fn typing(state: Arc<PostgresState>, until_ms: u64) -> Result<(), StoreError> {
    write_unsynced(&state, async |session: &Session| {
        session.run(SET_TURN, &[&key(TYPING), &(until_ms as i64)]).await
    })
    .await
    .map(drop)
}

pub(super) async fn waiting(state: Arc<PostgresState>, now_ms: u64) -> Result<u64, StoreError> {
    let row = state.reader().await?.read_one(WAITING, &[&(now_ms as i64)]).await?;
    Ok(get::<i64>(&row, 0)?.max(0) as u64)
}

pub(super) async fn snooze(
    state: Arc<PostgresState>,
    id: RequestId,
    until_ms: u64,
) -> Result<(), StoreError> {
    write_unsynced(&state, async |session: &Session| match until_ms {
        0 => session.run(WAKE, &[&key(id)]).await,
        until => session.run(SNOOZE, &[&key(id), &(until as i64)]).await,
    })
    .await?;
    state.ring(WakeReason::Drafts);
    Ok(())
}

pub(super) async fn snoozed(state: Arc<PostgresState>) -> Result<Vec<(RequestId, u64)>, StoreError> {
    let rows = state.reader().await?.read(SNOOZED, &[]).await?;
    rows.iter().map(|row| Ok((id(row, 0)?, get::<i64>(row, 1)? as u64))).collect()
}
