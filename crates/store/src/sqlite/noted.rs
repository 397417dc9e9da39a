//! What the bell's file says: the last position that was acknowledged.
//!
//! - Written after the commit, so it is never ahead of a sound log; one that is shorter has lost something.
//! - Writing it is what rings the bell.

use std::fs::OpenOptions;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::Path;

/// Digits of a position.
const DIGITS: usize = 20;

/// Rings, and notes the position; nobody depends on either.
pub(super) fn write(bell: &Path, position: u64) {
    // By its path each time: who watches has found it there, and it may have been replaced.
    let file = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(bell);
    if let Ok(file) = file {
        let _ = file.write_all_at(format!("{position:<DIGITS$}\n").as_bytes(), 0);
    }
}

/// The position that was noted.
pub(super) fn read(bell: &Path) -> Option<u64> {
    std::fs::read_to_string(bell).ok()?.trim().parse().ok()
}
