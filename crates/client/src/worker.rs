//! The one background thread of a client.
//!
//! - All connections, polls and streams are its tasks, whatever their number.
//! - It ends when the client is gone.

use std::future::Future;
use std::io;
use std::sync::mpsc;
use std::thread;
use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

/// Bytes of its stack: a handshake needs some.
const STACK: usize = 1 << 20;

/// The thread. Dropping it ends all its tasks.
pub(crate) struct Worker {
    handle: Handle,
    stop: Option<oneshot::Sender<()>>,
}

impl Worker {
    pub(crate) fn start() -> io::Result<Worker> {
        let runtime = Builder::new_current_thread().enable_io().enable_time().build()?;
        let (stop, stopped) = oneshot::channel();
        let handle = runtime.handle().clone();
        let run = move || {
            // An error means that the client is gone as well.
            let _ = runtime.block_on(stopped);
            // A lookup of a name can't be interrupted; nobody waits for it.
            runtime.shutdown_background();
        };
        thread::Builder::new().name("asq-client".to_owned()).stack_size(STACK).spawn(run)?;
        Ok(Worker { handle, stop: Some(stop) })
    }

    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.handle.spawn(task);
    }

    /// Runs a task, and waits for its result; `None` if the thread is gone.
    pub(crate) fn wait<T: Send + 'static>(
        &self,
        task: impl Future<Output = T> + Send + 'static,
    ) -> Option<T> {
        let (done, result) = mpsc::sync_channel(1);
        self.handle.spawn(async move {
            // If nobody waits any more, nobody needs the result.
            let _ = done.send(task.await);
        });
        result.recv().ok()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            // The thread may have ended with the process.
            let _ = stop.send(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Worker;
    use asq_testkit::eventually::eventually;
    use std::cell::RefCell;
    use std::sync::mpsc::{Sender, TryRecvError, channel};

    std::thread_local! {
        static ENDS_WITH_THE_THREAD: RefCell<Option<Sender<()>>> = const { RefCell::new(None) };
    }

    #[test]
    fn dropping_it_ends_its_tasks_and_its_thread() {
        let worker = Worker::start().unwrap();
        let ((of_thread, thread), (of_task, task)) = (channel(), channel());
        worker.wait(async move { ENDS_WITH_THE_THREAD.with(|kept| *kept.borrow_mut() = Some(of_thread)) });
        worker.spawn(async move {
            std::future::pending::<()>().await;
            let _ = of_task.send(());
        });
        let ended = || [&thread, &task].map(|it| it.try_recv() == Err(TryRecvError::Disconnected));
        assert_eq!(ended(), [false, false]);
        drop(worker);
        eventually("the end of both", || ended() == [true, true]);
    }
}
