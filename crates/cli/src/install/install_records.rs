//! What asq changed in other programs' files, so that an uninstall restores their bytes.
//!
//! - Keeps the changed part and two digests, and no copy of the file: it may hold keys.
//! - A file that was changed since is recognised by its digest; then there is nothing to restore.
//! - The list is this person's alone (0600), in asq's state folder. A list that can't be read is reported.

use crate::env::Env;
use crate::error::{CommandError, ErrorClass};
use asq_core::text::hex;
use asq_files::{Durable, Folder, Whose};
use asq_settings::FileLimits;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

const NAME: &str = "installs.json";

/// How long it waits for another asq.
const TURN: Duration = Duration::from_secs(10);

/// Real paths of files, with the last change of each.
#[derive(Debug, Default, Deserialize, Serialize)]
struct WireInstalls {
    files: BTreeMap<String, InstallRecord>,
}

/// One change of one file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct InstallRecord {
    /// The digest before; `None` if the file was missing.
    before: Option<String>,
    after: String,
    /// At this byte, `inserted` took the place of `removed`.
    at: usize,
    removed: String,
    pub(super) inserted: String,
    /// The number of folders that were made for the file.
    pub(super) folders: usize,
}

impl InstallRecord {
    pub(super) fn new(before: Option<&str>, after: &str, folders: usize) -> InstallRecord {
        let old = before.unwrap_or_default();
        let at = old.bytes().zip(after.bytes()).take_while(|(a, b)| a == b).count();
        let at = (0..=at).rev().find(|at| old.is_char_boundary(*at)).unwrap_or(0);
        let most = old.len().min(after.len()) - at;
        let tail = old.bytes().rev().zip(after.bytes().rev()).take(most).take_while(|(a, b)| a == b).count();
        let tail = (0..=tail).rev().find(|tail| old.is_char_boundary(old.len() - tail)).unwrap_or(0);
        InstallRecord {
            before: before.map(digest),
            after: digest(after),
            at,
            removed: old[at..old.len() - tail].to_owned(),
            inserted: after[at..after.len() - tail].to_owned(),
            folders,
        }
    }

    /// The text of before, or `None` for a missing file. `Err` if the text isn't what asq wrote.
    pub(super) fn restored(&self, text: &str) -> Result<Option<String>, ChangedSince> {
        let after = text.get(self.at..).and_then(|rest| rest.strip_prefix(&*self.inserted));
        let (true, Some(after)) = (digest(text) == self.after, after) else { return Err(ChangedSince) };
        let Some(before) = &self.before else { return Ok(None) };
        let whole = [&text[..self.at], &self.removed, after].concat();
        if digest(&whole) == *before { Ok(Some(whole)) } else { Err(ChangedSince) }
    }
}

/// The file has other content than asq wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChangedSince;

pub(super) struct InstallRecords {
    folder: PathBuf,
}

impl InstallRecords {
    pub(super) fn of(env: &Env) -> Result<InstallRecords, CommandError> {
        let folder = env.state_dir().ok_or_else(|| {
            CommandError::new(ErrorClass::Usage, "neither XDG_STATE_HOME nor HOME names a folder")
        })?;
        Ok(InstallRecords { folder })
    }

    fn failed(&self, what: &str, why: impl std::fmt::Display) -> CommandError {
        let path = self.folder.join(NAME);
        CommandError::new(ErrorClass::Output, format!("can't {what} '{}': {why}", path.display()))
            .hint("asq keeps there what an uninstall restores; nothing was changed")
    }

    fn read(&self, folder: &Folder) -> Result<WireInstalls, CommandError> {
        let limits = FileLimits::TRUST;
        let found = folder.read(OsStr::new(NAME), limits.bytes, Whose::Mine);
        let Some(found) = found.map_err(|fault| self.failed("read", fault))? else {
            return Ok(WireInstalls::default());
        };
        limits.json(&found.bytes).map_err(|over| self.failed("read", over))?;
        serde_json::from_slice(&found.bytes).map_err(|fault| self.failed("read", fault))
    }

    pub(super) fn get(&self, file: &Path) -> Result<Option<InstallRecord>, CommandError> {
        let open = Folder::open(&self.folder, Whose::Mine).map_err(|fault| self.failed("read", fault))?;
        let Some(folder) = open else { return Ok(None) };
        Ok(self.read(&folder)?.files.remove(&*file.to_string_lossy()))
    }

    /// Keeps this record of the file, or none.
    pub(super) fn put(&self, file: &Path, record: Option<InstallRecord>) -> Result<(), CommandError> {
        let failed = |fault| self.failed("write", fault);
        let folder = Folder::make(&self.folder, 0o700, Whose::Mine).map_err(failed)?;
        let _turn = folder.lock(TURN).map_err(failed)?;
        let mut list = self.read(&folder)?;
        let name = file.to_string_lossy().into_owned();
        let changes = match record {
            Some(record) => list.files.insert(name, record.clone()) != Some(record),
            None => list.files.remove(&name).is_some(),
        };
        if !changes {
            return Ok(());
        }
        let text = serde_json::to_string_pretty(&list).map_err(CommandError::fault)? + "\n";
        let limits = FileLimits::TRUST;
        if text.len() as u64 > limits.bytes || limits.json(text.as_bytes()).is_err() {
            return Err(self.failed("write", "it is full; asq uninstall makes room"));
        }
        folder.replace(OsStr::new(NAME), text.as_bytes(), 0o600, Durable::Yes).map_err(failed)
    }
}

fn digest(text: &str) -> String {
    hex(&Sha256::digest(text))
}

#[cfg(test)]
mod tests {
    use super::{ChangedSince, InstallRecord};

    #[test]
    fn a_record_restores_what_it_changed_and_nothing_else() {
        for (before, after) in [
            ("", "a"),
            ("ab", "aab"),
            ("é", "è"),
            ("aé", "aè"),
            ("{\"a\": 1}", "{\"a\": 1, \"b\": 1}"),
            ("ab", "a"),
            ("x", "x"),
        ] {
            let record = InstallRecord::new(Some(before), after, 0);
            assert_eq!(record.restored(after), Ok(Some(before.to_owned())), "{before} {after}");
            assert_eq!(record.restored(&format!("{after} ")), Err(ChangedSince));
        }
        assert_eq!(InstallRecord::new(None, "a", 1).restored("a"), Ok(None));
        let record = InstallRecord::new(Some("secret\nold\nkey"), "secret\nnew\nkey", 0);
        assert_eq!((record.removed.as_str(), record.inserted.as_str()), ("old", "new"));
    }
}
