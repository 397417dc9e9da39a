//! The thread that asks and closes for callers that don't wait.
//!
//! - It runs while there is such work, and ends with it.
//! - Everything that arrived goes into one batch, together with what blocking callers want.
//! - Each callback runs once, without any lock held; if no thread can be started at once, with that reason.

use super::batch::{Change, Changed};
use super::steps::{Next, Steps};
use super::{Driver, Inner};
use asq_backend::{Failure, Then};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most that is in one batch.
const MOST: usize = 512;

/// What the thread has to do.
#[derive(Default)]
pub(super) struct WriterWork(Mutex<Line>);

#[derive(Default)]
struct Line {
    jobs: VecDeque<Box<dyn Job>>,
    running: bool,
}

impl WriterWork {
    fn line(&self) -> MutexGuard<'_, Line> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Steps, and the callback for their reply.
trait Job: Send {
    /// The next step's change; `None`: it is done, and called back.
    fn step(&mut self, driver: &Driver, result: Option<Changed>) -> Option<Change<()>>;

    fn fail(&mut self, failure: Failure);
}

struct Called<S: Steps> {
    steps: S,
    then: Option<Then<S::Reply>>,
}

impl<S: Steps> Called<S> {
    fn call(&mut self, reply: Result<S::Reply, Failure>) {
        if let Some(then) = self.then.take() {
            then(reply);
        }
    }
}

impl<S: Steps> Job for Called<S> {
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
    /// Takes these steps on the writer thread, and then calls back.
    pub(super) fn run_then<S: Steps + 'static>(&self, steps: S, then: Then<S::Reply>) {
        let mut line = self.0.writer_work.line();
        line.jobs.push_back(Box::new(Called { steps, then: Some(then) }));
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
    let mut open: Vec<(Box<dyn Job>, Option<Changed>)> = Vec::new();
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
