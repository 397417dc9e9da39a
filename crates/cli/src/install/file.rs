//! One file that asq writes into another program's folder.
//!
//! - Its first line says that asq wrote it and holds the digest of all below; by that asq knows its own.
//! - A file without that line, or with other content below it, is somebody else's.
//! - A write goes to a file beside it first and takes its place by a rename.
//! - The folders that were made for it go with the last of asq's files in them, where nothing else is there by then.

use super::spot::Spot;
use crate::error::{Failure, Kind};
use asq_core::text::hex;
use asq_files::Fault;
use sha2::{Digest, Sha256};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// What begins the first line of every file of asq's.
pub(super) const LEAD: &str = "// Written by asq install; asq uninstall removes it. sha256:";

/// All that an install or an uninstall would do.
pub(super) struct Planned {
    /// Each with what `--dialect` calls it.
    pub(super) plans: Vec<(&'static str, Plan)>,
    /// What to say when it is done.
    pub(super) after: String,
}

/// Stands after the digest, with the number of folders that were made for the file.
const MADE: &str = " folders:";

/// What becomes of one file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Plan {
    Create { path: Spot, text: String },
    Replace { path: Spot, text: String },
    Remove { path: Spot, made: usize },
    Same { path: Spot },
    Absent { path: Spot },
    Foreign { path: Spot, why: &'static str },
}

impl Plan {
    /// What writing this body there would do.
    ///
    /// # Errors
    /// The file that is there can't be read.
    pub(super) fn write(path: Spot, body: &str) -> Result<Plan, Failure> {
        Ok(match found(&path)? {
            Found::Nothing => {
                let text = sealed(body, made_for(&path));
                Plan::Create { path, text }
            }
            Found::Ours { text: old, made } => {
                let text = sealed(body, made);
                if old == text { Plan::Same { path } } else { Plan::Replace { path, text } }
            }
            Found::Foreign(why) => Plan::Foreign { path, why },
        })
    }

    /// What removing it would do.
    ///
    /// # Errors
    /// The file that is there can't be read.
    pub(super) fn remove(path: Spot) -> Result<Plan, Failure> {
        Ok(match found(&path)? {
            Found::Nothing => Plan::Absent { path },
            Found::Ours { made, .. } => Plan::Remove { path, made },
            Found::Foreign(why) => Plan::Foreign { path, why },
        })
    }

    /// Why it can't be followed.
    pub(super) fn refused(&self) -> Option<String> {
        match self {
            Plan::Foreign { path, why } => Some(format!("'{}' {why}", path.path().display())),
            Plan::Create { .. }
            | Plan::Replace { .. }
            | Plan::Remove { .. }
            | Plan::Same { .. }
            | Plan::Absent { .. } => None,
        }
    }

    /// Whether it writes a file.
    pub(super) fn writes(&self) -> bool {
        matches!(self, Plan::Create { .. } | Plan::Replace { .. })
    }

    /// Whether asq wrote the file that it removes.
    pub(super) fn is_ours(&self) -> bool {
        matches!(self, Plan::Remove { .. })
    }

    /// Does it.
    ///
    /// # Errors
    /// A file or folder can't be written.
    pub(super) fn follow(&self) -> Result<(), Failure> {
        let done = match self {
            Plan::Create { path, text } | Plan::Replace { path, text } => path.write(text),
            Plan::Remove { path, made } => path.remove().map(|()| remove_empty(&path.path(), *made)),
            Plan::Same { .. } | Plan::Absent { .. } | Plan::Foreign { .. } => Ok(()),
        };
        done.map_err(|e| Failure::new(Kind::Output, format!("can't change '{}': {e}", self.path().display())))
    }

    /// Where the file is.
    pub(super) fn path(&self) -> PathBuf {
        self.spot().path()
    }

    fn spot(&self) -> &Spot {
        match self {
            Plan::Create { path, .. }
            | Plan::Replace { path, .. }
            | Plan::Remove { path, .. }
            | Plan::Same { path }
            | Plan::Absent { path }
            | Plan::Foreign { path, .. } => path,
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self {
            Plan::Create { .. } => "create",
            Plan::Replace { .. } => "update",
            Plan::Remove { .. } => "remove",
            Plan::Same { .. } => "is there already",
            Plan::Absent { .. } => "is not there",
            Plan::Foreign { .. } => "leave alone",
        };
        write!(f, "{word:<16}  {}", self.path().display())
    }
}

enum Found {
    Nothing,
    Ours { text: String, made: usize },
    Foreign(&'static str),
}

fn found(path: &Spot) -> Result<Found, Failure> {
    let text = match path.read() {
        Ok(Some(bytes)) => String::from_utf8(bytes).unwrap_or_default(),
        Ok(None) => return Ok(Found::Nothing),
        Err(Fault::Link) => return Ok(Found::Foreign("is a link")),
        Err(Fault::NoFile) => return Ok(Found::Foreign("is no file")),
        Err(e) => {
            return Err(Failure::new(Kind::Output, format!("can't read '{}': {e}", path.path().display())));
        }
    };
    let Some((seal, body)) = text.strip_prefix(LEAD).and_then(|rest| rest.split_once('\n')) else {
        return Ok(Found::Foreign("was not written by asq"));
    };
    let (written, made) = seal.split_once(MADE).unwrap_or((seal, "0"));
    if written != digest(body) {
        return Ok(Found::Foreign("was changed since asq wrote it"));
    }
    let made = made.parse().unwrap_or(0);
    Ok(Found::Ours { text, made })
}

fn sealed(body: &str, made: usize) -> String {
    let made = if made == 0 { String::new() } else { format!("{MADE}{made}") };
    format!("{LEAD}{}{made}\n{body}", digest(body))
}

/// How many folders there are to make for a file; those that were made for asq's files beside it count, too.
fn made_for(path: &Spot) -> usize {
    let folder = path.place().path();
    let missing = folder.ancestors().take_while(|it| !it.as_os_str().is_empty() && !it.exists()).count();
    if missing > 0 {
        return missing;
    }
    let made = path.place().files().into_iter().filter_map(|file| match found(&file) {
        Ok(Found::Ours { made, .. }) => Some(made),
        Ok(Found::Nothing | Found::Foreign(_)) | Err(_) => None,
    });
    made.max().unwrap_or(0)
}

/// Removes the folders that were made for a file, innermost first, up to the first that something is in.
fn remove_empty(path: &Path, made: usize) {
    for folder in path.ancestors().skip(1).take(made) {
        if fs::remove_dir(folder).is_err() {
            return;
        }
    }
}

fn digest(text: &str) -> String {
    hex(&Sha256::digest(text))
}
