//! Shortens the wait for news from a server.

use super::hub::Hub;
use super::notifications;
use crate::local_bell::MemoryBell;
use crate::{Bell, StoreError, WakeReason};
use std::sync::Arc;
use std::time::Duration;

/// A bell that the server's notifications ring.
pub(super) struct ServerBell {
    hub: Arc<Hub>,
    inner: MemoryBell,
}

/// Takes a bell; from here on every notification rings it. Without a server, the bell is unreliable until there is one.
pub(super) fn take(hub: &Arc<Hub>) -> Result<Box<dyn Bell>, StoreError> {
    match hub.run(|state| async move { notifications::begin(&state).await }) {
        Ok(()) => {}
        Err(StoreError::Unreachable(_)) => hub.spawn(Arc::clone(&hub.state).keep_reading()),
        Err(other) => return Err(other),
    }
    // Take the bell last: connecting rings bells that may have missed something, and nobody has read for this one yet.
    Ok(Box::new(ServerBell { hub: Arc::clone(hub), inner: hub.state.local_bell.bell() }))
}

impl Bell for ServerBell {
    fn wait(&mut self, at_most: Duration) -> WakeReason {
        if self.hub.state.health.test_now() {
            self.hub.spawn(notifications::test(Arc::clone(&self.hub.state)));
        }
        self.inner.wait(at_most)
    }

    fn patience(&self) -> Duration {
        self.hub.state.health.patience()
    }

    fn waker(&self) -> Arc<dyn Fn() + Send + Sync> {
        self.inner.waker()
    }
}
