//! What all pages load: scripts, icon and manifest.
//!
//! - They are the same for everybody, so they take no cookie.
//! - A browser asks whether they changed, and mostly learns that they didn't.

use crate::problem::FailedCall;
use asq_page::PagePart;
use axum::body::Body;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use http::{HeaderValue, StatusCode};
use sha2::{Digest, Sha256};

/// A part, by the path of the call.
pub(in super::super) async fn part(request: Request) -> Response {
    let part = PagePart::ALL.iter().find(|part| part.path == request.uri().path());
    let Some(part) = part else { return FailedCall::not_found().into_response() };
    let tag = asq_core::text::hex(&Sha256::digest(part.text)[..8]);
    let known = request.headers().get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == quoted(&tag));
    let body = if known { Body::empty() } else { Body::from(part.text) };
    let mut reply = Response::new(body);
    let headers = reply.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(part.kind));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_bytes(&quoted(&tag)) {
        headers.insert(ETAG, tag);
    }
    if known {
        *reply.status_mut() = StatusCode::NOT_MODIFIED;
    }
    reply
}

fn quoted(tag: &str) -> Vec<u8> {
    format!("\"{tag}\"").into_bytes()
}
