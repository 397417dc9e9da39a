//! Whether notifications are reliable.
//!
//! - They are while a connection listens and a notification to ourselves came back within the last minute.
//! - Otherwise asq polls after a quarter of a second if something changed within ten seconds, else after two seconds.
//! - Each poll without a ring repeats the test.

use crate::mutex::lock;
use std::sync::Mutex;
use std::time::Duration;
use tokio::time::Instant;

/// The time between two tests; each poll without a ring tests.
const TESTED: Duration = Duration::from_secs(29);
/// The poll interval while notifications work.
const HEARD: Duration = Duration::from_secs(30);
/// The interval without notifications, after a recent change.
const LATELY: Duration = Duration::from_millis(250);
/// The interval without notifications and without changes.
const AT_REST: Duration = Duration::from_secs(2);

/// The state of the notifications.
pub(super) struct Health {
    listen: bool,
    known: Mutex<ListenerHealth>,
}

#[derive(Default)]
struct ListenerHealth {
    /// The number of the listening connection.
    ears: Option<u64>,
    /// When a notification to ourselves came back.
    tested: Option<Instant>,
    /// When the last test began.
    tried: Option<Instant>,
    changed: Option<Instant>,
    /// The server's last reported time, and when we heard it.
    time: Option<(u64, Instant)>,
}

impl Health {
    pub(super) fn new(listen: bool) -> Health {
        Health { listen, known: Mutex::default() }
    }

    pub(super) fn changed(&self) {
        lock(&self.known).changed = Some(Instant::now());
    }

    /// Takes the server's clock, in milliseconds since 1970.
    pub(super) fn time(&self, now: u64) {
        lock(&self.known).time = Some((now, Instant::now()));
    }

    /// The current time, from the server's last reported time and its age.
    pub(super) fn time_since(&self) -> Option<u64> {
        lock(&self.known).time.map(|(told, at)| told + at.elapsed().as_millis() as u64)
    }

    pub(super) fn listens(&self, ears: u64) {
        let mut known = lock(&self.known);
        known.ears = Some(ears);
        known.tried = Some(Instant::now());
    }

    /// Our notification to ourselves came back.
    pub(super) fn came_back(&self) {
        lock(&self.known).tested = Some(Instant::now());
    }

    /// The connection has ended; returns whether it was the listening one.
    pub(super) fn deaf(&self, ears: u64) -> bool {
        let mut known = lock(&self.known);
        let was = known.ears == Some(ears);
        if was {
            known.ears = None;
            known.tested = None;
        }
        was
    }

    /// Whether another test is due; if so, it counts as begun.
    pub(super) fn test_now(&self) -> bool {
        let mut known = lock(&self.known);
        let due = self.listen && known.tried.is_none_or(|tried| tried.elapsed() >= TESTED);
        if due {
            known.tried = Some(Instant::now());
        }
        due
    }

    /// How long to wait before polling.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notifications_are_relied_on_for_a_minute_after_a_test_came_back() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
        runtime.expect("a runtime").block_on(async {
            let pass = |seconds| tokio::time::advance(Duration::from_secs(seconds));
            let health = Health::new(true);
            assert_eq!(health.patience(), AT_REST);
            health.changed();
            assert_eq!(health.patience(), LATELY);
            pass(10).await;
            assert_eq!(health.patience(), AT_REST);
            health.listens(1);
            assert_eq!(health.patience(), AT_REST, "nothing has come back yet");
            health.came_back();
            assert_eq!(health.patience(), HEARD);
            pass(59).await;
            assert_eq!(health.patience(), HEARD);
            pass(1).await;
            assert_eq!(health.patience(), AT_REST);
            health.came_back();
            assert!(!health.deaf(7), "another connection");
            assert_eq!(health.patience(), HEARD);
            assert_eq!([health.deaf(1), health.deaf(1)], [true, false], "its end is reported once");
            assert_eq!(health.patience(), AT_REST);
        });
    }

    #[test]
    fn a_test_is_due_every_29_seconds_if_anything_listens() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
        runtime.expect("a runtime").block_on(async {
            let pass = |seconds| tokio::time::advance(Duration::from_secs(seconds));
            let health = Health::new(true);
            assert_eq!([health.test_now(), health.test_now()], [true, false]);
            pass(28).await;
            assert!(!health.test_now());
            pass(1).await;
            assert_eq!([health.test_now(), health.test_now()], [true, false]);
            // A connection that starts to listen begins with a test.
            pass(29).await;
            health.listens(1);
            assert!(!health.test_now());
            assert!(!Health::new(false).test_now(), "nothing is to listen");
        });
    }
}
