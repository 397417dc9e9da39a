//! A folder that goes away with its test.
//!
//! - It is empty, and nobody else's: a name that an earlier run left behind is passed over.
//! - Only its owner may look into it.
//! - Where no sync matters it can be in memory.

use std::io::ErrorKind;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder that goes away with the test.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Default for Folder {
    fn default() -> Folder {
        Folder::new("folder")
    }
}

impl Folder {
    /// One that has this word in its name.
    pub fn new(what: &str) -> Folder {
        Folder(scratch(what))
    }

    /// One that is in memory where the machine has such a place: for what no sync matters to.
    pub fn in_memory() -> Folder {
        let memory = Path::new("/dev/shm");
        if memory.is_dir() { Folder(scratch_in(memory, "folder")) } else { Folder::default() }
    }

    /// The same as a home whose owner wants no guard against stray keys: tests type faster than people.
    ///
    /// # Panics
    /// Its settings can't be written.
    #[expect(clippy::expect_used, reason = "without it the test makes no sense")]
    pub fn unguarded(self) -> Folder {
        let settings = self.join(".config/asq");
        std::fs::create_dir_all(&settings)
            .and_then(|()| std::fs::write(settings.join("config.toml"), "guard = 0\n"))
            .expect("settings");
        self
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// What is in it under this name.
    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A folder of its own; whoever asked for it removes it.
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
            // A process of the same number died here.
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
        let place = Folder::default();
        // More than the tests of this program take.
        let name = |n| place.join(&format!("asq-test-folder-{}-{n}", std::process::id()));
        for n in 0..100 {
            let left = std::fs::create_dir(name(n)).and_then(|()| std::fs::write(name(n).join("left"), ""));
            assert!(left.is_ok(), "{left:?}");
        }
        let fresh = scratch_in(place.path(), "folder");
        assert!(!fresh.join("left").exists());
    }
}
