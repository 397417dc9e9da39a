//! Translates a server's errors.
//!
//! - A lost connection, a server that shuts down or starts, and one that stopped accepting writes all count as
//!   unreachable.
//! - A full disk is an error of its own; reading still works.
//! - The server's message is passed on; it never holds a password.

use crate::StoreError;
use asq_files::plain_io;
use std::error::Error as _;
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

/// Whether the session is useless now: nobody knows what happened to unanswered statements.
pub(super) fn lost(fault: &Error) -> bool {
    match fault.code() {
        Some(code) => gone(code),
        // Not an error of the server: the socket broke, or the reply was invalid.
        None => true,
    }
}

fn gone(code: &SqlState) -> bool {
    code.code().starts_with("08")
        || *code == SqlState::ADMIN_SHUTDOWN
        || *code == SqlState::CRASH_SHUTDOWN
        || *code == SqlState::CANNOT_CONNECT_NOW
        || *code == SqlState::READ_ONLY_SQL_TRANSACTION
        || code.code() == "25P03"
        || code.code() == "57P05"
}

/// Whether the server may accept us in a moment: it is full, or just starting.
pub(super) fn full(fault: &Error) -> bool {
    fault
        .code()
        .is_some_and(|code| *code == SqlState::TOO_MANY_CONNECTIONS || *code == SqlState::CANNOT_CONNECT_NOW)
        || fault.as_db_error().is_some_and(|db| db.message().contains("no more connections allowed"))
}

pub(super) fn of(fault: &Error, shown: &str) -> StoreError {
    let Some(db) = fault.as_db_error() else {
        if let Some(why) = super::tls::why(fault) {
            return StoreError::Failed(format!("{shown}: {why}"));
        }
        let why = match fault.source() {
            Some(source) => source.downcast_ref().map_or_else(|| source.to_string(), plain_io),
            None => fault.to_string(),
        };
        // The protocol reader says this about a peer that speaks something else and hangs up.
        let why = if why.contains("bytes remaining on stream") {
            "what answers there isn't a PostgreSQL server".to_owned()
        } else if why.contains("password missing") {
            "it asks for a password: put it into ~/.pgpass or PGPASSWORD".to_owned()
        } else {
            why
        };
        return StoreError::Unreachable(format!("{shown}: {why}"));
    };
    if full(fault) && *db.code() != SqlState::CANNOT_CONNECT_NOW {
        let way_out = "raise max_connections, or put a pooler before it (?listen=off)";
        return StoreError::Unreachable(format!("{shown}: the server is full: {}; {way_out}", db.message()));
    }
    if db.message().contains("no encryption") {
        let way_out = "it only accepts TLS: use sslmode=verify-full or require";
        return StoreError::Failed(format!("{shown}: {}; {way_out}", db.message()));
    }
    let code = db.code();
    if *code == SqlState::DISK_FULL {
        StoreError::Full(shown.into())
    } else if *code == SqlState::LOCK_NOT_AVAILABLE {
        StoreError::Busy(None)
    } else if *code == SqlState::IO_ERROR
        || *code == SqlState::DATA_CORRUPTED
        || *code == SqlState::INDEX_CORRUPTED
    {
        StoreError::Disk { path: shown.into(), why: db.message().to_owned() }
    } else if *code == SqlState::INSUFFICIENT_PRIVILEGE {
        StoreError::ReadOnly { path: shown.into(), why: db.message().to_owned() }
    } else if gone(code) || code.code().starts_with("53") || *code == SqlState::INVALID_PASSWORD {
        StoreError::Unreachable(format!("{shown}: {}", db.message()))
    } else {
        StoreError::Failed(format!("{shown}: {}", db.message()))
    }
}
