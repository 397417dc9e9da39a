//! This process among the waiting ones.
//!
//! - It holds one lock of its session. The lock disappears with the session, at most 30 s after its machine died.
//! - A row for each of its requests names that lock.
//! - The first waiting process creates the table of these rows, and the next one removes the rows of dead processes.

use super::rows::keys;
use super::session::{Broken, Session};
use crate::StoreError;
use crate::random::random;
use asq_core::life::RequestId;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio_postgres::error::SqlState;

const LOCK: &str = "SELECT pg_advisory_lock_shared($1)";
/// One statement that takes turns with other processes that create tables. After a crash of the server, each process
/// writes its rows again when it reconnects.
const MAKE: &str = "SELECT pg_advisory_xact_lock(8314066150327582720);
    CREATE UNLOGGED TABLE IF NOT EXISTS asq.asker (
        request bytea  NOT NULL,
        process bigint NOT NULL,
        PRIMARY KEY (request, process)
    )";
const SWEEP: &str = "DELETE FROM asq.asker a WHERE NOT EXISTS (SELECT FROM pg_locks
    WHERE locktype = 'advisory' AND granted AND objsubid = 1
    AND ((classid::bigint << 32) | objid::bigint) = a.process
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))";
const LIST: &str = "INSERT INTO asq.asker SELECT unnest($1::bytea[]), $2 ON CONFLICT DO NOTHING";
const STRIKE: &str = "DELETE FROM asq.asker WHERE request = ANY($1) AND process = $2";

/// This process among the waiting ones.
#[derive(Default)]
pub(super) struct WaitingProcess {
    /// The name of its lock. Random, so that a dead process's rows never name a living one.
    name: OnceLock<i64>,
    /// The number of the session that holds the lock.
    locked_by: AtomicU64,
}

impl WaitingProcess {
    fn name(&self) -> Result<i64, StoreError> {
        if let Some(name) = self.name.get() {
            return Ok(*name);
        }
        let name = random()? as i64;
        Ok(*self.name.get_or_init(|| name))
    }

    /// Lists this process for these requests. Its lock comes first, so that nobody takes its rows for a dead process's.
    pub(super) async fn enlist(&self, line: &Session, ids: &[RequestId]) -> Result<(), StoreError> {
        let name = self.name()?;
        if self.locked_by.load(Ordering::Relaxed) != line.number {
            line.rows(LOCK, &[&name]).await?;
            match line.raw(SWEEP, &[]).await {
                Err(fault) if is_missing(&fault) => line.simple(MAKE).await?,
                swept => swept.map(drop).map_err(|fault| line.fault(&fault))?,
            }
            self.locked_by.store(line.number, Ordering::Relaxed);
        }
        line.run(LIST, &[&keys(ids), &name]).await.map(drop)
    }

    /// Removes this process from the lists of these requests.
    pub(super) async fn strike(&self, line: &Session, ids: &[RequestId]) -> Result<(), StoreError> {
        line.run(STRIKE, &[&keys(ids), &self.name()?]).await.map(drop)
    }
}

/// Whether nobody has created the table yet.
pub(super) fn is_missing(fault: &Broken) -> bool {
    match fault {
        Broken::Said(fault) => fault.code() == Some(&SqlState::UNDEFINED_TABLE),
        Broken::Silent => false,
    }
}
