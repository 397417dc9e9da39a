//! Kept drafts hold text that was typed and not answered, a file per content.
//!
//! - Nobody else can open the folder (0700) or a file (0600). asq reads nothing that others could have put there,
//!   follows no link, and waits for no pipe.
//! - A file's own time says when its text was kept. A week later asq removes it.
//! - Neither writes nor reads a draft that is beyond its limits.
//! - Reports once, afterwards, a folder that it can't write; the form never waits for it.

use asq_files::{Durable, Fault, Folder, Whose};
use asq_settings::FileLimits;
use std::path::{Path, PathBuf};

/// How long a draft is kept, in seconds.
const WEEK: i64 = 7 * 24 * 3600;

/// The folder of kept drafts.
#[derive(Clone, Debug)]
pub(crate) struct DraftFiles {
    folder: PathBuf,
}

/// A draft as it is in its file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct KeptDraft {
    pub(crate) bytes: Vec<u8>,
    /// When it was written, in seconds since 1970.
    pub(crate) at: i64,
}

impl DraftFiles {
    /// In asq's state folder, which this doesn't touch yet.
    pub(crate) fn within(state: &Path) -> DraftFiles {
        DraftFiles { folder: state.join("drafts") }
    }

    /// Whether there are no drafts at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.open().is_none_or(|folder| folder.names().map_or(true, |names| names.is_empty()))
    }

    /// The draft of this content, unless it is a week old.
    ///
    /// # Errors
    /// Why it can't be used: somebody else could have written it, say, or it is beyond its limits.
    pub(crate) fn load(&self, digest: &str, now: i64) -> Result<Option<KeptDraft>, String> {
        let Some(folder) = self.open() else { return Ok(None) };
        let found = folder.read(digest.as_ref(), FileLimits::DRAFT.bytes, Whose::Mine);
        let Some(found) = found.map_err(|fault| fault.to_string())? else { return Ok(None) };
        if now - found.at > WEEK {
            return Ok(None);
        }
        FileLimits::DRAFT.json(&found.bytes).map_err(|over| over.to_string())?;
        Ok(Some(KeptDraft { bytes: found.bytes, at: found.at }))
    }

    /// Keeps these bytes as the draft of this content.
    pub(crate) fn save(&self, digest: &str, bytes: &[u8]) -> Result<(), Fault> {
        let (came, most) = (bytes.len() as u64, FileLimits::DRAFT.bytes);
        if came > most {
            return Err(Fault::Large { came, most });
        }
        let folder = Folder::make(&self.folder, 0o700, Whose::Mine)?;
        // Not synced: it is written while somebody types, and a power cut may cost the last second.
        folder.replace(digest.as_ref(), bytes, 0o600, Durable::No)
    }

    /// Removes the draft of this content.
    pub(crate) fn remove(&self, digest: &str) {
        if let Some(folder) = self.open() {
            // If this fails, the same question finds it again, until it is a week old.
            let _ = folder.remove(digest.as_ref());
        }
    }

    /// Removes drafts that are older than a week.
    pub(crate) fn sweep(&self, now: i64) {
        let Some(folder) = self.open() else { return };
        // No ask fails because of a sweep: the next one tries again.
        for name in folder.names().unwrap_or_default() {
            if folder.look(&name).is_ok_and(|about| about.is_some_and(|about| now - about.st_mtime > WEEK)) {
                // The next sweep tries again.
                let _ = folder.remove(&name);
            }
        }
    }

    fn open(&self) -> Option<Folder> {
        // A folder that can't be used counts as empty; `save` reports why.
        Folder::open(&self.folder, Whose::Mine).ok().flatten()
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]
mod tests {
    use super::{DraftFiles, FileLimits, WEEK};
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
        let drafts = DraftFiles::within(&folder.0.join("state/asq"));
        assert_eq!(drafts.load("d1", 0), Ok(None));
        drafts.save("d1", b"one").unwrap();
        drafts.save("d1", b"two").unwrap();
        let kept = drafts.load("d1", 0).unwrap().unwrap();
        assert_eq!(kept.bytes, b"two");
        assert!(kept.at > 1_700_000_000);
        drafts.remove("d1");
        assert_eq!(drafts.load("d1", 0), Ok(None));
        assert_eq!(fs::read_dir(&drafts.folder).unwrap().count(), 0);
    }

    #[test]
    fn nobody_else_can_read_it() {
        let folder = Folder::new("mode");
        let drafts = DraftFiles::within(&folder.0);
        fs::create_dir(&drafts.folder).unwrap();
        fs::set_permissions(&drafts.folder, fs::Permissions::from_mode(0o755)).unwrap();
        drafts.save("d1", b"x").unwrap();
        let mode = |path: PathBuf| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(drafts.folder.clone()), mode(drafts.folder.join("d1"))), (0o700, 0o600));
    }

    #[test]
    fn after_a_week_it_is_gone() {
        let folder = Folder::new("week");
        let drafts = DraftFiles::within(&folder.0);
        drafts.save("d1", b"x").unwrap();
        let at = drafts.load("d1", 0).unwrap().unwrap().at;
        assert!(drafts.load("d1", at + WEEK).unwrap().is_some());
        assert_eq!(drafts.load("d1", at + WEEK + 1), Ok(None));
        drafts.sweep(at + WEEK);
        assert!(drafts.folder.join("d1").exists());
        drafts.sweep(at + WEEK + 1);
        assert!(!drafts.folder.join("d1").exists());
    }

    #[test]
    fn what_would_not_come_back_is_not_written() {
        let folder = Folder::new("large");
        let drafts = DraftFiles::within(&folder.0.join("state"));
        let most = usize::try_from(FileLimits::DRAFT.bytes).unwrap();
        let bytes = vec![b' '; most + 1];
        drafts.save("d1", &bytes[..most]).unwrap();
        assert_eq!(drafts.load("d1", 0).unwrap().unwrap().bytes.len(), most);
        let refused = drafts.save("d2", &bytes).unwrap_err().to_string();
        assert_eq!(refused, "it has 67108865 bytes; at most 64 MiB are read");
        assert_eq!(drafts.load("d2", 0), Ok(None));
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_an_error_and_nothing_else() {
        let folder = Folder::new("refused");
        fs::write(folder.0.join("asq"), b"a file").unwrap();
        let drafts = DraftFiles::within(&folder.0.join("asq"));
        assert!(drafts.save("d1", b"x").is_err());
        drafts.sweep(0);
        drafts.remove("d1");
    }
}
