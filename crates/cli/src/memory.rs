//! Protects this process's memory, where a typed secret stays for a while.
//!
//! - No other program of the same user can read that memory or trace the process.
//! - The process leaves no core file, however it ends.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Must run before anything is read or typed.
pub(crate) fn shut() {
    #[cfg(target_os = "linux")]
    {
        // The kernel allows this to every process, so it can't fail.
        let _ = rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable);
    }
    // Sets only the soft limit: a program that the person starts from here may raise it again.
    let Rlimit { maximum, .. } = getrlimit(Resource::Core);
    let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum });
}
