//! Steps of a long upkeep.
//!
//! - A step is one transaction, in which the head is held for some milliseconds; others write between two of them.
//! - A step that took long is followed by a smaller one, so that no server is too slow for that.
//! - Whoever watches hears how far it is, between two steps.

use super::Postgres;
use super::append::roll_back;
use super::hub::{State, Writing, lock};
use super::session::BEGIN;
use crate::{Progress, Stage, StoreError};
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// How long a step may take before the next one is smaller. Nobody is to wait for 200 ms.
const LONG: Duration = Duration::from_millis(60);
/// What is done so soon may be twice as much.
const SHORT: Duration = Duration::from_millis(20);

/// How much is done in one step.
pub(super) struct Size {
    now: i64,
    most: i64,
}

impl Size {
    /// At most so many.
    pub(super) fn up_to(most: i64) -> Size {
        Size { now: (most / 8).max(1), most }
    }

    pub(super) fn now(&self) -> i64 {
        self.now
    }

    /// A step of that size took so long.
    pub(super) fn took(&mut self, time: Duration) {
        if time > LONG {
            self.now = (self.now / 2).max(1);
        } else if time < SHORT {
            self.now = (self.now * 2).min(self.most);
        }
    }
}

impl Postgres {
    /// One step: a transaction of the connection that writes. What it gives, and how long it took from when it had locked
    /// what it locks.
    pub(super) fn step<T, F>(
        &self,
        run: impl FnOnce(Arc<Writing>) -> F + Send + 'static,
    ) -> Result<(T, Duration), StoreError>
    where
        T: Send + 'static,
        F: Future<Output = Result<(T, Instant), StoreError>> + Send + 'static,
    {
        self.hub.run(|state| one(state, run))
    }

    /// Has this told how far a long upkeep is.
    pub(super) fn watched(&self, told: crate::Progressing) {
        *lock(&self.progressing) = Some(told);
    }

    /// A step is done.
    pub(super) fn progress(&self, stage: Stage, done: u64, of: Option<u64>) {
        if let Some(tell) = &*lock(&self.progressing) {
            tell(Progress { stage, done, of });
        }
    }
}

async fn one<T, F>(
    state: Arc<State>,
    run: impl FnOnce(Arc<Writing>) -> F,
) -> Result<(T, Duration), StoreError>
where
    F: Future<Output = Result<(T, Instant), StoreError>>,
{
    let mut place = state.writer.lock().await;
    let session = Arc::new(state.writer(&mut place).await?);
    session.simple(BEGIN).await?;
    match run(Arc::clone(&session)).await {
        Ok((done, locked)) => {
            session.simple("COMMIT").await?;
            Ok((done, locked.elapsed()))
        }
        Err(fault) => {
            roll_back(&session).await;
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
            let mut size = Size::up_to(500);
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
