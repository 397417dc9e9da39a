//! Creates and replaces files.
//!
//! - A new file gets a random name or one that is free; an existing file is never opened for it.
//! - Its mode is the one asked for, whatever the umask.
//! - A replacement is complete or doesn't happen: a new file is written next to the old one and renamed over it.

use crate::calls::{fchmod, fsync, mkdirat, openat, rename};
use crate::fault::Fault;
use crate::folder::Folder;
use crate::whose::Whose;
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

/// Whether a replaced file must survive a power cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durable {
    Yes,
    No,
}

/// How many random names to try before a folder counts as unusable. One should do: nobody can guess it.
const TRIES: u32 = 8;

impl Folder {
    /// Creates a file that doesn't exist yet.
    ///
    /// # Errors
    /// The name is taken, or the folder doesn't accept a file.
    pub fn create(&self, name: &OsStr, mode: u32) -> Result<File, Fault> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file = File::from(openat(self.fd(), name, flags, Mode::from_raw_mode(mode))?);
        // Give back the bits that the umask removed; the umask can't add any.
        if let Err(errno) = fchmod(&file, Mode::from_raw_mode(mode)) {
            // Report the first fault; this one adds nothing.
            let _ = self.remove(name);
            return Err(errno.into());
        }
        Ok(file)
    }

    /// Creates a file with these bytes and a random name; returns its path.
    ///
    /// # Errors
    /// The folder doesn't accept a file. No file stays behind.
    pub fn create_random(&self, before: &str, after: &str, bytes: &[u8]) -> Result<PathBuf, Fault> {
        let (name, mut file) = self.random(before, after, 0o600)?;
        match file.write_all(bytes) {
            Ok(()) => Ok(self.path().join(name)),
            Err(error) => {
                // Report the first fault; this one adds nothing.
                let _ = self.remove(&name);
                Err(error.into())
            }
        }
    }

    /// Creates a folder with a random name for this person alone.
    ///
    /// # Errors
    /// The folder doesn't accept one.
    pub fn make_random(&self, before: &str) -> Result<Folder, Fault> {
        let mut tries = 0;
        loop {
            let name = format!("{before}{:016x}", random()?);
            match mkdirat(self.fd(), &name, Mode::RWXU) {
                Ok(()) => {
                    let made = self.make_inside(&name, 0o700, Whose::Mine);
                    if made.is_err() {
                        // Report the first fault. An empty folder with a random name is in nobody's way.
                        let _ = self.remove_inside(name.as_ref());
                    }
                    return made;
                }
                Err(Errno::EXIST) if tries < TRIES => tries += 1,
                Err(errno) => return Err(errno.into()),
            }
        }
    }

    /// Replaces a file's content, or creates the file. A link of that name is replaced, not followed.
    ///
    /// # Errors
    /// If the file can't be written, the old one is intact. If the folder can't be synced, the new file is in place, but a
    /// power cut may bring back the old one.
    pub fn replace(&self, name: &OsStr, bytes: &[u8], mode: u32, durable: Durable) -> Result<(), Fault> {
        // Open every descriptor before anything is replaced, so that a lack of descriptors changes nothing.
        let listing = match durable {
            Durable::Yes => Some(self.listing()?),
            Durable::No => None,
        };
        let mut before = OsString::from(".");
        before.push(name);
        let (beside, file) = self.random(&before.to_string_lossy(), "", mode)?;
        let written = self.fill(file, bytes, durable).and_then(|()| {
            rename(self.fd(), &beside, name)?;
            Ok(())
        });
        if let Err(fault) = written {
            // Report the first fault; this one adds nothing.
            let _ = self.remove(&beside);
            return Err(fault);
        }
        Ok(listing.map_or(Ok(()), fsync)?)
    }

    #[expect(clippy::unused_self, reason = "of this folder")]
    fn fill(&self, mut file: File, bytes: &[u8], durable: Durable) -> Result<(), Fault> {
        file.write_all(bytes)?;
        match durable {
            Durable::Yes => Ok(file.sync_all()?),
            Durable::No => Ok(()),
        }
    }

    fn random(&self, before: &str, after: &str, mode: u32) -> Result<(OsString, File), Fault> {
        let mut tries = 0;
        loop {
            let name = OsString::from(format!("{before}.{:016x}{after}", random()?));
            match self.create(&name, mode) {
                Ok(file) => return Ok((name, file)),
                Err(Fault::System(error))
                    if error.kind() == std::io::ErrorKind::AlreadyExists && tries < TRIES =>
                {
                    tries += 1;
                }
                Err(fault) => return Err(fault),
            }
        }
    }
}

/// A number that nobody can guess.
pub(crate) fn random() -> Result<u64, Fault> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
    Ok(u64::from_ne_bytes(bytes))
}
