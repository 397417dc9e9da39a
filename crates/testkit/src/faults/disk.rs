//! A disk in a file whose power can be cut.
//!
//! - ext4 on a loop device. A power cut loses what wasn't synced and keeps what was.
//! - Stop a program that writes before the cut. The kernel keeps running and reports success for an aborted sync; a
//!   machine without power reports nothing.

use super::foreign::program;
use super::{forbidden, run, scratch};
use crate::eventually::wait;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Dropping it unmounts and removes the disk.
#[derive(Debug)]
pub struct Disk {
    folder: PathBuf,
    cut: PathBuf,
    options: &'static str,
}

impl Disk {
    /// Creates and mounts a disk of this size.
    pub fn new(megabytes: u32) -> Disk {
        let folder = scratch("disk");
        let disk =
            Disk { cut: program(&folder, "cut.c", include_str!("../../c/cut.c")), folder, options: "loop" };
        let image = disk.image();
        let made = std::fs::File::create(&image).and_then(|file| file.set_len(u64::from(megabytes) << 20));
        made.unwrap_or_else(|e| panic!("{}: {e}", image.display()));
        if let Err(why) = std::fs::create_dir(disk.path())
            .map_err(|e| e.to_string())
            .and_then(|()| run(Command::new("mkfs.ext4").args(["-q", "-F"]).arg(&image)))
            .and_then(|()| disk.mount())
        {
            forbidden(&why);
        }
        disk
    }

    /// The mount point.
    pub fn path(&self) -> PathBuf {
        self.folder.join("disk")
    }

    /// Cuts the power. Stop the writers first; until [`power`](Disk::power), every write fails.
    pub fn cut(&self) {
        run(Command::new(&self.cut).arg(self.path())).unwrap_or_else(|e| panic!("{e}"));
    }

    /// Restores the power, like a reboot. No process may have a file on the disk open.
    pub fn power(&self) {
        self.unmount().unwrap_or_else(|e| panic!("{e}"));
        self.mount().unwrap_or_else(|e| panic!("{e}"));
    }

    /// Makes the disk read-only under open files, as the kernel does after an error on it.
    pub fn fail(&self) {
        run(Command::new("mount").args(["-o", "remount,abort"]).arg(self.path()))
            .unwrap_or_else(|e| panic!("{e}"));
    }

    /// Remounts the disk read-only.
    pub fn read_only(&mut self) {
        self.options = "loop,ro";
        self.power();
    }

    /// Remounts the disk for writing, too.
    pub fn writable(&mut self) {
        self.options = "loop";
        self.power();
    }

    fn image(&self) -> PathBuf {
        self.folder.join("image")
    }

    fn mount(&self) -> Result<(), String> {
        run(Command::new("mount").args(["-o", self.options]).arg(self.image()).arg(self.path()))
    }

    fn unmount(&self) -> Result<(), String> {
        unmount(&self.path())
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = self.unmount();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Unmounts; a process that was just killed may need a moment to release its files.
pub(super) fn unmount(path: &Path) -> Result<(), String> {
    wait(Duration::from_secs(5), || run(Command::new("umount").arg(path)))
}
