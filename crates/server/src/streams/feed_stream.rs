//! The stream of one feed: its name, then notices as they come.
//!
//! - The first event names the feed and all requests that are open then.
//! - A heartbeat comes if nothing else does.
//! - It ends when the server shuts down.

use super::event_stream::StreamHolds;
use super::open_feeds::FeedLine;
use super::sse;
use crate::server_state::ServerState;
use asq_core::inbox::Notice;
use asq_wire::http::{FeedHello, notice_to_json};
use bytes::Bytes;
use http_body::Frame;
use hyper::body::Body;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::time::{Instant, Sleep, sleep};

/// The stream of a feed, as the body of a reply.
pub(crate) struct FeedStream {
    line: FeedLine,
    hello: Option<FeedHello>,
    notices: VecDeque<Notice>,
    heartbeat: Pin<Box<Sleep>>,
    ends: Pin<Box<dyn Future<Output = ()> + Send>>,
    state: ServerState,
    _holds: StreamHolds,
}

impl FeedStream {
    pub(crate) fn new(
        state: &ServerState,
        line: FeedLine,
        hello: FeedHello,
        holds: StreamHolds,
    ) -> FeedStream {
        FeedStream {
            line,
            hello: Some(hello),
            notices: VecDeque::new(),
            heartbeat: Box::pin(sleep(state.limits().feed_heartbeat)),
            ends: Box::pin(state.until_end()),
            state: state.clone(),
            _holds: holds,
        }
    }

    fn next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if self.ends.as_mut().poll(cx).is_ready() {
            return Poll::Ready(None);
        }
        if let Some(hello) = self.hello.take() {
            return Poll::Ready(Some(sse::event(None, "feed", &hello.to_json())));
        }
        if self.notices.is_empty() {
            // Before reading: what comes after that wakes it.
            self.line.feed.waker.register(cx.waker());
            self.notices = self.line.feed.notices().into();
        }
        if let Some(notice) = self.notices.pop_front() {
            let next = Instant::now() + self.state.limits().feed_heartbeat;
            self.heartbeat.as_mut().reset(next);
            return Poll::Ready(Some(sse::event(None, "notice", &notice_to_json(&notice))));
        }
        if self.heartbeat.as_mut().poll(cx).is_pending() {
            return Poll::Pending;
        }
        let next = Instant::now() + self.state.limits().feed_heartbeat;
        self.heartbeat.as_mut().reset(next);
        Poll::Ready(Some(Bytes::from_static(sse::HEARTBEAT)))
    }
}

impl Body for FeedStream {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.get_mut().next(cx).map(|next| next.map(|text| Ok(Frame::data(text))))
    }
}
