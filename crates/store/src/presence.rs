//! Presence of inboxes and askers, shown by locks.
//!
//! - A lock disappears with its process, however that ends.
//! - A check takes less than a millisecond and creates nothing.

use crate::StoreError;
use asq_core::life::RequestId;

/// A held lock; dropping it releases it.
pub trait LockGuard: Send {}

/// Shows which inboxes and askers are alive.
pub trait Presence {
    /// Marks an inbox as in use while the lock is held.
    fn hold_inbox(&self) -> Result<Box<dyn LockGuard>, StoreError>;

    fn inbox_in_use(&self) -> bool;

    /// Marks an asker as waiting for this request's ending while the lock is held.
    fn hold_asker(&self, id: RequestId) -> Result<Box<dyn LockGuard>, StoreError>;

    fn asker_waits(&self, id: RequestId) -> bool;
}
