//! One call and its reply, with limits on time and size.
//!
//! - A connection is used again while it is fresh, so that a command that makes many calls connects once.
//! - A call that got no reply is made again once: each has a key, or has the same effect twice.
//! - A busy server is tried again as soon as it says, within the time of the call.
//! - The error tells a call that never reached the server from one that may have been carried out.

use crate::connect::{Sender, ServerConnector};
use crate::limits::ClientLimits;
use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE, HOST, HeaderName, HeaderValue, RETRY_AFTER};
use http::{Method, Request, Response};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::Incoming;
use serde_json::Value;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

/// The most bytes of a reply.
const MOST: usize = 256 << 20;
/// A connection that was idle for longer isn't used again: the server may be about to close it.
const FRESH: Duration = Duration::from_secs(4);
/// The most idle connections.
const IDLE: usize = 4;
/// The longest pause before a busy server is tried again.
const PAUSE: Duration = Duration::from_secs(2);

#[derive(Clone, Debug)]
pub(crate) struct HttpCall {
    pub(crate) method: Method,
    /// The path after the address's own, with the query.
    pub(crate) path: String,
    pub(crate) body: Option<Value>,
    pub(crate) headers: Vec<(&'static str, String)>,
    /// How long the server may wait before it answers.
    pub(crate) waits: Duration,
}

#[derive(Clone, Debug)]
pub(crate) struct HttpReply {
    pub(crate) status: u16,
    pub(crate) body: Value,
}

/// Why a call has no reply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoReply {
    /// It never reached the server.
    #[error("{0}")]
    Unsent(String),
    /// It may have been carried out.
    #[error("{0}")]
    Lost(String),
}

impl HttpCall {
    pub(crate) fn get(path: impl Into<String>) -> HttpCall {
        let (method, headers) = (Method::GET, Vec::new());
        HttpCall { method, path: path.into(), body: None, headers, waits: Duration::ZERO }
    }

    pub(crate) fn post(path: impl Into<String>, body: Value) -> HttpCall {
        HttpCall { method: Method::POST, body: Some(body), ..HttpCall::get(path) }
    }

    pub(crate) fn put(path: impl Into<String>, body: Value) -> HttpCall {
        HttpCall { method: Method::PUT, body: Some(body), ..HttpCall::get(path) }
    }

    pub(crate) fn header(mut self, name: &'static str, value: impl Into<String>) -> HttpCall {
        self.headers.push((name, value.into()));
        self
    }

    pub(crate) fn waiting(self, waits: Duration) -> HttpCall {
        HttpCall { waits, ..self }
    }
}

/// An idle connection, and since when it is idle.
type IdleConnection = (Sender, Instant);

/// Makes calls to one server.
pub(crate) struct Caller {
    pub(crate) connector: ServerConnector,
    limits: ClientLimits,
    idle: Mutex<Vec<IdleConnection>>,
}

impl Caller {
    pub(crate) fn new(connector: ServerConnector, limits: ClientLimits) -> Caller {
        Caller { connector, limits, idle: Mutex::default() }
    }

    /// Makes a call, and reads its reply.
    pub(crate) async fn call(&self, call: &HttpCall, token: &str) -> Result<HttpReply, NoReply> {
        let mut sent = false;
        let limit = self.limits.call + call.waits;
        let until = Instant::now() + limit;
        if let Ok(done) = timeout(limit, self.tries(call, token, until, &mut sent)).await {
            return done;
        }
        let why = format!("no answer after {} seconds", limit.as_secs());
        Err(if sent { NoReply::Lost(why) } else { NoReply::Unsent(why) })
    }

    async fn tries(
        &self,
        call: &HttpCall,
        token: &str,
        until: Instant,
        sent: &mut bool,
    ) -> Result<HttpReply, NoReply> {
        let mut again = true;
        loop {
            match self.once(call, token, sent).await {
                Ok((_, Some(pause))) if Instant::now() + 2 * pause < until => sleep(pause).await,
                Ok((reply, _)) => return Ok(reply),
                Err(NoReply::Lost(_)) if again => again = false,
                Err(no_reply) => {
                    return Err(if *sent { NoReply::Lost(no_reply.to_string()) } else { no_reply });
                }
            }
        }
    }

    /// One try. With a pause after which to try again, if the server is busy.
    async fn once(
        &self,
        call: &HttpCall,
        token: &str,
        sent: &mut bool,
    ) -> Result<(HttpReply, Option<Duration>), NoReply> {
        let mut sender = match self.idle().await {
            Some(sender) => sender,
            None => self.connector.connect().await.map_err(NoReply::Unsent)?,
        };
        let request = self.request(call, token).map_err(NoReply::Unsent)?;
        let before = std::mem::replace(sent, true);
        let response = sender.send_request(request).await.map_err(|error| {
            // The server had closed the connection already.
            *sent = before || !error.is_canceled();
            lost(&error)
        })?;
        let status = response.status().as_u16();
        let pause = pause(&response);
        let body = whole(response).await?;
        self.put_back(sender);
        // Anything but JSON comes from a proxy, or isn't asq: the status says what to make of it.
        let body = serde_json::from_slice(&body).unwrap_or_default();
        Ok((HttpReply { status, body }, pause))
    }

    /// Opens a stream: its head arrives within the limit of the call, its body as it comes.
    pub(crate) async fn stream(&self, call: &HttpCall, token: &str) -> Result<Opened, NoReply> {
        let open = async {
            let mut sender = self.connector.connect().await.map_err(NoReply::Unsent)?;
            let request = self.request(call, token).map_err(NoReply::Unsent)?;
            let response = sender.send_request(request).await.map_err(|error| lost(&error))?;
            let status = response.status().as_u16();
            if status == 200 {
                return Ok(Opened::Stream(response.into_body()));
            }
            let body = serde_json::from_slice(&whole(response).await?).unwrap_or_default();
            Ok(Opened::Reply(HttpReply { status, body }))
        };
        let limit = self.limits.call;
        let late = || NoReply::Lost(format!("no answer after {} seconds", limit.as_secs()));
        timeout(limit, open).await.unwrap_or_else(|_| Err(late()))
    }

    fn request(&self, call: &HttpCall, token: &str) -> Result<Request<Full<Bytes>>, String> {
        let address = &self.connector.address;
        let mut bearer =
            HeaderValue::try_from(format!("Bearer {token}")).map_err(|_| "the token isn't one")?;
        bearer.set_sensitive(true);
        let mut request = Request::builder()
            .method(call.method.clone())
            .uri(format!("{}{}", address.base, call.path))
            .header(HOST, address.host_header())
            .header(AUTHORIZATION, bearer);
        for (name, value) in &call.headers {
            let name = HeaderName::from_static(name);
            let value = HeaderValue::try_from(value).map_err(|_| format!("{name} has an invalid value"))?;
            request = request.header(name, value);
        }
        let body = match &call.body {
            None => Bytes::new(),
            Some(body) => {
                request = request.header(CONTENT_TYPE, "application/json");
                Bytes::from(body.to_string())
            }
        };
        request.body(Full::new(body)).map_err(|error| error.to_string())
    }

    async fn idle(&self) -> Option<Sender> {
        loop {
            let (mut sender, since) = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()?;
            if since.elapsed() < FRESH && sender.ready().await.is_ok() {
                return Some(sender);
            }
        }
    }

    fn put_back(&self, sender: Sender) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.retain(|(sender, since)| since.elapsed() < FRESH && !sender.is_closed());
        if idle.len() < IDLE && !sender.is_closed() {
            idle.push((sender, Instant::now()));
        }
    }
}

/// What opening a stream led to.
pub(crate) enum Opened {
    Stream(Incoming),
    /// The server refuses it.
    Reply(HttpReply),
}

fn lost(error: &hyper::Error) -> NoReply {
    let why = std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string);
    NoReply::Lost(why)
}

async fn whole(response: Response<Incoming>) -> Result<Bytes, NoReply> {
    match Limited::new(response.into_body(), MOST).collect().await {
        Ok(body) => Ok(body.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => {
            Err(NoReply::Lost(format!("the answer has more than {MOST} bytes")))
        }
        Err(error) => Err(NoReply::Lost(format!("the answer broke off: {error}"))),
    }
}

/// When to try a busy server again.
fn pause(response: &Response<Incoming>) -> Option<Duration> {
    let busy = matches!(response.status().as_u16(), 429 | 503);
    let seconds = response.headers().get(RETRY_AFTER)?.to_str().ok()?.parse().ok();
    seconds.filter(|_| busy).map(|seconds| Duration::from_secs(seconds).min(PAUSE))
}
