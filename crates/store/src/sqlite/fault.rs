//! Translates SQLite's errors.
//!
//! - Distinguishes a full disk, a failing disk, a damaged file and a file that isn't a database.
//! - Only a refused write stops the store for good; a failed read is retried.
//! - Reads the file once more to tell a failing disk from a damaged file.

use super::disk;
use super::place::DatabasePlace;
use crate::StoreError;
use asq_files::plain_io;
use rusqlite::{Error, ErrorCode, ffi};

pub(super) fn of(place: &DatabasePlace, fault: &Error) -> StoreError {
    let path = place.database.clone();
    let Error::SqliteFailure(told, text) = fault else {
        return match fault {
            // A wrong column type or length: asq never wrote that.
            Error::FromSqlConversionFailure(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::InvalidColumnType(..)
            | Error::QueryReturnedNoRows => damaged(&fault.to_string()),
            _ => StoreError::Failed(fault.to_string()),
        };
    };
    let why = text.clone().unwrap_or_else(|| told.to_string());
    match told.code {
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::FileLockingProtocolFailed => {
            StoreError::Busy(None)
        }
        ErrorCode::DiskFull => StoreError::Full(path),
        ErrorCode::ReadOnly => StoreError::ReadOnly { path, why },
        ErrorCode::PermissionDenied | ErrorCode::CannotOpen => StoreError::ReadOnly { path, why },
        // SQLite also says so if the disk delivered nothing.
        ErrorCode::DatabaseCorrupt => match disk::gives(place) {
            Ok(()) => damaged(&why),
            Err(fault) => StoreError::Unreadable { path, why: plain_io(&fault) },
        },
        ErrorCode::NotADatabase => StoreError::NotAStore(path),
        ErrorCode::ConstraintViolation => damaged(&why),
        ErrorCode::SystemIoFailure => match told.extended_code {
            // Without space, growing the WAL's index fails first.
            ffi::SQLITE_IOERR_SHMSIZE => StoreError::Full(path),
            ffi::SQLITE_IOERR_NOMEM => StoreError::Failed(why),
            ffi::SQLITE_IOERR_LOCK | ffi::SQLITE_IOERR_RDLOCK | ffi::SQLITE_IOERR_UNLOCK => {
                StoreError::Failed(format!("{} can't be locked: {why}", path.display()))
            }
            ffi::SQLITE_IOERR_SHORT_READ => damaged(&why),
            // A device that delivers nothing says nothing about its content.
            ffi::SQLITE_IOERR_READ | ffi::SQLITE_IOERR_CORRUPTFS | ffi::SQLITE_IOERR_FSTAT => {
                StoreError::Unreadable { path, why: "disk I/O error".to_owned() }
            }
            code => StoreError::Disk { path, why: format!("{why} ({})", named(code)) },
        },
        _ => StoreError::Failed(why),
    }
}

/// Whether a retry may work: SQLite also reports damage if the disk failed to deliver something once.
pub(super) fn may_pass(fault: &Error) -> bool {
    matches!(fault, Error::SqliteFailure(told, _)
        if matches!(told.code, ErrorCode::DatabaseCorrupt | ErrorCode::SystemIoFailure))
}

/// Runs it, and once more if a retry may work.
pub(super) fn again<T>(mut run: impl FnMut() -> rusqlite::Result<T>) -> rusqlite::Result<T> {
    match run() {
        Err(fault) if may_pass(&fault) => run(),
        done => done,
    }
}

/// The same for translated errors. A failed call has changed nothing.
pub(super) fn passes(fault: &StoreError) -> bool {
    matches!(fault, StoreError::Damaged { .. } | StoreError::NotAStore(_) | StoreError::Unreadable { .. })
}

pub(super) fn damaged(what: &str) -> StoreError {
    StoreError::Damaged { position: None, what: what.to_owned() }
}

fn named(code: i32) -> String {
    match code {
        ffi::SQLITE_IOERR_FSYNC | ffi::SQLITE_IOERR_DIR_FSYNC => "sync".to_owned(),
        ffi::SQLITE_IOERR_WRITE => "write".to_owned(),
        ffi::SQLITE_IOERR_TRUNCATE => "truncate".to_owned(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_a_failing_disk_and_a_damaged_file_are_told_apart() {
        let place = DatabasePlace::of(std::path::Path::new("/nowhere/store.db")).expect("a place");
        let told = |code| match of(&place, &Error::SqliteFailure(ffi::Error::new(code), None)) {
            StoreError::Full(_) => "full",
            StoreError::Disk { .. } => "disk",
            StoreError::Unreadable { .. } => "unreadable",
            StoreError::Damaged { .. } => "damaged",
            StoreError::NotAStore(_) => "no store",
            StoreError::ReadOnly { .. } => "read-only",
            StoreError::Busy(None) => "busy",
            other => panic!("{other:?}"),
        };
        for (code, expected) in [
            (ffi::SQLITE_FULL, "full"),
            (ffi::SQLITE_IOERR_SHMSIZE, "full"),
            (ffi::SQLITE_IOERR_FSYNC, "disk"),
            (ffi::SQLITE_IOERR_DIR_FSYNC, "disk"),
            (ffi::SQLITE_IOERR_WRITE, "disk"),
            (ffi::SQLITE_IOERR_READ, "unreadable"),
            (ffi::SQLITE_IOERR_CORRUPTFS, "unreadable"),
            (ffi::SQLITE_IOERR_FSTAT, "unreadable"),
            (ffi::SQLITE_IOERR_SHORT_READ, "damaged"),
            (ffi::SQLITE_NOTADB, "no store"),
            (ffi::SQLITE_CONSTRAINT, "damaged"),
            (ffi::SQLITE_READONLY, "read-only"),
            (ffi::SQLITE_CANTOPEN, "read-only"),
            (ffi::SQLITE_BUSY, "busy"),
        ] {
            assert_eq!(told(code), expected, "{code}");
        }
    }
}
