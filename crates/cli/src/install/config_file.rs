//! A file of another program's settings, which asq changes.
//!
//! - A link is followed as long as it stays inside the person's home, or inside the project.
//! - A file that somebody changed since it was read is not written over.
//! - The new content comes at once or not at all; the mode stays. A read-only file stays as it is.
//! - A new file is the person's alone; in a project everybody may read it.
//! - Folders that were made for a file go with it, if they are empty by then.

use crate::error::{CommandError, ErrorClass};
use asq_files::{Durable, Fault, Folder, Whose, by_name};
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The most bytes that it reads. Some agents keep much more than settings in their file.
pub(super) const MOST: u64 = 64 << 20;

/// How long it waits for another asq in the same folder.
const TURN: Duration = Duration::from_secs(10);

#[derive(Clone, Debug)]
pub(super) struct ConfigFile {
    pub(super) path: PathBuf,
    /// No link leads out of these folders.
    inside: Vec<PathBuf>,
    /// What those folders are called.
    home: &'static str,
    folder_mode: u32,
}

/// The file as it was read.
pub(super) struct ConfigFound {
    /// The path without links.
    pub(super) real: PathBuf,
    /// `None` if it is missing.
    pub(super) text: Option<String>,
    mode: u32,
}

impl ConfigFile {
    pub(super) fn own(path: PathBuf, inside: Vec<PathBuf>) -> ConfigFile {
        ConfigFile { path, inside, home: "your home", folder_mode: 0o700 }
    }

    pub(super) fn project(path: PathBuf, folder: PathBuf) -> ConfigFile {
        ConfigFile { path, inside: vec![folder], home: "this project", folder_mode: 0o755 }
    }

    fn failed(&self, what: &str, why: impl std::fmt::Display) -> CommandError {
        CommandError::new(ErrorClass::Output, format!("can't {what} '{}': {why}", self.path.display()))
    }

    pub(super) fn read(&self) -> Result<ConfigFound, CommandError> {
        let failed = |fault: Fault| self.failed("read", fault);
        let real = real(&self.path).map_err(failed)?;
        let mut inside = false;
        for folder in &self.inside {
            inside |= real.starts_with(self::real(folder).map_err(failed)?);
        }
        if !inside {
            let what = format!(
                "'{}' leads to '{}', which is outside of {}; asq follows no such link",
                self.path.display(),
                real.display(),
                self.home
            );
            return Err(CommandError::new(ErrorClass::Usage, format!("nothing was changed: {what}")));
        }
        let (parent, name) = parts(&real).map_err(failed)?;
        let new = ConfigFound { real: real.clone(), text: None, mode: self.folder_mode & 0o666 };
        let Some(folder) = Folder::open(parent, Whose::Anybodys).map_err(failed)? else { return Ok(new) };
        same(&folder, parent).map_err(failed)?;
        let Some(found) = folder.read(&name, MOST, Whose::Anybodys).map_err(failed)? else { return Ok(new) };
        let mode = folder.look(&name).map_err(failed)?.map_or(new.mode, |about| about.st_mode & 0o7777);
        let text = String::from_utf8(found.bytes).map_err(|error| {
            let good = error.utf8_error().valid_up_to();
            let line = String::from_utf8_lossy(&error.as_bytes()[..good]).matches('\n').count() + 1;
            let what = format!("'{}' is broken: line {line} isn't UTF-8", self.path.display());
            CommandError::new(ErrorClass::Usage, format!("nothing was changed: {what}"))
        })?;
        Ok(ConfigFound { real, text: Some(text), mode })
    }

    /// Refuses a file that its owner made read-only.
    pub(super) fn writable(&self, found: &ConfigFound) -> Result<(), CommandError> {
        if found.text.is_none() || found.mode & 0o200 != 0 {
            return Ok(());
        }
        let what = format!("nothing was changed: '{}' is read-only", self.path.display());
        Err(CommandError::new(ErrorClass::Usage, what).hint("chmod u+w makes it writable"))
    }

    /// How many folders have to be made for it.
    pub(super) fn missing_folders(found: &ConfigFound) -> usize {
        found.real.ancestors().skip(1).take_while(|folder| !by_name::is_there(folder)).count()
    }

    /// Writes the new text, or removes the file.
    pub(super) fn write(&self, found: &ConfigFound, text: Option<&str>) -> Result<(), CommandError> {
        let failed = |fault: Fault| self.failed("change", fault);
        let (parent, name) = parts(&found.real).map_err(failed)?;
        let folder = Folder::make(parent, self.folder_mode, Whose::Anybodys).map_err(failed)?;
        same(&folder, parent).map_err(failed)?;
        let _turn = folder.lock(TURN).map_err(failed)?;
        let now = folder.read(&name, MOST, Whose::Anybodys).map_err(failed)?.map(|found| found.bytes);
        if now.as_deref() != found.text.as_deref().map(str::as_bytes) {
            let what =
                format!("nothing was changed: another program has just changed '{}'", self.path.display());
            return Err(CommandError::new(ErrorClass::Conflict, what).hint("try again"));
        }
        match text {
            Some(text) => folder.replace(&name, text.as_bytes(), found.mode, Durable::Yes),
            None => folder.remove_for_good(&name),
        }
        .map_err(failed)
    }

    /// Removes this many folders around the file, from the inside out, until one isn't empty.
    pub(super) fn remove_folders(found: &ConfigFound, made: usize) {
        for folder in found.real.ancestors().skip(1).take(made) {
            if by_name::remove_folder(folder).is_err() {
                return;
            }
        }
    }
}

/// The path without links, as far as it exists.
fn real(path: &Path) -> Result<PathBuf, Fault> {
    let whole = std::path::absolute(path)?;
    for above in whole.ancestors() {
        match by_name::look(above) {
            Ok(_) => {
                let real = by_name::real(above).map_err(|error| {
                    if error.kind() != ErrorKind::NotFound {
                        return Fault::from(error);
                    }
                    let what = format!("'{}' is a link to nothing", above.display());
                    Fault::from(std::io::Error::other(what))
                })?;
                return Ok(whole.strip_prefix(above).map_or(real.clone(), |rest| {
                    if rest == Path::new("") { real } else { real.join(rest) }
                }));
            }
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(whole)
}

fn parts(real: &Path) -> Result<(&Path, OsString), Fault> {
    match (real.parent(), real.file_name()) {
        (Some(parent), Some(name)) => Ok((parent, name.to_owned())),
        (Some(_) | None, Some(_) | None) => Err(Fault::NoFile),
    }
}

/// Refuses a folder that became a link in between.
fn same(folder: &Folder, path: &Path) -> Result<(), Fault> {
    if folder.path() == path { Ok(()) } else { Err(Fault::Link) }
}
