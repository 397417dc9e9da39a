//! Whether standard output was closed when asq started.
//!
//! Before `main`, Rust's runtime opens /dev/null in the place of a closed stream. From then on it looks like a /dev/null
//! that somebody chose, which counts as open. So the loader calls a function that looks before the runtime starts.

use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

#[ctor::ctor]
fn look() {
    let closed = rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err();
    CLOSED.store(closed, Ordering::Relaxed);
}

/// Whether standard output was closed when asq started.
pub(crate) fn is_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}
