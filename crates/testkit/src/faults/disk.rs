//! A disk in a file, whose power can be cut.
//!
//! - ext4 on a loop device; what was not synced when the power went is gone, what was synced is there.
//! - A program that writes has to be stopped before the cut: a kernel that goes on says that an aborted sync worked,
//!   which a machine without power does not.

use super::foreign::program;
use super::{forbidden, run, scratch};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A disk in a file. Dropping it unmounts and removes it.
#[derive(Debug)]
pub struct Disk {
    folder: PathBuf,
    cut: PathBuf,
    options: &'static str,
}

impl Disk {
    /// A fresh disk of so many megabytes, mounted.
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

    /// Where it is mounted.
    pub fn path(&self) -> PathBuf {
        self.folder.join("disk")
    }

    /// Cuts the power; whoever writes is stopped. Until [`power`](Disk::power) every write fails.
    pub fn cut(&self) {
        run(Command::new(&self.cut).arg(self.path())).unwrap_or_else(|e| panic!("{e}"));
    }

    /// The machine starts again; nobody may have a file of the disk open.
    pub fn power(&self) {
        self.unmount().unwrap_or_else(|e| panic!("{e}"));
        self.mount().unwrap_or_else(|e| panic!("{e}"));
    }

    /// Mounts it again so that it can only be read.
    pub fn read_only(&mut self) {
        self.options = "loop,ro";
        self.power();
    }

    /// Mounts it again so that it can be written, too.
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

/// Unmounts; a process that was just killed may need a moment to let go.
pub(super) fn unmount(path: &Path) -> Result<(), String> {
    let mut last = Ok(());
    for _ in 0..200 {
        last = run(Command::new("umount").arg(path));
        if last.is_ok() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    last
}
