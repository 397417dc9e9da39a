//! LifeSigns of life for clients that would give a call up.
//!
//! - A call with a progress token gets one at once, and one every 15 seconds.
//! - One timer serves all calls; without calls nothing runs.
//! - A client that doesn't read gets no second one before the first.

use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::Peer;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// The time between two signs.
const EVERY: Duration = Duration::from_secs(15);

#[derive(Default)]
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
}

/// While it is there, its call gets signs of life.
pub(crate) struct ProgressHold {
    signs: Arc<Mutex<LifeSigns>>,
    number: u64,
}

impl ProgressClock {
    /// Begins with the first sign.
    pub(crate) fn begin(&self, peer: Peer<RoleServer>, token: ProgressToken) -> ProgressHold {
        let sign = LifeSign { peer, token, since: Instant::now() };
        let first = sign.clone();
        tokio::spawn(async move { first.send().await });
        let mut signs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let number = signs.next;
        signs.next += 1;
        signs.calls.insert(number, sign);
        if !std::mem::replace(&mut signs.runs, true) {
            tokio::spawn(run(self.0.clone()));
        }
        ProgressHold { signs: self.0.clone(), number }
    }
}

async fn run(signs: Arc<Mutex<LifeSigns>>) {
    loop {
        tokio::time::sleep(EVERY).await;
        let calls: Vec<LifeSign> = {
            let mut signs = signs.lock().unwrap_or_else(PoisonError::into_inner);
            if signs.calls.is_empty() {
                signs.runs = false;
                return;
            }
            signs.calls.values().cloned().collect()
        };
        for call in calls {
            call.send().await;
        }
    }
}

impl LifeSign {
    async fn send(&self) {
        let seconds = self.since.elapsed().as_secs();
        let message = match seconds / 60 {
            0 => "waiting for the user's answer".to_owned(),
            minutes => format!("waiting for the user's answer ({minutes} min)"),
        };
        let sign = ProgressNotificationParam::new(self.token.clone(), seconds as f64).with_message(message);
        // A client that is gone needs no sign.
        drop(self.peer.notify_progress(sign).await);
    }
}

impl Drop for ProgressHold {
    fn drop(&mut self) {
        self.signs.lock().unwrap_or_else(PoisonError::into_inner).calls.remove(&self.number);
    }
}
