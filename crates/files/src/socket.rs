//! Sockets that other processes connect to by a file's name.
//!
//! - Only this person can connect (0600), from the first moment on.
//! - A new socket takes the place of an old one at once; anything else of that name is left alone.

use crate::calls::{bind, chmodat, rename};
use crate::fault::Fault;
use crate::folder::Folder;
use rustix::fs::{FileType, Mode};
use std::ffi::OsStr;
use std::os::unix::net::UnixListener;

/// The most bytes of a socket's path.
pub const MOST_SOCKET_PATH: usize = 107;

impl Folder {
    /// Listens on a socket of this name. The caller checks that nobody answers on an old one.
    ///
    /// # Errors
    /// The folder doesn't accept a socket, or something else has that name. Nothing is left behind.
    pub fn listen(&self, name: &OsStr) -> Result<UnixListener, Fault> {
        if let Some(about) = self.look(name)?
            && FileType::from_raw_mode(about.st_mode) != FileType::Socket
        {
            return Err(Fault::NoSocket);
        }
        let beside = format!(".{:016x}", crate::create::random()?);
        // Others can't reach it under the new name: the folder is ours alone, as `Folder::make` sees to.
        let listener = bind(&self.path().join(&beside))?;
        let placed = chmodat(self.fd(), beside.as_str(), Mode::RUSR | Mode::WUSR)
            .and_then(|()| rename(self.fd(), beside.as_str(), name));
        if let Err(errno) = placed {
            // Report the first fault; this one adds nothing.
            let _ = self.remove(beside.as_ref());
            return Err(errno.into());
        }
        Ok(listener)
    }
}
