//! The folders whose settings the person trusts: `trust.json` in asq's state folder.
//!
//! - A folder counts by its real path, and its settings file by its digest: a changed file needs trust again.
//! - The list is this person's alone (0600); asq doesn't believe a list that others could have written.
//! - A list that is unreadable or beyond its limits trusts no folder, and asq says so. A folder too many isn't added.

use super::places::{self, FileText};
use super::project_state::ProjectState;
use super::target::TURN;
use crate::env::Env;
use asq_core::text::hex;
use asq_files::{Durable, Fault, Folder, Whose};
use asq_settings::{FileLimits, Source, Trouble, Warning};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Real paths of folders, with what the person trusted there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
struct List {
    folders: BTreeMap<String, WireTrust>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
struct WireTrust {
    /// SHA-256 of the settings file, in hex.
    digest: String,
    /// When the person trusted it, in seconds since 1970.
    at: i64,
}

impl List {
    fn read(text: &str) -> Result<List, String> {
        let none = |why: String| format!("{why}; no folder is trusted");
        FileLimits::TRUST.json(text.as_bytes()).map_err(|over| none(over.to_string()))?;
        serde_json::from_str(text).map_err(|fault| none(fault.to_string()))
    }
}

/// The folders that the person trusts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trusted {
    file: Option<PathBuf>,
    list: List,
    /// Why the list doesn't count.
    pub(crate) trouble: Option<Warning>,
}

impl Trusted {
    pub(crate) fn load(env: &Env) -> Trusted {
        let Some(file) = env.state_dir().map(|dir| dir.join("trust.json")) else { return Trusted::default() };
        let read = match places::list(&file) {
            Ok(None) => Ok(List::default()),
            Ok(Some(FileText { doubt: Some(why), .. })) => Err(format!("{why}, so it is not believed")),
            Ok(Some(FileText { text, doubt: None })) => List::read(&text),
            Err(why) => Err(why),
        };
        match read {
            Ok(list) => Trusted { file: Some(file), list, trouble: None },
            Err(why) => {
                let source = Source::Config(file.to_string_lossy().into_owned());
                let trouble = Some(Warning { source, trouble: Trouble::Unreadable(why) });
                Trusted { file: Some(file), list: List::default(), trouble }
            }
        }
    }

    /// The state of a folder whose settings file has this text.
    pub(crate) fn state(&self, folder: &Path, text: &str) -> ProjectState {
        match real(folder).and_then(|folder| self.list.folders.get(&folder)) {
            // The text that was read counts, not the file: it may change at any time.
            Some(entry) if entry.digest == digest(text) => ProjectState::Trusted,
            Some(_) => ProjectState::Changed,
            None => ProjectState::Read,
        }
    }

    /// Every folder in the list, with the state of its settings file.
    pub(crate) fn states(&self) -> impl Iterator<Item = (&str, ProjectState)> {
        self.list.folders.keys().map(|folder| {
            let state = match places::project(Path::new(folder)) {
                Ok(Some(text)) => self.state(Path::new(folder), &text),
                Ok(None) => ProjectState::Missing,
                Err(_) => ProjectState::Unreadable,
            };
            (folder.as_str(), state)
        })
    }

    /// Trusts a folder's settings file with this text, and saves that.
    ///
    /// # Errors
    /// The list can't be written.
    pub(crate) fn trust(env: &Env, folder: &str, text: &str, now: i64) -> Result<(), String> {
        let entry = WireTrust { digest: digest(text), at: now };
        Trusted::change(env, |folders| {
            folders.insert(folder.to_owned(), entry);
            true
        })
        .map(|_| ())
    }

    /// Takes back a folder's trust; returns whether it was trusted.
    ///
    /// # Errors
    /// The list can't be written.
    pub(crate) fn revoke(env: &Env, folder: &str) -> Result<bool, String> {
        Trusted::change(env, |folders| folders.remove(folder).is_some())
    }

    fn change(
        env: &Env,
        change: impl FnOnce(&mut BTreeMap<String, WireTrust>) -> bool,
    ) -> Result<bool, String> {
        let none = || "neither XDG_STATE_HOME nor HOME names a folder".to_owned();
        let file = Trusted::load(env).file.ok_or_else(none)?;
        let failed = |fault: Fault| format!("can't write {}: {fault}", file.display());
        let (folder, name) = (file.parent().unwrap_or(Path::new("/")), file.file_name().unwrap_or_default());
        let folder = Folder::make(folder, 0o700, Whose::Mine).map_err(failed)?;
        let _turn = folder.lock(TURN).map_err(failed)?;
        // Read only now: before the lock another process may have changed it. An unreadable list trusts nobody, and
        // is replaced.
        let mut list = Trusted::load(env).list;
        let changed = change(&mut list.folders);
        if changed {
            let mut text = serde_json::to_string_pretty(&list).map_err(|e| e.to_string())?;
            text.push('\n');
            if FileLimits::TRUST.json(text.as_bytes()).is_err() || text.len() as u64 > FileLimits::TRUST.bytes
            {
                let count = list.folders.len() - 1;
                return Err(format!(
                    "{count} folders are trusted, and {} holds no more: asq trust --list names them, and asq trust \
                     --revoke DIR takes one out",
                    file.display()
                ));
            }
            folder.replace(name, text.as_bytes(), 0o600, Durable::Yes).map_err(failed)?;
        }
        Ok(changed)
    }
}

/// The real path of a folder; `None` if it isn't valid UTF-8 or doesn't exist.
pub(crate) fn real(folder: &Path) -> Option<String> {
    asq_files::by_name::real(folder).ok()?.into_os_string().into_string().ok()
}

fn digest(text: &str) -> String {
    hex(&Sha256::digest(text))
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "a test")]
mod tests {
    use super::*;
    use asq_testkit::folder::TempFolder;

    #[test]
    fn one_folder_too_many_is_not_trusted_and_the_others_stay() {
        let home = TempFolder::new("trust");
        let env = Env::of(&[("HOME", home.path().to_str().unwrap())]);
        let most = FileLimits::TRUST.members;
        Trusted::trust(&env, "/0", "", 0).unwrap();
        let mut trusted = Trusted::load(&env);
        let entry = trusted.list.folders["/0"].clone();
        trusted.list.folders.extend((1..most).map(|n| (format!("/{n}"), entry.clone())));
        std::fs::write(trusted.file.unwrap(), serde_json::to_string(&trusted.list).unwrap()).unwrap();
        let file = home.join(".local/state/asq/trust.json").display().to_string();
        let why = format!(
            "{most} folders are trusted, and {file} holds no more: asq trust --list names them, and asq trust \
             --revoke DIR takes one out"
        );
        assert_eq!(Trusted::trust(&env, "/more", "", 0), Err(why));
        assert_eq!(Trusted::trust(&env, "/7", "other", 0), Ok(()));
        assert_eq!(Trusted::load(&env).list.folders.len(), most);
        assert_eq!(Trusted::revoke(&env, "/8"), Ok(true));
        assert_eq!(Trusted::trust(&env, "/more", "", 0), Ok(()));
    }
}

#[cfg(test)]
mod fuzz {
    use super::*;
    use asq_testkit::fuzz;

    const WORDS: &[&[u8]] = &[
        b"{\"folders\":{",
        b"\"/\":",
        b"{\"digest\":\"",
        b"\",\"at\":1}",
        b"}}",
        b",",
        b"{",
        b"}",
        b"[",
        b"]",
        b"\"",
        b":",
        b"\\u0000",
        b"\\u002f",
        b"/",
        b"null",
        b"\"at\":-9e99",
        b"digest",
        b"folders",
        b"\xff",
        b"\"",
        b"0",
        b"e3b0c44298fc1c149afbf4c8996fb924",
        b"{\"folders\":{\"/\":{\"digest\":\"",
        b"\",\"at\":1}}}",
    ];

    /// A list may hold anything; a folder is trusted only with the digest of the very text.
    #[test]
    fn no_list_of_trust_panics_or_trusts_by_accident() {
        let text = "onQuestionCommand = 'rm -rf ~'";
        fuzz::check(64, |bytes| {
            let words = String::from_utf8_lossy(&fuzz::words(bytes, WORDS)).into_owned();
            let Ok(list) = List::read(&words) else { return };
            let trusted = Trusted { file: None, list, trouble: None };
            assert_ne!(trusted.state(Path::new("/"), text), ProjectState::Trusted, "{words}");
            let digest = digest(text);
            let said = trusted.list.folders.values().map(|entry| entry.digest.clone()).collect::<Vec<_>>();
            assert!(!said.contains(&digest) || words.contains(&digest), "{words}");
        });
        let list = format!("{{\"folders\":{{\"/\":{{\"digest\":\"{}\",\"at\":1}}}}}}", digest(text));
        let trusted = Trusted { file: None, list: List::read(&list).unwrap(), trouble: None };
        assert_eq!(trusted.state(Path::new("/"), text), ProjectState::Trusted);
    }
}
