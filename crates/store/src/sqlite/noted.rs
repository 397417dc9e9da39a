//! What the bell's file says: the last position that was acknowledged.
//!
//! - Written after the commit, so it is never ahead of a sound log; one that is shorter has lost something.
//! - Writing it is what rings the bell.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::path::Path;
use std::sync::Mutex;

/// Digits of a position.
const DIGITS: usize = 20;

/// The bell's file, open once something was noted.
#[derive(Default)]
pub(super) struct Noted(Mutex<Option<(File, u64, u64)>>);

impl Noted {
    /// As [`write`], with the file that is open where it is still the one at this path: who watches has found it there.
    pub(super) fn write(&self, bell: &Path, position: u64) {
        let mut open = super::lock(&self.0);
        let there = std::fs::metadata(bell).map(|it| (it.dev(), it.ino())).ok();
        if open.as_ref().is_none_or(|(_, dev, ino)| there != Some((*dev, *ino))) {
            *open = file(bell)
                .and_then(|file| {
                    let about = file.metadata()?;
                    Ok((file, about.dev(), about.ino()))
                })
                .ok();
        }
        if let Some((file, _, _)) = &*open {
            put(file, position);
        }
    }
}

/// Rings, and notes the position; nobody depends on either.
pub(super) fn write(bell: &Path, position: u64) {
    if let Ok(file) = file(bell) {
        put(&file, position);
    }
}

fn file(bell: &Path) -> std::io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(bell)
}

fn put(file: &File, position: u64) {
    let _ = file.write_all_at(format!("{position:<DIGITS$}\n").as_bytes(), 0);
}

/// The position that was noted.
pub(super) fn read(bell: &Path) -> Option<u64> {
    std::fs::read_to_string(bell).ok()?.trim().parse().ok()
}
