//! The thread that talks to the server, on behalf of all threads of this process.
//!
//! - A call waits for its result; any number of calls run at once.
//! - A call that may be done twice is retried once if the connection broke.
//! - Dropping the last handle sends the remaining notifications, and waits at most one second for that.

use super::address::Address;
use super::notifications::hear;
use super::schema::Migrations;
use super::state::PostgresState;
use crate::StoreError;
use std::future::Future;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::Notify;
use tokio::sync::mpsc::unbounded_channel;

/// How long dropping waits for the remaining notifications.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// The thread's handle for its users.
pub(super) struct Hub {
    pub(super) state: Arc<PostgresState>,
    runtime: tokio::runtime::Handle,
    stop: Arc<Notify>,
    thread: Option<JoinHandle<()>>,
}

impl Hub {
    /// Starts the thread without connecting; `make` says whether to create missing tables.
    pub(super) fn start(address: Address, migrations: Migrations, make: bool) -> Result<Hub, StoreError> {
        let failed = |e: std::io::Error| StoreError::Failed(format!("no thread could be started: {e}"));
        // All work is waiting for one server, so one thread is enough for it.
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .build()
            .map_err(failed)?;
        let (news, heard) = unbounded_channel();
        let state = Arc::new(PostgresState::new(address, migrations, make, news));
        let stop = Arc::new(Notify::new());
        let handle = runtime.handle().clone();
        let (stopped, hears) = (Arc::clone(&stop), Arc::clone(&state));
        let run = move || {
            runtime.block_on(async move {
                tokio::spawn(hear(hears, heard));
                stopped.notified().await;
            });
            // The runtime drops unfinished work; the server rolls it back.
        };
        let thread = std::thread::Builder::new().name("postgres".to_owned()).spawn(run).map_err(failed)?;
        Ok(Hub { state, runtime: handle, stop, thread: Some(thread) })
    }

    /// Runs this on the thread and waits for the result.
    pub(super) fn run<T, F>(&self, what: impl FnOnce(Arc<PostgresState>) -> F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, StoreError>> + Send + 'static,
    {
        let (done, result) = std::sync::mpsc::sync_channel(1);
        let work = what(Arc::clone(&self.state));
        self.runtime.spawn(async move {
            // The receiver is gone only if its thread died.
            let _ = done.send(work.await);
        });
        result
            .recv()
            .map_err(|_| StoreError::Failed("the thread that speaks to the server is gone".to_owned()))?
    }

    /// Like [`run`](Hub::run), for work that may be done twice: retries once if the connection broke.
    pub(super) fn again<T, F>(&self, what: impl Fn(Arc<PostgresState>) -> F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, StoreError>> + Send + 'static,
    {
        match self.run(&what) {
            Err(StoreError::Unreachable(_)) => self.run(&what),
            other => other,
        }
    }

    pub(super) fn spawn(&self, what: impl Future<Output = ()> + Send + 'static) {
        self.runtime.spawn(what);
    }
}

impl Drop for Hub {
    fn drop(&mut self) {
        if self.state.is_telling() {
            let told = self.run(|state| async move {
                let _ = tokio::time::timeout(LAST_WORDS, state.finish_telling()).await;
                Ok(())
            });
            // Polling finds what couldn't be sent.
            drop(told);
        }
        self.stop.notify_one();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
