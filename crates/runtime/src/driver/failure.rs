//! The store's faults, as a backend reports them.
//!
//! - After a disk fault, or if another store has taken the place of the opened one, nothing is acknowledged any more.
//! - One kind of fault leaves it unknown whether something was stored; with every other kind nothing was.
//! - A full disk is a kind of its own: reads still work.

use asq_backend::{Failure, FaultKind, StoreFault};
use asq_store::StoreError;

/// The store's text, and its meaning for the caller.
pub(super) fn fault(error: &StoreError) -> StoreFault {
    StoreFault { kind: kind(error), text: error.to_string() }
}

/// [`fault`], for `map_err`.
#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
pub(super) fn failed(error: StoreError) -> Failure {
    Failure::Store(fault(&error))
}

fn kind(error: &StoreError) -> FaultKind {
    match error {
        StoreError::Disk { .. } | StoreError::Changed(_) | StoreError::Newer { .. } => FaultKind::Final,
        StoreError::Unknown(_) => FaultKind::Unknown,
        StoreError::Full(_) => FaultKind::Full,
        StoreError::Busy(_)
        | StoreError::ReadOnly { .. }
        | StoreError::FileSystem { .. }
        | StoreError::OldSqlite(_)
        | StoreError::Unreadable { .. }
        | StoreError::Foreign { .. }
        | StoreError::Exposed { .. }
        | StoreError::NotAFile { .. }
        | StoreError::NotAStore(_)
        | StoreError::Log(_)
        | StoreError::Filled
        | StoreError::Damaged { .. }
        | StoreError::Unreachable(_)
        | StoreError::Failed(_) => FaultKind::Failed,
    }
}
