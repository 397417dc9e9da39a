//! The one file that `set`, `unset` and `edit` change.
//!
//! - It is config.toml, unless --global or --project says otherwise.
//! - Reads, changes and replaces it under one lock, so that two changes at once lose neither. Gives up after waiting
//!   too long.
//! - A link stays a link: it replaces the file behind it. In a project's folder it follows no link.
//! - Keeps the mode, but nobody else may write the file; a new file is the person's alone.
//! - Makes nothing in somebody else's home, not even as root, nor in a folder that others can write to.

use super::args::Which;
use super::places::{self, SettingsPlaces};
use super::tilde;
use crate::env::Env;
use crate::error::{CommandError, ErrorClass};
use asq_files::{Durable, Fault, Folder, Whose};
use asq_settings::Format;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) path: PathBuf,
    pub(crate) format: Format,
    /// The word for it in [`asq_settings::Source::word`].
    pub(crate) word: &'static str,
    /// Its path, as the person reads it.
    pub(crate) shown: String,
    place: Where,
}

#[derive(Clone, Debug)]
enum Where {
    Own,
    /// In this folder, where others may work, too.
    Project(PathBuf),
}

/// How long to wait for another change in the same folder.
pub(super) const TURN: Duration = Duration::from_secs(10);

impl Target {
    /// The file that the flags name.
    pub(crate) fn of(which: Which, env: &Env, cwd: &Path) -> Result<Target, CommandError> {
        let places = SettingsPlaces::of(env, cwd);
        let (path, format, word, place) = match which {
            Which { project: true, .. } => {
                (Some(places.project), Format::Json, "project", Where::Project(cwd.to_owned()))
            }
            Which { global: true, .. } => (places.global, Format::Json, "global", Where::Own),
            Which { .. } => (places.config, Format::Toml, "config", Where::Own),
        };
        let none = || {
            CommandError::new(ErrorClass::Usage, "HOME names no folder, so there is no place for that file")
        };
        let path = path.ok_or_else(none)?;
        Ok(Target { shown: tilde(&path, env), path, format, word, place })
    }

    /// The file's text; empty if it is missing.
    pub(crate) fn text(&self) -> Result<String, CommandError> {
        let read = match &self.place {
            Where::Project(folder) => places::project(folder),
            Where::Own => places::text(&self.path).map(|said| said.map(|said| said.text)),
        };
        let failed =
            |why| CommandError::new(ErrorClass::Usage, format!("{} can't be read: {why}", self.shown));
        Ok(read.map_err(failed)?.unwrap_or_default())
    }

    /// Changes the file's text under a lock; the change may refuse.
    pub(crate) fn change(
        &self,
        change: impl FnOnce(&str) -> Result<String, CommandError>,
    ) -> Result<(), CommandError> {
        let failed = |fault: Fault| {
            CommandError::new(ErrorClass::Output, format!("can't write {}: {fault}", self.path.display()))
        };
        let (folder, name) = self.folder().map_err(failed)?;
        let _turn = folder.lock(TURN).map_err(failed)?;
        let before = self.text()?;
        let after = change(&before)?;
        if after == before {
            return Ok(());
        }
        let about = folder.look(&name).map_err(failed)?;
        // Another user who may write the file may loosen a guard, so nobody else keeps that right.
        let mode = about.map_or(0o600, |about| about.st_mode & 0o777 & !0o022);
        folder.replace(&name, after.as_bytes(), mode, Durable::Yes).map_err(failed)
    }

    /// The folder of the file itself, which it makes if it is missing, and the file's name there.
    fn folder(&self) -> Result<(Folder, OsString), Fault> {
        match &self.place {
            Where::Project(folder) => {
                let folder = Folder::make(folder, 0o755, Whose::Anybodys)?;
                let inner = folder.make_inside(places::PROJECT, 0o755, Whose::Anybodys)?;
                Ok((inner, self.path.file_name().unwrap_or_default().to_owned()))
            }
            Where::Own => {
                // A link stays a link: the file behind it is replaced.
                let file = asq_files::behind_links(&self.path)?;
                let folder = Folder::make(file.parent().unwrap_or(Path::new("/")), 0o700, Whose::Trusted)?;
                Ok((folder, file.file_name().unwrap_or_default().to_owned()))
            }
        }
    }
}
