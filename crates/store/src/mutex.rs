//! Locking a mutex.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks it even if a thread panicked while it held the lock: nothing under these locks is ever half-changed.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
