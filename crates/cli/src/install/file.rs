//! One file that asq writes into another program's folder.
//!
//! - Its first line says that asq wrote it, and holds the digest of everything below; asq recognises its own files by
//!   that.
//! - A file without that line, or with other content below it, is somebody else's.
//! - Writing the same again changes nothing.
//! - Removes the folders that were made for it along with the last of asq's files in them, if they are empty by then.

use super::spot::InstallSpot;
use crate::error::{CommandError, ErrorClass};
use asq_core::text::hex;
use asq_files::Fault;
use sha2::{Digest, Sha256};
use std::fmt;
use std::path::{Path, PathBuf};

/// The first line of asq's files of one kind, around the digest: a comment in the language of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FirstLine {
    pub(crate) lead: &'static str,
    pub(crate) end: &'static str,
}

pub(super) const PIS: FirstLine =
    FirstLine { lead: "// Written by asq install; asq uninstall removes it. sha256:", end: "" };

/// Everything that an install or an uninstall would do.
pub(super) struct Planned {
    /// Each plan with the id that `--dialect` takes.
    pub(super) plans: Vec<(&'static str, FilePlan)>,
    /// What to print after success.
    pub(super) after: String,
}

/// Comes after the digest, with the number of folders that were made for the file.
const MADE: &str = " folders:";

/// What happens to one file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum FilePlan {
    Create { path: InstallSpot, text: String },
    Replace { path: InstallSpot, text: String },
    Remove { path: InstallSpot, made: usize },
    Same { path: InstallSpot },
    Absent { path: InstallSpot },
    Foreign { path: InstallSpot, why: &'static str },
}

impl FilePlan {
    /// Plans to write this body.
    ///
    /// # Errors
    /// An existing file can't be read.
    pub(crate) fn write(path: InstallSpot, body: &str) -> Result<FilePlan, CommandError> {
        Ok(match found(&path)? {
            InstalledFile::Nothing => {
                let text = sealed(path.place().first, body, made_for(&path));
                FilePlan::Create { path, text }
            }
            InstalledFile::Ours { text: old, made } => {
                let text = sealed(path.place().first, body, made);
                if old == text { FilePlan::Same { path } } else { FilePlan::Replace { path, text } }
            }
            InstalledFile::Foreign(why) => FilePlan::Foreign { path, why },
        })
    }

    /// Plans to remove the file.
    ///
    /// # Errors
    /// An existing file can't be read.
    pub(crate) fn remove(path: InstallSpot) -> Result<FilePlan, CommandError> {
        Ok(match found(&path)? {
            InstalledFile::Nothing => FilePlan::Absent { path },
            InstalledFile::Ours { made, .. } => FilePlan::Remove { path, made },
            InstalledFile::Foreign(why) => FilePlan::Foreign { path, why },
        })
    }

    /// Why asq can't follow the plan.
    pub(crate) fn refused(&self) -> Option<String> {
        match self {
            FilePlan::Foreign { path, why } => Some(format!("'{}' {why}", path.path().display())),
            FilePlan::Create { .. }
            | FilePlan::Replace { .. }
            | FilePlan::Remove { .. }
            | FilePlan::Same { .. }
            | FilePlan::Absent { .. } => None,
        }
    }

    pub(crate) fn writes(&self) -> bool {
        matches!(self, FilePlan::Create { .. } | FilePlan::Replace { .. })
    }

    /// Whether it removes a file, which only asq can have written.
    pub(crate) fn is_ours(&self) -> bool {
        matches!(self, FilePlan::Remove { .. })
    }

    /// Carries out the plan.
    ///
    /// # Errors
    /// A file or folder can't be written.
    pub(crate) fn follow(&self) -> Result<(), CommandError> {
        let done = match self {
            FilePlan::Create { path, text } | FilePlan::Replace { path, text } => path.write(text),
            FilePlan::Remove { path, made } => path.remove().map(|()| remove_empty(&path.path(), *made)),
            FilePlan::Same { .. } | FilePlan::Absent { .. } | FilePlan::Foreign { .. } => Ok(()),
        };
        done.map_err(|e| {
            CommandError::new(ErrorClass::Output, format!("can't change '{}': {e}", self.path().display()))
        })
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.spot().path()
    }

    fn spot(&self) -> &InstallSpot {
        match self {
            FilePlan::Create { path, .. }
            | FilePlan::Replace { path, .. }
            | FilePlan::Remove { path, .. }
            | FilePlan::Same { path }
            | FilePlan::Absent { path }
            | FilePlan::Foreign { path, .. } => path,
        }
    }
}

impl fmt::Display for FilePlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self {
            FilePlan::Create { .. } => "create",
            FilePlan::Replace { .. } => "update",
            FilePlan::Remove { .. } => "remove",
            FilePlan::Same { .. } => "is there already",
            FilePlan::Absent { .. } => "is not there",
            FilePlan::Foreign { .. } => "leave alone",
        };
        write!(f, "{word:<16}  {}", self.path().display())
    }
}

enum InstalledFile {
    Nothing,
    Ours { text: String, made: usize },
    Foreign(&'static str),
}

fn found(path: &InstallSpot) -> Result<InstalledFile, CommandError> {
    let text = match path.read() {
        // asq writes only UTF-8. Any other file is foreign, as the empty text is, since it lacks the first line.
        Ok(Some(bytes)) => String::from_utf8(bytes).unwrap_or_default(),
        Ok(None) => return Ok(InstalledFile::Nothing),
        Err(Fault::Link) => return Ok(InstalledFile::Foreign("is a link")),
        Err(Fault::NoFile) => return Ok(InstalledFile::Foreign("isn't a regular file")),
        Err(e) => {
            return Err(CommandError::new(
                ErrorClass::Output,
                format!("can't read '{}': {e}", path.path().display()),
            ));
        }
    };
    let first = path.place().first;
    let sealed = text.strip_prefix(first.lead).and_then(|rest| rest.split_once('\n'));
    let Some((seal, body)) = sealed.and_then(|(seal, body)| Some((seal.strip_suffix(first.end)?, body)))
    else {
        return Ok(InstalledFile::Foreign("was not written by asq"));
    };
    let (written, made) = seal.split_once(MADE).unwrap_or((seal, "0"));
    if written != digest(body) {
        return Ok(InstalledFile::Foreign("was changed since asq wrote it"));
    }
    let made = made.parse().unwrap_or(0);
    Ok(InstalledFile::Ours { text, made })
}

fn sealed(first: FirstLine, body: &str, made: usize) -> String {
    let made = if made == 0 { String::new() } else { format!("{MADE}{made}") };
    format!("{}{}{made}{}\n{body}", first.lead, digest(body), first.end)
}

/// The number of folders to make for a file. Counts those that were made for asq's files next to it, too.
fn made_for(path: &InstallSpot) -> usize {
    let folder = path.place().path();
    let missing = folder
        .ancestors()
        .take_while(|it| !it.as_os_str().is_empty() && !asq_files::by_name::is_there(it))
        .count();
    if missing > 0 {
        return missing;
    }
    let made = path.place().files().into_iter().filter_map(|file| match found(&file) {
        Ok(InstalledFile::Ours { made, .. }) => Some(made),
        Ok(InstalledFile::Nothing | InstalledFile::Foreign(_)) | Err(_) => None,
    });
    made.max().unwrap_or(0)
}

/// Removes the folders that were made for a file, from the inside out, until one isn't empty.
fn remove_empty(path: &Path, made: usize) {
    for folder in path.ancestors().skip(1).take(made) {
        if asq_files::by_name::remove_folder(folder).is_err() {
            return;
        }
    }
}

fn digest(text: &str) -> String {
    hex(&Sha256::digest(text))
}
