//! The steps of long maintenance.
//!
//! - A step is one transaction that holds the head for some milliseconds; others write between two steps.
//! - After a slow step comes a smaller one, so that no server is too slow, and a longer pause.
//! - The caller hears about the progress between two steps.

use super::Postgres;
use super::state::PostgresState;
use super::turn::WriteTurn;
use crate::mutex::lock;
use crate::{StoreError, UpkeepProgress, UpkeepStage, step_rest};
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// A step that takes longer is followed by a smaller one. Others must never wait for 200 ms.
const LONG: Duration = Duration::from_millis(60);
/// A step that takes less may double.
const SHORT: Duration = Duration::from_millis(20);

/// The amount of work per step.
pub(super) struct StepSize {
    now: i64,
    most: i64,
    rest: Duration,
}

impl StepSize {
    pub(super) fn up_to(most: i64) -> StepSize {
        StepSize { now: (most / 8).max(1), most, rest: step_rest::after(Duration::ZERO) }
    }

    pub(super) fn now(&self) -> i64 {
        self.now
    }

    /// Adapts to the time of the last step.
    pub(super) fn took(&mut self, time: Duration) {
        self.rest = step_rest::after(time);
        if time > LONG {
            self.now = (self.now / 2).max(1);
        } else if time < SHORT {
            self.now = (self.now * 2).min(self.most);
        }
    }
}

impl Postgres {
    /// Runs one step: a transaction of the writing connection. Returns its result, and its time from the moment it had
    /// its locks.
    pub(super) fn step<T, F>(
        &self,
        run: impl FnOnce(Arc<WriteTurn>) -> F + Send + 'static,
    ) -> Result<(T, Duration), StoreError>
    where
        T: Send + 'static,
        F: Future<Output = Result<(T, Instant), StoreError>> + Send + 'static,
    {
        self.hub.run(|state| one(state, run))
    }

    /// Sets the receiver of progress reports.
    pub(super) fn watched(&self, told: crate::Progressing) {
        *lock(&self.progressing) = Some(told);
    }

    /// Reports the progress, and lets others have their turn.
    pub(super) fn progress(&self, size: &StepSize, stage: UpkeepStage, done: u64, of: Option<u64>) {
        if let Some(tell) = &*lock(&self.progressing) {
            tell(UpkeepProgress { stage, done, of });
        }
        std::thread::sleep(size.rest);
    }
}

async fn one<T, F>(
    state: Arc<PostgresState>,
    run: impl FnOnce(Arc<WriteTurn>) -> F,
) -> Result<(T, Duration), StoreError>
where
    F: Future<Output = Result<(T, Instant), StoreError>>,
{
    let mut place = state.writer.lock().await;
    let session = Arc::new(state.writer(&mut place).await?);
    let done = async {
        session.begin().await?;
        let (done, locked) = run(Arc::clone(&session)).await?;
        session.simple("COMMIT").await?;
        Ok((done, locked.elapsed()))
    };
    match done.await {
        Ok(done) => Ok(done),
        Err(fault) => {
            session.roll_back().await;
            Err(fault)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_that_took_long_makes_the_next_one_smaller() {
        let (long, right, short) =
            (LONG + Duration::from_millis(1), Duration::from_millis(40), Duration::ZERO);
        let sizes = |all: &[Duration]| -> Vec<i64> {
            let mut size = StepSize::up_to(500);
            let mut next = |took| {
                size.took(took);
                size.now()
            };
            all.iter().map(|took| next(*took)).collect()
        };
        assert_eq!(sizes(&[short, short, short, short, right, long]), [124, 248, 496, 500, 500, 250]);
        assert_eq!(sizes(&[long; 8]), [31, 15, 7, 3, 1, 1, 1, 1]);
    }
}
