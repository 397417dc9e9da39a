//! Kept drafts: what was typed and not answered, a file per content.
//!
//! - The folder is open to nobody else (0700), each file neither (0600).
//! - A file is replaced whole or not at all: written beside it, then renamed.
//! - A file's own time says when its text was kept; a week later it is removed.
//! - A folder that can't be written is said once, afterwards; the form never waits for it.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

/// How long a draft is kept, in seconds.
const WEEK: i64 = 7 * 24 * 3600;

/// Most bytes of a draft that are read back: text of 1 MiB for each place that takes text, escaped, stays below.
const MOST: u64 = 64 << 20;

/// The folder of kept drafts.
#[derive(Clone, Debug)]
pub(crate) struct Drafts {
    folder: PathBuf,
}

/// A draft as it was found.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    pub(crate) bytes: Vec<u8>,
    /// When it was written, in seconds since 1970.
    pub(crate) at: i64,
}

impl Drafts {
    /// In asq's state folder. Touches nothing yet.
    pub(crate) fn within(state: &Path) -> Drafts {
        Drafts { folder: state.join("drafts") }
    }

    /// Whether nothing at all is kept.
    pub(crate) fn is_empty(&self) -> bool {
        fs::read_dir(&self.folder).map_or(true, |mut entries| entries.next().is_none())
    }

    /// The draft of this content, unless it is a week old or can't be read.
    pub(crate) fn load(&self, digest: &str, now: i64) -> Option<Kept> {
        let file = fs::File::open(self.folder.join(digest)).ok()?;
        let about = file.metadata().ok()?;
        let at = seconds(&about);
        if !about.is_file() || now - at > WEEK {
            return None;
        }
        let mut bytes = Vec::new();
        file.take(MOST).read_to_end(&mut bytes).ok()?;
        Some(Kept { bytes, at })
    }

    /// Keeps these bytes as the draft of this content.
    pub(crate) fn save(&self, digest: &str, bytes: &[u8]) -> io::Result<()> {
        self.make_folder()?;
        let (file, beside) = (self.folder.join(digest), self.beside(digest));
        let written = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&beside)
            .and_then(|mut f| f.write_all(bytes))
            .and_then(|()| fs::rename(&beside, &file));
        if written.is_err() {
            let _ = fs::remove_file(&beside);
        }
        written
    }

    /// Forgets the draft of this content.
    pub(crate) fn remove(&self, digest: &str) {
        let _ = fs::remove_file(self.folder.join(digest));
    }

    /// Removes what is older than a week.
    pub(crate) fn sweep(&self, now: i64) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for entry in entries.flatten() {
            let old = entry.metadata().is_ok_and(|about| about.is_file() && now - seconds(&about) > WEEK);
            if old {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    fn make_folder(&self) -> io::Result<()> {
        let made = DirBuilder::new().recursive(true).mode(0o700).create(&self.folder);
        made.map_err(|e| io::Error::new(e.kind(), format!("{}: {e}", self.folder.display())))?;
        let about = fs::metadata(&self.folder)?;
        if about.permissions().mode() & 0o077 != 0 {
            fs::set_permissions(&self.folder, fs::Permissions::from_mode(0o700))?;
        }
        Ok(())
    }

    /// A name that no other process writes to; left over from a killed one it is removed first.
    fn beside(&self, digest: &str) -> PathBuf {
        let path = self.folder.join(format!(".{digest}.{}", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }
}

fn seconds(about: &fs::Metadata) -> i64 {
    let since = about.modified().ok().and_then(|t| t.duration_since(UNIX_EPOCH).ok());
    since.as_ref().map_or(0, Duration::as_secs) as i64
}

#[cfg(test)]
mod tests {
    use super::{Drafts, WEEK};
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::PathBuf;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("asq-drafts-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir(&path).unwrap();
            Folder(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_draft_comes_back_until_it_is_removed() {
        let folder = Folder::new("back");
        let drafts = Drafts::within(&folder.0.join("state/asq"));
        assert_eq!(drafts.load("d1", 0), None);
        drafts.save("d1", b"one").unwrap();
        drafts.save("d1", b"two").unwrap();
        let kept = drafts.load("d1", 0).unwrap();
        assert_eq!(kept.bytes, b"two");
        assert!(kept.at > 1_700_000_000);
        drafts.remove("d1");
        assert_eq!(drafts.load("d1", 0), None);
        assert_eq!(fs::read_dir(&drafts.folder).unwrap().count(), 0);
    }

    #[test]
    fn nobody_else_can_read_it() {
        let folder = Folder::new("mode");
        let drafts = Drafts::within(&folder.0);
        fs::create_dir(&drafts.folder).unwrap();
        fs::set_permissions(&drafts.folder, fs::Permissions::from_mode(0o755)).unwrap();
        drafts.save("d1", b"x").unwrap();
        let mode = |path: PathBuf| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(drafts.folder.clone()), mode(drafts.folder.join("d1"))), (0o700, 0o600));
    }

    #[test]
    fn after_a_week_it_is_gone() {
        let folder = Folder::new("week");
        let drafts = Drafts::within(&folder.0);
        drafts.save("d1", b"x").unwrap();
        let at = drafts.load("d1", 0).unwrap().at;
        assert!(drafts.load("d1", at + WEEK).is_some());
        assert_eq!(drafts.load("d1", at + WEEK + 1), None);
        drafts.sweep(at + WEEK);
        assert!(drafts.folder.join("d1").exists());
        drafts.sweep(at + WEEK + 1);
        assert!(!drafts.folder.join("d1").exists());
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_an_error_and_nothing_else() {
        let folder = Folder::new("refused");
        fs::write(folder.0.join("asq"), b"a file").unwrap();
        let drafts = Drafts::within(&folder.0.join("asq"));
        assert!(drafts.save("d1", b"x").is_err());
        drafts.sweep(0);
        drafts.remove("d1");
    }
}
