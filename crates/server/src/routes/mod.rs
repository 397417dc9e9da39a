//! The routes under `/v1`, and the document that describes them.
//!
//! - Each route names its right; a wrong path and a wrong method are judged after the caller.
//! - The document is made from the routes themselves.

mod ask;
mod closing;
mod delivered;
mod document;
mod drafts;
mod ending;
mod events;
mod feed;
mod health;
mod history;
mod link;
mod list;
mod own_request;
mod page;
mod request;
mod snooze;
mod state;
mod wrong_path;

use crate::server_state::ServerState;
use axum::Router;
use axum::routing::get;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The routes that the document describes.
fn described(version: &str) -> OpenApiRouter<ServerState> {
    OpenApiRouter::with_openapi(document::head(version))
        .routes(routes!(list::list, ask::ask))
        .routes(routes!(request::request))
        .routes(routes!(request::records))
        .routes(routes!(history::history))
        .routes(routes!(ending::ending))
        .routes(routes!(closing::answer))
        .routes(routes!(closing::decline))
        .routes(routes!(closing::discuss))
        .routes(routes!(closing::cancel))
        .routes(routes!(closing::withdraw))
        .routes(routes!(snooze::snooze))
        .routes(routes!(drafts::drafts))
        .routes(routes!(drafts::keep))
        .routes(routes!(delivered::delivered))
        .routes(routes!(events::events))
        .routes(routes!(feed::open))
        .routes(routes!(feed::send))
        .routes(routes!(state::state))
        .routes(routes!(health::health))
}

/// All routes of a server, with more of them behind the same gate.
pub(crate) fn router(state: &ServerState, extra: Vec<Router>) -> Router {
    let (router, _) = described(state.version()).split_for_parts();
    let router = router
        .route("/openapi.json", get(document::document))
        .route("/v1/link", axum::routing::post(link::link))
        .route("/l/{link}", get(page::trade).head(page::keep))
        .route("/", get(page::page))
        .fallback(wrong_path::unknown)
        .method_not_allowed_fallback(wrong_path::method)
        .with_state(state.clone());
    extra.into_iter().fold(router, Router::merge)
}
