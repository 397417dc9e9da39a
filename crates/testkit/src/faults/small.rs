//! A file system that fills up fast.

use super::disk::unmount;
use super::{forbidden, run, scratch};
use std::path::PathBuf;
use std::process::Command;

/// A file system in memory with a size limit. Dropping it unmounts it.
#[derive(Debug)]
pub struct Small {
    folder: PathBuf,
}

impl Small {
    /// Mounts an empty one of this size.
    pub fn new(kilobytes: u32) -> Small {
        let small = Small { folder: scratch("small") };
        if let Err(why) = small.mount(&format!("size={kilobytes}k")) {
            forbidden(&why);
        }
        small
    }

    /// The mount point.
    pub fn path(&self) -> PathBuf {
        self.folder.clone()
    }

    /// Changes the size.
    pub fn grow(&self, kilobytes: u32) {
        self.mount(&format!("remount,size={kilobytes}k")).unwrap_or_else(|e| panic!("{e}"));
    }

    fn mount(&self, options: &str) -> Result<(), String> {
        run(Command::new("mount").args(["-t", "tmpfs", "-o", options, "asq-test"]).arg(&self.folder))
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = unmount(&self.folder);
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
