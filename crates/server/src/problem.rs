//! A call that failed, as a reply.
//!
//! - Every body is `application/problem+json`, with nothing in it that a terminal obeys.
//! - A reply to a call that may be repeated says when.
//! - Whether a request is unknown or somebody else's makes no difference.

use asq_backend::{Failure, FaultKind};
use asq_core::life::{Refusal, Right};
use asq_wire::http::{CallCode, CallProblem, StoreProblem};
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderName, HeaderValue, StatusCode};
use std::fmt::Write;

/// The type of a problem body.
pub(crate) const PROBLEM: &str = "application/problem+json";

/// The headers of every reply.
pub(crate) const SECURITY: [(HeaderName, HeaderValue); 4] = [
    (http::header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (http::header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (http::header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

#[derive(Debug)]
pub(crate) struct FailedCall(Box<CallProblem>);

impl FailedCall {
    /// A problem of the call itself.
    pub(crate) fn call(code: CallCode, detail: impl Into<String>) -> FailedCall {
        FailedCall(Box::new(CallProblem::call(code, detail)))
    }

    /// No such path, or no request of this caller's.
    pub(crate) fn not_found() -> FailedCall {
        FailedCall::call(CallCode::NotFound, "there is no such path, or no such request of yours")
    }

    pub(crate) fn unauthorized() -> FailedCall {
        FailedCall::call(
            CallCode::Unauthorized,
            "this takes a token that counts: Authorization: Bearer asq_…",
        )
    }

    /// The caller has another right.
    pub(crate) fn right(needed: Right) -> FailedCall {
        let came = match needed {
            Right::Ask | Right::System => Right::Answer,
            Right::Answer => Right::Ask,
        };
        CallProblem::Refused(Box::new(Refusal::Right { needed, came })).into()
    }

    /// Something went wrong in the server.
    pub(crate) fn broken() -> FailedCall {
        FailedCall::call(CallCode::Unavailable, "the server failed to carry this out")
    }

    pub(crate) fn problem(&self) -> &CallProblem {
        &self.0
    }

    fn body(&self) -> String {
        asq_wire::inert(self.0.to_json().to_string()) + "\n"
    }

    /// When to try again, in seconds.
    fn retry_after(&self) -> Option<&'static str> {
        match &*self.0 {
            CallProblem::Call { code: CallCode::TooMany, .. } => Some("1"),
            CallProblem::Call { code: CallCode::Unavailable, .. } => Some("2"),
            CallProblem::Store { fault: StoreProblem::Failed | StoreProblem::Unknown, .. } => Some("2"),
            CallProblem::Store { .. }
            | CallProblem::Call { .. }
            | CallProblem::Refused(_)
            | CallProblem::Misuse { .. }
            | CallProblem::Conflict { .. }
            | CallProblem::Clash { .. } => None,
        }
    }

    /// The whole reply as bytes, for a connection that ends with it.
    pub(crate) fn whole(&self) -> String {
        let (status, body) = (self.status(), self.body());
        let mut reply = format!("HTTP/1.1 {status}\r\ncontent-type: {PROBLEM}\r\nconnection: close\r\n");
        for (name, value) in &SECURITY {
            // Writing to a string can't fail.
            let _ = write!(reply, "{name}: {}\r\n", value.to_str().unwrap_or_default());
        }
        let _ = write!(reply, "content-length: {}\r\n\r\n{body}", body.len());
        reply
    }

    pub(crate) fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.0.status()).unwrap_or(StatusCode::SERVICE_UNAVAILABLE)
    }
}

impl From<CallProblem> for FailedCall {
    fn from(problem: CallProblem) -> FailedCall {
        FailedCall(Box::new(problem))
    }
}

impl From<Failure> for FailedCall {
    fn from(failure: Failure) -> FailedCall {
        let fault = match failure {
            Failure::NoSuch(_) => return FailedCall::not_found(),
            Failure::Refused(refusal) if *refusal == Refusal::NotAsked => return FailedCall::not_found(),
            Failure::Refused(refusal) => return CallProblem::Refused(refusal).into(),
            Failure::Store(fault) => fault,
        };
        let what = match fault.kind {
            FaultKind::Final => StoreProblem::Final,
            FaultKind::Unknown => StoreProblem::Unknown,
            FaultKind::Full => StoreProblem::Full,
            FaultKind::Failed => StoreProblem::Failed,
        };
        CallProblem::Store { fault: what, detail: fault.text }.into()
    }
}

impl IntoResponse for FailedCall {
    fn into_response(self) -> Response {
        let mut reply = Response::new(Body::from(self.body()));
        *reply.status_mut() = self.status();
        let headers = reply.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(PROBLEM));
        if let Some(after) = self.retry_after() {
            headers.insert(RETRY_AFTER, HeaderValue::from_static(after));
        }
        if reply.status() == StatusCode::UNAUTHORIZED {
            reply.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        reply
    }
}
