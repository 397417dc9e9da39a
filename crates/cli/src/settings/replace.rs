//! A file's content replaced, whole or not at all.
//!
//! - Written beside it, synced, then renamed over it; the folder is synced, too.
//! - A link stays a link: what it leads to is replaced.
//! - The mode stays; a new file is the person's alone.
//! - Two changes of files in one folder take turns.

use rustix::fs::{FlockOperation, flock};
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Which mode the file gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// 0600.
    Private,
    /// What it had; 0600 where it is new.
    Kept,
}

/// Waits for the turn on the folder of this file, which is made where there is none, with this mode.
///
/// # Errors
/// Why there is no such folder.
pub(crate) fn lock(path: &Path, mode: u32) -> Result<File, String> {
    let folder = path.parent().unwrap_or(Path::new("/"));
    let open = || {
        DirBuilder::new().recursive(true).mode(mode).create(folder)?;
        let open = File::open(folder)?;
        // Where the file system knows no locks, the rename alone must do.
        let _ = flock(&open, FlockOperation::LockExclusive);
        Ok(open)
    };
    open().map_err(|e: io::Error| format!("can't use the folder {}: {e}", folder.display()))
}

/// Replaces a file's content.
///
/// # Errors
/// Why it can't be written; then the file is as it was.
pub(crate) fn replace(path: &Path, bytes: &[u8], mode: Mode) -> Result<(), String> {
    let failed = |e: io::Error| format!("can't write {}: {e}", path.display());
    let file = target(path).map_err(failed)?;
    let folder = file.parent().unwrap_or(Path::new("/"));
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let beside = folder.join(format!(".{name}.{}", std::process::id()));
    // Left over from a killed process that had this number.
    let _ = fs::remove_file(&beside);
    let write = || {
        let mut new = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&beside)?;
        new.write_all(bytes)?;
        if let (Mode::Kept, Ok(about)) = (mode, fs::metadata(&file)) {
            new.set_permissions(fs::Permissions::from_mode(about.permissions().mode() & 0o7777))?;
        }
        new.sync_all()?;
        fs::rename(&beside, &file)?;
        File::open(folder)?.sync_all()
    };
    let written = write();
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written.map_err(failed)
}

/// The file itself, behind all links.
fn target(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Ok(file) => Ok(file),
        Err(e) if e.kind() == io::ErrorKind::NotFound && fs::symlink_metadata(path).is_err() => {
            Ok(path.to_owned())
        }
        Err(e) => Err(e),
    }
}
