//! Signs of life for clients that would give a call up.
//!
//! - A call with a progress token gets one after a second, and one every 15 seconds. One that has its ending at once gets
//!   none: Claude Code takes a sign that comes with the result for a fault of the connection.
//! - One timer serves all calls; without calls nothing runs.
//! - A client that doesn't read gets no second one before the first.

use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::Peer;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// The time before the first sign.
const FIRST: Duration = Duration::from_secs(1);
/// The time between two signs.
const EVERY: Duration = Duration::from_secs(15);

#[derive(Clone, Default)]
pub(crate) struct ProgressClock(Arc<Mutex<LifeSigns>>);

#[derive(Default)]
struct LifeSigns {
    next: u64,
    calls: BTreeMap<u64, LifeSign>,
    runs: bool,
}

#[derive(Clone)]
struct LifeSign {
    peer: Peer<RoleServer>,
    token: ProgressToken,
    since: Instant,
    /// Whether the last one is still on its way.
    sending: bool,
}

/// While it is there, its call gets signs of life.
pub(crate) struct ProgressHold {
    clock: ProgressClock,
    number: u64,
}

impl ProgressClock {
    /// Begins with a call that waits.
    pub(crate) fn begin(&self, peer: Peer<RoleServer>, token: ProgressToken) -> ProgressHold {
        let mut signs = self.signs();
        let number = signs.next;
        signs.next += 1;
        signs.calls.insert(number, LifeSign { peer, token, since: Instant::now(), sending: false });
        let clock = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(FIRST).await;
            clock.sign(number).await;
        });
        if !std::mem::replace(&mut signs.runs, true) {
            tokio::spawn(self.clone().run());
        }
        ProgressHold { clock: self.clone(), number }
    }

    fn signs(&self) -> MutexGuard<'_, LifeSigns> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn run(self) {
        loop {
            tokio::time::sleep(EVERY).await;
            let calls: Vec<u64> = {
                let mut signs = self.signs();
                signs.runs = !signs.calls.is_empty();
                if !signs.runs {
                    return;
                }
                signs.calls.keys().copied().collect()
            };
            for call in calls {
                // A client that doesn't read delays its own signs alone.
                tokio::spawn(self.clone().sign(call));
            }
        }
    }

    /// The next sign of a call, if it still waits and its last one has gone out.
    fn next(&self, call: u64) -> Option<LifeSign> {
        let mut signs = self.signs();
        let sign = signs.calls.get_mut(&call)?;
        (!std::mem::replace(&mut sign.sending, true)).then(|| sign.clone())
    }

    async fn sign(self, call: u64) {
        let Some(LifeSign { peer, token, since, sending: _ }) = self.next(call) else { return };
        let seconds = since.elapsed().as_secs();
        let waits = "waiting for the user's answer (asq inbox)";
        let message = match seconds / 60 {
            0 => waits.to_owned(),
            minutes => format!("{waits}, {minutes} min"),
        };
        let sign = ProgressNotificationParam::new(token, seconds as f64).with_message(message);
        // A client that is gone needs no sign.
        drop(peer.notify_progress(sign).await);
        if let Some(sign) = self.signs().calls.get_mut(&call) {
            sign.sending = false;
        }
    }
}

impl Drop for ProgressHold {
    fn drop(&mut self) {
        self.clock.signs().calls.remove(&self.number);
    }
}

#[cfg(test)]
#[path = "../tests/unit/progress.rs"]
mod tests;
