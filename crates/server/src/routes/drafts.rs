//! `/v1/requests/ID/drafts`: what is typed and not sent, question by question.
//!
//! - A writer names the revision that it knows; if somebody else wrote since, it gets both texts.
//! - What was typed too late for a closed request can still be read.
//! - Text of a secret is never kept.

use super::document::{AnyObject, DraftSchema, KeptSchema, Problems, ProblemsOfBody, ProblemsOfChange};
use crate::auth::caller::Answerer;
use crate::body::JsonBody;
use crate::front;
use crate::identity::HttpParty;
use crate::problem::FailedCall;
use crate::query::{IdInPath, part, wrong};
use crate::server_state::ServerState;
use asq_backend::{DraftReply, LateDraft, QuestionDraft};
use asq_core::model::WholeDraft;
use asq_wire::http::{CallProblem, DraftBody, DraftList, DraftOf, LateOf};
use axum::extract::{FromRequestParts, State};
use axum::response::Response;
use http::StatusCode;
use http::request::Parts;
use serde_json::json;
use std::sync::Arc;

/// The question in a path.
pub(super) struct QuestionInPath(usize);

impl FromRequestParts<ServerState> for QuestionInPath {
    type Rejection = FailedCall;

    async fn from_request_parts(head: &mut Parts, _: &ServerState) -> Result<QuestionInPath, FailedCall> {
        let digits = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
        let question = part(head, 5).filter(digits).and_then(|text| text.parse().ok());
        question.map(QuestionInPath).ok_or_else(FailedCall::not_found)
    }
}

/// What is typed for a request, with the revision of each question.
#[utoipa::path(
    get,
    path = "/v1/requests/{id}/drafts",
    operation_id = "drafts",
    security(("token" = ["answer", "admin"])),
    params(("id" = String, Path, description = "The whole id")),
    responses((status = 200, description = "The drafts", body = AnyObject), Problems),
)]
pub(super) async fn drafts(
    State(state): State<ServerState>,
    _: Answerer,
    IdInPath(id): IdInPath,
) -> Result<Response, FailedCall> {
    let onlooker = state.onlooker().clone();
    let read = move |_: &asq_runtime::Driver| {
        let drafts = onlooker.question_drafts(id)?;
        let asked = onlooker.read(id)?.asked().cloned();
        let late = onlooker.late_drafts(id)?;
        // Of an erased request nothing is left to show.
        let whole = if asked.is_some() { onlooker.whole(id)? } else { WholeDraft::default() };
        let readable = |late: &LateDraft| {
            asked
                .as_ref()
                .and_then(|asked| asked.request.questions.get(late.question))
                .is_some_and(|it| !it.sensitive)
        };
        let late = late.into_iter().filter(readable);
        Ok(DraftList {
            drafts: drafts.into_iter().map(row).collect(),
            whole,
            late: late
                .map(|LateDraft { question, at_ms, draft }| LateOf { question, at_ms, draft })
                .collect(),
        })
    };
    let drafts = state.store(read).await?;
    Ok(front::json(StatusCode::OK, &drafts.to_json()))
}

fn row(draft: QuestionDraft) -> DraftOf {
    let QuestionDraft { question, revision, at_ms, draft, other } = draft;
    DraftOf { question, revision, at_ms, draft, other }
}

/// Keeps what is typed for one question.
#[utoipa::path(
    put,
    path = "/v1/requests/{id}/drafts/{question}",
    operation_id = "keepDraft",
    security(("token" = ["answer", "admin"])),
    request_body = DraftSchema,
    params(
        ("id" = String, Path, description = "The whole id"),
        ("question" = u64, Path, description = "The question's index, from 0"),
    ),
    responses(
        (status = 200, description = "It is kept under this revision", body = KeptSchema),
        Problems, ProblemsOfBody, ProblemsOfChange,
    ),
)]
pub(super) async fn keep(
    State(state): State<ServerState>,
    Answerer(caller): Answerer,
    IdInPath(id): IdInPath,
    QuestionInPath(question): QuestionInPath,
    JsonBody(body): JsonBody,
) -> Result<Response, FailedCall> {
    let DraftBody { revision, draft } =
        DraftBody::from_json(&body).map_err(|error| wrong(error.to_string()))?;
    let person = state.person().to_owned();
    let yours = draft.clone();
    let keep = move |driver: &asq_runtime::Driver| {
        driver.backend(Arc::new(HttpParty::new(&caller, &person))).keep_draft(id, question, revision, &draft)
    };
    match state.store(keep).await? {
        DraftReply::Kept(revision) => Ok(front::json(StatusCode::OK, &json!({ "revision": revision }))),
        DraftReply::Clash { revision, theirs } => Err(CallProblem::Clash { revision, theirs, yours }.into()),
        DraftReply::Secret => Err(wrong("text of a secret is never kept".to_owned())),
        DraftReply::NoQuestion => Err(FailedCall::not_found()),
    }
}
