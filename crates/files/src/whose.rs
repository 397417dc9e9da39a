//! Who must own a file or folder, checked on its descriptor.
//!
//! - `Mine`: our user owns it, nobody else can open it, and it has a single name.
//! - `Trusted`: our user or root owns it, and nobody else can write to it.
//! - `Anybodys`: a file in a project; asq treats it as data.

use crate::fault::Fault;
use rustix::fs::{FileType, Stat};

/// The owner that a file or folder must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Owned by our user and closed to others; others may read a folder.
    Mine,
    /// Owned by our user or root; others can't write to it.
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

    /// Sticky folders don't pass either: others can write to them.
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

    /// Whether we may create something in this folder.
    pub(crate) fn place(self, about: &Stat) -> Result<(), Fault> {
        let (owner, me) = (about.st_uid, me());
        let theirs = match self {
            Whose::Mine | Whose::Trusted => owner != me && owner != 0,
            // People may share a project. Root can write anywhere, so we must refuse other people's folders for it.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_users_file_is_neither_mine_nor_trusted() {
        let mut about = rustix::fs::stat("/proc/self/exe").unwrap();
        (about.st_uid, about.st_nlink) = (me() + 1, 1);
        about.st_mode = FileType::RegularFile.as_raw_mode() | 0o600;
        let judged = [Whose::Mine, Whose::Trusted, Whose::Anybodys]
            .map(|it| it.file(&about).map_err(|e| e.to_string()));
        let foreign = || Err(Fault::Foreign { owner: me() + 1, me: me() }.to_string());
        assert_eq!(judged, [foreign(), foreign(), Ok(())]);
    }
}
