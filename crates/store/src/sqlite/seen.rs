//! The seen state of open requests, shared by all surfaces: announced once, put off until later.
//!
//! - A request that was put off is announced again when its time is up, but not if somebody brought it back by hand.

use super::Sqlite;
use super::rows::Id;
use crate::seen::{LAST, TYPING, reminder};
use crate::{AnnounceRound, ClaimAsk, Claimed, Seen, StoreError};
use asq_core::life::RequestId;
use rusqlite::{OptionalExtension, Transaction, params};

/// Whether a request is open, by its id.
const OPEN: &str = "EXISTS (SELECT 1 FROM record r JOIN pending p ON p.position = r.position
    WHERE r.request = ?1 AND r.seq = 1)";

impl Seen for Sqlite {
    fn claim(&self, ask: &ClaimAsk) -> Result<Claimed, StoreError> {
        if ask.ids.is_empty() {
            return Ok(Claimed::default());
        }
        self.write_unsynced(|sql| claim(sql, ask).map_err(|e| self.sql(&e)))
    }

    fn typing(&self, until_ms: u64) -> Result<(), StoreError> {
        self.write_unsynced(|sql| set(sql, TYPING, until_ms).map_err(|e| self.sql(&e)))
    }

    fn waiting(&self, now_ms: u64) -> Result<u64, StoreError> {
        let select = "SELECT open - (SELECT count(*) FROM seen WHERE until > ?1 AND request NOT IN (?2, ?3))
            FROM head";
        let waiting: i64 = self.read(|sql| {
            sql.prepare_cached(select)?
                .query_row(params![now_ms as i64, Id(LAST), Id(TYPING)], |row| row.get(0))
        })?;
        Ok(waiting.max(0) as u64)
    }

    fn snooze(&self, id: RequestId, until_ms: u64) -> Result<(), StoreError> {
        let upsert = format!(
            "INSERT INTO seen (request, announced, until) SELECT ?1, 0, ?2 WHERE {OPEN}
             ON CONFLICT (request) DO UPDATE SET announced = until > 0 AND ?2 = 0 OR announced AND ?2 = 0, until = ?2"
        );
        self.write_unsynced(|sql| {
            let done =
                sql.prepare_cached(&upsert).and_then(|mut it| it.execute(params![Id(id), until_ms as i64]));
            done.map_err(|e| self.sql(&e))
        })?;
        self.ring_drafts();
        Ok(())
    }

    fn snoozed(&self) -> Result<Vec<(RequestId, u64)>, StoreError> {
        self.read(|sql| {
            sql.prepare_cached("SELECT request, until FROM seen WHERE until > 0 AND request NOT IN (?1, ?2) ORDER BY request")?
                .query_map([Id(LAST), Id(TYPING)], |row| Ok((row.get::<_, Id>(0)?.0, row.get::<_, i64>(1)? as u64)))?
                .collect()
        })
    }
}

fn claim(sql: &Transaction<'_>, ask: &ClaimAsk) -> rusqlite::Result<Claimed> {
    let wait_ms = ask.wait_ms(until(sql, LAST)?, until(sql, TYPING)?);
    if wait_ms > 0 {
        return Ok(Claimed { mine: Vec::new(), wait_ms });
    }
    let upsert = format!(
        "INSERT INTO seen (request, announced, until) SELECT ?2, 1, 0 WHERE {OPEN}
         ON CONFLICT (request) DO UPDATE SET announced = 1 WHERE announced = 0"
    );
    let mut upsert = sql.prepare_cached(&upsert)?;
    let mut mine = Vec::new();
    for id in &ask.ids {
        let key = match ask.round {
            AnnounceRound::First => id.0.to_be_bytes().to_vec(),
            AnnounceRound::Again => reminder(*id),
        };
        if upsert.execute(params![Id(*id), key])? == 1 {
            mine.push(*id);
        }
    }
    if ask.rings(&mine) {
        set(sql, LAST, ask.now_ms)?;
    }
    Ok(Claimed { mine, wait_ms: 0 })
}

fn until(sql: &Transaction<'_>, row: RequestId) -> rusqlite::Result<u64> {
    let select = "SELECT until FROM seen WHERE request = ?1";
    let until = sql.prepare_cached(select)?.query_row([Id(row)], |row| row.get::<_, i64>(0)).optional()?;
    Ok(until.unwrap_or(0) as u64)
}

fn set(sql: &Transaction<'_>, row: RequestId, until: u64) -> rusqlite::Result<()> {
    let upsert = "INSERT INTO seen (request, announced, until) VALUES (?1, 0, ?2)
        ON CONFLICT (request) DO UPDATE SET until = ?2";
    sql.prepare_cached(upsert)?.execute(params![Id(row), until as i64]).map(drop)
}
