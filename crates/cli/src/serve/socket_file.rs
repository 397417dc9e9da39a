//! The server's socket file: how programs of this user, and sandboxes that it is shown to, reach it.
//!
//! - It is in asq's folder below XDG_RUNTIME_DIR, else in the state folder, and open to its owner alone (0600).
//! - The usual store's is `asq.sock`; another store's has a name of its own.
//! - A socket on which a server answers is left alone; one that was left behind is replaced.
//! - The end of the server removes it.

use crate::env::Env;
use asq_files::{Folder, MOST_SOCKET_PATH, Whose, plain_io, try_lock};
use std::ffi::OsStr;
use std::fs::File;
use std::io::ErrorKind;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

/// The most servers of one PostgreSQL database that this account has on this machine.
const SERVERS: u32 = 16;

pub(super) struct SocketFile {
    pub(super) path: PathBuf,
    folder: Folder,
    /// Held as long as the server lives, so no other server takes the name over.
    _lock: File,
}

impl SocketFile {
    /// Listens on the first free one of the store's sockets.
    ///
    /// # Errors
    /// A sentence that says why there isn't a socket.
    pub(super) fn listen(env: &Env, names: &SocketNames) -> Result<(SocketFile, UnixListener), String> {
        let folder = folder(env)?;
        let mut taken = None;
        for name in names.all() {
            let path = folder.path().join(&name);
            match free(&folder, &name, &path)? {
                Some(lock) => return listen_on(folder, &name, path, lock),
                None => taken = Some(path),
            }
        }
        Err(format!("another server answers on '{}'", taken.unwrap_or_default().display()))
    }
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        if let Some(name) = self.path.file_name() {
            // What can't be removed now is replaced by the next server.
            let _ = self.folder.remove(name);
        }
    }
}

/// The names that a store's sockets may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SocketNames {
    /// Whether the store is in its usual place.
    pub(super) usual: bool,
    /// What tells this store from others, in hex.
    pub(super) digest: String,
    /// Whether several servers of this store may run.
    pub(super) several: bool,
}

impl SocketNames {
    fn all(&self) -> Vec<String> {
        let mut names = Vec::new();
        if self.usual {
            names.push("asq.sock".to_owned());
        }
        let short = &self.digest[..self.digest.len().min(8)];
        names.push(format!("asq-{short}.sock"));
        if self.several {
            names.extend((2..=SERVERS).map(|n| format!("asq-{short}-{n}.sock")));
        }
        names
    }
}

fn folder(env: &Env) -> Result<Folder, String> {
    let runtime = env.get("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|dir| dir.is_absolute());
    // A folder there that isn't this person's alone doesn't count.
    let runtime = runtime.filter(|dir| matches!(Folder::open(dir, Whose::Mine), Ok(Some(_))));
    let Some(dir) = runtime.map(|dir| dir.join("asq")).or_else(|| env.state_dir()) else {
        return Err("neither XDG_RUNTIME_DIR, XDG_STATE_HOME nor HOME names a folder".to_owned());
    };
    Folder::make(&dir, 0o700, Whose::Mine)
        .map_err(|fault| format!("'{}' can't be used: {fault}", dir.display()))
}

/// The lock of a socket on which nobody answers; `None` if somebody does.
fn free(folder: &Folder, name: &str, path: &Path) -> Result<Option<File>, String> {
    let fault = |fault| format!("'{}' can't be locked: {fault}", path.display());
    let lock = folder.lock_file(OsStr::new(&format!("{name}.lock"))).map_err(fault)?;
    if !try_lock(&lock).map_err(fault)? {
        return Ok(None);
    }
    // A program that isn't asq holds no lock.
    match UnixStream::connect(path) {
        Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::ConnectionRefused) => Ok(Some(lock)),
        Ok(_) | Err(_) if path.as_os_str().len() <= MOST_SOCKET_PATH => Ok(None),
        Ok(_) | Err(_) => Err(format!(
            "the path '{}' is longer than the {MOST_SOCKET_PATH} bytes that a socket may have",
            path.display()
        )),
    }
}

fn listen_on(
    folder: Folder,
    name: &str,
    path: PathBuf,
    lock: File,
) -> Result<(SocketFile, UnixListener), String> {
    let fault = |why: String| format!("can't listen on '{}': {why}", path.display());
    let listener = folder.listen(OsStr::new(name)).map_err(|e| fault(e.to_string()))?;
    listener.set_nonblocking(true).map_err(|e| fault(plain_io(&e)))?;
    Ok((SocketFile { path, folder, _lock: lock }, listener))
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "a test")]
mod tests {
    use super::{SocketFile, SocketNames};
    use crate::env::Env;
    use asq_testkit::folder::TempFolder;
    use std::os::unix::net::{UnixListener, UnixStream};
    use std::path::Path;

    fn names(usual: bool, several: bool) -> SocketNames {
        SocketNames { usual, digest: "0123456789abcdef".into(), several }
    }

    #[test]
    fn each_store_has_a_name_and_a_database_has_several() {
        assert_eq!(names(true, false).all(), ["asq.sock", "asq-01234567.sock"]);
        assert_eq!(names(false, false).all(), ["asq-01234567.sock"]);
        let several = names(false, true).all();
        assert_eq!((several.len(), several[1].as_str()), (16, "asq-01234567-2.sock"));
    }

    #[test]
    fn only_a_socket_that_nobody_answers_on_is_replaced() {
        let home = TempFolder::new("sockets");
        let env = Env::of(&[("XDG_RUNTIME_DIR", home.path().to_str().unwrap())]);
        let listen = |names: &SocketNames| {
            SocketFile::listen(&env, names).map_err(|why| why.replace(home.path().to_str().unwrap(), "RUN"))
        };
        let named = |file: &SocketFile| file.path.strip_prefix(home.path()).unwrap().to_owned();
        let (first, _listener) = listen(&names(true, false)).unwrap();
        assert_eq!(named(&first), Path::new("asq/asq.sock"));
        let (second, _) = listen(&names(true, false)).unwrap();
        assert_eq!(named(&second), Path::new("asq/asq-01234567.sock"));
        let none = listen(&names(true, false)).map(|_| ()).unwrap_err();
        assert_eq!(none, "another server answers on 'RUN/asq/asq-01234567.sock'");
        // The end removes it; after a kill it is left behind, and nobody answers.
        let path = second.path.clone();
        drop(second);
        assert!(!path.exists());
        drop(UnixListener::bind(&path).unwrap());
        assert!(path.exists() && UnixStream::connect(&path).is_err());
        let (third, _kept) = listen(&names(false, false)).unwrap();
        assert_eq!(third.path, path);
        // A program that isn't asq answers.
        let other = home.join("asq/asq-01234567-2.sock");
        let _listener = UnixListener::bind(&other).unwrap();
        let (fourth, _) = listen(&names(false, true)).unwrap();
        assert_eq!(named(&fourth), Path::new("asq/asq-01234567-3.sock"));
    }

    #[test]
    fn a_path_that_is_too_long_is_named() {
        let home = TempFolder::new("sockets");
        let long = home.join(&"x".repeat(90));
        std::fs::create_dir(&long).unwrap();
        let env = Env::of(&[("XDG_STATE_HOME", long.to_str().unwrap())]);
        let why = SocketFile::listen(&env, &names(true, false)).map(|_| ()).unwrap_err();
        assert!(why.ends_with("is longer than the 107 bytes that a socket may have"), "{why}");
    }
}
