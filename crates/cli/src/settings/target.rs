//! The one file that `set`, `unset` and `edit` change.
//!
//! - config.toml unless --global or --project says otherwise.
//! - Read, changed and replaced in one turn: two changes at once lose neither.

use super::args::Which;
use super::places::{self, Places};
use super::{replace, tilde};
use crate::env::Env;
use crate::error::{Failure, Kind};
use asq_settings::Format;
use std::path::{Path, PathBuf};

/// A file to change.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) path: PathBuf,
    pub(crate) format: Format,
    /// The word for it in [`asq_settings::Source::word`].
    pub(crate) word: &'static str,
    /// Its path for the person.
    pub(crate) shown: String,
}

impl Target {
    /// The file that the flags name.
    pub(crate) fn of(which: Which, env: &Env, cwd: &Path) -> Result<Target, Failure> {
        let places = Places::of(env, cwd);
        let (path, format, word) = match which {
            Which { project: true, .. } => (Some(places.project), Format::Json, "project"),
            Which { global: true, .. } => (places.global, Format::Json, "global"),
            Which { .. } => (places.config, Format::Toml, "config"),
        };
        let none = || Failure::new(Kind::Usage, "HOME names no folder, so there is no place for that file");
        let path = path.ok_or_else(none)?;
        Ok(Target { shown: tilde(&path, env), path, format, word })
    }

    /// Its text; an empty one where there is none.
    pub(crate) fn text(&self) -> Result<String, Failure> {
        let failed = |why| Failure::new(Kind::Usage, format!("{} can't be read: {why}", self.shown));
        Ok(places::text(&self.path).map_err(failed)?.unwrap_or_default())
    }

    /// Changes its text, in one turn; the change may refuse.
    pub(crate) fn change(&self, change: impl FnOnce(&str) -> Result<String, Failure>) -> Result<(), Failure> {
        let failed = |why: String| Failure::new(Kind::Output, why);
        // The folder of a project is everybody's who works in it, the others are this person's.
        let mode = if self.word == "project" { 0o777 } else { 0o700 };
        let _turn = replace::lock(&self.path, mode).map_err(failed)?;
        let before = self.text()?;
        let after = change(&before)?;
        if after == before {
            return Ok(());
        }
        replace::replace(&self.path, after.as_bytes(), replace::Mode::Kept).map_err(failed)
    }
}
