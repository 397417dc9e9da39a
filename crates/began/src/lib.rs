//! How the process was started, before Rust's runtime hides it.
//!
//! - A closed standard output is reported as closed, although the runtime opens /dev/null in its place.
//! - A /dev/null that somebody chose counts as open.
//!
//! The loader looks before the runtime starts; the code there does nothing else.

use std::sync::atomic::{AtomicBool, Ordering};

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
