//! The program that an entry starts: found as the agent finds it, and compared with this one.
//!
//! - A name is looked up on the PATH of the entry, else on this shell's; a path counts from the current folder.
//! - The same file under another name is this program, too.

use super::super::agent_version;
use crate::env::Env;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

#[derive(Debug, PartialEq, Eq)]
pub(super) enum EntryProgram {
    This(PathBuf),
    Other(PathBuf),
    /// Why nothing starts.
    Missing(String),
}

impl EntryProgram {
    pub(super) fn find(command: &str, env: &Env, folder: Option<&Path>) -> EntryProgram {
        let found = if command.contains('/') {
            let path = folder.map_or_else(|| PathBuf::from(command), |folder| folder.join(command));
            match asq_files::by_name::follow(&path) {
                Ok(_) if runs(&path) => Ok(path),
                Ok(_) => Err(format!("'{command}' isn't a program")),
                Err(why) if why.kind() == std::io::ErrorKind::NotFound => {
                    Err(format!("'{command}' isn't there"))
                }
                Err(why) => Err(format!("'{command}' can't be started: {why}")),
            }
        } else {
            let path = env.get("PATH").unwrap_or_default();
            let mut all = std::env::split_paths(path).map(|folder| folder.join(command));
            all.find(|path| runs(path)).ok_or_else(|| format!("'{command}' isn't on the PATH"))
        };
        match found {
            Ok(path) if is_this(&path) => EntryProgram::This(path),
            Ok(path) => EntryProgram::Other(path),
            Err(why) => EntryProgram::Missing(why),
        }
    }
}

fn runs(path: &Path) -> bool {
    let about = asq_files::by_name::follow(path);
    about.is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
}

fn is_this(path: &Path) -> bool {
    let file = |path: &Path| asq_files::by_name::follow(path).ok().map(|about| (about.dev(), about.ino()));
    let this = std::env::current_exe().ok();
    file(path).is_some_and(|found| this.and_then(|this| file(&this)) == Some(found))
}

/// The version that it prints. Starts it.
pub(super) fn version(path: &Path) -> Option<String> {
    agent_version::of(path, &[])
}
