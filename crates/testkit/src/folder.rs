//! A folder that disappears with its test.
//!
//! - It starts empty; names that an earlier run left behind are skipped.
//! - Only its owner can look into it.
//! - It can be in memory if the test needs no sync.

use std::io::ErrorKind;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Dropping it removes the folder.
#[derive(Debug)]
pub struct TempFolder(PathBuf);

impl Default for TempFolder {
    fn default() -> TempFolder {
        TempFolder::new("folder")
    }
}

impl TempFolder {
    /// The name contains `what`.
    pub fn new(what: &str) -> TempFolder {
        TempFolder(scratch(what))
    }

    /// In memory if the machine has such a place: faster, but a sync means nothing there.
    pub fn in_memory() -> TempFolder {
        let memory = Path::new("/dev/shm");
        if memory.is_dir() { TempFolder(scratch_in(memory, "folder")) } else { TempFolder::default() }
    }

    /// A home whose owner wants no guard against stray keys: tests type faster than people.
    ///
    /// # Panics
    /// Its settings can't be written.
    #[expect(clippy::expect_used, reason = "without it the test makes no sense")]
    pub fn unguarded(self) -> TempFolder {
        let settings = self.join(".config/asq");
        std::fs::create_dir_all(&settings)
            .and_then(|()| std::fs::write(settings.join("config.toml"), "guard = 0\n"))
            .expect("settings");
        self
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The path of an entry.
    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A new folder; the caller removes it.
pub(crate) fn scratch(what: &str) -> PathBuf {
    scratch_in(&std::env::temp_dir(), what)
}

fn scratch_in(place: &Path, what: &str) -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    loop {
        let n = COUNT.fetch_add(1, Ordering::SeqCst);
        let path = place.join(format!("asq-test-{what}-{}-{n}", std::process::id()));
        match std::fs::DirBuilder::new().mode(0o700).create(&path) {
            Ok(()) => return path,
            // A process with the same number died here.
            Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
            Err(e) => panic!("{}: {e}", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_behind_is_passed_over() {
        let place = TempFolder::default();
        // More names than this program's tests can take.
        let name = |n| place.join(&format!("asq-test-folder-{}-{n}", std::process::id()));
        for n in 0..100 {
            let left = std::fs::create_dir(name(n)).and_then(|()| std::fs::write(name(n).join("left"), ""));
            assert!(left.is_ok(), "{left:?}");
        }
        let fresh = scratch_in(place.path(), "folder");
        assert!(!fresh.join("left").exists());
    }
}
