//! Where a person's settings lie, and how such a file is read.
//!
//! - asq's own under the XDG rules, the contract's where pi keeps them, a folder's in that folder and no other.
//! - A file that is not there is no trouble; one that can't be read is told, and why.
//! - A pipe or a device in a file's place is not waited for, a huge file is not read.

use crate::env::Env;
use std::fs::OpenOptions;
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// Most bytes of a settings file.
const MOST: u64 = 1 << 20;

/// The name of the contract's files.
const CONTRACT: &str = "ask-user-question.json";

/// Where the three files are; `None` where there is no home.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Places {
    pub(crate) config: Option<PathBuf>,
    pub(crate) global: Option<PathBuf>,
    pub(crate) project: PathBuf,
}

impl Places {
    /// For who works in this folder.
    pub(crate) fn of(env: &Env, cwd: &Path) -> Places {
        Places {
            config: env.config_dir().map(|dir| dir.join("config.toml")),
            global: env.pi_dir().map(|dir| cwd.join(dir).join(CONTRACT)),
            project: in_folder(cwd),
        }
    }
}

/// The settings file of a folder.
pub(crate) fn in_folder(folder: &Path) -> PathBuf {
    folder.join(".pi").join(CONTRACT)
}

/// The text of a file; `None` where there is none.
///
/// # Errors
/// Why it can't be read.
pub(crate) fn text(path: &Path) -> Result<Option<String>, String> {
    match bytes(path) {
        Ok(bytes) => String::from_utf8(bytes).map(Some).map_err(|e| {
            let line = e.as_bytes()[..e.utf8_error().valid_up_to()].split(|b| *b == b'\n').count();
            format!("line {line} is not UTF-8")
        }),
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(None),
        Err(e) => Err(e.to_string()),
    }
}

fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let nonblocking = rustix::fs::OFlags::NONBLOCK.bits() as i32;
    let file = OpenOptions::new().read(true).custom_flags(nonblocking).open(path)?;
    let about = file.metadata()?;
    if !about.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    if about.len() > MOST {
        return Err(io::Error::other("it is larger than 1 MiB"));
    }
    let mut bytes = Vec::new();
    file.take(MOST).read_to_end(&mut bytes)?;
    Ok(bytes)
}
