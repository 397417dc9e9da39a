//! `POST /question/ID/reply` and `POST /question/ID/reject`.
//!
//! - An id leads to its request whatever directory the call names; OpenCode's clients forget it easily.
//! - An unknown or closed one is 404; with `seed_compat` it is `true`, as in early versions (S1-2).
//! - To a narrowed token, whatever is outside its scope is unknown.
//! - Answers are judged as everywhere; OpenCode takes any.
//! - A dismissal cancels this request alone (S1-10). It may carry a reason, which OpenCode doesn't know: then the
//!   request is declined.
//! - `note` and other extra fields are ignored.

use super::OpenCodeState;
use super::answers_body::{Judged, answers, unfit};
use super::carried::CarriedRequest;
use super::ids::{self, IdOf};
use super::login::OpenCodeCaller;
use super::refusals::{self, OpenCodeRefusal};
use crate::body::AnyBody;
use crate::identity::HttpParty;
use crate::problem::FailedCall;
use crate::refused_after::refused_after;
use asq_backend::{Backend, Failure, Then};
use asq_core::life::{Asked, Closing, Refusal, RequestId};
use asq_core::text::Untrusted;
use asq_wire::http::{CallCode, CallProblem};
use axum::extract::{FromRequest, Path, Request, State};
use axum::response::Response;
use http::StatusCode;
use serde_json::Value;
use std::sync::Arc;
use tokio::sync::oneshot;
use tokio::time::Instant;

/// What a call does to a question.
#[derive(Clone, Copy, PartialEq, Eq)]
enum QuestionDeed {
    Reply,
    Reject,
}

pub(super) async fn reply(
    State(state): State<OpenCodeState>,
    caller: OpenCodeCaller,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, OpenCodeRefusal> {
    close(&state, caller, &id, QuestionDeed::Reply, request).await
}

pub(super) async fn reject(
    State(state): State<OpenCodeState>,
    caller: OpenCodeCaller,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, OpenCodeRefusal> {
    close(&state, caller, &id, QuestionDeed::Reject, request).await
}

async fn close(
    state: &OpenCodeState,
    OpenCodeCaller(caller): OpenCodeCaller,
    id: &str,
    does: QuestionDeed,
    request: Request,
) -> Result<Response, OpenCodeRefusal> {
    if !id.starts_with("que") {
        let what = format!("Expected a string starting with \"que\", got {}", Value::from(id));
        return Err(OpenCodeRefusal::params(&what, "[\"requestID\"]"));
    }
    let body = body(state, does, request).await?;
    let labels = match does {
        QuestionDeed::Reply => Some(answers(&body)?),
        QuestionDeed::Reject => None,
    };
    let done = || refusals::text(StatusCode::OK, "true");
    let began = Instant::now();
    let found = find(state, id).await?.filter(|(_, asked)| caller.credential.covers(asked));
    let Some((request, asked)) = found else {
        if caller.credential.scope().is_some() {
            refused_after(began).await;
        }
        return gone(state, id);
    };
    let closing = match &labels {
        Some(labels) => match unfit(&asked.request, labels) {
            Judged::Fits(answers) => Closing::Answer { answers, seen: asked.digest },
            Judged::Unfit(what, place) => return Err(OpenCodeRefusal::payload(&what, &place)),
        },
        None => rejection(state, request, &body).await?,
    };
    let person = state.server.person().to_owned();
    let driver = state.server.driver().clone();
    let party =
        state.server.blocking(move || driver.backend(Arc::new(HttpParty::new(&caller, &person)))).await?;
    let (tell, told) = oneshot::channel();
    // If the caller is gone, nobody wants the reply.
    let then: Then<bool> = Box::new(move |reply| drop(tell.send(reply)));
    party.close_then(request, closing, None, then);
    match told.await.map_err(|_| FailedCall::broken())? {
        Ok(_) => Ok(done()),
        Err(Failure::Refused(why)) if is_over(&why) => gone(state, id),
        Err(failure) => Err(state.server.failed(failure).into()),
    }
}

/// What OpenCode says to a question that nobody has.
fn gone(state: &OpenCodeState, id: &str) -> Result<Response, OpenCodeRefusal> {
    if state.seed_compat {
        Ok(refusals::text(StatusCode::OK, "true"))
    } else {
        Err(OpenCodeRefusal::NotFound(id.to_owned()))
    }
}

/// Whether the request is closed.
fn is_over(why: &Refusal) -> bool {
    matches!(why, Refusal::Closed { .. } | Refusal::Erased | Refusal::Overdue | Refusal::NotAsked)
}

/// The body of a call. OpenCode ignores a rejection's, so a wrong one counts as missing.
async fn body(state: &OpenCodeState, does: QuestionDeed, request: Request) -> Result<Value, OpenCodeRefusal> {
    match AnyBody::from_request(request, &state.server).await {
        Ok(AnyBody(Some(body))) => Ok(body),
        Ok(AnyBody(None)) => match does {
            QuestionDeed::Reply => Err(OpenCodeRefusal::payload("Expected object, got undefined", "")),
            QuestionDeed::Reject => Ok(Value::Null),
        },
        Err(failed) => {
            let CallProblem::Call { code: CallCode::BadRequest, detail } = failed.problem() else {
                return Err(failed.into());
            };
            match does {
                QuestionDeed::Reply => Err(OpenCodeRefusal::payload(&format!("Expected JSON: {detail}"), "")),
                QuestionDeed::Reject => Ok(Value::Null),
            }
        }
    }
}

/// The closing of a dismissal, with what was typed so far.
async fn rejection(state: &OpenCodeState, id: RequestId, body: &Value) -> Result<Closing, OpenCodeRefusal> {
    let onlooker = state.server.onlooker().clone();
    // Unreadable text doesn't keep a request open.
    let draft = state.server.blocking(move || onlooker.drafts(id).unwrap_or_default()).await?;
    let reason = body["reason"].as_str().filter(|reason| !reason.trim().is_empty());
    Ok(match reason {
        Some(reason) => Closing::Decline { reason: Some(Untrusted::from(reason)), draft },
        None => Closing::Cancel { draft },
    })
}

/// The open request with this question's id, if OpenCode's questions carry it.
async fn find(state: &OpenCodeState, id: &str) -> Result<Option<(RequestId, Asked)>, OpenCodeRefusal> {
    let Some(beginning) = ids::beginning(id) else { return Ok(None) };
    let (onlooker, question) = (state.server.onlooker().clone(), id.to_owned());
    let found = move |_: &_| find_by(&*onlooker, &beginning, &question);
    Ok(state.server.store(found).await?)
}

fn find_by(
    backend: &dyn Backend,
    beginning: &str,
    question: &str,
) -> Result<Option<(RequestId, Asked)>, Failure> {
    for id in backend.find(beginning, 8)? {
        let stored = match backend.get(id) {
            Ok(stored) => stored,
            Err(Failure::NoSuch(_)) => continue,
            Err(failure) => return Err(failure),
        };
        let (Some(asked), Some(at), None) = (stored.asked(), stored.life.asked_at(), stored.life.closed())
        else {
            continue;
        };
        if IdOf::Question.text(at.wall_ms, id) == question
            && CarriedRequest::of(id, at.wall_ms, asked).is_some()
        {
            return Ok(Some((id, asked.clone())));
        }
    }
    Ok(None)
}
