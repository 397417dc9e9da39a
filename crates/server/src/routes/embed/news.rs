//! `GET /v1/embed/news`: what happened to the requests of a token, as a long poll.
//!
//! - Without a position it says where the log ends; from there on nothing is missed.
//! - It waits until something happens to a request of the token's scope, and says nothing of others.
//! - A position that can't be continued, or is too long ago, is answered with a reset.
//! - One wait does for all elements of a page: browsers open few connections to one server.

use super::super::document::{NewsSchema, Problems};
use crate::auth::caller::{Authenticated, ScopedAnswerer};
use crate::auth::permits::Use;
use crate::front;
use crate::problem::FailedCall;
use crate::query::QueryOf;
use crate::server_state::ServerState;
use asq_backend::{Backend, Failure, LogEntry, LogFact, LogNews, LogReader, Wake};
use asq_core::inbox::Position;
use asq_core::text::Untrusted;
use asq_runtime::Driver;
use axum::extract::State;
use axum::response::Response;
use futures_util::future::{Either, select};
use http::StatusCode;
use serde_json::{Value, json};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::sleep;

/// The longest wait, in seconds.
const LONGEST: u64 = 60;

/// The most records that are looked through for one reply.
const RECORDS: u64 = 1000;

/// The entries in one read of the log.
const PAGE: usize = 100;

/// What happened to the requests that the token sees.
#[utoipa::path(
    get,
    path = "/v1/embed/news",
    operation_id = "news",
    security(("token" = ["answer", "admin"])),
    params(
        ("after" = Option<u64>, Query, description = "The position to go on from"),
        ("wait" = Option<u64>, Query, maximum = 60, description = "The most seconds to wait while there are none"),
    ),
    responses((status = 200, description = "The news, and the position after them", body = NewsSchema), Problems),
)]
pub(in super::super) async fn news(
    State(state): State<ServerState>,
    ScopedAnswerer(mut caller): ScopedAnswerer,
    query: QueryOf,
) -> Result<Response, FailedCall> {
    let (after, wait) =
        (query.number("after", Position::LAST.0)?, query.number("wait", LONGEST)?.unwrap_or(0));
    let head = state.store(Driver::head).await?;
    let Some(after) = after else { return Ok(reply(head, false, &[])) };
    if after > head.0 || head.0 - after > RECORDS {
        return Ok(reply(head, true, &[]));
    }
    if wait > 0 {
        caller.becomes(Use::Wait, &state)?;
    }
    let _open = state.open_calls().watch(&state, caller.credential.token_id(), &caller.connection);
    Box::pin(wait_for_news(&state, Arc::new(caller), Position(after), Duration::from_secs(wait))).await
}

async fn wait_for_news(
    state: &ServerState,
    caller: Arc<Authenticated>,
    after: Position,
    time: Duration,
) -> Result<Response, FailedCall> {
    let changed = Arc::new(Notify::new());
    let wakes = changed.clone();
    let wake = Wake::Call(Box::new(move || wakes.notify_one()));
    let reader = state.driver().follow_from(after, wake).map_err(|failure| state.failed(failure))?;
    let mut over = pin!(select(Box::pin(sleep(time)), Box::pin(state.until_end())));
    let mut at = after;
    loop {
        match reader.next(PAGE).map_err(|failure| state.failed(failure))? {
            LogNews::Reset => return Ok(reply(state.store(Driver::head).await?, true, &[])),
            LogNews::Entries(entries) if entries.is_empty() => {
                if let Either::Right(_) = select(pin!(changed.notified()), &mut over).await {
                    return Ok(reply(at, false, &[]));
                }
            }
            LogNews::Entries(entries) => {
                at = entries.last().map_or(at, |last| last.position);
                let (onlooker, caller) = (state.onlooker().clone(), caller.clone());
                let news = move |_: &Driver| {
                    let rows = entries.iter().map(|entry| row(&*onlooker, &caller, entry));
                    rows.filter_map(Result::transpose).collect::<Result<Vec<Value>, Failure>>()
                };
                let news = state.store(news).await?;
                if !news.is_empty() {
                    return Ok(reply(at, false, &news));
                }
            }
        }
    }
}

/// What a record says to this caller; `None` for a request that it doesn't see.
fn row(backend: &dyn Backend, caller: &Authenticated, entry: &LogEntry) -> Result<Option<Value>, Failure> {
    let stored = match backend.read(entry.id) {
        Ok(stored) => stored,
        // It was erased meanwhile.
        Err(Failure::NoSuch(_)) => return Ok(None),
        Err(failure) => return Err(failure),
    };
    let Some(asked) = stored.asked().filter(|asked| caller.credential.covers(asked)) else { return Ok(None) };
    let what = match entry.fact {
        LogFact::Asked(_) => "asked",
        LogFact::Closed { .. } => "closed",
        LogFact::Delivered { .. } => "delivered",
        LogFact::Erased => "erased",
    };
    let call = asked.request.from.call_id.as_ref().map(Untrusted::raw);
    Ok(Some(json!({ "id": entry.id.to_string(), "call": call, "what": what })))
}

fn reply(position: Position, reset: bool, requests: &[Value]) -> Response {
    let body = json!({ "position": position.0, "reset": reset, "requests": requests });
    front::json(StatusCode::OK, &body)
}
