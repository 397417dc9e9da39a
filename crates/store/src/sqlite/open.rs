//! Opens the database.
//!
//! - A missing database is created, and an older one is upgraded.
//! - A SQLite that loses commits is refused.
//! - A store that is replaced in the meantime is an error.

use super::connection::{Purpose, connect};
use super::gate::Gate;
use super::place::{DatabasePlace, Existing, FileId};
use super::schema::{Migrations, migrate, version};
use crate::StoreError;
use rusqlite::Connection;

/// The first SQLite that doesn't lose one connection's commits during another's checkpoint.
const FLOOR: i32 = 3_051_003;

/// The reading connection and its file; `None` if there is no store and none is to be created.
pub(super) fn reader(
    place: &DatabasePlace,
    gate: &Gate,
    make: bool,
    migrations: Migrations,
) -> Result<Option<(Connection, FileId)>, StoreError> {
    floor(rusqlite::version_number())?;
    let found = place.check()?;
    if found == Existing::Nothing {
        if !make {
            return Ok(None);
        }
        place.make()?;
        place.check()?;
        migrate(place, gate, migrations)?;
    }
    // Compared at the end: SQLite opens by path, and doesn't say which file it found there.
    let before = place.identity()?;
    let begin = || {
        let connection = connect(place, Purpose::Reader)?;
        version(place, &connection, migrations).map(|version| (connection, version))
    };
    let (connection, version) = match begin() {
        // A lock that the system didn't release goes with its connection.
        Err(StoreError::Busy(None)) => begin()?,
        begun => begun?,
    };
    if found == Existing::Alone {
        return Err(place.lonely());
    }
    match version {
        latest if latest as usize == migrations.len() => {}
        0 if !make => return Ok(None),
        _ => migrate(place, gate, migrations)?,
    }
    match place.identity()? {
        Some(file) if before == Some(file) => Ok(Some((connection, file))),
        Some(_) | None => Err(StoreError::Changed(format!(
            "the store at {} was replaced while it was opened: begin again",
            place.database.display()
        ))),
    }
}

fn floor(version: i32) -> Result<(), StoreError> {
    if version >= FLOOR {
        return Ok(());
    }
    let (major, minor, patch) = (version / 1_000_000, version / 1000 % 1000, version % 1000);
    Err(StoreError::OldSqlite(format!("{major}.{minor}.{patch}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_linked_is_new_enough_and_older_ones_are_refused() {
        floor(rusqlite::version_number()).expect("new enough");
        let refused = floor(3_051_002).expect_err("it loses commits").to_string();
        assert_eq!(refused, "SQLite 3.51.2 can lose what was committed; 3.51.3 is the oldest that asq uses");
        floor(FLOOR).expect("the oldest");
    }
}
