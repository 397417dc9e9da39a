//! Looks a file up, or removes it, by its name: for files that others open by name, such as SQLite's. It judges nothing: the
//! caller checks what it finds, and in whose folder it is. A missing file is an error, of the kind `NotFound`.

use crate::calls;
use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};

/// Describes what has this name; a link is described itself.
pub fn look(path: &Path) -> io::Result<Metadata> {
    calls::look(path)
}

/// Describes what this name leads to, through links.
pub fn follow(path: &Path) -> io::Result<Metadata> {
    calls::lead(path)
}

/// Whether this name leads to anything. What can't be looked up counts as missing.
pub fn is_there(path: &Path) -> bool {
    follow(path).is_ok()
}

/// The path without links.
pub fn real(path: &Path) -> io::Result<PathBuf> {
    calls::canonicalize(path)
}

/// The target of a link.
pub fn target(path: &Path) -> io::Result<PathBuf> {
    calls::read_link(path)
}

/// Removes a file, or a link.
pub fn remove(path: &Path) -> io::Result<()> {
    calls::remove(path)
}

/// Removes an empty folder.
pub fn remove_folder(path: &Path) -> io::Result<()> {
    calls::remove_folder(path)
}
