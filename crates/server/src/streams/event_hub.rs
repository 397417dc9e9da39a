//! The events of all streams, read and rendered once.
//!
//! - One reader of the log runs while there is a stream, and nothing otherwise.
//! - Each event is rendered once; all streams share its bytes.
//! - A stream that lags too far is cut by its connection, whether its peer reads or not.
//! - After a break in the log every stream gets a reset.
//! - If the log can't be followed, all streams end, and it is tried again, even with a stream that is still there.
//! - A heartbeat reaches all streams at once; pages of browsers alone get one in twelve, so that they wake nobody.

use super::event_ring::EventRing;
use super::render;
use crate::connection::Connection;
use crate::server_state::{ServerState, spawn};
use asq_backend::{LogNews, LogReader, Wake};
use asq_core::inbox::Position;
use bytes::Bytes;
use futures_util::task::AtomicWaker;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout, timeout_at};

/// The most entries that are rendered together.
const ENTRIES: usize = 256;

/// The time after a failure until the log is followed again.
const AGAIN: Duration = Duration::from_secs(1);

/// The bytes after which the streams get a turn before more is added.
const TURN: usize = 64 << 10;

/// The events of all streams.
#[derive(Default)]
pub(crate) struct EventHub {
    table: Mutex<HubTable>,
    changed: Arc<Notify>,
}

/// What streams read, while its lock is held.
#[derive(Default)]
pub(super) struct HubTable {
    pub(super) ring: EventRing,
    pub(super) beats: u64,
    /// Counts breaks in the log, with the position after the last one.
    pub(super) resets: (u64, Position),
    pub(super) over: bool,
    seats: BTreeMap<u64, Arc<Seat>>,
    last: u64,
    runs: bool,
}

/// The place of a stream at the hub.
pub(super) struct Seat {
    pub(super) waker: AtomicWaker,
    /// The bytes of all events that it has; counts only while it is live.
    pub(super) taken: AtomicU64,
    /// Whether it takes its events from the ring.
    pub(super) live: AtomicBool,
    connection: Arc<Connection>,
    /// Whether it is the page of a browser, which learns of a lost connection by other means.
    is_page: bool,
}

/// A stream's seat. Dropping it leaves.
pub(super) struct TakenSeat {
    pub(super) seat: Arc<Seat>,
    state: ServerState,
    number: u64,
}

impl EventHub {
    /// Takes a seat for a stream of this connection.
    pub(super) fn join(state: &ServerState, connection: &Arc<Connection>, is_page: bool) -> TakenSeat {
        let seat = Arc::new(Seat {
            waker: AtomicWaker::new(),
            taken: AtomicU64::new(0),
            live: AtomicBool::new(false),
            connection: connection.clone(),
            is_page,
        });
        let hub = state.events();
        let mut table = hub.lock();
        table.last += 1;
        let number = table.last;
        table.seats.insert(number, seat.clone());
        if std::mem::replace(&mut table.runs, true) {
            // The next heartbeat may be due earlier.
            hub.changed.notify_one();
        } else {
            spawn(run(state.clone()));
        }
        TakenSeat { seat, state: state.clone(), number }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, HubTable> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HubTable {
    /// Whether there is no stream left; then nothing is known any more. After a failure those that are left end.
    fn rests(&mut self, failed: bool) -> bool {
        if self.seats.is_empty() {
            *self = HubTable { last: self.last, ..HubTable::default() };
            return true;
        }
        self.over = failed;
        self.wake();
        false
    }

    /// The time between two heartbeats.
    fn heartbeat(&self, usual: Duration) -> Duration {
        // The kernel notices by itself that a browser is gone, and a browser comes back by itself.
        if self.seats.values().all(|seat| seat.is_page) { 12 * usual } else { usual }
    }

    fn wake(&self) {
        for seat in self.seats.values() {
            seat.waker.wake();
        }
    }

    /// Cuts the streams that lag by more than so many bytes.
    fn cut(&self, lag: usize) {
        for seat in self.seats.values().filter(|seat| seat.live.load(Ordering::Relaxed)) {
            if self.ring.bytes() > seat.taken.load(Ordering::Relaxed) + lag as u64 {
                seat.connection.cut();
            }
        }
    }
}

impl Drop for TakenSeat {
    fn drop(&mut self) {
        let hub = self.state.events();
        let mut table = hub.lock();
        table.seats.remove(&self.number);
        if table.seats.is_empty() {
            hub.changed.notify_one();
        }
    }
}

/// Reads the log for all streams, until the last one ends.
async fn run(state: ServerState) {
    let hub = state.events();
    loop {
        let failed = follow(&state, hub).await.is_err();
        if hub.lock().rests(failed) {
            return;
        }
        // Without a failure somebody joined in this moment.
        if failed {
            // Every stream ends, and its client comes back. One that nobody reads keeps its seat for a while.
            let _ = timeout(AGAIN, hub.changed.notified()).await;
        }
    }
}

/// Follows the log; returns when there is no stream left.
///
/// # Errors
/// The log can't be followed, or the server shuts down: all streams end.
async fn follow(state: &ServerState, hub: &EventHub) -> Result<(), ()> {
    let head = state.store(asq_runtime::Driver::head).await.map_err(drop)?;
    let notify = hub.changed.clone();
    let wake = Wake::Call(Box::new(move || notify.notify_one()));
    let reader = state.driver().follow_from(head, wake).map_err(|failure| drop(state.failed(failure)))?;
    {
        let mut table = hub.lock();
        table.ring = EventRing::after(head, 2 * state.limits().lag);
        if std::mem::take(&mut table.over) {
            // A stream that didn't end in between has missed something.
            table.resets = (table.resets.0 + 1, head);
        }
        table.wake();
    }
    let mut ends = std::pin::pin!(state.until_end());
    let mut beat = Instant::now();
    loop {
        match reader.next(ENTRIES).map_err(|failure| drop(state.failed(failure)))? {
            LogNews::Reset => {
                let head = state.store(asq_runtime::Driver::head).await.map_err(drop)?;
                reader.resume(head);
                let mut table = hub.lock();
                table.ring = EventRing::after(head, 2 * state.limits().lag);
                table.resets = (table.resets.0 + 1, head);
                table.wake();
            }
            LogNews::Entries(entries) if entries.is_empty() => {
                let next = {
                    let table = hub.lock();
                    if table.seats.is_empty() {
                        return Ok(());
                    }
                    beat + table.heartbeat(state.limits().heartbeat)
                };
                let news = timeout_at(next, hub.changed.notified());
                match futures_util::future::select(std::pin::pin!(news), &mut ends).await {
                    futures_util::future::Either::Left((Ok(()), _)) => {}
                    futures_util::future::Either::Left((Err(_), _)) => {
                        beat = Instant::now();
                        let mut table = hub.lock();
                        table.beats += 1;
                        table.wake();
                    }
                    futures_util::future::Either::Right(_) => return Err(()),
                }
            }
            LogNews::Entries(entries) => {
                let onlooker = state.onlooker().clone();
                let events = state.blocking(move || render::events(&*onlooker, &entries)).await;
                push(state, hub, events.map_err(drop)?).await;
            }
        }
    }
}

/// Adds events, and gives the streams a turn now and then.
async fn push(state: &ServerState, hub: &EventHub, events: Vec<(Position, Bytes)>) {
    let mut added = 0;
    for (position, text) in events {
        added += text.len();
        hub.lock().ring.push(position, text);
        if added >= TURN {
            added = 0;
            turn(state, hub).await;
        }
    }
    turn(state, hub).await;
}

/// Wakes all streams, and cuts those that lag after their turn.
async fn turn(state: &ServerState, hub: &EventHub) {
    hub.lock().wake();
    // Every stream that was woken has its turn before this task goes on.
    tokio::task::yield_now().await;
    hub.lock().cut(state.limits().lag);
}
