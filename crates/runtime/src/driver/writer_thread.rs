//! The thread that asks and closes for callers that don't wait.
//!
//! - It runs while there is such work, and ends with it.
//! - All its waiting changes go into one batch, together with those of blocking callers.
//! - Each callback runs once, with no lock held. If no thread can be started, it gets that failure at once.

use super::batch::{Change, Changed};
use super::steps::{Next, Steps};
use super::{Driver, Inner};
use asq_backend::{Failure, Then};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most changes in one batch.
const MOST: usize = 512;

/// Work for the thread, and whether it runs.
#[derive(Default)]
pub(super) struct WriterWork(Mutex<CallQueue>);

#[derive(Default)]
struct CallQueue {
    jobs: VecDeque<Box<dyn QueuedCall>>,
    running: bool,
}

impl WriterWork {
    fn line(&self) -> MutexGuard<'_, CallQueue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Steps, with the callback for their reply.
trait QueuedCall: Send {
    /// The next step's change; `None`: it is done, and has called back.
    fn step(&mut self, driver: &Driver, result: Option<Changed>) -> Option<Change<()>>;

    fn fail(&mut self, failure: Failure);
}

struct QueuedSteps<S: Steps> {
    steps: S,
    then: Option<Then<S::Reply>>,
}

impl<S: Steps> QueuedSteps<S> {
    fn call(&mut self, reply: Result<S::Reply, Failure>) {
        if let Some(then) = self.then.take() {
            then(reply);
        }
    }
}

impl<S: Steps> QueuedCall for QueuedSteps<S> {
    fn step(&mut self, driver: &Driver, result: Option<Changed>) -> Option<Change<()>> {
        match self.steps.step(driver, result) {
            Ok(Next::Change(change)) => return Some(*change),
            Ok(Next::Done(reply)) => self.call(Ok(reply)),
            Err(failure) => self.call(Err(failure)),
        }
        None
    }

    fn fail(&mut self, failure: Failure) {
        self.call(Err(failure));
    }
}

impl Driver {
    /// Takes these steps on the writer thread, then calls back.
    pub(super) fn run_then<S: Steps + 'static>(&self, steps: S, then: Then<S::Reply>) {
        let mut line = self.0.writer_work.line();
        line.jobs.push_back(Box::new(QueuedSteps { steps, then: Some(then) }));
        if std::mem::replace(&mut line.running, true) {
            return;
        }
        drop(line);
        start(&self.0);
    }
}

fn start(inner: &Arc<Inner>) {
    let thread = inner.clone();
    let started = std::thread::Builder::new().name("asq-writer".into()).spawn(move || run(thread));
    let Err(error) = started else { return };
    let mut line = inner.writer_work.line();
    line.running = false;
    let jobs = std::mem::take(&mut line.jobs);
    drop(line);
    for mut job in jobs {
        job.fail(Failure::failed(format!("no thread could be started: {error}")));
    }
}

fn run(inner: Arc<Inner>) {
    let _restarts = Restarts(inner.clone());
    let driver = Driver(inner);
    let mut open: Vec<(Box<dyn QueuedCall>, Option<Changed>)> = Vec::new();
    loop {
        {
            let mut line = driver.0.writer_work.line();
            let room = MOST.saturating_sub(open.len()).min(line.jobs.len());
            open.extend(line.jobs.drain(..room).map(|job| (job, None)));
            if open.is_empty() {
                line.running = false;
                return;
            }
        }
        let (mut jobs, mut changes) = (Vec::new(), Vec::new());
        for (mut job, result) in open {
            if let Some(change) = job.step(&driver, result) {
                jobs.push(job);
                changes.push(change);
            }
        }
        let results = if changes.is_empty() { Vec::new() } else { driver.0.carry_out(changes) };
        open = jobs.into_iter().zip(results.into_iter().map(Some)).collect();
    }
}

/// Starts another thread for the rest if a callback panics. The callbacks of its batch are dropped uncalled.
struct Restarts(Arc<Inner>);

impl Drop for Restarts {
    fn drop(&mut self) {
        if std::thread::panicking() {
            start(&self.0);
        }
    }
}
