//! Failed authentications slow down.
//!
//! - The failures of one address wait for each other; those of another, and every caller with a token, don't.
//! - Each waits for a moment at least, whatever was wrong: how long it takes says nothing.
//! - An address with too many at once is turned away without a wait.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// The most failures of one address that wait at the same time.
const MOST: u32 = 50;

/// The most addresses that are remembered. Beyond that the oldest are forgotten.
const ADDRESSES: usize = 4096;

/// When the next failure of each address may be answered.
#[derive(Default)]
pub(crate) struct Failures(Mutex<HashMap<Option<IpAddr>, Instant>>);

impl Failures {
    /// When this failure of an address may be answered; `None` if too many wait.
    pub(crate) fn turn(&self, address: Option<IpAddr>, now: Instant, pause: Duration) -> Option<Instant> {
        let mut next = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if next.len() >= ADDRESSES {
            next.retain(|_, at| *at > now);
            if next.len() >= ADDRESSES {
                // Only an attacker has so many addresses.
                next.clear();
            }
        }
        let at = next.get(&address).copied().unwrap_or(now).max(now) + pause;
        if at > now + pause * MOST {
            return None;
        }
        next.insert(address, at);
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::{Failures, MOST};
    use std::time::Duration;
    use tokio::time::Instant;

    #[test]
    fn failures_of_one_address_wait_for_each_other_and_for_nobody_else() {
        let (failures, now, pause) = (Failures::default(), Instant::now(), Duration::from_millis(100));
        let (one, other) = (Some([192, 0, 2, 1].into()), Some([192, 0, 2, 2].into()));
        let turn = |address, at| failures.turn(address, at, pause).map(|turn| (turn - now).as_millis());
        assert_eq!(
            [turn(one, now), turn(one, now), turn(other, now), turn(None, now)],
            [Some(100), Some(200), Some(100), Some(100)]
        );
        assert_eq!(turn(one, now + pause * 5), Some(600), "what is over doesn't count");
        for _ in 1..MOST {
            assert!(turn(other, now).is_some());
        }
        assert_eq!((turn(other, now), turn(one, now + pause * 5)), (None, Some(700)));
    }
}
