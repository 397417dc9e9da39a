//! What a person types may be a secret, and it stands in this process's memory for a while.
//!
//! - No other program of the same user may read that memory, and none may follow the process.
//! - It leaves no core file, whatever becomes of it.
//! - A system that knows no such thing goes on without it.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Shuts it, before anything is read or typed.
pub(crate) fn shut() {
    #[cfg(target_os = "linux")]
    {
        // The kernel takes this of every process.
        let _ = rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable);
    }
    // Only the present limit: a program that the person starts from here may raise it again.
    let Rlimit { maximum, .. } = getrlimit(Resource::Core);
    let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum });
}
