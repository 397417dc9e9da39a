//! Where the server of a store is: a file that tells other asq processes of this user, and a lock.
//!
//! - A store in a file has its server's file next to it; a database's servers have theirs in the state folder.
//! - Only this person can read it (0600): it holds what `asq serve --link` needs.
//! - A store in a file has one server. A second one learns who the first is; the lock dies with its process.
//! - A file that was left behind names nobody: only an address on which somebody answers counts.

use crate::env::Env;
use crate::error::{CommandError, ErrorClass};
#[cfg(feature = "postgres")]
use crate::session::open;
use crate::session::place::{StoreAddress, StorePlace};
use asq_core::text::hex;
use asq_files::{Durable, Fault, Folder, Whose, try_lock};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::net::{SocketAddr, TcpStream};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The most bytes of the file.
const MOST: u64 = 64 << 10;

/// How long a server may take to accept a connection on this machine.
const PATIENCE: Duration = Duration::from_secs(2);

/// Where a running server is.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) struct ServerPlace {
    pub(crate) pid: u32,
    pub(crate) version: String,
    /// Milliseconds since 1970.
    pub(crate) started_ms: u64,
    /// The address for browsers and clients, without a path.
    pub(crate) url: String,
    /// The addresses that it listens on.
    pub(crate) listens: Vec<SocketAddr>,
    /// Its socket file, if it has one.
    pub(crate) socket: Option<PathBuf>,
    /// Lets a process make a link, in hex.
    pub(crate) control: String,
}

impl ServerPlace {
    fn answers(&self) -> bool {
        let local = self.socket.as_ref().is_some_and(|path| UnixStream::connect(path).is_ok());
        local || self.listens.iter().any(|at| TcpStream::connect_timeout(at, PATIENCE).is_ok())
    }

    /// `process 1234 at http://127.0.0.1:7077`
    pub(crate) fn worded(&self) -> String {
        format!("process {} at {}", self.pid, self.url)
    }
}

/// Where the servers of a store write their files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ServerFiles {
    /// Next to the store's file.
    Next { folder: PathBuf, store: OsString },
    /// In the state folder; each file's name begins with this.
    Several { folder: PathBuf, begin: String },
}

impl ServerFiles {
    /// The place for this store's; `about` is what the store says about itself. `None` without a state folder, or if
    /// another machine serves the store.
    pub(crate) fn of(
        place: &StorePlace,
        about: impl FnOnce() -> Vec<(String, String)>,
        env: &Env,
    ) -> Option<ServerFiles> {
        match &place.at {
            StoreAddress::File(file) => {
                let real = asq_files::behind_links(file).ok()?;
                let (folder, name) = (real.parent()?.to_owned(), real.file_name()?.to_owned());
                Some(ServerFiles::Next { folder, store: name })
            }
            #[cfg(feature = "postgres")]
            StoreAddress::Database(..) => {
                let database = about().into_iter().find(|(name, _)| name == "database")?.1;
                let begin = hex(&Sha256::digest(&database)[..8]);
                Some(ServerFiles::Several { folder: env.state_dir()?.join("servers"), begin })
            }
            StoreAddress::Server(_) => None,
        }
    }

    /// What tells this store from others, in hex.
    pub(super) fn digest(&self) -> String {
        match self {
            ServerFiles::Next { folder, store } => {
                hex(&Sha256::digest(folder.join(store).as_os_str().as_bytes())[..8])
            }
            ServerFiles::Several { begin, .. } => begin.clone(),
        }
    }

    pub(super) fn are_several(&self) -> bool {
        matches!(self, ServerFiles::Several { .. })
    }

    fn folder(&self) -> &Path {
        match self {
            ServerFiles::Next { folder, .. } | ServerFiles::Several { folder, .. } => folder,
        }
    }

    /// The servers that run now, the latest first.
    ///
    /// # Errors
    /// A file can't be read, or others could have written it.
    pub(crate) fn running(&self) -> Result<Vec<ServerPlace>, CommandError> {
        let Some(folder) = Folder::open(self.folder(), Whose::Mine).map_err(|fault| self.fault(&fault))?
        else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        for name in self.names(&folder)? {
            if let Some(place) = ServerFiles::read(&folder, &name)?.filter(ServerPlace::answers) {
                found.push(place);
            }
        }
        found.sort_by_key(|place| std::cmp::Reverse(place.started_ms));
        Ok(found)
    }

    /// The latest server that runs for the store at this place, if its file counts. A database is opened only if there may
    /// be one.
    pub(crate) fn latest(place: &StorePlace, env: &Env) -> Option<ServerPlace> {
        let about = match &place.at {
            StoreAddress::File(_) | StoreAddress::Server(_) => Vec::new(),
            #[cfg(feature = "postgres")]
            StoreAddress::Database(..) => {
                let folder = Folder::open(&env.state_dir()?.join("servers"), Whose::Mine).ok()??;
                if folder.names().ok()?.is_empty() {
                    return None;
                }
                open::existing(place).ok()??.about()
            }
        };
        let running = ServerFiles::of(place, || about, env)?.running().ok()?;
        running.into_iter().next()
    }

    fn names(&self, folder: &Folder) -> Result<Vec<OsString>, CommandError> {
        match self {
            ServerFiles::Next { store, .. } => Ok(vec![with(store, ".server")]),
            ServerFiles::Several { begin, .. } => {
                let begin = format!("{begin}.");
                let is_ours = |name: &OsString| {
                    name.to_str().is_some_and(|name| {
                        name.strip_prefix(&begin).is_some_and(|rest| rest.strip_suffix(".json").is_some())
                    })
                };
                let mut names = folder.names().map_err(|fault| self.fault(&fault))?;
                names.retain(is_ours);
                Ok(names)
            }
        }
    }

    fn read(folder: &Folder, name: &OsStr) -> Result<Option<ServerPlace>, CommandError> {
        let found = folder.read(name, MOST, Whose::Mine).map_err(|fault| {
            CommandError::new(
                ErrorClass::Output,
                format!("'{}' doesn't count: {fault}", folder.path().join(name).display()),
            )
            .hint("remove it; a server that runs is found again after its next start")
        })?;
        // A file that another version wrote, or half a one, names nobody.
        Ok(found.and_then(|found| serde_json::from_slice(&found.bytes).ok()))
    }

    /// Becomes the server of this store.
    ///
    /// # Errors
    /// Another process is.
    pub(super) fn claim(self) -> Result<ServerClaim, CommandError> {
        let folder = Folder::make(self.folder(), 0o700, Whose::Mine).map_err(|fault| self.fault(&fault))?;
        let ServerFiles::Next { store, .. } = &self else {
            return Ok(ServerClaim { folder, files: self, _lock: None, name: None });
        };
        let lock = folder.lock_file(&with(store, ".serving")).map_err(|fault| self.fault(&fault))?;
        if !try_lock(&lock).map_err(|fault| self.fault(&fault))? {
            let first = ServerFiles::read(&folder, &with(store, ".server"))?;
            let (who, stop) = match &first {
                Some(place) => (format!(", {}", place.worded()), format!("; kill {} ends it", place.pid)),
                None => (" that is about to start or to end".to_owned(), String::new()),
            };
            return Err(CommandError::new(
                ErrorClass::Conflict,
                format!("this store has a server already{who}"),
            )
            .hint(format!("asq serve --link prints a link of that one{stop}")));
        }
        Ok(ServerClaim { folder, files: self, _lock: Some(lock), name: None })
    }

    fn fault(&self, fault: &Fault) -> CommandError {
        CommandError::new(ErrorClass::Output, format!("'{}' can't be used: {fault}", self.folder().display()))
    }
}

fn with(store: &OsStr, end: &str) -> OsString {
    let mut name = store.to_owned();
    name.push(end);
    name
}

/// The right to be a store's server, and its file. The end of the process gives it back.
pub(super) struct ServerClaim {
    folder: Folder,
    files: ServerFiles,
    _lock: Option<File>,
    /// The file's name, once it is written.
    name: Option<OsString>,
}

impl ServerClaim {
    /// Tells others where this server is.
    ///
    /// # Errors
    /// The file can't be written.
    pub(super) fn tell(&mut self, place: &ServerPlace) -> Result<(), CommandError> {
        let name = match &self.files {
            ServerFiles::Next { store, .. } => with(store, ".server"),
            ServerFiles::Several { begin, .. } => {
                self.sweep();
                format!("{begin}.{}.json", place.pid).into()
            }
        };
        // A power cut ends the server, too, so the file need not survive one.
        let text = serde_json::to_string(place).map_err(CommandError::fault)? + "\n";
        self.folder
            .replace(&name, text.as_bytes(), 0o600, Durable::No)
            .map_err(|fault| self.files.fault(&fault))?;
        self.name = Some(name);
        Ok(())
    }

    /// Removes the files of servers that were killed.
    fn sweep(&self) {
        // What can't be read or removed is in nobody's way.
        for name in self.files.names(&self.folder).unwrap_or_default() {
            if matches!(ServerFiles::read(&self.folder, &name), Ok(Some(place)) if !place.answers()) {
                let _ = self.folder.remove(&name);
            }
        }
    }
}

impl Drop for ServerClaim {
    fn drop(&mut self) {
        if let Some(name) = &self.name {
            // What stays names nobody.
            let _ = self.folder.remove(name);
        }
    }
}
