//! Measures waiting times. No record's time comes from here.

use std::time::Instant;

/// Use it only for waits.
#[allow(clippy::disallowed_methods)]
pub(super) fn now() -> Instant {
    Instant::now()
}
