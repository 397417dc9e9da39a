//! A folder of its own for a text that another program reads.
//!
//! - Only this person can read it, and it is removed with all that is in it when it is dropped.

use asq_files::{Fault, Folder};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

pub(crate) struct TextFolder {
    pub(crate) folder: Folder,
    path: PathBuf,
}

impl TextFolder {
    /// A folder in the first of these that belongs to this person alone.
    pub(crate) fn make(folders: &[PathBuf], before: &str) -> Result<TextFolder, Fault> {
        let folder = asq_files::private(folders).and_then(|private| private.make_random(before))?;
        let path = folder.path().to_owned();
        Ok(TextFolder { folder, path })
    }

    /// Writes a text to a new file in it; returns the file's path.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<PathBuf, Fault> {
        self.folder.create(name.as_ref(), 0o600)?.write_all(text.as_bytes())?;
        Ok(self.path().join(name))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TextFolder {
    #[expect(clippy::disallowed_methods, reason = "a folder of a random name, made a moment ago")]
    fn drop(&mut self) {
        // If this fails, the text stays where only this person can read it.
        let _ = fs::remove_dir_all(&self.path);
    }
}
