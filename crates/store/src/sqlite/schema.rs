//! The tables.
//!
//! - The first asq creates them. It takes the gate, so that two processes agree.
//! - Migrations are only ever added. Each is one transaction: after an interruption, the next process continues from
//!   there.
//! - A newer store and another program's database are refused, and so is an emptied one.

use super::connection::create;
use super::fault;
use super::gate::Gate;
use super::last_position::LastPosition;
use super::place::DatabasePlace;
use crate::StoreError;
use rusqlite::{Connection, TransactionBehavior};

/// Marks the database as ours: `asq1`.
const APPLICATION: i32 = 0x6173_7131;

/// The known migrations, in order.
pub(super) type Migrations = &'static [&'static str];

/// Every change to the tables, in order. Only ever append to it.
pub(super) const MIGRATIONS: Migrations = &[include_str!("migrations/0001.sql")];

/// The version of the existing tables; 0 without tables.
pub(super) fn version(
    place: &DatabasePlace,
    connection: &Connection,
    migrations: Migrations,
) -> Result<u32, StoreError> {
    let number = |pragma: &str| {
        let read = fault::again(|| connection.query_row(pragma, (), |row| row.get::<_, i32>(0)));
        read.map_err(|e| fault::of(place, &e))
    };
    // Both are set in one transaction, perhaps between these two reads: then the tables aren't there yet, rather than
    // another program's.
    let version = number("PRAGMA user_version")?;
    match (number("PRAGMA application_id")?, version) {
        (0, 0) => Ok(0),
        (APPLICATION, version) => known(version as u32, migrations).map(|()| version as u32),
        _ => Err(StoreError::Failed(format!(
            "{} is the database of another program",
            place.database.display()
        ))),
    }
}

/// Whether this asq knows tables of this version.
pub(super) fn known(version: u32, migrations: Migrations) -> Result<(), StoreError> {
    let known = migrations.len() as u32;
    if version > known { Err(StoreError::Newer { found: version, known }) } else { Ok(()) }
}

/// Creates or upgrades the tables.
pub(super) fn migrate(place: &DatabasePlace, gate: &Gate, migrations: Migrations) -> Result<(), StoreError> {
    // Of all processes that find no tables, one creates them.
    let passed = gate.pass()?;
    let fresh = !asq_files::by_name::is_there(&place.database);
    let connection = create(place)?;
    let from = version(place, &connection, migrations)?;
    if from == 0 {
        let noted = LastPosition::default().read(&place.bell())?;
        if let Some(gone) = noted.filter(|position| *position > 0 && !fresh) {
            return Err(fault::damaged(&format!(
                "all {gone} records are missing from {}; {} still lists them: remove it to start over",
                place.database.display(),
                place.bell().display()
            )));
        }
        // These can't change once a table exists.
        let begin = "PRAGMA page_size = 4096; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL";
        connection.execute_batch(begin).map_err(|e| fault::of(place, &e))?;
    }
    bring_up(connection, from as usize, migrations).map_err(|e| fault::of(place, &e))?;
    place.furnish()?;
    if fresh {
        let bell = LastPosition::default();
        bell.ready(&place.bell())?;
        // Nobody listens yet.
        bell.write(0);
    }
    drop(passed);
    Ok(())
}

fn bring_up(mut connection: Connection, from: usize, migrations: Migrations) -> rusqlite::Result<()> {
    for (at, sql) in migrations.iter().enumerate().skip(from) {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute_batch(sql)?;
        // In the same transaction: a process that dies leaves the tables of one whole version.
        transaction.execute_batch(&format!(
            "PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {}",
            at + 1
        ))?;
        transaction.commit()?;
    }
    Ok(())
}
