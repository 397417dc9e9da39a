//! The tables.
//!
//! - The first asq creates them; two at once create them once.
//! - Migrations are only ever added. Each runs once, in one transaction with all other missing ones.
//! - An upgrade waits for the transactions of older processes. Afterwards it notifies them, and they write nothing
//!   more.
//! - A newer store is refused.
//! - If the tables are current, no right to create any is needed.

use super::rows::get;
use super::session::{BEGIN, Session};
use crate::StoreError;

/// The known migrations, in order.
pub(super) type Migrations = &'static [&'static str];

/// Every change to the tables, in order. Only ever append to it, and keep `version` in the head: older processes look
/// there.
pub(super) const MIGRATIONS: Migrations = &[include_str!("migrations/0001.sql")];

/// Asks the catalogue: a connection may remember names from before the lock that it waited for.
const THERE: &str = "SELECT EXISTS (SELECT FROM pg_class WHERE relname = 'head'
    AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = 'asq'))";
const VERSION: &str = "SELECT version FROM asq.head WHERE k = 0";
const LOCK: &str = "SELECT pg_advisory_xact_lock(8314066150327582720)";
/// Keeps the tables as they are until the transaction ends.
pub(super) const HOLD: &str = "SELECT pg_advisory_xact_lock_shared(8314066150327582720)";
/// An append holds nothing but the head.
const LOCK_HEAD: &str = "SELECT k FROM asq.head WHERE k = 0 FOR UPDATE";
const NOTE: &str = "UPDATE asq.head SET version = $1 WHERE k = 0";
/// Older processes take an unknown message for news of some kind, and look.
const TELL: &str = "SELECT pg_notify('asq', 'v')";

/// The message if there are no tables and none are to be created.
pub(super) const NONE: &str = "there is no store in this database yet";

/// Upgrades the tables to the newest version; creates them if they are missing and `make` is set.
pub(super) async fn bring_up(
    session: &Session,
    migrations: Migrations,
    make: bool,
) -> Result<(), StoreError> {
    match version(session, migrations).await? {
        latest if latest == migrations.len() => return Ok(()),
        0 if !make => return Err(StoreError::Failed(NONE.to_owned())),
        _ => {}
    }
    session.simple(BEGIN).await?;
    let done = missing(session, migrations).await;
    match done {
        Ok(()) => session.simple("COMMIT").await,
        Err(fault) => {
            // If the connection is broken, the server rolls back by itself.
            let _ = session.simple("ROLLBACK").await;
            Err(fault)
        }
    }
}

async fn missing(session: &Session, migrations: Migrations) -> Result<(), StoreError> {
    session.rows(LOCK, &[]).await?;
    let found = version(session, migrations).await?;
    if found > 0 {
        session.row(LOCK_HEAD, &[]).await?;
    }
    for migration in migrations.iter().skip(found) {
        session.simple(migration).await?;
    }
    session.run(NOTE, &[&(migrations.len() as i32)]).await?;
    if found > 0 { session.simple(TELL).await } else { Ok(()) }
}

async fn version(session: &Session, migrations: Migrations) -> Result<usize, StoreError> {
    let there: bool = session.row(THERE, &[]).await?.get(0);
    if !there {
        return Ok(0);
    }
    judged(get(&session.row(VERSION, &[]).await?, 0)?, migrations)
}

/// Checks that this asq knows the tables.
pub(super) async fn check(session: &Session, migrations: Migrations) -> Result<(), StoreError> {
    judged(get(&session.row(VERSION, &[]).await?, 0)?, migrations).map(drop)
}

/// Refuses a version newer than the known ones.
pub(super) fn judged(found: i32, migrations: Migrations) -> Result<usize, StoreError> {
    if found as usize > migrations.len() {
        return Err(StoreError::Newer { found: found as u32, known: migrations.len() as u32 });
    }
    Ok(found as usize)
}
