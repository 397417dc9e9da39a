//! The last acknowledged position, in the bell's file.
//!
//! - It is written after the commit, so a sound log is never behind it; a shorter log has lost records.
//! - Writing it rings the bell.
//! - A link, a pipe or somebody else's file in its place is refused before anything is stored.

use super::place::{self, FileId};
use crate::StoreError;
use crate::mutex::lock;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Mutex;

/// The digits of a position.
const DIGITS: usize = 20;

/// The bell's file, opened when it is first rung or read.
#[derive(Default)]
pub(super) struct LastPosition {
    rung: Mutex<Option<(File, FileId)>>,
    read: Mutex<Option<(File, FileId)>>,
}

impl LastPosition {
    /// Opens it in advance, so that ringing can't fail for lack of a file. Watchers use the file at this path, and it
    /// may have been replaced.
    pub(super) fn ready(&self, bell: &Path) -> Result<(), StoreError> {
        let mut open = lock(&self.rung);
        if open.as_ref().is_none_or(|(_, id)| place::lies_at(bell) != Some(*id)) {
            *open = None;
            let file = place::own_file(bell)?;
            let id = place::id(&file).map_err(|e| place::read_only(bell, &e))?;
            *open = Some((file, id));
        }
        Ok(())
    }

    /// Rings and stores the position; returns whether that worked.
    pub(super) fn write(&self, position: u64) -> bool {
        let open = lock(&self.rung);
        let text = format!("{position:<DIGITS$}\n");
        open.as_ref().is_some_and(|(file, _)| file.write_all_at(text.as_bytes(), 0).is_ok())
    }

    /// The stored position; `None` if it is missing or unreadable.
    pub(super) fn read(&self, bell: &Path) -> Result<Option<u64>, StoreError> {
        let mut open = lock(&self.read);
        let there = place::lies_at(bell);
        if open.as_ref().is_none_or(|(_, id)| there != Some(*id)) {
            *open = None;
            let Some(file) = place::own_file_to_read(bell)? else { return Ok(None) };
            let id = place::id(&file).map_err(|e| place::unreadable(bell, &e))?;
            *open = Some((file, id));
        }
        let Some((file, _)) = &*open else { return Ok(None) };
        let mut text = [0; DIGITS];
        // A disk that failed to deliver it once may deliver it now.
        let length = file.read_at(&mut text, 0).or_else(|_| file.read_at(&mut text, 0));
        let length = length.map_err(|e| place::unreadable(bell, &e))?;
        Ok(std::str::from_utf8(&text[..length]).ok().and_then(|text| text.trim().parse().ok()))
    }
}
