//! What the bell's file says: the last position that was acknowledged.
//!
//! - Written after the commit, so it is never ahead of a sound log; one that is shorter has lost something.
//! - Writing it is what rings the bell.

use std::fs::{File, Metadata, OpenOptions};
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::path::Path;
use std::sync::Mutex;

/// Digits of a position.
const DIGITS: usize = 20;

/// A bell's file, open once it was rung.
#[derive(Default)]
pub(super) struct Noted(Mutex<Option<File>>);

impl Noted {
    /// Rings, and notes the position; nobody depends on either.
    pub(super) fn write(&self, bell: &Path, position: u64) {
        let mut open = super::lock(&self.0);
        // Who watches has found the file at this path, and it may have been replaced.
        if !open.as_ref().is_some_and(|file| lies_at(file, bell)) {
            let file = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(bell);
            *open = file.ok();
        }
        if let Some(file) = &*open {
            let _ = file.write_all_at(format!("{position:<DIGITS$}\n").as_bytes(), 0);
        }
    }
}

fn lies_at(file: &File, path: &Path) -> bool {
    let name = |about: Metadata| (about.dev(), about.ino());
    let there = std::fs::metadata(path).map(name);
    there.is_ok_and(|there| file.metadata().is_ok_and(|here| name(here) == there))
}

/// The position that was noted.
pub(super) fn read(bell: &Path) -> Option<u64> {
    std::fs::read_to_string(bell).ok()?.trim().parse().ok()
}
