//! The handle that ends a server.

use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::watch;

/// Ends a server from any thread, such as that of a signal. Clones end the same server.
#[derive(Clone)]
pub struct Shutdown(Arc<Mutex<watch::Sender<bool>>>);

impl Default for Shutdown {
    fn default() -> Shutdown {
        Shutdown::new()
    }
}

impl Shutdown {
    /// A handle for one server.
    pub fn new() -> Shutdown {
        Shutdown(Arc::new(Mutex::new(watch::Sender::new(false))))
    }

    /// Begins the shutdown: no new calls, open waits end as pending, streams end. Doing it again changes nothing.
    pub fn begin(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).send_replace(true);
    }

    pub(crate) fn watch(&self) -> watch::Receiver<bool> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).subscribe()
    }
}
