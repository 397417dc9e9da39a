//! To whom a file or folder has to belong, judged on its descriptor.
//!
//! - What is ours alone: our user's, closed to everybody else, with one name.
//! - What we believe: our user's or root's, and nobody else can write it.
//! - What is anybody's: a file in a project, which is data and no more.

use crate::fault::Fault;
use rustix::fs::{FileType, Stat};

/// To whom something has to belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Our user's, and closed to others; a folder may be readable.
    Mine,
    /// Our user's or root's, and not writable by others.
    Trusted,
    Anybodys,
}

impl Whose {
    pub(crate) fn file(self, about: &Stat) -> Result<(), Fault> {
        match FileType::from_raw_mode(about.st_mode) {
            FileType::RegularFile => {}
            FileType::Symlink => return Err(Fault::Link),
            FileType::Directory
            | FileType::Fifo
            | FileType::Socket
            | FileType::CharacterDevice
            | FileType::BlockDevice
            | FileType::Unknown => return Err(Fault::NoFile),
        }
        self.owner(about)?;
        match self {
            Whose::Mine if about.st_mode & 0o022 != 0 => Err(Fault::Writable),
            Whose::Mine if about.st_mode & 0o077 != 0 => Err(Fault::Readable),
            Whose::Mine if about.st_nlink > 1 => Err(Fault::Linked),
            Whose::Trusted if about.st_mode & 0o022 != 0 => Err(Fault::Writable),
            Whose::Mine | Whose::Trusted | Whose::Anybodys => Ok(()),
        }
    }

    /// A sticky folder is one that others can write to.
    pub(crate) fn folder(self, about: &Stat) -> Result<(), Fault> {
        if FileType::from_raw_mode(about.st_mode) != FileType::Directory {
            return Err(Fault::NoFolder);
        }
        self.owner(about)?;
        match self {
            Whose::Mine | Whose::Trusted if about.st_mode & 0o022 != 0 => Err(Fault::Writable),
            Whose::Mine | Whose::Trusted | Whose::Anybodys => Ok(()),
        }
    }

    /// Whether something may be made in this folder.
    pub(crate) fn place(self, about: &Stat) -> Result<(), Fault> {
        let (owner, me) = (about.st_uid, me());
        let theirs = match self {
            Whose::Mine | Whose::Trusted => owner != me && owner != 0,
            // People may share a project. Root may write everywhere, so it has to be told what is not its own.
            Whose::Anybodys => owner != me && me == 0,
        };
        if theirs { Err(Fault::Foreign { owner, me }) } else { Ok(()) }
    }

    fn owner(self, about: &Stat) -> Result<(), Fault> {
        let (owner, me) = (about.st_uid, me());
        let fits = match self {
            Whose::Mine => owner == me,
            Whose::Trusted => owner == me || owner == 0,
            Whose::Anybodys => true,
        };
        if fits { Ok(()) } else { Err(Fault::Foreign { owner, me }) }
    }
}

fn me() -> u32 {
    rustix::process::geteuid().as_raw()
}
