//! What the element `<asq-question>` needs, in a page of another origin (docs/element.md).
//!
//! - A request as HTML for its shadow root: the form while it is open, its summary afterwards.
//! - News of the requests of one token, as one long poll for all elements of a page.
//! - A narrowed token reaches these routes and those of OpenCode's questions, and nothing else.
//! - A dangerous request and a secret are answered on asq's own page: here is a link to it.

pub(super) mod call_id;
pub(super) mod embedded;
pub(super) mod news;

use super::page;
use crate::links;
use crate::problem::FailedCall;
use axum::response::{IntoResponse, Response};
use http::StatusCode;

/// The page for somebody who follows a link of another site to a request. The browser sends no cookie with such a
/// visit, and asq takes none: the person goes on from here.
pub(crate) fn doorway(path: &str) -> Response {
    let Some(nonce) = links::random() else { return FailedCall::broken().into_response() };
    let chrome = page::stranger_chrome(&nonce);
    let id = path.strip_prefix("/r/").and_then(|id| id.parse::<asq_core::life::RequestId>().ok());
    match id {
        Some(id) => page::html(StatusCode::OK, &nonce, asq_page::doorway(&chrome, &id.to_string())),
        None => FailedCall::not_found().into_response(),
    }
}
