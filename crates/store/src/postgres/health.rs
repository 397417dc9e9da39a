//! How far notifications can be relied on.
//!
//! - They are, while a connection listens and one that was sent to ourselves came back within the last minute.
//! - Otherwise one reads again after a quarter of a second where something changed within ten seconds, else after two.
//! - The test is repeated with each reading that nothing rang for.

use super::hub::lock;
use std::sync::Mutex;
use std::time::Duration;
use tokio::time::Instant;

/// Between two tests: with each reading that nothing rang for.
const TESTED: Duration = Duration::from_secs(29);
/// With notifications that come.
const HEARD: Duration = Duration::from_secs(30);
/// Without, and something changed lately.
const LATELY: Duration = Duration::from_millis(250);
/// Without, and nothing did.
const AT_REST: Duration = Duration::from_secs(2);

/// How far notifications can be relied on.
pub(super) struct Health {
    listen: bool,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// The connection that listens.
    ears: Option<u64>,
    /// When one sent to ourselves came back.
    tested: Option<Instant>,
    /// When the last test began.
    tried: Option<Instant>,
    changed: Option<Instant>,
    /// What time the server last said it was.
    time: Option<(u64, Instant)>,
}

impl Health {
    pub(super) fn new(listen: bool) -> Health {
        Health { listen, known: Mutex::default() }
    }

    /// Something changed.
    pub(super) fn changed(&self) {
        lock(&self.known).changed = Some(Instant::now());
    }

    /// What time it is, in milliseconds since 1970, by the server's clock.
    pub(super) fn time(&self, now: u64) {
        lock(&self.known).time = Some((now, Instant::now()));
    }

    /// What time it is by the time that the server last told, and how long ago that was.
    pub(super) fn time_since(&self) -> Option<u64> {
        lock(&self.known).time.map(|(told, at)| told + at.elapsed().as_millis() as u64)
    }

    /// This connection listens.
    pub(super) fn listens(&self, ears: u64) {
        let mut known = lock(&self.known);
        known.ears = Some(ears);
        known.tried = Some(Instant::now());
    }

    /// What was sent to ourselves came back.
    pub(super) fn came_back(&self) {
        lock(&self.known).tested = Some(Instant::now());
    }

    /// This connection is over; whether it was the one that listened.
    pub(super) fn deaf(&self, ears: u64) -> bool {
        let mut known = lock(&self.known);
        let was = known.ears == Some(ears);
        if was {
            known.ears = None;
            known.tested = None;
        }
        was
    }

    /// Whether it is time for another test; if so, it counts as begun.
    pub(super) fn test_now(&self) -> bool {
        let mut known = lock(&self.known);
        let due = self.listen && known.tried.is_none_or(|tried| tried.elapsed() >= TESTED);
        if due {
            known.tried = Some(Instant::now());
        }
        due
    }

    /// How long to wait before reading again without a ring.
    pub(super) fn patience(&self) -> Duration {
        let known = lock(&self.known);
        let within =
            |at: Option<Instant>, most| at.is_some_and(|at| at.elapsed() < Duration::from_secs(most));
        if known.ears.is_some() && within(known.tested, 60) {
            HEARD
        } else if within(known.changed, 10) {
            LATELY
        } else {
            AT_REST
        }
    }
}
