//! Steps of a long upkeep.
//!
//! - A step is one transaction; it ends when its time is over, and what is left comes next.
//! - Between two steps others get their turn, and whoever watches hears how far it is.

use super::append::Appending;
use super::{Sqlite, clock, lock};
use crate::{Progress, Stage, StoreError};
use std::time::{Duration, Instant};

/// How long a step changes things; committing them and copying pages back takes about as long again. Nobody is to wait
/// for 200 ms.
const STEP: Duration = Duration::from_millis(40);

/// Between two steps: whoever waits at the gate needs a moment to wake up.
const REST: Duration = Duration::from_millis(4);

/// The time of a step.
pub(super) struct Step(Instant);

impl Step {
    pub(super) fn begin() -> Step {
        Step(clock::now() + STEP)
    }

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
        let (done, _) = self.write(|appending| run(appending, &Step::begin()))?;
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
