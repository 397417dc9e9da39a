//! `/v1/embed/ID`: one request as HTML for the element, and its form as it was filled in.
//!
//! - The form, its fields and their problems are those of the page, judged in the same way.
//! - It takes JSON alone, so no form of any page can be meant for it.
//! - What was typed is a draft before anything else happens, and comes back if it isn't sent.
//! - A dangerous request and a secret take no answer here, whatever the token.
//! - The HTML loads nothing, and acts nowhere as a document.

use super::super::document::{EmbeddedSchema, Problems, ProblemsOfBody, ProblemsOfChange};
use super::super::own_request::within;
use super::super::page::{PageRequest, PostedStage, carry_out, in_words, texts};
use crate::auth::caller::ScopedAnswerer;
use crate::body::JsonBody;
use crate::guarded_request::GuardedRequest;
use crate::identity::HttpParty;
use crate::links;
use crate::problem::FailedCall;
use crate::query::{IdInPath, wrong};
use crate::server_state::ServerState;
use asq_core::life::{Asked, How, Refusal};
use asq_core::text::Untrusted;
use asq_page::{EmbedClosed, EmbedElsewhere, EmbedOpen, Filled, PageAct, is_embeddable};
use asq_wire::http::{CallCode, CallProblem};
use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use http::{HeaderValue, StatusCode};
use serde_json::Value;
use std::sync::Arc;

/// A request as HTML: its form while it is open, its summary afterwards.
#[utoipa::path(
    get,
    path = "/v1/embed/{id}",
    operation_id = "embedded",
    security(("token" = ["answer", "admin"])),
    params(("id" = String, Path, description = "The whole id")),
    responses((status = 200, description = "The HTML", content_type = "text/html", body = String), Problems),
)]
pub(in super::super) async fn shown(
    State(state): State<ServerState>,
    ScopedAnswerer(caller): ScopedAnswerer,
    IdInPath(id): IdInPath,
) -> Result<Response, FailedCall> {
    within(&state, &Arc::new(caller), id).await?;
    let (onlooker, settings) = (state.onlooker().clone(), state.settings().clone());
    let shown = state.store(move |_| PageRequest::read(&*onlooker, id, settings.page())).await?;
    let filled = shown.stored.asked().map(|asked| shown.filled(asked)).unwrap_or_default();
    let late = shown.late.clone();
    drawn(&state, &shown, &filled, &FormNews::default(), &late).map(|text| html(StatusCode::OK, text))
}

/// Carries out a form: answers, cancels, or keeps what is typed.
#[utoipa::path(
    post,
    path = "/v1/embed/{id}",
    operation_id = "sendEmbedded",
    security(("token" = ["answer", "admin"])),
    request_body = EmbeddedSchema,
    params(("id" = String, Path, description = "The whole id")),
    responses(
        (status = 200, description = "The request as it is now", content_type = "text/html", body = String),
        Problems, ProblemsOfBody, ProblemsOfChange,
    ),
)]
pub(in super::super) async fn sent(
    State(state): State<ServerState>,
    ScopedAnswerer(caller): ScopedAnswerer,
    IdInPath(id): IdInPath,
    JsonBody(body): JsonBody,
) -> Result<Response, FailedCall> {
    let caller = Arc::new(caller);
    let stored = within(&state, &caller, id).await?;
    let settings = state.settings().clone();
    let person_settings = state.blocking(move || settings.page()).await?;
    let stored = GuardedRequest::new(stored, person_settings);
    let fields = fields(&body)?;
    let asked = stored.asked().ok_or_else(FailedCall::not_found)?;
    let filled = Arc::new(Filled::read(&asked.request, &fields));
    let act = filled.act.filter(|act| matches!(act, PageAct::Submit | PageAct::Cancel | PageAct::Keep));
    let act = act.ok_or_else(|| wrong("act is 'submit', 'cancel' or 'keep'".to_owned()))?;
    if act != PageAct::Cancel && !is_embeddable(&asked.request) {
        return Err(elsewhere(asked));
    }
    let (party, form, request) = (caller.clone(), filled.clone(), asked.request.clone());
    let (person, driver) = (state.person().to_owned(), state.driver().clone());
    let carried = move |_: &asq_runtime::Driver| {
        let backend = driver.backend(Arc::new(HttpParty::new(&party, &person)));
        match carry_out(&backend, id, &request, &form, Some(act), person_settings)? {
            PostedStage::Closed | PostedStage::Aside | PostedStage::Back => {
                Ok((StatusCode::OK, Box::new(PageRequest::read(&*backend, id, person_settings)?), None))
            }
            PostedStage::Beaten(shown) => Ok((StatusCode::CONFLICT, shown, None)),
            PostedStage::Open(shown, notice) => Ok((StatusCode::UNPROCESSABLE_ENTITY, shown, notice)),
        }
    };
    let (status, shown, notice) = state.store(carried).await?;
    let problems = status == StatusCode::UNPROCESSABLE_ENTITY && act == PageAct::Submit;
    let status =
        if act == PageAct::Keep && shown.stored.life.closed().is_none() { StatusCode::OK } else { status };
    let late = if status == StatusCode::CONFLICT { texts(&asked.request, &filled) } else { Vec::new() };
    let text = drawn(&state, &shown, &filled, &FormNews { problems, notice }, &late)?;
    Ok(html(status, text))
}

/// What a form says besides what was filled in.
#[derive(Default)]
struct FormNews {
    /// Whether everything that is wrong with it is marked.
    problems: bool,
    notice: Option<String>,
}

/// The refusal of an answer that takes asq's own page.
fn elsewhere(asked: &Asked) -> FailedCall {
    if asked.request.questions.iter().any(|question| question.danger.is_some()) {
        return CallProblem::Refused(Box::new(Refusal::Danger(How::Api))).into();
    }
    FailedCall::call(CallCode::Forbidden, "a secret is typed on asq's own page, in an inbox or a terminal")
}

fn drawn(
    state: &ServerState,
    shown: &PageRequest,
    filled: &Filled,
    news: &FormNews,
    late: &[Untrusted],
) -> Result<String, FailedCall> {
    let (stored, id) = (&shown.stored, shown.stored.id.to_string());
    let asked = stored.asked().ok_or_else(FailedCall::not_found)?;
    if let Some((outcome, by, at)) = stored.life.closed() {
        let (at, delivered) = (in_words(state, at.wall_ms), stored.life.delivered().is_some());
        return Ok(EmbedClosed { id: &id, asked, outcome, by, at: &at, delivered, late }.html());
    }
    if !is_embeddable(&asked.request) {
        return Ok(EmbedElsewhere { id: &id, asked }.html());
    }
    let open = EmbedOpen {
        id: &id,
        asked,
        rules: &(asq_asking::dialect(&asked.dialect).form)(&asked.request.prefs),
        filled,
        others: &shown.others(),
        revisions: &shown.revisions(asked),
        key: &links::random().ok_or_else(FailedCall::broken)?,
        notice: news.notice.as_deref(),
    };
    Ok(open.html(news.problems))
}

/// The fields of a form, by name and value.
fn fields(body: &Value) -> Result<Vec<(String, String)>, FailedCall> {
    let shape = || wrong("fields is a list of pairs of texts: [[\"act\", \"submit\"], …]".to_owned());
    let pair = |pair: &Value| match pair.as_array().map(Vec::as_slice) {
        Some([Value::String(name), Value::String(value)]) => Ok((name.clone(), value.clone())),
        Some(_) | None => Err(shape()),
    };
    body["fields"].as_array().ok_or_else(shape)?.iter().map(pair).collect()
}

fn html(status: StatusCode, text: String) -> Response {
    let mut reply = Response::new(Body::from(text));
    *reply.status_mut() = status;
    let headers = reply.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox; default-src 'none'"));
    reply
}
