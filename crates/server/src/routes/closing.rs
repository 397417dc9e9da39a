//! `POST /v1/requests/ID/…`: answer, decline, discuss, cancel, withdraw.
//!
//! - An answer names the digest of what was seen; another one is refused as changed.
//! - A repeated ending with the same key is the same ending.
//! - Who comes too late learns the winner.
//! - Through a page, a dangerous answer needs what the guards of its person ask for.
//! - Without a draft, text that was typed so far on any surface goes along.
//! - Only the asker, or an administrator, takes a request back.

use super::document::{AnswerSchema, ClosedSchema, DraftsSchema, Problems, ProblemsOfBody, ProblemsOfChange};
use super::own_request::own;
use crate::auth::caller::{Answerer, Authenticated, TakesBack};
use crate::body::JsonBody;
use crate::front;
use crate::guarded_request;
use crate::identity::HttpParty;
use crate::problem::FailedCall;
use crate::query::{IdInPath, wrong};
use crate::server_state::ServerState;
use asq_backend::{Backend, Failure, Then};
use asq_core::life::{Closing, IdempotencyKey, RequestId};
use asq_core::model::Draft;
use asq_wire::http::{ClosingRoute, KEY_HEADER};
use asq_wire::public::ClosedReply;
use axum::extract::State;
use axum::response::Response;
use http::{HeaderMap, StatusCode};
use serde_json::Value;
use std::sync::Arc;
use tokio::sync::oneshot;

/// Answers a request.
#[utoipa::path(
    post,
    path = "/v1/requests/{id}/answer",
    operation_id = "answer",
    security(("token" = ["answer", "admin"])),
    request_body = AnswerSchema,
    params(
        ("id" = String, Path, description = "The whole id"),
        ("Idempotency-Key" = Option<String>, Header, description = "Names this try: repeating it changes nothing"),
    ),
    responses(
        (status = 200, description = "The ending that counts", body = ClosedSchema),
        Problems, ProblemsOfBody, ProblemsOfChange,
    ),
)]
pub(super) async fn answer(
    State(state): State<ServerState>,
    Answerer(caller): Answerer,
    IdInPath(id): IdInPath,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, FailedCall> {
    close(&state, caller, id, ClosingRoute::Answer, &headers, body).await
}

/// Refuses a request.
#[utoipa::path(
    post,
    path = "/v1/requests/{id}/decline",
    operation_id = "decline",
    security(("token" = ["answer", "admin"])),
    request_body = DraftsSchema,
    params(("id" = String, Path, description = "The whole id")),
    responses(
        (status = 200, description = "The ending that counts", body = ClosedSchema),
        Problems, ProblemsOfBody, ProblemsOfChange,
    ),
)]
pub(super) async fn decline(
    State(state): State<ServerState>,
    Answerer(caller): Answerer,
    IdInPath(id): IdInPath,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, FailedCall> {
    close(&state, caller, id, ClosingRoute::Decline, &headers, body).await
}

/// Asks to talk about a request first.
#[utoipa::path(
    post,
    path = "/v1/requests/{id}/discuss",
    operation_id = "discuss",
    security(("token" = ["answer", "admin"])),
    request_body = DraftsSchema,
    params(("id" = String, Path, description = "The whole id")),
    responses(
        (status = 200, description = "The ending that counts", body = ClosedSchema),
        Problems, ProblemsOfBody, ProblemsOfChange,
    ),
)]
pub(super) async fn discuss(
    State(state): State<ServerState>,
    Answerer(caller): Answerer,
    IdInPath(id): IdInPath,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, FailedCall> {
    close(&state, caller, id, ClosingRoute::Discuss, &headers, body).await
}

/// Stops the work.
#[utoipa::path(
    post,
    path = "/v1/requests/{id}/cancel",
    operation_id = "cancel",
    security(("token" = ["answer", "admin"])),
    request_body = DraftsSchema,
    params(("id" = String, Path, description = "The whole id")),
    responses(
        (status = 200, description = "The ending that counts", body = ClosedSchema),
        Problems, ProblemsOfBody, ProblemsOfChange,
    ),
)]
pub(super) async fn cancel(
    State(state): State<ServerState>,
    Answerer(caller): Answerer,
    IdInPath(id): IdInPath,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, FailedCall> {
    close(&state, caller, id, ClosingRoute::Cancel, &headers, body).await
}

/// Takes back what the caller asked.
#[utoipa::path(
    post,
    path = "/v1/requests/{id}/withdraw",
    operation_id = "withdraw",
    security(("token" = ["ask", "admin"])),
    params(("id" = String, Path, description = "The whole id")),
    responses(
        (status = 200, description = "The ending that counts", body = ClosedSchema),
        Problems, ProblemsOfBody, ProblemsOfChange,
    ),
)]
pub(super) async fn withdraw(
    State(state): State<ServerState>,
    TakesBack(caller): TakesBack,
    IdInPath(id): IdInPath,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, FailedCall> {
    let caller = Arc::new(caller);
    if caller.credential.asks() {
        own(&state, &caller, id).await?;
    }
    let caller = Arc::into_inner(caller).ok_or_else(FailedCall::broken)?;
    close(&state, caller, id, ClosingRoute::Withdraw, &headers, body).await
}

async fn close(
    state: &ServerState,
    caller: Authenticated,
    id: RequestId,
    route: ClosingRoute,
    headers: &HeaderMap,
    body: Value,
) -> Result<Response, FailedCall> {
    let key = key(headers)?;
    let closing = route.read(&body).map_err(|error| wrong(error.to_string()))?;
    let has_draft = body.get("draft").is_some_and(|draft| !draft.is_null());
    let person = state.person().to_owned();
    let driver = state.driver().clone();
    let guards = caller.credential.is_page().then(|| state.settings().clone());
    // Before closing, since the asker goes away as soon as it has the ending.
    let prepare = move || {
        let party = HttpParty::new(&caller, &person);
        let backend = driver.backend(Arc::new(party));
        if let Some(settings) = guards {
            guarded_request::judge(&*backend, id, &closing, settings.page())?;
        }
        let waits = backend.asker_waits(id);
        let closing = if has_draft { closing } else { with_draft(&*backend, id, closing) };
        Ok((backend, closing, waits))
    };
    let prepared: Result<_, Failure> = state.blocking(prepare).await?;
    let (backend, closing, waits) = prepared.map_err(|failure| state.failed(failure))?;
    let (tell, told) = oneshot::channel();
    // If the caller is gone, nobody wants the reply.
    let then: Then<bool> = Box::new(move |reply| drop(tell.send(reply)));
    backend.close_then(id, closing, key, then);
    let is_new = told.await.map_err(|_| FailedCall::broken())?.map_err(|failure| state.failed(failure))?;
    let reply = state.store(move |_| closed(&*backend, id, is_new, waits)).await?;
    Ok(front::json(StatusCode::OK, &reply.to_json()))
}

/// The closing with what was typed so far; unreadable text doesn't keep a request open.
fn with_draft(backend: &dyn Backend, id: RequestId, closing: Closing) -> Closing {
    let typed = || -> Draft { backend.drafts(id).unwrap_or_default() };
    match closing {
        Closing::Decline { reason, draft: _ } => Closing::Decline { reason, draft: typed() },
        Closing::Discuss { draft: _ } => Closing::Discuss { draft: typed() },
        Closing::Cancel { draft: _ } => Closing::Cancel { draft: typed() },
        Closing::Answer { .. } | Closing::Withdraw => closing,
    }
}

fn closed(backend: &dyn Backend, id: RequestId, is_new: bool, waits: bool) -> Result<ClosedReply, Failure> {
    let life = backend.read(id)?.life;
    let (outcome, by, at) = life.closed().ok_or(Failure::NoSuch(id))?;
    Ok(ClosedReply {
        id,
        outcome: outcome.name().to_owned(),
        at_ms: at.wall_ms,
        by: by.clone(),
        repeated: !is_new,
        asker_waits: waits,
    })
}

/// The key of an ending.
fn key(headers: &HeaderMap) -> Result<Option<IdempotencyKey>, FailedCall> {
    let mut keys = headers.get_all(KEY_HEADER).iter();
    match (keys.next().map(|key| key.to_str()), keys.next()) {
        (None, _) => Ok(None),
        (Some(Ok(key)), None) if !key.is_empty() => Ok(Some(IdempotencyKey(key.to_owned()))),
        (Some(_), _) => Err(wrong("Idempotency-Key is one text of plain characters".to_owned())),
    }
}
