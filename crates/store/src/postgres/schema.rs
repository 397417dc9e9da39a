//! The tables.
//!
//! - The first asq creates them; two at once create them once.
//! - Migrations are only ever added. Each runs once, in one transaction with all other missing ones.
//! - A newer store is refused.
//! - If the tables are current, no right to create any is needed.

use super::session::{BEGIN, Session};
use crate::StoreError;

const MIGRATIONS: &[&str] = &[include_str!("migrations/0001.sql")];

pub(super) const KNOWN: i32 = MIGRATIONS.len() as i32;

/// Asks the catalogue: a connection may remember names from before the lock that it waited for.
const THERE: &str = "SELECT EXISTS (SELECT FROM pg_class WHERE relname = 'head'
    AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = 'asq'))";
const VERSION: &str = "SELECT version FROM asq.head WHERE k = 0";
const LOCK: &str = "SELECT pg_advisory_xact_lock(8314066150327582720)";
const NOTE: &str = "UPDATE asq.head SET version = $1 WHERE k = 0";

/// The message if there are no tables and none are to be created.
pub(super) const NONE: &str = "there is no store in this database yet";

/// Upgrades the tables to the newest version; creates them if they are missing and `make` is set.
pub(super) async fn bring_up(session: &Session, make: bool) -> Result<(), StoreError> {
    match version(session).await? {
        KNOWN => return Ok(()),
        0 if !make => return Err(StoreError::Failed(NONE.to_owned())),
        _ => {}
    }
    session.simple(BEGIN).await?;
    let done = missing(session).await;
    match done {
        Ok(()) => session.simple("COMMIT").await,
        Err(fault) => {
            // If the connection is broken, the server rolls back by itself.
            let _ = session.simple("ROLLBACK").await;
            Err(fault)
        }
    }
}

async fn missing(session: &Session) -> Result<(), StoreError> {
    session.rows(LOCK, &[]).await?;
    let found = version(session).await?;
    for migration in MIGRATIONS.iter().skip(found as usize) {
        session.simple(migration).await?;
    }
    session.run(NOTE, &[&KNOWN]).await.map(drop)
}

async fn version(session: &Session) -> Result<i32, StoreError> {
    let there: bool = session.row(THERE, &[]).await?.get(0);
    if !there {
        return Ok(0);
    }
    judged(session.row(VERSION, &[]).await?.get(0))
}

/// Refuses a version newer than the known ones.
pub(super) fn judged(found: i32) -> Result<i32, StoreError> {
    if found > KNOWN {
        return Err(StoreError::Newer { found: found as u32, known: KNOWN as u32 });
    }
    Ok(found)
}
