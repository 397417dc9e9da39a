//! A server that doesn't answer while somebody waits: the person learns it once.

use asq_backend::TellAbsence;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::time::Instant;

/// What all waits of a client say about its server.
#[derive(Default)]
pub(crate) struct ServerAbsence {
    tell: OnceLock<TellAbsence>,
    told: AtomicBool,
}

/// Since when one wait gets no answer.
#[derive(Default)]
pub(crate) struct WaitAbsence(Option<Instant>);

impl ServerAbsence {
    /// Says it from now on; the first one counts.
    pub(crate) fn tell(&self, tell: TellAbsence) {
        // A later one would say the same.
        let _ = self.tell.set(tell);
    }

    /// A call got an answer.
    pub(crate) fn over(&self, wait: &mut WaitAbsence) {
        wait.0 = None;
        self.told.store(false, Ordering::Relaxed);
    }

    /// A call got none. `patience` after the first one the person learns it.
    pub(crate) fn lasts(&self, wait: &mut WaitAbsence, patience: Duration, address: &str) {
        if wait.0.get_or_insert_with(Instant::now).elapsed() < patience {
            return;
        }
        if let Some(tell) = self.tell.get()
            && !self.told.swap(true, Ordering::Relaxed)
        {
            tell(&format!("the server at {address} doesn't answer; this waits until it does"));
        }
    }
}
