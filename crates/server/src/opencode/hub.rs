//! The events of all OpenCode streams, read and written once.
//!
//! - One reader of the log runs while there is a stream, and for a heartbeat after.
//! - All streams share what is written. One that lags too far ends; its client comes back and lists.
//! - After a break in the log every stream ends, for the same reason.
//! - A heartbeat comes every 10 s, as from OpenCode. Then a question whose time is over is closed as well.

use super::events::{EventWriter, WrittenEvents};
use super::list::QuestionList;
use crate::problem::FailedCall;
use crate::server_state::{ServerState, spawn};
use asq_backend::{LogNews, LogReader, Wake};
use asq_core::inbox::Position;
use asq_runtime::Driver;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::sync::broadcast::{Receiver, Sender, channel};
use tokio::time::{Instant, timeout_at};

const HEARTBEAT: Duration = Duration::from_secs(10);
/// The most entries that are written together.
const ENTRIES: usize = 256;
/// The most records that a stream may lag.
const LAG: usize = 1024;

/// The events of all streams.
pub(super) struct OpenCodeHub {
    hub: Mutex<HubState>,
    list: Arc<QuestionList>,
}

struct HubState {
    streams: Option<Sender<Arc<WrittenEvents>>>,
    writer: Arc<Mutex<EventWriter>>,
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
    ) -> Result<(WrittenEvents, Receiver<Arc<WrittenEvents>>), FailedCall> {
        // Before joining: what is recorded after that is read by the running task.
        let head = state.store(Driver::head).await?;
        let mut hub = self.lock();
        let receiver = if let Some(streams) = &hub.streams {
            streams.subscribe()
        } else {
            let (streams, receiver) = channel(LAG);
            hub.streams = Some(streams.clone());
            spawn(run(self.clone(), state.clone(), streams, head));
            receiver
        };
        let connected = writer(&hub.writer).connected(ServerState::now_ms());
        Ok((connected, receiver))
    }

    fn lock(&self) -> MutexGuard<'_, HubState> {
        self.hub.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Rests if there is no stream.
    fn rests(&self, streams: &Sender<Arc<WrittenEvents>>) -> bool {
        let mut hub = self.lock();
        let rests = streams.receiver_count() == 0;
        if rests {
            hub.streams = None;
        }
        rests
    }
}

fn writer(writer: &Mutex<EventWriter>) -> MutexGuard<'_, EventWriter> {
    writer.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Follows the log for all streams, until the last one ends, or it breaks.
async fn run(hub: Arc<OpenCodeHub>, state: ServerState, streams: Sender<Arc<WrittenEvents>>, head: Position) {
    // A failure ends every stream, and their clients come back.
    let _ = follow(&hub, &state, &streams, head).await;
    let mut table = hub.lock();
    if table.streams.as_ref().is_some_and(|current| current.same_channel(&streams)) {
        table.streams = None;
    }
}

async fn follow(
    hub: &OpenCodeHub,
    state: &ServerState,
    streams: &Sender<Arc<WrittenEvents>>,
    head: Position,
) -> Result<(), FailedCall> {
    let changed = Arc::new(Notify::new());
    let wakes = changed.clone();
    let wake = Wake::Call(Box::new(move || wakes.notify_one()));
    let reader = state.driver().follow_from(head, wake).map_err(|failure| state.failed(failure))?;
    let shared = hub.lock().writer.clone();
    let mut beat = Instant::now() + HEARTBEAT;
    loop {
        match reader.next(ENTRIES).map_err(|failure| state.failed(failure))? {
            LogNews::Reset => return Ok(()),
            LogNews::Entries(entries) if entries.is_empty() => {
                if timeout_at(beat, changed.notified()).await.is_err() {
                    if hub.rests(streams) {
                        return Ok(());
                    }
                    beat = Instant::now() + HEARTBEAT;
                    let events = writer(&shared).heartbeat(ServerState::now_ms());
                    // Without a receiver nobody misses it.
                    let _ = streams.send(Arc::new(events));
                    hub.list.read(state).await?;
                }
            }
            LogNews::Entries(entries) => {
                let (onlooker, now_ms, shared) =
                    (state.onlooker().clone(), ServerState::now_ms(), shared.clone());
                let write = move || -> Vec<WrittenEvents> {
                    let mut writer = writer(&shared);
                    entries.iter().filter_map(|entry| writer.entry(&*onlooker, entry, now_ms)).collect()
                };
                for events in state.blocking(write).await? {
                    let _ = streams.send(Arc::new(events));
                }
            }
        }
    }
}
