//! The store's faults, as a backend reports them.
//!
//! - After a fault of the disk, or of a store that is not the one that was opened, nothing is acknowledged any more.
//! - Whether something was stored may be unknown; every other fault did nothing.

use asq_backend::{Failure, FaultKind, StoreFault};
use asq_store::StoreError;

/// The store's words, and what they mean for the caller.
pub(super) fn fault(error: &StoreError) -> StoreFault {
    StoreFault { kind: kind(error), text: error.to_string() }
}

/// The same for a reply.
#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
pub(super) fn failed(error: StoreError) -> Failure {
    Failure::Store(fault(&error))
}

fn kind(error: &StoreError) -> FaultKind {
    match error {
        StoreError::Disk { .. } | StoreError::Changed(_) | StoreError::Newer { .. } => FaultKind::Final,
        StoreError::Unknown(_) => FaultKind::Unknown,
        StoreError::Busy(_)
        | StoreError::Full(_)
        | StoreError::ReadOnly { .. }
        | StoreError::FileSystem { .. }
        | StoreError::OldSqlite(_)
        | StoreError::Unreadable { .. }
        | StoreError::Foreign { .. }
        | StoreError::Exposed { .. }
        | StoreError::Damaged { .. }
        | StoreError::Unreachable(_)
        | StoreError::Failed(_) => FaultKind::Failed,
    }
}
