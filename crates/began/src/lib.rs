//! How the process was started, before that is hidden.
//!
//! - A closed standard output is reported as closed, although /dev/null takes its place before the program runs.
//! - A /dev/null that somebody chose counts as open.
//!
//! The loader looks before the runtime starts; the code there does nothing else.
//!
//! [`main!`] starts a program without Rust's runtime, where that is safe:
//!
//! - The runtime reads the list of the process's mappings to set up a message for a stack that overflows. A first
//!   frame would have to wait for that (docs/performance.md).
//! - A stack that overflows ends the program with SIGSEGV here, without a message.
//! - All else is as with the runtime: closed standard streams become /dev/null, and SIGPIPE is ignored.

use rustix::fs::{Mode, OFlags};
use std::sync::atomic::{AtomicBool, Ordering};

/// The function that a program starts with; it returns the exit code.
///
/// With glibc the loader hands the arguments to the standard library, so it needs no runtime to know them. Elsewhere
/// the program starts as usual. The crate needs the attribute `no_main` under the same condition.
#[macro_export]
macro_rules! main {
    ($run:path) => {
        #[cfg(all(target_os = "linux", target_env = "gnu"))]
        #[unsafe(no_mangle)]
        extern "C" fn main() -> std::ffi::c_int {
            $crate::started($run)
        }

        #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
        fn main() -> std::process::ExitCode {
            std::process::ExitCode::from($run())
        }
    };
}

/// Does what Rust's runtime does before a program, runs it, and flushes standard output as the runtime does after it.
#[doc(hidden)]
pub fn started(run: fn() -> u8) -> ! {
    fill_closed_streams();
    // SAFETY: nothing else runs yet, and no handler is replaced that anybody needs.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_IGN) };
    // The exit code is the runtime's; the panic has already been reported.
    let code = std::panic::catch_unwind(run).unwrap_or(101);
    std::process::exit(code.into())
}

/// Without this, the next file that is opened would be taken for a standard stream.
fn fill_closed_streams() {
    for stream in [rustix::stdio::stdin(), rustix::stdio::stdout(), rustix::stdio::stderr()] {
        if rustix::io::fcntl_getfd(stream).is_err() {
            #[expect(clippy::disallowed_methods, reason = "a device")]
            let null = rustix::fs::open("/dev/null", OFlags::RDWR, Mode::empty());
            // The kernel takes the lowest number that is free: that of the stream. It stays open for good. Without it
            // an error message could land in a file, so the runtime gives up here, too.
            std::mem::forget(null.unwrap_or_else(|_| std::process::abort()));
        }
    }
}

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether standard output was closed when the process began.
pub fn stdout_was_closed() -> bool {
    // Only the loader uses LOOK; this mention keeps the linker from dropping it.
    std::hint::black_box(&LOOK);
    CLOSED.load(Ordering::Relaxed)
}

extern "C" fn look() {
    let closed = rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err();
    CLOSED.store(closed, Ordering::Relaxed);
}

// SAFETY: the section holds pointers to functions without arguments, which the loader calls before `main`. This one
// asks the system about one descriptor and stores the answer. It needs nothing from the runtime and can't unwind.
#[used]
#[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
#[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
static LOOK: extern "C" fn() = look;
