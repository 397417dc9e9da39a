//! What every request passes on its way in and out: the gate, the router, and the headers of every reply.
//!
//! - A server that shuts down takes no more calls.
//! - The connection knows when a call begins and ends.
//! - A route learns of the connection and of what the gate let in.
//! - A page of another origin may be let in by a token that names it, which is looked up before.

use crate::connection::{CallBody, CallOf, Connection};
use crate::gate::{self, Admitted};
use crate::opencode;
use crate::problem::{FailedCall, SECURITY};
use crate::routes;
use crate::server_state::ServerState;
use asq_wire::http::CallCode;
use axum::Router;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt as _;
use futures_util::future::Either;
use http::request::Parts;
use http::{HeaderValue, Request, StatusCode};
use hyper::body::Incoming;
use hyper::service::Service;
use std::convert::Infallible;
use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::Arc;
use tower_service::Service as _;

/// The service of one connection.
#[derive(Clone)]
pub(crate) struct Front {
    pub(crate) state: ServerState,
    pub(crate) router: Router,
    pub(crate) connection: Arc<Connection>,
}

impl Service<Request<Incoming>> for Front {
    type Response = Response<CallBody<Body>>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        self.connection.phases.begins();
        // Dropped with the reply's body, or with this call if the peer is gone before.
        let call = CallOf(self.connection.phases.clone());
        let (head, body) = request.into_parts();
        let reply = match gate::foreign(self.state.names(), &self.connection.peer.ends, &head) {
            None => Either::Left(self.reply(head, body, false)),
            Some(origin) => {
                let front = self.clone();
                Either::Right(Box::pin(async move {
                    let by_token = front.state.authenticator().names_origin(&front.state, &origin).await;
                    front.reply(head, body, by_token).await
                }))
            }
        };
        Box::pin(async move {
            let (mut head, body) = reply.await.into_parts();
            for (name, value) in SECURITY {
                head.headers.entry(name).or_insert(value);
            }
            Ok(Response::from_parts(head, CallBody::new(body, call)))
        })
    }
}

impl Front {
    fn reply(
        &self,
        mut head: Parts,
        body: Incoming,
        by_token: bool,
    ) -> impl Future<Output = Response> + Send + use<> {
        let admitted = if self.state.ends() {
            Err(FailedCall::call(CallCode::Unavailable, "the server shuts down"))
        } else {
            let limit = self.state.limits().body_bytes;
            gate::judge(self.state.names(), &self.connection.peer.ends, &head, limit, by_token)
        };
        let admitted = admitted.map_err(|failed| opencode::refusal(&head, failed));
        let routed = admitted.map(|admitted| {
            let Admitted { cors, preflight, visit, .. } = admitted.clone();
            if preflight {
                return (cors, Either::Left(ready(preflight_reply())));
            }
            if visit {
                return (cors, Either::Left(ready(routes::doorway(head.uri.path()))));
            }
            head.extensions.insert(self.connection.clone());
            head.extensions.insert(admitted);
            let call = self.router.clone().call(Request::from_parts(head, Body::new(body)));
            // The router never fails.
            (cors, Either::Right(call.map(|reply| reply.unwrap_or_else(|never: Infallible| match never {}))))
        });
        async move {
            let (cors, call) = match routed {
                Ok(routed) => routed,
                Err(refused) => return refused,
            };
            let mut reply = call.await;
            if let Some(origin) = cors {
                for (name, value) in SECURITY {
                    reply.headers_mut().entry(name).or_insert(value);
                }
                gate::allow(origin, reply.headers_mut());
            }
            reply
        }
    }
}

/// The reply to a browser that asks what a page may send.
fn preflight_reply() -> Response {
    let mut reply = StatusCode::NO_CONTENT.into_response();
    gate::allow_calls(reply.headers_mut());
    reply
}

/// A reply of JSON, with nothing in it that a terminal obeys.
pub(crate) fn json(status: StatusCode, body: &serde_json::Value) -> Response {
    bytes(status, asq_wire::inert(body.to_string()) + "\n")
}

/// A reply of JSON that is rendered already.
pub(crate) fn bytes(status: StatusCode, body: impl Into<Body>) -> Response {
    let mut reply = Response::new(body.into());
    *reply.status_mut() = status;
    let json = HeaderValue::from_static("application/json");
    reply.headers_mut().insert(http::header::CONTENT_TYPE, json);
    reply
}
