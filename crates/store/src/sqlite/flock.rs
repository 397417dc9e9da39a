//! The one call that locks files of the store: the gate, and the files that show who is there.

use rustix::fs::FlockOperation;
use std::os::fd::AsFd;

/// Not repeated if a signal interrupts it.
pub(super) fn flock(file: impl AsFd, operation: FlockOperation) -> rustix::io::Result<()> {
    #[expect(clippy::disallowed_methods, reason = "a file that place.rs has opened and judged")]
    rustix::fs::flock(file, operation)
}
