//! How the process was started, as far as Rust's runtime hides it.
//!
//! - Whether standard output was closed: the runtime opens /dev/null in its place, and nobody can tell that from a
//!   /dev/null that somebody meant.
//! - It is looked at before the runtime starts, by the loader; nothing else is done there.

use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether standard output was closed when the process began.
pub fn stdout_was_closed() -> bool {
    // The loader reads this; naming it here keeps the linker from leaving it out.
    std::hint::black_box(&LOOK);
    CLOSED.load(Ordering::Relaxed)
}

extern "C" fn look() {
    let closed = rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err();
    CLOSED.store(closed, Ordering::Relaxed);
}

// SAFETY: the section holds pointers to functions without arguments that the loader calls before `main`; this one
// asks the system about one descriptor and stores the answer. It needs nothing of the runtime and can't unwind.
#[used]
#[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
#[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
static LOOK: extern "C" fn() = look;
