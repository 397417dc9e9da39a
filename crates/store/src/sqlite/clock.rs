//! How long something has been waited for. No record's time comes from here.

use std::time::Instant;

/// Now, for waits only.
#[allow(clippy::disallowed_methods)]
pub(super) fn now() -> Instant {
    Instant::now()
}
