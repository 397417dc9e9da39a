//! Faults for tests: power cuts, full disks, other clocks, slow syncs, a death at a system call.
//!
//! - [`Disk`] is a disk in a file whose power can be cut, [`Small`] a file system that is soon full.
//! - [`Preload`] changes what a program's C library does: its clock, its syncs.
//! - [`Strace`] kills, fails or stops a program at one of its system calls.
//! - A test starts itself [`again`] as another process, with a [`job`].
//! - [`Process`] is a program that is stopped, killed and waited for by its id, with all that it started.
//! - Where the machine forbids mounts a suite fails, unless [`NO_LOOP`] is set: then it says NOT RUN.

mod child;
mod disk;
mod foreign;
mod number;
mod process;
mod random;
mod small;
mod strace;

pub use crate::folder::Folder;
pub use child::{Notes, again, job};
pub use disk::Disk;
pub use foreign::Preload;
pub use number::number;
pub use process::{Process, wakes};
pub use random::Random;
pub use small::Small;
pub use strace::{Strace, Struck};

use crate::folder::scratch;
use std::io::Write as _;
use std::process::Command;

/// Set to 1 it lets suites that need mounts say NOT RUN instead of failing.
pub const NO_LOOP: &str = "ASQ_TEST_NO_LOOP";

/// Whether a suite that needs mounts may run; it says NOT RUN where the person set [`NO_LOOP`].
#[expect(
    clippy::disallowed_methods,
    reason = "what the machine can't do is said in the environment of the tests"
)]
pub fn mounts(suite: &str) -> bool {
    let forbidden = std::env::var_os(NO_LOOP).is_some_and(|value| value == "1");
    if forbidden {
        say(&format!("NOT RUN: {suite}, for {NO_LOOP}=1"));
    }
    !forbidden
}

/// Says something that is seen even where the test passes.
pub fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Runs a program that has to succeed; what it said otherwise.
fn run(command: &mut Command) -> Result<(), String> {
    let done = command.output().map_err(|e| format!("{command:?}: {e}"))?;
    if done.status.success() {
        return Ok(());
    }
    Err(format!("{command:?}: {}", String::from_utf8_lossy(&done.stderr).trim()))
}

/// Fails for a machine on which nothing can be mounted.
fn forbidden(why: &str) -> ! {
    panic!(
        "this machine mounts no file system for the tests ({why}); {NO_LOOP}=1 lets the suite say NOT RUN instead"
    );
}
