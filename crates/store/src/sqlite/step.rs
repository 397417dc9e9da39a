//! The steps of long maintenance.
//!
//! - A step is one transaction; it ends when its time is up, and the next one continues.
//! - If it held the gate for long, on a slow disk or a busy machine, the next steps are shorter.
//! - Between two steps, others get their turn and the caller hears about the progress. The pause grows with the time of
//!   the step.

use super::append::{Appending, WriteDone};
use super::connection::PAGES;
use super::{Sqlite, clock};
use crate::mutex::lock;
use crate::{StoreError, UpkeepProgress, UpkeepStage, step_rest};
use std::time::{Duration, Instant};

/// The limits for the working time of a step; committing and checkpointing take about as long again. Others must never
/// wait for 200 ms.
const STEP: Duration = Duration::from_millis(40);
const LEAST: Duration = Duration::from_millis(2);
/// Steps become shorter if they hold the gate for longer than this.
const LONG: Duration = Duration::from_millis(80);
/// A step's growth over the last one, if there is time.
const MORE: Duration = Duration::from_millis(2);

/// The start of a step.
pub(super) struct StepEnd(Instant);

/// The current working time of a step, and the pause after it.
pub(super) struct StepPace {
    work: Duration,
    rest: Duration,
}

impl Default for StepPace {
    fn default() -> StepPace {
        StepPace { work: STEP, rest: step_rest::after(Duration::ZERO) }
    }
}

impl StepPace {
    pub(super) fn step(&self, now: Instant) -> StepEnd {
        StepEnd(now + self.work)
    }

    /// Adapts to the time for which a step held the gate, and to its whole time: a checkpoint after it keeps the disk
    /// busy.
    pub(super) fn took(&mut self, held: Duration, whole: Duration) {
        self.work = if held > LONG { (self.work / 2).max(LEAST) } else { (self.work + MORE).min(STEP) };
        self.rest = step_rest::after(whole);
    }
}

impl StepEnd {
    /// Whether the rest belongs to the next step.
    pub(super) fn is_over(&self) -> bool {
        clock::now() >= self.0
    }
}

impl Sqlite {
    /// Runs a step. The next append puts it on disk, and so does a checkpoint.
    pub(super) fn step<T>(
        &self,
        run: impl FnOnce(&mut Appending<'_>, &StepEnd) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.paced(run, false)
    }

    /// Runs a step that is on disk when this returns.
    pub(super) fn synced_step<T>(
        &self,
        run: impl FnOnce(&mut Appending<'_>, &StepEnd) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.paced(run, true)
    }

    fn paced<T>(
        &self,
        run: impl FnOnce(&mut Appending<'_>, &StepEnd) -> Result<T, StoreError>,
        synced: bool,
    ) -> Result<T, StoreError> {
        let mut pace = lock(&self.pace);
        let run = |appending: &mut Appending<'_>| {
            let begun = clock::now();
            appending.copied_back_at = PAGES;
            run(appending, &pace.step(begun)).map(|done| (done, begun))
        };
        let WriteDone { done: (done, begun), freed, .. } = self.write_step(run, synced)?;
        pace.took(freed - begun, begun.elapsed());
        Ok(done)
    }

    /// Reports the progress, and lets others have their turn.
    pub(super) fn progress(&self, stage: UpkeepStage, done: u64, of: Option<u64>) {
        if let Some(tell) = &*lock(&self.progressing) {
            tell(UpkeepProgress { stage, done, of });
        }
        let rest = lock(&self.pace).rest;
        std::thread::sleep(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gate_that_was_held_long_makes_the_next_steps_shorter() {
        let (long, short) = (LONG + Duration::from_millis(1), LONG);
        let mut pace = StepPace::default();
        let mut after = |held: Duration| {
            pace.took(held, held);
            pace.work.as_millis()
        };
        assert_eq!([long, long, short, short, long].map(&mut after), [20, 10, 12, 14, 7]);
        assert_eq!([long; 4].map(&mut after), [3, 2, 2, 2]);
        assert_eq!([short; 30].map(&mut after)[17..20], [38, 40, 40]);
    }

    #[test]
    fn a_long_checkpoint_after_a_step_makes_the_pause_longer_and_the_next_step_no_shorter() {
        let mut pace = StepPace::default();
        let work = pace.work;
        pace.took(LEAST, 3 * LONG);
        assert_eq!((pace.work, pace.rest), (work, LONG));
    }
}
