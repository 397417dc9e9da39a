//! Keeps what is typed out of core files.
//!
//! - The process leaves no core file, however it ends.
//! - While a secret is in it, [`asq_tui::SecretHold`] hides the memory from other programs, too.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Must run before anything is read or typed.
pub(crate) fn no_core_file() {
    // Sets only the soft limit: a program that the person starts from here may raise it again.
    let Rlimit { maximum, .. } = getrlimit(Resource::Core);
    let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum });
}
