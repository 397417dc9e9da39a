//! `GET /v1/requests/ID/ending`: the ending of what the caller asked, at once or as soon as there is one.
//!
//! - A closed request has the line that `asq ask` prints; an open one the pending line, after the time to wait.
//! - While it waits, surfaces see that its asker does.
//! - A shutdown ends the wait as pending.
//! - A secret takes its ticket, or the process tree that asked; nobody else can wait for it.
//! - Nothing is recorded: the asker says when it has the ending.

use super::document::{EndingSchema, Problems, ProblemsOfChange};
use super::own_request::{may_have_secret, own};
use crate::auth::caller::{Anyone, Authenticated};
use crate::auth::permits::Use;
use crate::front;
use crate::http_asker::{HttpAsker, Tickets};
use crate::presence::AskerPresence;
use crate::problem::FailedCall;
use crate::query::{IdInPath, QueryOf};
use crate::server_state::ServerState;
use asq_asking::{reply, stored_notes};
use asq_backend::{ClosedRequest, Failure, StoredRequest, Then};
use asq_core::life::{Asked, Refusal, RequestId};
use asq_dialects::Ending;
use asq_wire::{Ended, Output};
use axum::extract::State;
use axum::response::Response;
use futures_util::future::{Either, select};
use http::{HeaderMap, StatusCode};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::sleep;

/// The longest wait, in seconds.
const LONGEST: u64 = 600;

/// The call of a larger request is read where that delays nobody.
const LARGE: usize = 64 << 10;

/// A wait that was allowed. There may be ten thousand, so it holds nothing of the request.
struct EndingWait {
    caller: Authenticated,
    id: RequestId,
    time: Duration,
}

/// The ending of what the caller asked.
#[utoipa::path(
    get,
    path = "/v1/requests/{id}/ending",
    operation_id = "ending",
    security(("token" = ["ask"])),
    params(
        ("id" = String, Path, description = "The whole id"),
        ("wait" = Option<u64>, Query, maximum = 600, description = "The most seconds to wait while it is open"),
        ("Asq-Ticket" = Option<String>, Header, description = "The ticket of a secret"),
    ),
    responses(
        (status = 200, description = "The ending", body = EndingSchema),
        (status = 202, description = "Still open: the pending ending", body = EndingSchema),
        Problems, ProblemsOfChange,
    ),
)]
pub(super) async fn ending(
    State(state): State<ServerState>,
    Anyone(caller): Anyone,
    IdInPath(id): IdInPath,
    query: QueryOf,
    headers: HeaderMap,
) -> Result<Response, FailedCall> {
    let seconds = query.number("wait", LONGEST)?.unwrap_or(0);
    // In a box of its own, so that a call that waits takes little memory.
    match Box::pin(begin(&state, caller, id, seconds, Tickets::of(&headers))).await? {
        Either::Left(reply) => Ok(reply),
        Either::Right(wait) => until_closed(state, wait).await,
    }
}

/// Judges the caller, and replies at once if there is an ending or nothing to wait for.
async fn begin(
    state: &ServerState,
    caller: Authenticated,
    id: RequestId,
    seconds: u64,
    tickets: Tickets,
) -> Result<Either<Response, EndingWait>, FailedCall> {
    if !caller.credential.asks() {
        return Err(FailedCall::right(asq_core::life::Right::Ask));
    }
    let caller = Arc::new(caller);
    let StoredRequest { life, .. } = own(state, &caller, id).await?;
    let asked = Box::new(life.asked().cloned().ok_or_else(erased)?);
    if asq_asking::ticket::is_wanted(&asked.request) {
        let (side, of) = (HttpAsker::waits(state, caller.clone(), tickets), asked.clone());
        state.blocking(move || may_have_secret(&of, &side)).await??;
    }
    if let Some(closed) = ClosedRequest::of(id, &life) {
        return write(state, closed).await.map(Either::Left);
    }
    if life.closed().is_some() || life.is_erased() {
        return Err(erased());
    }
    if seconds == 0 {
        return pending(state, id, asked).await.map(Either::Left);
    }
    let caller = Arc::into_inner(caller).ok_or_else(FailedCall::broken)?;
    Ok(Either::Right(EndingWait { caller, id, time: Duration::from_secs(seconds) }))
}

async fn until_closed(state: ServerState, mut wait: EndingWait) -> Result<Response, FailedCall> {
    wait.caller.becomes(Use::Wait, &state)?;
    let id = wait.id;
    let _polls = AskerPresence::polls(&state, id).await;
    let _open = state.open_calls().watch(&state, wait.caller.credential.token_id(), &wait.caller.connection);
    let (tell, told) = oneshot::channel();
    // If the caller is gone, nobody wants the ending.
    let then: Then<ClosedRequest> = Box::new(move |closed| drop(tell.send(closed.map(Box::new))));
    let waiting = state.onlooker().when_closed(id, then);
    let over = over(&state, wait.time);
    let closed = match select(told, pin!(over)).await {
        Either::Left((closed, _)) => Some(closed.map_err(|_| FailedCall::broken())?),
        Either::Right(_) => None,
    };
    drop(waiting);
    match closed {
        Some(closed) => Box::pin(write(&state, *closed.map_err(|failure| state.failed(failure))?)).await,
        None => Box::pin(still_open(&state, id)).await,
    }
}

/// The ending after a wait in vain. It may be closed in this moment.
async fn still_open(state: &ServerState, id: RequestId) -> Result<Response, FailedCall> {
    let onlooker = state.onlooker().clone();
    let StoredRequest { life, .. } = state.store(move |_| onlooker.read(id)).await?;
    match (ClosedRequest::of(id, &life), life.asked()) {
        (Some(closed), _) => write(state, closed).await,
        (None, Some(asked)) => pending(state, id, Box::new(asked.clone())).await,
        (None, None) => Err(erased()),
    }
}

/// Waits until the time is over, or the server shuts down.
async fn over(state: &ServerState, time: Duration) {
    select(pin!(sleep(time)), pin!(state.until_end())).await;
}

/// The line of a closed request.
async fn write(state: &ServerState, closed: ClosedRequest) -> Result<Response, FailedCall> {
    if closed.is_spent() {
        return Err(erased());
    }
    let large = closed.asked.call.len() > LARGE;
    let line = move || {
        let reply = reply(&closed.asked, Ending::Closed(&closed.outcome));
        line(closed.id, Ended::from(&*closed.outcome), reply, &closed.asked)
    };
    let line = if large { state.blocking(line).await? } else { line() };
    Ok(front::bytes(StatusCode::OK, line))
}

/// The line of an open request.
async fn pending(state: &ServerState, id: RequestId, asked: Box<Asked>) -> Result<Response, FailedCall> {
    let large = asked.call.len() > LARGE;
    let line = move || line(id, Ended::Pending, reply(&asked, Ending::Pending(&id.to_string())), &asked);
    let line = if large { state.blocking(line).await? } else { line() };
    Ok(front::bytes(StatusCode::ACCEPTED, line))
}

fn line(id: RequestId, ended: Ended, reply: asq_wire::ToolReply, asked: &Asked) -> String {
    let notes = stored_notes(asked).iter().map(ToString::to_string).collect();
    Output { id: Some(id.to_string()), ended, reply, notes }.line() + "\n"
}

fn erased() -> FailedCall {
    Failure::Refused(Box::new(Refusal::Erased)).into()
}
