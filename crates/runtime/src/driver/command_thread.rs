//! The thread that carries out the commands of all surfaces of a process.
//!
//! - It runs while there are commands to carry out or drafts to write later, and ends with them.
//! - A leaving surface takes its drafts along, so that the thread doesn't wait for them.

use super::Inner;
use super::command_queue::CommandQueue;
use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Work for the thread, and whether it runs.
#[derive(Default)]
pub(super) struct CommandWork {
    line: Mutex<ReadyQueue>,
    changed: Condvar,
}

#[derive(Default)]
struct ReadyQueue {
    /// The surfaces with new commands.
    ready: VecDeque<Arc<CommandQueue>>,
    /// Whether a surface has left; it may have been the last one with drafts.
    look_again: bool,
    running: bool,
}

impl CommandWork {
    fn line(&self) -> MutexGuard<'_, ReadyQueue> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Wakes the thread for this surface's commands.
///
/// # Errors
/// No thread could be started. The commands wait for the next call, or for the surface to leave.
pub(super) fn wake(inner: &Arc<Inner>, queue: &Arc<CommandQueue>) -> io::Result<()> {
    let work = &inner.command_work;
    let mut line = work.line();
    line.ready.push_back(queue.clone());
    work.changed.notify_all();
    if line.running {
        return Ok(());
    }
    let thread = inner.clone();
    std::thread::Builder::new().name("asq-commands".into()).spawn(move || run(&thread.command_work))?;
    line.running = true;
    Ok(())
}

/// Notes that a surface has left, so there may be fewer drafts to wait for.
pub(super) fn look_again(inner: &Inner) {
    inner.command_work.line().look_again = true;
    inner.command_work.changed.notify_all();
}

fn run(work: &CommandWork) {
    let _stopped = Stopped(work);
    // The surfaces with drafts to write later.
    let mut later: Vec<Arc<CommandQueue>> = Vec::new();
    loop {
        for queue in std::mem::take(&mut work.line().ready) {
            if !later.iter().any(|other| Arc::ptr_eq(other, &queue)) {
                later.push(queue);
            }
        }
        let mut next: Option<u64> = None;
        later.retain(|queue| {
            let left = queue.work();
            next = next.into_iter().chain(left).min();
            left.is_some()
        });
        let mut line = work.line();
        if !line.ready.is_empty() || std::mem::take(&mut line.look_again) {
            continue;
        }
        let Some(left) = next else {
            line.running = false;
            return;
        };
        let waited = work.changed.wait_timeout(line, Duration::from_millis(left));
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }
}

/// Lets the next command start a thread again if a command panicked.
struct Stopped<'a>(&'a CommandWork);

impl Drop for Stopped<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.line().running = false;
        }
    }
}
