//! The OpenAPI document: made from the routes, with the schemas of what they take and return.
//!
//! - Every route has every problem that it can reply with.
//! - Every route names the rights that reach it, as the roles of its token.
//! - The document needs a token, as every route does.
//! - Objects that a command prints as well are described in docs/store.md; here they are objects.

use super::super::front;
use crate::auth::caller::Anyone;
use crate::problem::PROBLEM;
use crate::server_state::ServerState;
use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use std::collections::BTreeMap;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{
    ComponentsBuilder, ContentBuilder, InfoBuilder, OpenApi, OpenApiBuilder, Ref, RefOr, Response as ReplyOf,
    ResponseBuilder,
};
use utoipa::{IntoResponses, PartialSchema, ToSchema};

/// The document without its routes.
pub(super) fn head(version: &str) -> OpenApi {
    let bearer = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
    let info = InfoBuilder::new().title("asq").version(version).description(Some(
        "Questions that agents ask, and the answers of their people. docs/serve.md explains it.",
    ));
    let components = ComponentsBuilder::new()
        .security_scheme("token", bearer)
        .schema("Problem", <ProblemSchema as PartialSchema>::schema());
    OpenApiBuilder::new()
        .info(info.build())
        .components(Some(components.build()))
        .security(Some([SecurityRequirement::new::<&str, [&str; 0], &str>("token", [])]))
        .build()
}

/// `GET /openapi.json`. Each call makes it again: hardly anybody reads it, and a server keeps little.
pub(super) async fn document(State(state): State<ServerState>, _: Anyone) -> Response {
    let document = super::document(state.version());
    // A document of our own making has string keys only.
    front::bytes(StatusCode::OK, serde_json::to_vec(&document).unwrap_or_default())
}

/// What every route may reply.
pub(super) struct Problems;

/// What a route with a body may reply.
pub(super) struct ProblemsOfBody;

/// What a change of a request may reply.
pub(super) struct ProblemsOfChange;

/// What an ask may reply.
pub(super) struct ProblemsOfStore;

impl IntoResponses for Problems {
    fn responses() -> BTreeMap<String, RefOr<ReplyOf>> {
        problems(&[
            (400, "The query or the head isn't what the route takes"),
            (401, "No token that counts"),
            (403, "Another right, or a page of another origin"),
            (404, "Unknown, or not the caller's"),
            (421, "Another server's name"),
            (429, "Too much at once"),
            (503, "Not now"),
        ])
    }
}

impl IntoResponses for ProblemsOfBody {
    fn responses() -> BTreeMap<String, RefOr<ReplyOf>> {
        problems(&[
            (408, "The body took too long"),
            (413, "The body is too large"),
            (415, "The body isn't JSON"),
        ])
    }
}

impl IntoResponses for ProblemsOfChange {
    fn responses() -> BTreeMap<String, RefOr<ReplyOf>> {
        problems(&[
            (409, "Closed by somebody else, changed, delivered, or a clash"),
            (410, "Expired or erased"),
            (422, "The answer doesn't fit"),
            (507, "The disk is full"),
        ])
    }
}

impl IntoResponses for ProblemsOfStore {
    fn responses() -> BTreeMap<String, RefOr<ReplyOf>> {
        problems(&[
            (409, "Asked before with other content, or with an ending that isn't for this asker"),
            (422, "The call can't be asked"),
            (507, "The disk is full"),
        ])
    }
}

fn problems(all: &[(u16, &str)]) -> BTreeMap<String, RefOr<ReplyOf>> {
    let one = |(status, what): &(u16, &str)| {
        let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
        let reply = ResponseBuilder::new().description(*what).content(PROBLEM, content).build();
        (status.to_string(), RefOr::T(reply))
    };
    all.iter().map(one).collect()
}

/// A problem body (RFC 9457).
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct ProblemSchema {
    r#type: String,
    title: String,
    status: u16,
    /// A word that doesn't change.
    code: String,
    detail: String,
}

/// Any object; docs/store.md has its members.
#[derive(ToSchema)]
pub(super) struct AnyObject {}

#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct AskSchema {
    /// The tool call: bare arguments, `{"name", "arguments"}`, or a provider's block.
    #[schema(value_type = Object)]
    call: (),
    /// The id of its dialect, if the call doesn't say it.
    dialect: Option<String>,
    /// The tool's name, if the call doesn't say it.
    tool: Option<String>,
    agent: Option<String>,
    session: Option<String>,
    call_id: Option<String>,
    /// Whether the asker comes back for the ending, instead of waiting for it.
    returns: Option<bool>,
}

/// The line of `asq ask`.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct EndingSchema {
    id: Option<String>,
    outcome: String,
    content: String,
    #[schema(value_type = Option<Object>)]
    details: (),
    is_error: bool,
    /// What was dropped or mended while the call was read; missing if that is nothing.
    notes: Option<Vec<String>>,
    /// The ticket of a secret that is still open.
    ticket: Option<String>,
}

/// The open requests, or ids.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct ListSchema {
    /// The position of the log for which the list is true.
    position: Option<u64>,
    requests: Option<Vec<AnyObject>>,
    ids: Option<Vec<String>>,
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct AnswerSchema {
    /// One entry per question, as `asq show --json` prints them.
    #[schema(value_type = Vec<Object>)]
    answers: (),
    /// The digest of the request that was seen.
    digest: String,
}

/// A closing other than an answer.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct DraftsSchema {
    reason: Option<String>,
    /// What was typed; without it what is kept on any surface.
    #[schema(inline)]
    draft: Option<TypedSchema>,
}

/// How a request was closed.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct ClosedSchema {
    id: String,
    outcome: String,
    at: String,
    #[schema(value_type = Object)]
    by: (),
    repeated: bool,
    asker_waits: bool,
}

/// The request of a tool call.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct CallSchema {
    /// Null while no request has that call.
    #[schema(required = true)]
    id: Option<String>,
}

/// News of the requests that a token sees.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct NewsSchema {
    /// The position to go on from.
    position: u64,
    /// Whether the position of the call couldn't be continued.
    reset: bool,
    /// Each with `id`, `call` and `what`: asked, closed, delivered or erased.
    requests: Vec<AnyObject>,
}

/// A form, as the element fills it in.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct EmbeddedSchema {
    /// Its fields, each a pair of name and value; `act` is submit, cancel or keep.
    fields: Vec<Vec<String>>,
}

/// Until when a request is hidden.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct SnoozeSchema {
    /// A moment such as 2026-11-20T13:03:09.120Z; null brings it back.
    #[schema(required = true)]
    until: Option<String>,
}

/// Commands of a feed's surface.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct CommandsSchema {
    /// The number of the first command in this feed, from 0; what came before is skipped.
    from: u64,
    #[schema(value_type = Vec<Object>)]
    commands: (),
}

/// A draft of one question.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct DraftSchema {
    /// The last revision that the writer knows.
    #[schema(maximum = 9_007_199_254_740_991_i64)]
    revision: Option<u64>,
    #[schema(inline)]
    draft: TypedSchema,
}

/// What is typed and not sent.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct TypedSchema {
    /// One entry per question, as `asq show --json` prints them.
    #[schema(value_type = Vec<Object>)]
    answers: (),
    /// Text that is in no answer yet.
    #[schema(value_type = Option<Vec<Object>>)]
    typed: (),
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct KeptSchema {
    revision: u64,
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct DeliveredSchema {
    delivered: bool,
    /// Whether it was recorded before.
    repeated: bool,
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct HealthSchema {
    status: String,
    version: String,
}
