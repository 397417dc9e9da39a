//! The thread that talks to the server, on behalf of all threads of this process.
//!
//! - One connection reads, listens, notifies and holds locks. The first write uses it, too, so that asking and waiting
//!   takes one. A second write within ten seconds gets another one, as long as that continues.
//! - The next user replaces a broken connection; one that listens or holds locks replaces itself.
//! - Notifications go over the reading connection, after the commit, several at once.
//! - Dropping the last handle sends the remaining notifications, and waits at most one second for that.

use super::address::Address;
use super::askers::Process;
use super::health::Health;
use super::schema;
use super::session::{News, PATIENCE, Session, Shared as Line};
use crate::local_bell::LocalBell;
use crate::{StoreError, WakeReason};
use asq_core::life::RequestId;
use std::collections::BTreeMap;
use std::future::Future;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{Notify, OwnedRwLockReadGuard, OwnedRwLockWriteGuard};
use tokio::time::Instant;

/// How long to keep an idle writing connection, and how soon a second write gets one.
const QUIET: Duration = Duration::from_secs(10);
/// How long dropping waits for the remaining notifications.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// The thread's handle for its users.
pub(super) struct Hub {
    pub(super) state: Arc<State>,
    runtime: tokio::runtime::Handle,
    stop: Arc<Notify>,
    thread: Option<JoinHandle<()>>,
}

/// The state that the thread and its users share.
pub(super) struct State {
    pub(super) address: Address,
    pub(super) local_bell: LocalBell,
    pub(super) health: Health,
    pub(super) writer: tokio::sync::Mutex<Option<Line>>,
    reader: tokio::sync::Mutex<Option<Line>>,
    /// The reading connection's other duties.
    duties: Mutex<Duties>,
    /// This process's entry among the waiting ones.
    pub(super) process: Process,
    /// The notifications that are still to be sent.
    untold: Mutex<Untold>,
    numbers: AtomicU64,
    used: AtomicU64,
    /// The time of the last write.
    wrote: Mutex<Option<Instant>>,
    telling: AtomicBool,
    keeping: AtomicBool,
    /// Whether to create missing tables.
    pub(super) make: AtomicBool,
    news: UnboundedSender<News>,
}

/// The reading connection's other duties.
#[derive(Clone, Default)]
pub(super) struct Duties {
    pub(super) listen: bool,
    /// The requests that this process waits for, and the number of waits for each.
    pub(super) askers: BTreeMap<RequestId, usize>,
}

/// The notifications that are still to be sent.
#[derive(Clone, Copy, Default)]
struct Untold {
    records: bool,
    drafts: bool,
    nudge: bool,
}

impl Hub {
    /// Starts the thread without connecting.
    pub(super) fn start(address: Address) -> Result<Hub, StoreError> {
        let failed = |e: std::io::Error| StoreError::Failed(format!("no thread could be started: {e}"));
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .build()
            .map_err(failed)?;
        let (news, heard) = unbounded_channel();
        let state = Arc::new(State {
            health: Health::new(address.listen),
            address,
            local_bell: LocalBell::default(),
            writer: tokio::sync::Mutex::default(),
            reader: tokio::sync::Mutex::default(),
            duties: Mutex::default(),
            process: Process::default(),
            untold: Mutex::default(),
            numbers: AtomicU64::new(1),
            used: AtomicU64::new(0),
            wrote: Mutex::default(),
            telling: AtomicBool::new(false),
            keeping: AtomicBool::new(false),
            make: AtomicBool::new(true),
            news,
        });
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
    pub(super) fn run<T, F>(&self, what: impl FnOnce(Arc<State>) -> F) -> Result<T, StoreError>
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
    pub(super) fn again<T, F>(&self, what: impl Fn(Arc<State>) -> F) -> Result<T, StoreError>
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
        if self.state.has_untold() || self.state.telling.load(Ordering::Acquire) {
            let told = self.run(|state| async move {
                let _ = tokio::time::timeout(LAST_WORDS, state.told()).await;
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

/// The reading connection, while nobody writes over it.
pub(super) struct Reading {
    line: Line,
    _turn: OwnedRwLockReadGuard<()>,
}

impl Reading {
    async fn of(line: Line) -> Reading {
        let turn = Arc::clone(&line.turn).read_owned().await;
        Reading { line, _turn: turn }
    }
}

impl Deref for Reading {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.line
    }
}

/// A writing connection; if it is the reading one, nobody reads in the meantime.
pub(super) struct Writing {
    line: Line,
    _turn: OwnedRwLockWriteGuard<()>,
}

impl Deref for Writing {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.line
    }
}

impl State {
    /// The reading connection. Its holder must not ask for a writing one.
    pub(super) async fn reader(self: &Arc<State>) -> Result<Reading, StoreError> {
        Ok(Reading::of(self.shared().await?).await)
    }

    /// The connection that all threads share.
    async fn shared(self: &Arc<State>) -> Result<Line, StoreError> {
        let mut kept = self.reader.lock().await;
        if let Some(line) = kept.as_ref().filter(|line| line.lives()) {
            return Ok(Arc::clone(line));
        }
        *kept = None;
        let line = Arc::new(self.connect(Some(self.news.clone()), PATIENCE).await?);
        let duties = self.duties().clone();
        super::listen::take_up(self, &line, &duties).await?;
        *kept = Some(Arc::clone(&line));
        Ok(line)
    }

    /// The reading connection, if there is one.
    pub(super) async fn reader_if_any(&self) -> Option<Reading> {
        match self.shared_if_any().await {
            Some(line) => Some(Reading::of(line).await),
            None => None,
        }
    }

    /// The server process behind the reading connection.
    pub(super) async fn backend(&self) -> Option<i32> {
        self.shared_if_any().await.map(|line| line.backend)
    }

    async fn shared_if_any(&self) -> Option<Line> {
        self.reader.lock().await.as_ref().filter(|line| line.lives()).map(Arc::clone)
    }

    /// A connection to write over; the caller has locked the place of the separate one.
    pub(super) async fn writer(self: &Arc<State>, place: &mut Option<Line>) -> Result<Writing, StoreError> {
        let again = lock(&self.wrote).replace(Instant::now()).is_some_and(|last| last.elapsed() < QUIET);
        let own = match place.take().filter(|line| line.lives()) {
            // If the server has no second connection for us, use the first.
            None if again => self.connect(None, Duration::ZERO).await.ok().map(Arc::new),
            kept => kept,
        };
        let line = match own {
            Some(line) => {
                *place = Some(Arc::clone(&line));
                self.give_up_later();
                line
            }
            None => self.shared().await?,
        };
        let turn = Arc::clone(&line.turn).write_owned().await;
        Ok(Writing { line, _turn: turn })
    }

    /// Opens a new connection; retries for this long if the server is full.
    pub(super) async fn connect(
        self: &Arc<State>,
        news: Option<UnboundedSender<News>>,
        patience: Duration,
    ) -> Result<Session, StoreError> {
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        let session = Session::open(&self.address, number, news, patience).await?;
        schema::bring_up(&session, self.make.load(Ordering::Relaxed)).await?;
        Ok(session)
    }

    /// Closes the writing connection once it has been idle for a while.
    fn give_up_later(self: &Arc<State>) {
        let used = self.used.fetch_add(1, Ordering::Relaxed) + 1;
        if used > 1 {
            return;
        }
        let state = Arc::clone(self);
        tokio::spawn(async move {
            let mut seen = used;
            loop {
                tokio::time::sleep(QUIET).await;
                let mut writer = state.writer.lock().await;
                let now = state.used.load(Ordering::Relaxed);
                if now == seen {
                    *writer = None;
                    state.used.store(0, Ordering::Relaxed);
                    return;
                }
                seen = now;
            }
        });
    }

    /// Rings here, and notifies all others.
    pub(super) fn ring(self: &Arc<State>, rang: WakeReason) {
        self.health.changed();
        self.local_bell.ring(rang);
        {
            let mut untold = lock(&self.untold);
            match rang {
                WakeReason::Records => untold.records = true,
                WakeReason::Drafts => untold.drafts = true,
                WakeReason::Nudged => untold.nudge = true,
                WakeReason::Quiet => {}
            }
        }
        if !self.telling.swap(true, Ordering::AcqRel) {
            let state = Arc::clone(self);
            tokio::spawn(async move {
                state.tell().await;
                state.telling.store(false, Ordering::Release);
                // Notifications from between the last check and now.
                if state.has_untold() && !state.telling.swap(true, Ordering::AcqRel) {
                    state.tell().await;
                    state.telling.store(false, Ordering::Release);
                }
            });
        }
    }

    fn has_untold(&self) -> bool {
        let Untold { records, drafts, nudge } = *lock(&self.untold);
        records || drafts || nudge
    }

    /// Sends until nothing is left. Polling finds what can't be sent.
    async fn tell(self: &Arc<State>) {
        while self.has_untold() {
            let Untold { records, drafts, nudge } = std::mem::take(&mut *lock(&self.untold));
            let words = [(records, "r"), (drafts, "d"), (nudge, "n")];
            let words: Vec<&str> = words.into_iter().filter(|(it, _)| *it).map(|(_, word)| word).collect();
            if self.address.listen
                && let Ok(line) = self.reader().await
            {
                let _ = line.rows(super::listen::TELL, &[&words]).await;
            }
        }
    }

    /// Returns once nothing is left to send.
    async fn told(self: &Arc<State>) {
        self.tell().await;
        while self.telling.load(Ordering::Acquire) {
            tokio::task::yield_now().await;
        }
    }

    pub(super) fn duties(&self) -> MutexGuard<'_, Duties> {
        lock(&self.duties)
    }

    /// Reconnects the reading connection as long as it has duties.
    pub(super) async fn keep_reading(self: Arc<State>) {
        if self.keeping.swap(true, Ordering::AcqRel) {
            return;
        }
        let mut wait = Duration::from_millis(50);
        loop {
            let needed = {
                let duties = self.duties();
                duties.listen || !duties.askers.is_empty()
            };
            if !needed || self.reader().await.is_ok() {
                break;
            }
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(Duration::from_secs(1));
        }
        self.keeping.store(false, Ordering::Release);
    }
}

/// Handles what arrives over the reading connection.
async fn hear(state: Arc<State>, mut heard: UnboundedReceiver<News>) {
    while let Some(news) = heard.recv().await {
        match news {
            News::Told(told) => super::listen::told(&state, &told).await,
            News::Over(number) => {
                if state.health.deaf(number) {
                    // Nobody knows what was missed, so everybody reloads.
                    state.local_bell.ring(WakeReason::Records);
                    state.local_bell.ring(WakeReason::Drafts);
                }
                tokio::spawn(Arc::clone(&state).keep_reading());
            }
        }
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
