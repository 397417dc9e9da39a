//! `/v1/feed`: the line of asq's own surfaces, notices one way and commands the other.
//!
//! - A feed of the inbox counts as an inbox in use, for a while after its stream as well.
//! - With a token made for it, its user may give dangerous answers, as on a terminal here.

use super::document::{CommandsSchema, Problems, ProblemsOfBody};
use super::events::stream;
use crate::auth::caller::Answerer;
use crate::auth::permits::Use;
use crate::body::JsonBody;
use crate::identity::HttpParty;
use crate::problem::FailedCall;
use crate::query::{QueryOf, part, wrong};
use crate::server_state::ServerState;
use crate::streams::{FeedStream, OpenFeeds, StreamHolds};
use asq_backend::Follow;
use asq_wire::http::{FeedCommands, FeedHello};
use axum::extract::{FromRequestParts, State};
use axum::response::Response;
use http::StatusCode;
use http::request::Parts;
use std::sync::Arc;

/// Opens a feed.
#[utoipa::path(
    get,
    path = "/v1/feed",
    operation_id = "openFeed",
    security(("token" = ["answer", "admin"])),
    params(("follow" = Option<String>, Query, description = "`inbox` (also without it), or `opened`")),
    responses(
        (status = 200, description = "Events: feed, then notice", content_type = "text/event-stream", body = String),
        Problems,
    ),
)]
pub(super) async fn open(
    State(state): State<ServerState>,
    Answerer(mut caller): Answerer,
    query: QueryOf,
) -> Result<Response, FailedCall> {
    let follow = match query.text("follow") {
        None | Some("inbox") => Follow::Inbox,
        Some("opened") => Follow::Opened,
        Some(other) => {
            return Err(wrong(format!("follow is 'inbox' or 'opened', not {}", asq_wire::quoted(other))));
        }
    };
    caller.becomes(Use::Stream, &state)?;
    let (person, driver) = (state.person().to_owned(), state.driver().clone());
    let (caller, backend) = state
        .blocking(move || {
            let party = HttpParty::new(&caller, &person).inbox(&caller.credential);
            let backend = driver.backend(Arc::new(party));
            (caller, backend)
        })
        .await?;
    let line = OpenFeeds::open(&state, caller.credential.key(), backend, follow).await?;
    // After it follows: what is closed in between is in neither, and what is asked is in both.
    let known = match follow {
        Follow::Inbox => {
            let onlooker = state.onlooker().clone();
            let list = state.store(move |_| onlooker.list(0)).await?;
            Some(list.into_iter().map(|pending| pending.id).collect())
        }
        Follow::Opened => None,
    };
    let hello = FeedHello { feed: line.name.clone(), known };
    let holds = StreamHolds::new(&state, caller, None);
    Ok(stream(FeedStream::new(&state, line, hello, holds)))
}

/// The name of a feed in a path.
pub(super) struct FeedInPath(String);

impl FromRequestParts<ServerState> for FeedInPath {
    type Rejection = FailedCall;

    async fn from_request_parts(head: &mut Parts, _: &ServerState) -> Result<FeedInPath, FailedCall> {
        part(head, 3).map(|name| FeedInPath(name.to_owned())).ok_or_else(FailedCall::not_found)
    }
}

/// Sends commands of a feed's surface.
#[utoipa::path(
    post,
    path = "/v1/feed/{feed}",
    operation_id = "sendCommands",
    security(("token" = ["answer", "admin"])),
    request_body = CommandsSchema,
    params(("feed" = String, Path, description = "The name of the feed")),
    responses((status = 204, description = "They are taken, or were before"), Problems, ProblemsOfBody),
)]
pub(super) async fn send(
    State(state): State<ServerState>,
    Answerer(caller): Answerer,
    FeedInPath(name): FeedInPath,
    JsonBody(body): JsonBody,
) -> Result<StatusCode, FailedCall> {
    let commands = FeedCommands::from_json(&body).map_err(|error| wrong(error.to_string()))?;
    OpenFeeds::send(&state, caller.credential.key(), &name, commands).await?;
    Ok(StatusCode::NO_CONTENT)
}
