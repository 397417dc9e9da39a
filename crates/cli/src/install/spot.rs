//! The place of one of asq's files in another program's folder.
//!
//! - In a project it follows no link, since a repository may hold links to anywhere.
//! - A link, a pipe or a folder in the file's place belongs to somebody else, and nothing waits for it.
//! - Modes don't depend on the umask: everybody may read a file in a project, only its owner any other.
//! - Makes nothing in somebody else's home, not even as root.

use super::file::{FirstLine, PIS};
use asq_files::{Durable, Fault, Folder, Whose};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The most bytes that it reads of a file.
const MOST: u64 = 4 << 20;

/// A folder that may hold asq's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InstallFolder {
    base: PathBuf,
    /// Folders below `base`, each inside the one before.
    below: &'static [&'static str],
    mode: u32,
    pub(super) first: FirstLine,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InstallSpot {
    place: InstallFolder,
    name: OsString,
}

impl InstallFolder {
    pub(super) fn project(base: PathBuf, below: &'static [&'static str]) -> InstallFolder {
        InstallFolder { base, below, mode: 0o755, first: PIS }
    }

    /// A folder of the person's own, which may be behind links.
    pub(super) fn own(base: PathBuf) -> InstallFolder {
        InstallFolder::own_with(base, PIS)
    }

    /// The same for files with another first line.
    pub(crate) fn own_with(base: PathBuf, first: FirstLine) -> InstallFolder {
        InstallFolder { base, below: &[], mode: 0o700, first }
    }

    pub(crate) fn file(&self, name: impl Into<OsString>) -> InstallSpot {
        InstallSpot { place: self.clone(), name: name.into() }
    }

    pub(crate) fn path(&self) -> PathBuf {
        let base = if self.base == Path::new(".") { PathBuf::new() } else { self.base.clone() };
        self.below.iter().fold(base, |path, name| path.join(name))
    }

    pub(crate) fn files(&self) -> Vec<InstallSpot> {
        // A folder that can't be read counts as empty here; writing to it reports why.
        let names = self.open().ok().flatten().and_then(|folder| folder.names().ok());
        names.unwrap_or_default().into_iter().map(|name| self.file(name)).collect()
    }

    fn open(&self) -> Result<Option<Folder>, Fault> {
        let mut folder = Folder::open(&self.base, Whose::Anybodys)?;
        for name in self.below {
            let Some(outer) = folder else { return Ok(None) };
            folder = outer.inside(name, Whose::Anybodys).map_err(|fault| within(&outer, name, fault))?;
        }
        Ok(folder)
    }

    fn make(&self) -> Result<Folder, Fault> {
        let mut folder = Folder::make(&self.base, self.mode, Whose::Anybodys)?;
        for name in self.below {
            let inner = folder.make_inside(name, self.mode, Whose::Anybodys);
            folder = inner.map_err(|fault| within(&folder, name, fault))?;
        }
        Ok(folder)
    }
}

/// Adds the folder to a fault, unless the fault names one already.
fn within(outer: &Folder, name: &str, fault: Fault) -> Fault {
    match fault {
        named @ Fault::Within { .. } => named,
        other => Fault::Within { folder: outer.path().join(name), why: Box::new(other) },
    }
}

impl InstallSpot {
    pub(super) fn path(&self) -> PathBuf {
        self.place.path().join(&self.name)
    }

    pub(crate) fn name(&self) -> &std::ffi::OsStr {
        &self.name
    }

    pub(super) fn place(&self) -> &InstallFolder {
        &self.place
    }

    /// The file's content; `None` if it is missing.
    pub(super) fn read(&self) -> Result<Option<Vec<u8>>, Fault> {
        let Some(folder) = self.place.open()? else { return Ok(None) };
        Ok(folder.read(&self.name, MOST, Whose::Anybodys)?.map(|found| found.bytes))
    }

    pub(super) fn write(&self, text: &str) -> Result<(), Fault> {
        // A program reads this file, and nobody runs it.
        let mode = self.place.mode & 0o666;
        self.place.make()?.replace(&self.name, text.as_bytes(), mode, Durable::Yes)
    }

    pub(super) fn remove(&self) -> Result<(), Fault> {
        self.place.open()?.map_or(Ok(()), |folder| folder.remove(&self.name))
    }
}
