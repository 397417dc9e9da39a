//! The seen state of open requests, shared by all surfaces: announced once, put off until later.
//!
//! - A request that was put off is announced again when its time is up, but not if somebody brought it back by hand.

use super::Sqlite;
use super::rows::Id;
use crate::{Seen, StoreError};
use asq_core::life::RequestId;
use rusqlite::params;

/// Whether a request is open, by its id.
const OPEN: &str = "EXISTS (SELECT 1 FROM record r JOIN pending p ON p.position = r.position
    WHERE r.request = ?1 AND r.seq = 1)";

impl Seen for Sqlite {
    fn announce(&self, ids: &[RequestId]) -> Result<Vec<RequestId>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let upsert = format!(
            "INSERT INTO seen (request, announced, until) SELECT ?1, 1, 0 WHERE {OPEN}
             ON CONFLICT (request) DO UPDATE SET announced = 1 WHERE announced = 0"
        );
        self.write_unsynced(|sql| {
            let first = |id: &RequestId| -> rusqlite::Result<bool> {
                Ok(sql.prepare_cached(&upsert)?.execute([Id(*id)])? == 1)
            };
            let mut mine = Vec::new();
            for id in ids {
                if first(id).map_err(|e| self.sql(&e))? {
                    mine.push(*id);
                }
            }
            Ok(mine)
        })
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
            sql.prepare_cached("SELECT request, until FROM seen WHERE until > 0 ORDER BY request")?
                .query_map((), |row| Ok((row.get::<_, Id>(0)?.0, row.get::<_, i64>(1)? as u64)))?
                .collect()
        })
    }
}
