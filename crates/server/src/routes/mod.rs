//! The routes under `/v1`, and the document that describes them.
//!
//! - Each route names its right; a wrong path and a wrong method are judged after the caller.
//! - The document is made from the routes themselves.
//! - Besides them there are the person's page, and what pages of other origins load.

mod ask;
mod closing;
mod delivered;
mod document;
mod drafts;
mod embed;
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

pub(crate) use embed::doorway;

use crate::server_state::ServerState;
use axum::Router;
use axum::routing::{get, on, post};
use embed::{call_id, embedded, news};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::{PathItemExt, routes};

/// Makes the routes and their document of one list. Only the document takes the descriptions, which are large.
macro_rules! described_routes {
    ($($module:ident::$handler:ident,)*) => {
        fn described() -> Router<ServerState> {
            use utoipa::Path;
            let router = Router::new();
            utoipa_axum::paste! {
                $(
                    let router = $module::[<__path_ $handler>]::methods().iter().fold(router, |router, method| {
                        let path = $module::[<__path_ $handler>]::path();
                        router.route(&path, on(method.to_method_filter(), $module::$handler))
                    });
                )*
            }
            router
        }

        fn document(version: &str) -> OpenApi {
            let router: OpenApiRouter<ServerState> = OpenApiRouter::with_openapi(document::head(version));
            router$(.routes(routes!($module::$handler)))*.into_openapi()
        }
    };
}

described_routes! {
    list::list,
    ask::ask,
    request::request,
    request::records,
    history::history,
    ending::ending,
    closing::answer,
    closing::decline,
    closing::discuss,
    closing::cancel,
    closing::withdraw,
    snooze::snooze,
    drafts::drafts,
    drafts::keep,
    delivered::delivered,
    events::events,
    feed::open,
    feed::send,
    news::news,
    call_id::of_call,
    embedded::shown,
    embedded::sent,
    state::state,
    health::health,
}

/// All routes of a server, with more of them behind the same gate.
pub(crate) fn router(state: &ServerState, extra: Vec<Router>) -> Router {
    let router = described()
        .route("/openapi.json", get(document::document))
        .route("/v1/link", post(link::link))
        .route("/l/{link}", get(page::visit).head(page::keep).post(page::trade))
        .route("/", get(page::list))
        .route("/history", get(page::history))
        .route("/page/{name}", get(page::part))
        .route("/worker.js", get(page::part))
        .route("/manifest.webmanifest", get(page::part))
        .route("/icon.svg", get(page::part))
        .route("/news", post(page::news))
        .route("/embed.js", get(page::part))
        .route("/embed/{name}", get(page::part))
        .route("/theme", post(page::theme))
        .route("/signout", post(page::sign_out))
        .route("/r/{id}", get(page::request).post(page::posted))
        .route("/r/{id}/preview/{question}", get(page::preview))
        .route("/r/{id}/preview/{question}/{option}", get(page::option_preview))
        .fallback(wrong_path::unknown)
        .method_not_allowed_fallback(wrong_path::method)
        .with_state(state.clone());
    extra.into_iter().fold(router, Router::merge)
}
