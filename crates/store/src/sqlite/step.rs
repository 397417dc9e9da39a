//! Steps of a long upkeep.
//!
//! - A step is one transaction; it ends when its time is over, and what is left comes next.
//! - Where the gate was held long after all, on a slow disk or a busy machine, the next steps are shorter.
//! - Between two steps others get their turn, and whoever watches hears how far it is.

use super::append::Appending;
use super::{Sqlite, clock, lock};
use crate::{Progress, Stage, StoreError};
use std::time::{Duration, Instant};

/// How long a step changes things at most, and at least; committing them and copying pages back takes about as long
/// again. Nobody is to wait for 200 ms.
const STEP: Duration = Duration::from_millis(40);
const LEAST: Duration = Duration::from_millis(2);
/// What the gate may be held for before steps become shorter.
const LONG: Duration = Duration::from_millis(80);
/// By how much a step is longer than the last one, where there is time.
const MORE: Duration = Duration::from_millis(2);

/// Pages of a log that is copied back after a step: fewer than after others, for that takes its time, too.
pub(super) const PAGES: i64 = 250;

/// Between two steps: whoever waits at the gate needs a moment to wake up.
const REST: Duration = Duration::from_millis(4);

/// The time of a step.
pub(super) struct Step(Instant);

/// How long a step changes things, as the last ones went.
pub(super) struct Pace(Duration);

impl Default for Pace {
    fn default() -> Pace {
        Pace(STEP)
    }
}

impl Pace {
    /// A step that begins now.
    pub(super) fn step(&self, now: Instant) -> Step {
        Step(now + self.0)
    }

    /// A step held the gate for so long.
    pub(super) fn held(&mut self, time: Duration) {
        self.0 = if time > LONG { (self.0 / 2).max(LEAST) } else { (self.0 + MORE).min(STEP) };
    }
}

impl Step {
    /// Whether the rest belongs to the next step.
    pub(super) fn is_over(&self) -> bool {
        clock::now() >= self.0
    }
}

impl Sqlite {
    /// One step of an upkeep.
    pub(super) fn step<T>(
        &self,
        run: impl FnOnce(&mut Appending<'_>, &Step) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut pace = lock(&self.pace);
        let ((done, begun), _) = self.write(|appending| {
            let begun = clock::now();
            appending.copied_back_at = PAGES;
            run(appending, &pace.step(begun)).map(|done| (done, begun))
        })?;
        pace.held(begun.elapsed());
        Ok(done)
    }

    /// A step is done: others get their turn.
    pub(super) fn progress(&self, stage: Stage, done: u64, of: Option<u64>) {
        if let Some(tell) = &*lock(&self.progressing) {
            tell(Progress { stage, done, of });
        }
        std::thread::sleep(REST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gate_that_was_held_long_makes_the_next_steps_shorter() {
        let (long, short) = (LONG + Duration::from_millis(1), LONG);
        let mut pace = Pace::default();
        let mut after = |held: Duration| {
            pace.held(held);
            pace.0.as_millis()
        };
        assert_eq!([long, long, short, short, long].map(&mut after), [20, 10, 12, 14, 7]);
        assert_eq!([long; 4].map(&mut after), [3, 2, 2, 2]);
        assert_eq!([short; 30].map(&mut after)[17..20], [38, 40, 40]);
    }
}
