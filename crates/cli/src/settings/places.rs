//! The files of a person's settings, and how to read them.
//!
//! - config.toml is where the XDG rules say; a contract's file is in pi's folder, and a project's in the project's `.pi`.
//! - A missing file is fine; reports a file that can't be read, and why.
//! - Refuses a pipe, a device or a huge file instead of reading it. In a project's folder it follows no link.
//! - Marks a file that somebody else could have written.

use crate::env::Env;
use asq_files::{Fault, Folder, Whose};
use asq_settings::FileLimits;
use std::path::{Path, PathBuf};

/// The name of the contract's files.
const CONTRACT: &str = "ask-user-question.json";

/// The folder of the contract's file in a project.
pub(crate) const PROJECT: &str = ".pi";

/// The paths of the three files; `None` without a home.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SettingsPlaces {
    pub(crate) config: Option<PathBuf>,
    pub(crate) global: Option<PathBuf>,
    pub(crate) project: PathBuf,
}

impl SettingsPlaces {
    /// For work in this folder.
    pub(crate) fn of(env: &Env, cwd: &Path) -> SettingsPlaces {
        SettingsPlaces {
            config: env.config_dir().map(|dir| dir.join("config.toml")),
            global: env.pi_dir().map(|dir| cwd.join(dir).join(CONTRACT)),
            project: in_folder(cwd),
        }
    }
}

/// The settings file of a folder.
pub(crate) fn in_folder(folder: &Path) -> PathBuf {
    folder.join(PROJECT).join(CONTRACT)
}

/// The content of one of the person's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileText {
    pub(crate) text: String,
    /// Why somebody else could have written it.
    pub(crate) doubt: Option<String>,
}

/// The content of one of the person's files, which may be behind links; `None` if it is missing.
///
/// # Errors
/// Why it can't be read.
pub(crate) fn text(path: &Path) -> Result<Option<FileText>, String> {
    text_within(path, FileLimits::SETTINGS)
}

/// The same for the list of trusted folders.
///
/// # Errors
/// Why it can't be read.
pub(crate) fn list(path: &Path) -> Result<Option<FileText>, String> {
    text_within(path, FileLimits::TRUST)
}

fn text_within(path: &Path, limits: FileLimits) -> Result<Option<FileText>, String> {
    let Some(found) = asq_files::read(path, limits.bytes).map_err(|fault| fault.to_string())? else {
        return Ok(None);
    };
    let doubt = found.doubt.map(|fault| fault.to_string());
    Ok(Some(FileText { text: utf8(found.bytes)?, doubt }))
}

/// The text of a folder's settings file; `None` if it is missing. Follows no link in the folder.
///
/// # Errors
/// Why it can't be read.
pub(crate) fn project(folder: &Path) -> Result<Option<String>, String> {
    let read = || {
        let Some(folder) = Folder::open(folder, Whose::Anybodys)? else { return Ok(None) };
        let inner = folder.inside(PROJECT, Whose::Anybodys).map_err(|fault| within(&folder, fault))?;
        inner.map_or(Ok(None), |inner| {
            inner.read(CONTRACT.as_ref(), FileLimits::SETTINGS.bytes, Whose::Anybodys)
        })
    };
    match read().map_err(|fault: Fault| fault.to_string())? {
        Some(found) => utf8(found.bytes).map(Some),
        None => Ok(None),
    }
}

/// Adds to a fault the folder that the file is in.
fn within(folder: &Folder, fault: Fault) -> Fault {
    Fault::Within { folder: folder.path().join(PROJECT), why: Box::new(fault) }
}

fn utf8(bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|e| {
        let line = e.as_bytes()[..e.utf8_error().valid_up_to()].split(|b| *b == b'\n').count();
        format!("line {line} is not UTF-8")
    })
}
