//! Faults for tests: power cuts, full disks, wrong clocks, slow syncs, death at a system call.
//!
//! - [`Disk`] is a disk whose power can be cut; [`Small`] is a file system that fills up fast.
//! - [`Preload`] replaces functions of a program's C library: its clock, its syncs.
//! - [`Strace`] kills, fails or stops a program at one of its system calls.
//! - A test starts itself [`again`] as another process, with a [`job`].
//! - [`ChildProcess`] stops, kills and waits for a program and everything that it started.
//! - A suite fails if the machine forbids mounts, unless [`NO_LOOP`] is set: then it prints NOT RUN.

mod child;
mod disk;
mod foreign;
mod number;
mod process;
mod random;
mod small;
mod strace;

pub use crate::folder::TempFolder;
pub use child::{WorkNotes, again, job};
pub use disk::Disk;
pub use foreign::Preload;
pub use number::number;
pub use process::{ChildProcess, wakes};
pub use random::Random;
pub use small::Small;
pub use strace::{Strace, Struck};

use crate::folder::scratch;
use std::io::Write as _;
use std::process::Command;

/// Set it to 1 to skip suites that need mounts; they print NOT RUN instead of failing.
pub const NO_LOOP: &str = "ASQ_TEST_NO_LOOP";

/// Whether a suite that needs mounts may run. If the person set [`NO_LOOP`], it prints NOT RUN.
#[expect(clippy::disallowed_methods, reason = "the tests' environment says what the machine can't do")]
pub fn mounts(suite: &str) -> bool {
    let forbidden = std::env::var_os(NO_LOOP).is_some_and(|value| value == "1");
    if forbidden {
        say(&format!("NOT RUN: {suite}, for {NO_LOOP}=1"));
    }
    !forbidden
}

/// Prints to the real standard error, past the capture of passing tests.
pub fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Runs a program that must succeed; otherwise returns its output.
fn run(command: &mut Command) -> Result<(), String> {
    let done = command.output().map_err(|e| format!("{command:?}: {e}"))?;
    if done.status.success() {
        return Ok(());
    }
    Err(format!("{command:?}: {}", String::from_utf8_lossy(&done.stderr).trim()))
}

/// Mounts are forbidden here: fail, and say how to skip.
fn forbidden(why: &str) -> ! {
    panic!(
        "this machine mounts no file system for the tests ({why}); {NO_LOOP}=1 lets the suite say NOT RUN instead"
    );
}
