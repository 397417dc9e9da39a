//! The tables.
//!
//! - Made by the first asq that comes; two that come at once make them once.
//! - Migrations are only ever added; each runs once, in one transaction with all others that are missing.
//! - A store of a newer version is refused.
//! - Where the tables are there and current, no right to make any is needed.

use super::session::{BEGIN, Session};
use crate::StoreError;

/// In their order.
const MIGRATIONS: &[&str] = &[include_str!("migrations/0001.sql")];

/// The newest version that is known.
pub(super) const KNOWN: i32 = MIGRATIONS.len() as i32;

/// Asked of the tables' table: what a connection remembers of names may be older than the lock that it waited for.
const THERE: &str = "SELECT EXISTS (SELECT FROM pg_class WHERE relname = 'head'
    AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = 'asq'))";
const VERSION: &str = "SELECT version FROM asq.head WHERE k = 0";
const LOCK: &str = "SELECT pg_advisory_xact_lock(8314066150327582720)";
const NOTE: &str = "UPDATE asq.head SET version = $1 WHERE k = 0";

/// What is said where there are no tables, and none are to be made.
pub(super) const NONE: &str = "there is no store in this database yet";

/// Brings the tables up to the newest version; makes them where there are none, if that is wanted.
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
            // The connection may be what is broken; then the server rolls back by itself.
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

/// A version that is not newer than what is known.
pub(super) fn judged(found: i32) -> Result<i32, StoreError> {
    if found > KNOWN {
        return Err(StoreError::Newer { found: found as u32, known: KNOWN as u32 });
    }
    Ok(found)
}
