//! The steps of long maintenance.
//!
//! - A step is one transaction; it ends when its time is up, and the next one continues.
//! - If it held the gate for long, on a slow disk or a busy machine, the next steps are shorter.
//! - Between two steps, others get their turn and the caller hears about the progress.

use super::append::Appending;
use super::connection::PAGES;
use super::{Sqlite, clock};
use crate::mutex::lock;
use crate::{StoreError, UpkeepProgress, UpkeepStage};
use std::time::{Duration, Instant};

/// The limits for the working time of a step; committing and checkpointing take about as long again. Others must never
/// wait for 200 ms.
const STEP: Duration = Duration::from_millis(40);
const LEAST: Duration = Duration::from_millis(2);
/// Steps become shorter if they hold the gate for longer than this.
const LONG: Duration = Duration::from_millis(80);
/// A step's growth over the last one, if there is time.
const MORE: Duration = Duration::from_millis(2);

/// The pause between two steps: a process that waits at the gate needs a moment to wake up.
const REST: Duration = Duration::from_millis(4);

/// The start of a step.
pub(super) struct StepEnd(Instant);

/// The current working time of a step.
pub(super) struct Pace(Duration);

impl Default for Pace {
    fn default() -> Pace {
        Pace(STEP)
    }
}

impl Pace {
    pub(super) fn step(&self, now: Instant) -> StepEnd {
        StepEnd(now + self.0)
    }

    /// Adapts to the time for which a step held the gate.
    pub(super) fn held(&mut self, time: Duration) {
        self.0 = if time > LONG { (self.0 / 2).max(LEAST) } else { (self.0 + MORE).min(STEP) };
    }
}

impl StepEnd {
    /// Whether the rest belongs to the next step.
    pub(super) fn is_over(&self) -> bool {
        clock::now() >= self.0
    }
}

impl Sqlite {
    pub(super) fn step<T>(
        &self,
        run: impl FnOnce(&mut Appending<'_>, &StepEnd) -> Result<T, StoreError>,
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

    /// Reports the progress, and lets others have their turn.
    pub(super) fn progress(&self, stage: UpkeepStage, done: u64, of: Option<u64>) {
        if let Some(tell) = &*lock(&self.progressing) {
            tell(UpkeepProgress { stage, done, of });
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
