//! Faults that need C; `cc` compiles them when a test asks for it.

use super::{run, scratch};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Replaces functions of a program's C library. Releases of asq are static and don't load one.
#[derive(Debug)]
pub struct Preload {
    folder: PathBuf,
    object: PathBuf,
}

impl Preload {
    /// Shifts the wall clock by the number of seconds in the file `ASQ_TEST_CLOCK`.
    pub fn clock() -> Preload {
        Preload::new("clock.c", include_str!("../../c/clock.c"))
    }

    /// Slows each sync by `ASQ_TEST_SYNC` microseconds; -1 skips syncs altogether.
    pub fn sync() -> Preload {
        Preload::new("sync.c", include_str!("../../c/sync.c"))
    }

    /// Makes a program run with it.
    pub fn load(&self, command: &mut Command) {
        command.env("LD_PRELOAD", &self.object);
    }

    fn new(name: &str, source: &str) -> Preload {
        let folder = scratch("preload");
        let object = compile(&folder, name, source, &["-shared", "-fPIC"]);
        Preload { folder, object }
    }
}

impl Drop for Preload {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

pub(super) fn program(folder: &Path, name: &str, source: &str) -> PathBuf {
    compile(folder, name, source, &[])
}

fn compile(folder: &Path, name: &str, source: &str, flags: &[&str]) -> PathBuf {
    let from = folder.join(name);
    let made = from.with_extension("out");
    std::fs::write(&from, source).unwrap_or_else(|e| panic!("{}: {e}", from.display()));
    run(Command::new("cc").args(flags).args(["-O1", "-o"]).arg(&made).arg(&from))
        .unwrap_or_else(|e| panic!("{e}"));
    made
}
