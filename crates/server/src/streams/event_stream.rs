//! One stream of public events.
//!
//! - It begins after a position: the one that the client has, else the end of the log.
//! - What the ring doesn't have any more is read from the store, page by page, as fast as the client takes it.
//! - A position that the log never had, and a part of it that is gone, is a reset with the position that it goes on from.
//! - It ends when the server shuts down.

use super::event_hub::{EventHub, TakenSeat};
use super::event_ring::AfterPosition;
use super::{render, sse};
use crate::auth::caller::Authenticated;
use crate::auth::open_calls::OpenCall;
use crate::presence::Follows;
use crate::problem::FailedCall;
use crate::server_state::ServerState;
use asq_core::inbox::Position;
use bytes::Bytes;
use http_body::Frame;
use hyper::body::Body;
use serde_json::json;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};

/// The entries in one read of the store.
const PAGE: usize = 128;

/// What a stream holds as long as it is open: its permit, the watch of its token, and the inbox in use.
pub(crate) struct StreamHolds {
    caller: Authenticated,
    _open: OpenCall,
    _follows: Option<Follows>,
}

impl StreamHolds {
    pub(crate) fn new(state: &ServerState, caller: Authenticated, follows: Option<Follows>) -> StreamHolds {
        let open = state.open_calls().watch(state, caller.credential.token_id(), &caller.connection);
        StreamHolds { caller, _open: open, _follows: follows }
    }
}

/// A stream of events, as the body of a reply.
pub(crate) struct EventBody {
    state: ServerState,
    seat: TakenSeat,
    /// The last position that was sent.
    at: Position,
    queue: VecDeque<Bytes>,
    replay: Option<Replay>,
    /// Where the ring began when the replay did: the store has everything up to there.
    until: Option<Position>,
    beats: u64,
    resets: u64,
    _holds: StreamHolds,
}

type Replay = Pin<Box<dyn Future<Output = Result<EventsAfter, FailedCall>> + Send>>;

/// The events after a position.
struct EventsAfter {
    /// The position before the first one, if there is a gap before it.
    gap: Option<Position>,
    events: Vec<(Position, Bytes)>,
}

impl EventBody {
    /// A stream that begins after this position; with `reset`, the client learns that it can't have its own.
    pub(crate) fn new(state: &ServerState, at: Position, reset: bool, holds: StreamHolds) -> EventBody {
        let seat = EventHub::join(state, &holds.caller.connection, holds.caller.credential.is_page());
        let (beats, resets) = {
            let table = state.events().lock();
            (table.beats, table.resets.0)
        };
        let first = if reset { self::reset(at) } else { positioned("ready", at) };
        let queue = VecDeque::from([first]);
        let (replay, until) = (None, None);
        EventBody { state: state.clone(), seat, at, queue, replay, until, beats, resets, _holds: holds }
    }

    /// The next part from the ring; `None` if there isn't any. Begins to replay if the ring doesn't have it.
    fn live(&mut self, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        // Before reading: what comes after that wakes it.
        self.seat.seat.waker.register(cx.waker());
        let table = self.state.events().lock();
        if table.over || self.state.ends() {
            return Poll::Ready(None);
        }
        if table.resets.0 != self.resets {
            self.resets = table.resets.0;
            self.at = table.resets.1;
            return Poll::Ready(Some(reset(self.at)));
        }
        match table.ring.next(self.at) {
            AfterPosition::Event(position, text, taken) => {
                self.at = position;
                self.seat.seat.taken.store(taken, Ordering::Relaxed);
                self.seat.seat.live.store(true, Ordering::Relaxed);
                Poll::Ready(Some(text))
            }
            AfterPosition::Nothing => {
                self.seat.seat.taken.store(table.ring.bytes_until(self.at), Ordering::Relaxed);
                self.seat.seat.live.store(true, Ordering::Relaxed);
                if table.beats == self.beats {
                    return Poll::Pending;
                }
                self.beats = table.beats;
                Poll::Ready(Some(Bytes::from_static(sse::HEARTBEAT)))
            }
            AfterPosition::Elsewhere => {
                self.until = table.ring.start();
                drop(table);
                self.seat.seat.live.store(false, Ordering::Relaxed);
                self.replay = Some(Box::pin(page(self.state.clone(), self.at)));
                Poll::Pending
            }
        }
    }

    fn took(&mut self, page: EventsAfter) {
        // A part that nobody has any more, at the beginning of the page or all of it.
        let lost = page.events.is_empty().then_some(self.until).flatten();
        if let Some(gap) = page.gap.or(lost).filter(|gap| *gap > self.at) {
            self.at = gap;
            self.queue.push_back(reset(gap));
        }
        for (position, text) in page.events {
            self.at = position;
            self.queue.push_back(text);
        }
    }
}

impl Body for EventBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let this = self.get_mut();
        loop {
            if let Some(text) = this.queue.pop_front() {
                return Poll::Ready(Some(Ok(Frame::data(text))));
            }
            if let Some(replay) = &mut this.replay {
                match replay.as_mut().poll(cx) {
                    Poll::Pending => return Poll::Pending,
                    // The client asks again from where it is.
                    Poll::Ready(Err(_)) => return Poll::Ready(None),
                    Poll::Ready(Ok(page)) => {
                        this.replay = None;
                        let nothing = page.events.is_empty();
                        this.took(page);
                        if nothing && this.hub_sleeps(cx) {
                            return Poll::Pending;
                        }
                        continue;
                    }
                }
            }
            match this.live(cx) {
                Poll::Ready(None) => return Poll::Ready(None),
                Poll::Ready(Some(text)) => this.queue.push_back(text),
                Poll::Pending if this.replay.is_some() => {}
                Poll::Pending => return Poll::Pending,
            }
        }
    }
}

impl EventBody {
    /// Whether the hub hasn't read the log yet: it wakes this stream when it has.
    fn hub_sleeps(&self, cx: &mut Context<'_>) -> bool {
        self.seat.seat.waker.register(cx.waker());
        let table = self.state.events().lock();
        !table.over && table.ring.start().is_none()
    }
}

/// The events after a position, from the store.
async fn page(state: ServerState, after: Position) -> Result<EventsAfter, FailedCall> {
    let onlooker = state.onlooker().clone();
    let read = move |driver: &asq_runtime::Driver| {
        let entries: Vec<Arc<_>> = driver.log_page(after, PAGE)?.into_iter().map(Arc::new).collect();
        let before = entries.first().map(|first| Position(first.position.0.saturating_sub(1)));
        let gap = before.filter(|before| *before > after);
        Ok(EventsAfter { gap, events: render::events(&*onlooker, &entries) })
    };
    state.store(read).await
}

/// An event that has only a position.
fn positioned(name: &str, at: Position) -> Bytes {
    sse::event(Some(at.0), name, &json!({ "position": at.0 }))
}

fn reset(at: Position) -> Bytes {
    positioned("reset", at)
}
