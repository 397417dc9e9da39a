//! The body of a call, read strictly and within limits.
//!
//! - It has a time limit and a size, and so have all bodies of a server together.
//! - Invalid UTF-8 or JSON, a repeated key and too many levels are refused with their place.
//! - Nothing of it is read before its caller is known.

use crate::gate::too_large;
use crate::problem::FailedCall;
use crate::server_state::ServerState;
use asq_wire::http::CallCode;
use axum::extract::{FromRequest, Request};
use hyper::body::Body as _;
use serde_json::{Map, Value};
use std::future::poll_fn;
use std::pin::Pin;
use tokio::time::timeout;

/// Above this size a body is parsed where it delays nobody.
const LARGE: usize = 32 << 10;

/// A body of JSON, which is an object; one without a byte is an empty object.
pub(crate) struct JsonBody(pub(crate) Value);

/// A body of any JSON; `None` is one without a byte.
pub(crate) struct AnyBody(pub(crate) Option<Value>);

/// The fields of a form of the page, by name and value.
pub(crate) struct FormBody(pub(crate) Vec<(String, String)>);

/// Counts a body's bytes among those of all bodies, as long as it is read.
struct CountedBody<'a> {
    state: &'a ServerState,
    bytes: usize,
}

impl CountedBody<'_> {
    fn add(&mut self, bytes: usize) -> Result<(), FailedCall> {
        if !self.state.takes_body(bytes) {
            let detail = "too many large bodies arrive at once";
            return Err(FailedCall::call(CallCode::Unavailable, detail));
        }
        self.bytes += bytes;
        Ok(())
    }
}

impl Drop for CountedBody<'_> {
    fn drop(&mut self) {
        self.state.drops_body(self.bytes);
    }
}

impl FromRequest<ServerState> for JsonBody {
    type Rejection = FailedCall;

    async fn from_request(request: Request, state: &ServerState) -> Result<JsonBody, FailedCall> {
        let AnyBody(value) = AnyBody::from_request(request, state).await?;
        match value {
            None => Ok(JsonBody(Value::Object(Map::new()))),
            Some(value) if value.is_object() => Ok(JsonBody(value)),
            Some(_) => Err(FailedCall::call(CallCode::BadRequest, "a body is one object")),
        }
    }
}

impl FromRequest<ServerState> for AnyBody {
    type Rejection = FailedCall;

    async fn from_request(request: Request, state: &ServerState) -> Result<AnyBody, FailedCall> {
        let bytes = read_in_time(request.into_body(), state).await?;
        if bytes.is_empty() {
            return Ok(AnyBody(None));
        }
        let parsed = if bytes.len() > LARGE {
            state.blocking(move || asq_wire::read_json(bytes)).await?
        } else {
            asq_wire::read_json(bytes)
        };
        match parsed {
            Ok(parsed) => Ok(AnyBody(Some(parsed.value))),
            Err(misuse) => Err(FailedCall::call(CallCode::BadRequest, misuse.to_string())),
        }
    }
}

impl FromRequest<ServerState> for FormBody {
    type Rejection = FailedCall;

    async fn from_request(request: Request, state: &ServerState) -> Result<FormBody, FailedCall> {
        let bytes = read_in_time(request.into_body(), state).await?;
        Ok(FormBody(form_urlencoded::parse(&bytes).into_owned().collect()))
    }
}

pub(crate) async fn read_in_time(body: axum::body::Body, state: &ServerState) -> Result<Vec<u8>, FailedCall> {
    let reads = Box::pin(read(body, state));
    let late = || FailedCall::call(CallCode::Timeout, "the body took too long to arrive");
    timeout(state.limits().body, reads).await.map_err(|_| late())?
}

async fn read(mut body: axum::body::Body, state: &ServerState) -> Result<Vec<u8>, FailedCall> {
    let most = state.limits().body_bytes;
    let mut counted = CountedBody { state, bytes: 0 };
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
        let broken = |_| FailedCall::call(CallCode::BadRequest, "the body is incomplete");
        // Trailers say nothing here.
        let Ok(data) = frame.map_err(broken)?.into_data() else { continue };
        if bytes.len() + data.len() > most {
            return Err(too_large(most));
        }
        counted.add(data.len())?;
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
}
