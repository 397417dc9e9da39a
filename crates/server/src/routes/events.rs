//! `GET /v1/events`: the log as a stream of server-sent events.
//!
//! - The id of an event is its log position. A client that comes back names its last one and misses nothing.
//! - A position that can't be continued is answered with a reset, never with a gap.
//! - While somebody follows who may answer, the inbox is in use.

use super::document::Problems;
use crate::auth::caller::Observer;
use crate::auth::permits::Use;
use crate::presence::InboxPresenceHold;
use crate::problem::FailedCall;
use crate::query::QueryOf;
use crate::server_state::ServerState;
use crate::streams::{EventBody, StreamHolds, sse};
use asq_core::inbox::Position;
use asq_runtime::Driver;
use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use http::{HeaderMap, HeaderName, HeaderValue};

/// The position that a client has, in a header of its own accord.
const LAST: HeaderName = HeaderName::from_static("last-event-id");

/// What happens to requests, as it happens.
#[utoipa::path(
    get,
    path = "/v1/events",
    operation_id = "events",
    security(("token" = ["answer", "observe", "admin"])),
    params(
        ("after" = Option<u64>, Query, description = "The position to go on from"),
        ("Last-Event-ID" = Option<String>, Header, description = "The same; it goes before `after`"),
    ),
    responses(
        (status = 200, description = "Events: ready, then asked, closed, delivered, erased and reset",
            content_type = "text/event-stream", body = String),
        Problems,
    ),
)]
pub(super) async fn events(
    State(state): State<ServerState>,
    Observer(mut caller): Observer,
    query: QueryOf,
    headers: HeaderMap,
) -> Result<Response, FailedCall> {
    caller.becomes(Use::Stream, &state)?;
    let after = query.number("after", Position::LAST.0)?;
    let last = headers.get(LAST).map(|value| value.to_str().ok().and_then(|text| text.parse::<u64>().ok()));
    let follows =
        if caller.credential.answers() { Some(InboxPresenceHold::follows(&state).await) } else { None };
    // After the inbox is in use: whatever is asked from now on is in the stream.
    let head = state.store(Driver::head).await?;
    let (at, reset) = match (last, after) {
        (Some(Some(at)), _) | (None, Some(at)) if at <= head.0 => (Position(at), false),
        (Some(_), _) | (None, Some(_)) => (head, true),
        (None, None) => (head, false),
    };
    let holds = StreamHolds::new(&state, caller, follows);
    Ok(stream(EventBody::new(&state, at, reset, holds)))
}

/// A reply that is a stream of events.
pub(super) fn stream<B>(body: B) -> Response
where
    B: hyper::body::Body<Data = bytes::Bytes, Error = std::convert::Infallible> + Send + 'static,
{
    let mut reply = Response::new(Body::new(body));
    let headers = reply.headers_mut();
    headers.insert(http::header::CONTENT_TYPE, HeaderValue::from_static(sse::EVENT_STREAM));
    // For proxies that would hold events back.
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    reply
}
