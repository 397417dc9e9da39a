//! What needs C: compiled by `cc` when a test asks for it.

use super::{run, scratch};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Another behaviour of a program's C library. Only for programs that load one: a release of asq does not.
#[derive(Debug)]
pub struct Preload {
    folder: PathBuf,
    object: PathBuf,
}

impl Preload {
    /// The wall clock goes wrong by the seconds that the file `ASQ_TEST_CLOCK` says.
    pub fn clock() -> Preload {
        Preload::new("clock.c", include_str!("../../c/clock.c"))
    }

    /// A sync takes `ASQ_TEST_SYNC` microseconds more; with -1 it is not done at all.
    pub fn sync() -> Preload {
        Preload::new("sync.c", include_str!("../../c/sync.c"))
    }

    /// Has a program run with it.
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

/// A program made of this source.
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
