//! The limit of open files for this process.
//!
//! - asq raises it to the hard limit, once: thousands of connections need more than the usual 1,024.
//! - Programs that asq starts get the earlier limit back: a program that calls `select` breaks beyond 1,024.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::ffi::OsStr;
use std::process::Command;
use std::sync::OnceLock;

/// The earlier limit, if it was raised.
static EARLIER: OnceLock<Option<u64>> = OnceLock::new();

/// Raises the limit of this process. If the system refuses, the limit stays as it is.
pub fn raise() {
    EARLIER.get_or_init(|| {
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        let earlier = current.filter(|_| current != maximum)?;
        setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).ok()?;
        Some(earlier)
    });
}

/// A program to start with the earlier limit.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let Some(earlier) = EARLIER.get().copied().flatten() else { return Command::new(program) };
    // Lowering the limit here for a moment would break other threads; lowering it in the new process takes `unsafe`.
    let mut command = Command::new("/bin/sh");
    command.arg("-c").arg(format!("ulimit -S -n {earlier}; exec \"$0\" \"$@\"")).arg(program);
    command
}
