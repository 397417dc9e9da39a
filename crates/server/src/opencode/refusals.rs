//! Refusals in OpenCode's own words.
//!
//! - Bodies, types and statuses are those of a running OpenCode; the fixtures show them.
//! - Broken JSON is 400 and a wrong method 405, where OpenCode has 500 and a web page (S1-16).
//! - What OpenCode has no words for is a problem, as on asq's own routes.

use crate::problem::FailedCall;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_TYPE, VARY, WWW_AUTHENTICATE};
use http::{HeaderValue, StatusCode};
use serde_json::{Value, json};

/// The part of a call that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WrongPart {
    Params,
    Payload,
}

#[derive(Debug)]
pub(super) enum OpenCodeRefusal {
    /// No question has this id, or it was answered.
    NotFound(String),
    /// A part of the call is wrong.
    Bad(WrongPart, String),
    /// No password that counts.
    Unauthorized,
    /// The body has another type.
    Unsupported(String),
    /// Another failure.
    Problem(FailedCall),
}

impl OpenCodeRefusal {
    /// A wrong value at this place of the body.
    pub(super) fn payload(what: &str, place: &str) -> OpenCodeRefusal {
        OpenCodeRefusal::Bad(WrongPart::Payload, at(what, place))
    }

    /// A wrong value of this parameter.
    pub(super) fn params(what: &str, place: &str) -> OpenCodeRefusal {
        OpenCodeRefusal::Bad(WrongPart::Params, at(what, place))
    }
}

fn at(what: &str, place: &str) -> String {
    if place.is_empty() { what.to_owned() } else { format!("{what}\n  at {place}") }
}

impl From<FailedCall> for OpenCodeRefusal {
    fn from(failed: FailedCall) -> OpenCodeRefusal {
        OpenCodeRefusal::Problem(failed)
    }
}

impl IntoResponse for OpenCodeRefusal {
    fn into_response(self) -> Response {
        match self {
            OpenCodeRefusal::NotFound(id) => reply(
                StatusCode::NOT_FOUND,
                &json!({
                    "_tag": "QuestionNotFoundError",
                    "requestID": id,
                    "message": format!("Question request not found: {id}"),
                }),
            ),
            OpenCodeRefusal::Bad(part, message) => {
                let kind = match part {
                    WrongPart::Params => "Params",
                    WrongPart::Payload => "Payload",
                };
                let body = json!({"name": "BadRequest", "data": {"message": message, "kind": kind}});
                reply(StatusCode::BAD_REQUEST, &body)
            }
            OpenCodeRefusal::Unauthorized => {
                let mut reply = Response::new(Body::empty());
                *reply.status_mut() = StatusCode::UNAUTHORIZED;
                let realm = HeaderValue::from_static("Basic realm=\"Secure Area\"");
                reply.headers_mut().insert(WWW_AUTHENTICATE, realm);
                varied(reply)
            }
            OpenCodeRefusal::Unsupported(came) => {
                let text = asq_wire::inert(format!("Unsupported content-type: {came}"));
                let mut reply = Response::new(Body::from(text));
                *reply.status_mut() = StatusCode::UNSUPPORTED_MEDIA_TYPE;
                reply.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain"));
                varied(reply)
            }
            OpenCodeRefusal::Problem(failed) => failed.into_response(),
        }
    }
}

/// A reply as OpenCode sends it.
pub(super) fn reply(status: StatusCode, body: &Value) -> Response {
    text(status, asq_wire::inert(body.to_string()))
}

pub(super) fn text(status: StatusCode, body: impl Into<Body>) -> Response {
    let mut reply = Response::new(body.into());
    *reply.status_mut() = status;
    reply.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    varied(reply)
}

fn varied(mut reply: Response) -> Response {
    reply.headers_mut().insert(VARY, HeaderValue::from_static("Origin"));
    reply
}
