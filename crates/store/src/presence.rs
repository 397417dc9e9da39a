//! Who is there, told by locks.
//!
//! - A lock goes with the process that holds it, however that ended.
//! - Looking takes under a millisecond and creates nothing.

use crate::StoreError;
use asq_core::life::RequestId;

/// A lock that is held; dropping it lets go.
pub trait LockGuard: Send {}

/// Who is there.
pub trait Presence {
    /// Says that an inbox is in use, for as long as the lock is held.
    fn hold_inbox(&self) -> Result<Box<dyn LockGuard>, StoreError>;

    /// Whether an inbox is in use.
    fn inbox_in_use(&self) -> bool;

    /// Says that somebody waits for this request's ending.
    fn hold_asker(&self, id: RequestId) -> Result<Box<dyn LockGuard>, StoreError>;

    /// Whether somebody waits for it.
    fn asker_waits(&self, id: RequestId) -> bool;
}
