//! The events of all OpenCode streams, read and written once.
//!
//! - One reader of the log runs while there is a stream, and for a heartbeat after.
//! - All streams share what is written. One that lags too far is cut; its client comes back and lists.
//! - After a break in the log every stream ends, for the same reason.
//! - A heartbeat comes every 10 s, as from OpenCode. Then a question whose time is over is closed as well.

use super::events::{EventWriter, WrittenEvents};
use super::list::QuestionList;
use crate::connection::Connection;
use crate::problem::FailedCall;
use crate::server_state::{ServerState, spawn};
use asq_backend::{Failure, LogNews, LogReader, Wake};
use asq_core::inbox::Position;
use asq_runtime::Driver;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::yield_now;
use tokio::time::{Instant, timeout_at};

const HEARTBEAT: Duration = Duration::from_secs(10);
/// The most entries that are written together.
const ENTRIES: usize = 256;
/// The bytes after which the streams get a turn before more is sent.
const TURN: usize = 64 << 10;

/// The events of all streams.
pub(super) struct OpenCodeHub {
    hub: Mutex<HubState>,
    list: Arc<QuestionList>,
}

struct HubState {
    /// While the log is followed.
    streams: Option<Vec<StreamFollower>>,
    writer: Arc<Mutex<EventWriter>>,
}

/// A stream, as the hub has it.
struct StreamFollower {
    send: UnboundedSender<Arc<WrittenEvents>>,
    /// The bytes that it has not taken.
    untaken: Arc<AtomicUsize>,
    connection: Arc<Connection>,
}

pub(super) struct FollowedEvents {
    receiver: UnboundedReceiver<Arc<WrittenEvents>>,
    untaken: Arc<AtomicUsize>,
}

impl FollowedEvents {
    /// The next ones; `None` if the stream ends.
    pub(super) async fn next(&mut self) -> Option<Arc<WrittenEvents>> {
        let events = self.receiver.recv().await?;
        self.untaken.fetch_sub(events.bytes(), Ordering::Relaxed);
        Some(events)
    }
}

impl OpenCodeHub {
    pub(super) fn new(seed_compat: bool, list: Arc<QuestionList>) -> OpenCodeHub {
        let writer = Arc::new(Mutex::new(EventWriter::new(seed_compat)));
        OpenCodeHub { hub: Mutex::new(HubState { streams: None, writer }), list }
    }

    /// Joins: the first event, and everything that is recorded from now on.
    ///
    /// # Errors
    /// The log can't be read.
    pub(super) async fn join(
        self: &Arc<Self>,
        state: &ServerState,
        connection: &Arc<Connection>,
    ) -> Result<(WrittenEvents, FollowedEvents), FailedCall> {
        // Before joining: what is recorded after that is read by the running task.
        let head = state.store(Driver::head).await?;
        let mut hub = self.lock();
        if hub.streams.is_none() {
            spawn(run(self.clone(), state.clone(), head));
        }
        let (send, receiver) = unbounded_channel();
        let untaken = Arc::new(AtomicUsize::new(0));
        let follower = StreamFollower { send, untaken: untaken.clone(), connection: connection.clone() };
        hub.streams.get_or_insert_default().push(follower);
        let connected = writer(&hub.writer).connected(ServerState::now_ms());
        Ok((connected, FollowedEvents { receiver, untaken }))
    }

    fn lock(&self) -> MutexGuard<'_, HubState> {
        self.hub.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Rests if there is no stream.
    fn rests(&self) -> bool {
        let mut hub = self.lock();
        let rests = hub.streams.as_ref().is_none_or(|all| all.iter().all(|one| one.send.is_closed()));
        if rests {
            hub.streams = None;
        }
        rests
    }

    /// Gives these events to every stream, and cuts those that have not taken so many bytes of earlier ones.
    fn send(&self, events: WrittenEvents, lag: usize) {
        let events = Arc::new(events);
        let mut hub = self.lock();
        let Some(streams) = &mut hub.streams else { return };
        streams.retain(|stream| {
            if stream.untaken.load(Ordering::Relaxed) > lag {
                stream.connection.cut();
                return false;
            }
            stream.untaken.fetch_add(events.bytes(), Ordering::Relaxed);
            stream.send.send(events.clone()).is_ok()
        });
    }
}

fn writer(writer: &Mutex<EventWriter>) -> MutexGuard<'_, EventWriter> {
    writer.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Follows the log for all streams, until the last one ends, or it breaks.
async fn run(hub: Arc<OpenCodeHub>, state: ServerState, head: Position) {
    // A break or a failure ends every stream, and their clients come back.
    if !matches!(follow(&hub, &state, head).await, Ok(FollowEnd::Rested)) {
        hub.lock().streams = None;
    }
}

/// Why the log isn't followed any more.
enum FollowEnd {
    /// There was no stream left. By now there may be new ones, with a reader of their own.
    Rested,
    Broken,
}

async fn follow(hub: &OpenCodeHub, state: &ServerState, head: Position) -> Result<FollowEnd, FailedCall> {
    let changed = Arc::new(Notify::new());
    let wakes = changed.clone();
    let wake = Wake::Call(Box::new(move || wakes.notify_one()));
    let reader = state.driver().follow_from(head, wake).map_err(|failure| state.failed(failure))?;
    let shared = hub.lock().writer.clone();
    let mut beat = Instant::now() + HEARTBEAT;
    loop {
        match reader.next(ENTRIES).map_err(|failure| state.failed(failure))? {
            LogNews::Reset => return Ok(FollowEnd::Broken),
            LogNews::Entries(entries) if entries.is_empty() => {
                if timeout_at(beat, changed.notified()).await.is_err() {
                    if hub.rests() {
                        return Ok(FollowEnd::Rested);
                    }
                    beat = Instant::now() + HEARTBEAT;
                    let events = writer(&shared).heartbeat(ServerState::now_ms());
                    hub.send(events, state.limits().lag);
                    hub.list.read(state).await?;
                }
            }
            LogNews::Entries(entries) => {
                let (onlooker, now_ms, shared) =
                    (state.onlooker().clone(), ServerState::now_ms(), shared.clone());
                let write = move || -> Result<Vec<WrittenEvents>, Failure> {
                    let mut writer = writer(&shared);
                    let events = entries.iter().map(|entry| writer.entry(&*onlooker, entry, now_ms));
                    events.filter_map(Result::transpose).collect()
                };
                let written = state.blocking(write).await?.map_err(|failure| state.failed(failure))?;
                let mut sent = 0;
                for events in written {
                    sent += events.bytes();
                    hub.send(events, state.limits().lag);
                    if sent > TURN {
                        sent = 0;
                        yield_now().await;
                    }
                }
            }
        }
    }
}
