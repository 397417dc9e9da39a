//! `GET /event` and `GET /global/event`.
//!
//! - `/event` has one directory's events; without a directory, all.
//! - Neither has ids to continue from: a client that comes back lists the questions (S1-15).
//! - The headers are OpenCode's.
//! - While somebody follows, the inbox is in use.

use super::OpenCodeState;
use super::directory::Directory;
use super::events::WrittenEvents;
use super::hub::FollowedEvents;
use super::login::OpenCodeFollower;
use super::refusals::OpenCodeRefusal;
use crate::auth::caller::Authenticated;
use crate::auth::permits::Use;
use crate::presence::InboxPresenceHold;
use crate::streams::{StreamHolds, sse};
use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use bytes::Bytes;
use futures_util::future::{Either, select};
use futures_util::stream::unfold;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use http::{HeaderName, HeaderValue};
use http_body::Frame;
use http_body_util::StreamBody;
use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;

/// Which of the two streams.
enum Scope {
    Local(Directory),
    Global,
}

impl Scope {
    /// What this stream has of some events.
    fn of(&self, events: &WrittenEvents) -> Bytes {
        match self {
            Scope::Global => events.global.clone(),
            Scope::Local(directory)
                if events.folder.as_deref().is_none_or(|folder| directory.has(folder)) =>
            {
                events.local.clone()
            }
            Scope::Local(_) => Bytes::new(),
        }
    }
}

pub(super) async fn local(
    State(state): State<OpenCodeState>,
    OpenCodeFollower(caller): OpenCodeFollower,
    directory: Directory,
) -> Result<Response, OpenCodeRefusal> {
    open(&state, caller, Scope::Local(directory)).await
}

pub(super) async fn global(
    State(state): State<OpenCodeState>,
    OpenCodeFollower(caller): OpenCodeFollower,
) -> Result<Response, OpenCodeRefusal> {
    open(&state, caller, Scope::Global).await
}

struct OpenStream {
    scope: Scope,
    first: Option<WrittenEvents>,
    events: FollowedEvents,
    ends: Pin<Box<dyn Future<Output = ()> + Send>>,
    _holds: StreamHolds,
}

async fn open(
    state: &OpenCodeState,
    mut caller: Authenticated,
    scope: Scope,
) -> Result<Response, OpenCodeRefusal> {
    let server = &state.server;
    caller.becomes(Use::Stream, server)?;
    let follows = InboxPresenceHold::follows(server).await;
    let (first, events) = state.hub.join(server, &caller.connection).await?;
    let holds = StreamHolds::new(server, caller, Some(follows));
    let ends = Box::pin(server.until_end());
    let opened = OpenStream { scope, first: Some(first), events, ends, _holds: holds };
    let frames = unfold(opened, |mut stream| async move {
        let bytes = stream.next().await?;
        Some((Ok::<_, Infallible>(Frame::data(bytes)), stream))
    });
    let mut reply = Response::new(Body::new(StreamBody::new(frames)));
    let headers = reply.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(sse::EVENT_STREAM));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache, no-transform"));
    headers.insert(VARY, HeaderValue::from_static("Origin"));
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    Ok(reply)
}

impl OpenStream {
    /// The next events; `None` at the end of the stream.
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(first) = self.first.take() {
            return Some(self.scope.of(&first));
        }
        loop {
            let news = std::pin::pin!(self.events.next());
            let events = match select(news, &mut self.ends).await {
                Either::Left((events, _)) => events?,
                Either::Right(_) => return None,
            };
            let bytes = self.scope.of(&events);
            if !bytes.is_empty() {
                return Some(bytes);
            }
        }
    }
}
