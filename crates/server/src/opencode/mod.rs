//! OpenCode's question protocol: clients that were written for OpenCode's questions work against asq unchanged.
//!
//! - `GET /question`, `POST /question/ID/reply` and `/reject`, `GET /event`, `GET /global/event`, as a running OpenCode
//!   1.18 has them.
//! - Every open request that OpenCode's questions can carry is listed, whatever contract it follows.
//! - A request looks like a tool call: a message, and a part that is pending, running, then completed or an error.
//! - Ids are computed from the time of asking and the request's id: they sort, and need no table.
//! - The password is a token that may answer.
//! - What differs from OpenCode is in docs/dialects/opencode.md.

mod answers_body;
mod carried;
mod directory;
mod events;
mod hub;
mod ids;
mod list;
mod login;
mod refusals;
mod reply;
mod stream;

use crate::ExtraRoutes;
use crate::problem::FailedCall;
use crate::server_state::ServerState;
use asq_wire::http::CallCode;
use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use http::StatusCode;
use http::header::CONTENT_TYPE;
use http::request::Parts;
use hub::OpenCodeHub;
use list::QuestionList;
use login::OpenCodeCaller;
use refusals::OpenCodeRefusal;
use std::sync::Arc;

#[derive(Clone)]
struct OpenCodeState {
    server: ServerState,
    hub: Arc<OpenCodeHub>,
    list: Arc<QuestionList>,
    seed_compat: bool,
}

/// OpenCode's routes, to be mounted behind the gate. With `seed_compat` they behave as the first page about them says:
/// a reply to an unknown id is `true`, and `/event` has no `question.*`.
pub fn opencode_routes(seed_compat: bool) -> ExtraRoutes {
    Box::new(move |server| {
        let list: Arc<QuestionList> = Arc::default();
        let hub = Arc::new(OpenCodeHub::new(seed_compat, list.clone()));
        let state = OpenCodeState { server: server.clone(), hub, list, seed_compat };
        Router::new()
            .route("/question", get(list::list).fallback(method))
            .route("/question/{id}/reply", post(reply::reply).fallback(method))
            .route("/question/{id}/reject", post(reply::reject).fallback(method))
            .route("/event", get(stream::local).fallback(method))
            .route("/global/event", get(stream::global).fallback(method))
            .with_state(state)
    })
}

/// The reply to a call that the gate refuses: on these paths in OpenCode's words, where it has any.
pub(crate) fn refusal(head: &Parts, failed: FailedCall) -> Response {
    let is_type = failed.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE;
    if !is_type || !head.uri.path().starts_with("/question/") {
        return failed.into_response();
    }
    let came =
        head.headers.get(CONTENT_TYPE).map(|kind| String::from_utf8_lossy(kind.as_bytes()).into_owned());
    OpenCodeRefusal::Unsupported(came.unwrap_or_default()).into_response()
}

/// A path that takes other methods, where OpenCode sends its web page (S1-16).
async fn method(_: OpenCodeCaller) -> Result<Response, OpenCodeRefusal> {
    let detail = "this path takes other methods: Allow names them";
    Err(FailedCall::call(CallCode::MethodNotAllowed, detail).into())
}
