//! Why something was not done.
//!
//! - A refusal is the request's own state: it carries the winner, the misfits, what is missing.
//! - A fault is the store's; after one of the disk nothing is acknowledged any more, and the process ends with 74.

use asq_core::life::{Refusal, RequestId};
use asq_store::StoreError;
use std::sync::Arc;

/// Why something was not done. Nothing was changed, but where the store says that it doesn't know.
#[derive(Clone, Debug)]
pub enum Failure {
    /// There is no such request.
    NoSuch(RequestId),
    /// The request's state, the rights or the rules of the answer forbid it.
    Refused(Box<Refusal>),
    /// The store failed.
    Store(Arc<StoreError>),
}

impl Failure {
    /// Whether the disk failed, or the store is not the one that was opened: the process has to stop, with exit code 74.
    pub fn is_final(&self) -> bool {
        match self {
            Failure::NoSuch(_) | Failure::Refused(_) => false,
            Failure::Store(error) => is_final(error),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::Store(Arc::new(error))
    }
}

/// Whether whoever goes on after this may believe a lie.
pub(super) fn is_final(error: &StoreError) -> bool {
    match error {
        StoreError::Disk { .. } | StoreError::Changed(_) | StoreError::Newer { .. } => true,
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
        | StoreError::Unknown(_)
        | StoreError::Failed(_) => false,
    }
}
