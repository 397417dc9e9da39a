//! What the server's thread and its users share.
//!
//! - One connection reads, listens, notifies and holds locks. The first write uses it, too, so that asking and waiting
//!   takes one. A second write within ten seconds gets another one, as long as that continues.
//! - The next user replaces a broken connection; one that listens or holds locks replaces itself.
//! - A new connection listens again and registers this process's waits again; then all reload.
//! - Notifications go over the reading connection, after the commit, several at once.

use super::address::Address;
use super::health::Health;
use super::process::WaitingProcess;
use super::schema::{self, Migrations};
use super::session::{PATIENCE, Session, SharedSession, Unsolicited};
use super::turn::{ReadTurn, WriteTurn};
use crate::local_bell::LocalBell;
use crate::mutex::lock;
use crate::{StoreError, WakeReason};
use asq_core::life::RequestId;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::Instant;

/// How long to keep an idle writing connection, and how soon a second write gets one.
const QUIET: Duration = Duration::from_secs(10);

const TELL: &str = "SELECT pg_notify('asq', word) FROM unnest($1::text[]) AS word";
pub(super) const TEST: &str = "SELECT pg_notify('asq_' || pg_backend_pid(), '')";

/// The state that the thread and its users share.
pub(super) struct PostgresState {
    pub(super) address: Address,
    pub(super) local_bell: LocalBell,
    pub(super) health: Health,
    pub(super) writer: tokio::sync::Mutex<Option<SharedSession>>,
    reader: tokio::sync::Mutex<Option<SharedSession>>,
    /// The reading connection's other duties.
    duties: Mutex<Duties>,
    /// This process's entry among the waiting ones.
    pub(super) process: WaitingProcess,
    /// The notifications that are still to be sent.
    untold: Mutex<Untold>,
    numbers: AtomicU64,
    used: AtomicU64,
    /// The time of the last write.
    wrote: Mutex<Option<Instant>>,
    /// Held while they are sent.
    telling: tokio::sync::Mutex<()>,
    keeping: AtomicBool,
    migrations: Migrations,
    /// Whether to create missing tables.
    make: bool,
    news: UnboundedSender<Unsolicited>,
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
    poll_now: bool,
}

impl Untold {
    fn any(self) -> bool {
        self.records || self.drafts || self.poll_now
    }
}

impl PostgresState {
    /// Unsolicited messages of the reading connection go to `news`. Nothing is connected yet.
    pub(super) fn new(
        address: Address,
        migrations: Migrations,
        make: bool,
        news: UnboundedSender<Unsolicited>,
    ) -> PostgresState {
        PostgresState {
            health: Health::new(address.listen),
            address,
            local_bell: LocalBell::default(),
            writer: tokio::sync::Mutex::default(),
            reader: tokio::sync::Mutex::default(),
            duties: Mutex::default(),
            process: WaitingProcess::default(),
            untold: Mutex::default(),
            numbers: AtomicU64::new(1),
            used: AtomicU64::new(0),
            wrote: Mutex::default(),
            telling: tokio::sync::Mutex::default(),
            keeping: AtomicBool::new(false),
            migrations,
            make,
            news,
        }
    }

    /// The reading connection. Its holder must not ask for a writing one.
    pub(super) async fn reader(self: &Arc<PostgresState>) -> Result<ReadTurn, StoreError> {
        Ok(ReadTurn::of(self.shared().await?, self.migrations).await)
    }

    /// The connection that all threads share.
    async fn shared(self: &Arc<PostgresState>) -> Result<SharedSession, StoreError> {
        let mut kept = self.reader.lock().await;
        if let Some(line) = kept.as_ref().filter(|line| line.lives()) {
            return Ok(Arc::clone(line));
        }
        *kept = None;
        let line = Arc::new(self.connect(Some(self.news.clone()), PATIENCE).await?);
        let duties = self.duties().clone();
        self.take_up(&line, &duties).await?;
        *kept = Some(Arc::clone(&line));
        Ok(line)
    }

    /// Sets up a new reading connection.
    async fn take_up(&self, line: &SharedSession, duties: &Duties) -> Result<(), StoreError> {
        if !self.address.listen {
            return Ok(());
        }
        if !duties.askers.is_empty() {
            let ids: Vec<RequestId> = duties.askers.keys().copied().collect();
            self.process.enlist(line, &ids).await?;
        }
        if duties.listen {
            self.listen_on(line).await?;
            // Notifications since the last connection are lost.
            self.reload();
        }
        Ok(())
    }

    /// Listens on a connection, and tests whether anything arrives.
    pub(super) async fn listen_on(&self, line: &Session) -> Result<(), StoreError> {
        line.simple(&format!("LISTEN asq; LISTEN asq_{}", line.backend)).await?;
        self.health.listens(line.number);
        line.rows(TEST, &[]).await.map(drop)
    }

    /// Makes everybody here read again.
    pub(super) fn reload(&self) {
        self.local_bell.ring(WakeReason::Records);
        self.local_bell.ring(WakeReason::Drafts);
    }

    /// The reading connection, if there is one.
    pub(super) async fn reader_if_any(&self) -> Option<ReadTurn> {
        match self.shared_if_any().await {
            Some(line) => Some(ReadTurn::of(line, self.migrations).await),
            None => None,
        }
    }

    /// The server process behind the reading connection.
    pub(super) async fn backend(&self) -> Option<i32> {
        self.shared_if_any().await.map(|line| line.backend)
    }

    async fn shared_if_any(&self) -> Option<SharedSession> {
        self.reader.lock().await.as_ref().filter(|line| line.lives()).map(Arc::clone)
    }

    /// A connection to write over; the caller has locked the place of the separate one.
    pub(super) async fn writer(
        self: &Arc<PostgresState>,
        place: &mut Option<SharedSession>,
    ) -> Result<WriteTurn, StoreError> {
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
        Ok(WriteTurn::of(line, self.migrations).await)
    }

    /// Opens a new connection; retries for this long if the server is full.
    pub(super) async fn connect(
        self: &Arc<PostgresState>,
        news: Option<UnboundedSender<Unsolicited>>,
        patience: Duration,
    ) -> Result<Session, StoreError> {
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        let session = Session::open(&self.address, number, news, patience).await?;
        schema::bring_up(&session, self.migrations, self.make).await?;
        Ok(session)
    }

    /// Closes the writing connection once it has been idle for a while.
    fn give_up_later(self: &Arc<PostgresState>) {
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
    pub(super) fn ring(self: &Arc<PostgresState>, rang: WakeReason) {
        self.health.changed();
        self.local_bell.ring(rang);
        let is_first = {
            let mut untold = lock(&self.untold);
            let before = untold.any();
            match rang {
                WakeReason::Records => untold.records = true,
                WakeReason::Drafts => untold.drafts = true,
                WakeReason::Nudged => untold.poll_now = true,
                WakeReason::Quiet => {}
            }
            !before
        };
        // Otherwise an earlier ring has a task that will send this, too.
        if is_first {
            let state = Arc::clone(self);
            tokio::spawn(async move { state.finish_telling().await });
        }
    }

    /// Whether notifications are still to be sent, or being sent.
    pub(super) fn is_telling(&self) -> bool {
        lock(&self.untold).any() || self.telling.try_lock().is_err()
    }

    /// Sends until nothing is left, after those that are being sent. Polling finds what can't be sent.
    pub(super) async fn finish_telling(self: &Arc<PostgresState>) {
        let _turn = self.telling.lock().await;
        loop {
            let untold = std::mem::take(&mut *lock(&self.untold));
            if !untold.any() {
                return;
            }
            let Untold { records, drafts, poll_now } = untold;
            let words = [(records, "r"), (drafts, "d"), (poll_now, "n")];
            let words: Vec<&str> = words.into_iter().filter(|(it, _)| *it).map(|(_, word)| word).collect();
            if self.address.listen
                && let Ok(line) = self.reader().await
            {
                let _ = line.rows(TELL, &[&words]).await;
            }
        }
    }

    pub(super) fn duties(&self) -> MutexGuard<'_, Duties> {
        lock(&self.duties)
    }

    /// Reconnects the reading connection as long as it has duties.
    pub(super) async fn keep_reading(self: Arc<PostgresState>) {
        // One task is enough, however often the connection breaks.
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
            // A server that restarts is back within seconds; more tries would only cost it processes.
            wait = (wait * 2).min(Duration::from_secs(1));
        }
        self.keeping.store(false, Ordering::Release);
    }
}
