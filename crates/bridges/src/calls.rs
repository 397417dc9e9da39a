//! Calls to a running system over HTTP.
//!
//! - A connection is given up after 5 s, a call after 10 s.
//! - A stream that brings nothing for 25 s counts as dead: the systems send a heartbeat at least every 10 s.
//! - A body has at most 64 MiB.
//! - Certificates are those that this machine trusts.
//! - The password is sent with each call, and appears in no message.

use crate::address::SystemAddress;
use crate::data_lines::DataLines;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use http::{HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use serde_json::Value;
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::task::AbortHandle;
use tokio::time::timeout;

const CONNECT: Duration = Duration::from_secs(5);
const CALL: Duration = Duration::from_secs(10);
const SILENCE: Duration = Duration::from_secs(25);
const BODY: usize = 64 << 20;

/// A name and a password for a system. Nothing prints the password.
#[derive(Clone)]
pub struct Password {
    user: String,
    password: String,
}

impl Password {
    /// The password of this user.
    pub fn new(user: &str, password: &str) -> Password {
        Password { user: user.to_owned(), password: password.to_owned() }
    }

    /// The value of the header `authorization`.
    fn header(&self) -> Option<HeaderValue> {
        let basic = STANDARD.encode(format!("{}:{}", self.user, self.password));
        let mut value = HeaderValue::from_str(&format!("Basic {basic}")).ok()?;
        value.set_sensitive(true);
        Some(value)
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the password of {:?}", self.user)
    }
}

/// Both ends of a connection to a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SocketEnds {
    /// This process's end.
    pub own: SocketAddr,
    /// The system's end.
    pub peer: SocketAddr,
}

/// The reason why a call got no reply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CallFault {
    #[error("no connection: {0}")]
    Connect(String),
    #[error("it refuses the connection: is the server running?")]
    Refused,
    #[error("no reply within {} s", .0.as_secs())]
    Silent(Duration),
    #[error("the connection broke: {0}")]
    Broken(String),
    #[error("the stream ended")]
    Ended,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CallReply {
    pub(crate) status: StatusCode,
    pub(crate) body: Bytes,
}

impl CallReply {
    /// Its body as JSON, if it succeeded.
    pub(crate) fn json(&self) -> Option<Value> {
        self.status.is_success().then(|| serde_json::from_slice(&self.body).ok()).flatten()
    }
}

/// A system that can be called.
#[derive(Clone, Debug)]
pub(crate) struct Calls {
    pub(crate) address: SystemAddress,
    pub(crate) password: Option<Password>,
}

impl Calls {
    /// Gets the reply of this path, which may hold a query.
    pub(crate) async fn get(&self, path: &str) -> Result<CallReply, CallFault> {
        self.call(Method::GET, path, None, &[]).await
    }

    /// Posts this; the headers come in addition to those that each call has.
    pub(crate) async fn post(
        &self,
        path: &str,
        body: &Value,
        headers: &[(&'static str, String)],
    ) -> Result<CallReply, CallFault> {
        self.call(Method::POST, path, Some(body), headers).await
    }

    async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        headers: &[(&'static str, String)],
    ) -> Result<CallReply, CallFault> {
        let request = self.request(method, path, body, headers)?;
        let whole = async {
            let (response, connection, _) = self.send(request).await?;
            let status = response.status();
            let body = Limited::new(response.into_body(), BODY).collect().await;
            drop(connection);
            Ok(CallReply { status, body: body.map_err(broken)?.to_bytes() })
        };
        timeout(CALL, whole).await.unwrap_or(Err(CallFault::Silent(CALL)))
    }

    /// Opens the stream of events at this path; the reply alone, if that isn't a stream.
    pub(crate) async fn events(&self, path: &str) -> Result<Result<BridgeStream, CallReply>, CallFault> {
        let request = self.request(Method::GET, path, None, &[("accept", "text/event-stream".to_owned())])?;
        let opened = async {
            let (response, connection, ends) = self.send(request).await?;
            let (head, body) = response.into_parts();
            let kind = head.headers.get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
            if head.status == StatusCode::OK && kind.starts_with(b"text/event-stream") {
                return Ok(Ok(BridgeStream {
                    body,
                    ends,
                    lines: DataLines::default(),
                    _connection: connection,
                }));
            }
            let body = Limited::new(body, BODY).collect().await.map_err(broken)?.to_bytes();
            Ok(Err(CallReply { status: head.status, body }))
        };
        timeout(CALL, opened).await.unwrap_or(Err(CallFault::Silent(CALL)))
    }

    fn request(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        headers: &[(&'static str, String)],
    ) -> Result<Request<Full<Bytes>>, CallFault> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.address.base))
            .header(HOST, self.address.authority());
        if let Some(value) = self.password.as_ref().and_then(Password::header) {
            request = request.header(AUTHORIZATION, value);
        }
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        let body = body.map(|body| Bytes::from(body.to_string()));
        if body.is_some() {
            request = request.header(CONTENT_TYPE, "application/json");
        }
        request
            .body(Full::new(body.unwrap_or_default()))
            .map_err(|fault| CallFault::Broken(fault.to_string()))
    }

    async fn send(
        &self,
        request: Request<Full<Bytes>>,
    ) -> Result<(Response<Incoming>, BridgeConnection, SocketEnds), CallFault> {
        let SystemAddress { encrypted, host, port, .. } = &self.address;
        let stream = timeout(CONNECT, TcpStream::connect((host.as_str(), *port))).await;
        let stream = stream.map_err(|_| CallFault::Silent(CONNECT))?.map_err(|fault| refused(&fault))?;
        // A delay of small packets would delay each answer.
        stream.set_nodelay(true).map_err(unconnected)?;
        let own = stream.local_addr().map_err(unconnected)?;
        let ends = SocketEnds { own, peer: stream.peer_addr().map_err(unconnected)? };
        let (response, connection) = if *encrypted {
            let name = ServerName::try_from(host.clone()).map_err(unconnected)?;
            let connector = tokio_rustls::TlsConnector::from(trusted()?);
            exchanged(connector.connect(name, stream).await.map_err(unconnected)?, request).await?
        } else {
            exchanged(stream, request).await?
        };
        Ok((response, connection, ends))
    }
}

/// Carries one connection. Dropping it closes the connection.
struct BridgeConnection(AbortHandle);

impl Drop for BridgeConnection {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn exchanged<S>(
    stream: S,
    request: Request<Full<Bytes>>,
) -> Result<(Response<Incoming>, BridgeConnection), CallFault>
where
    S: AsyncRead + AsyncWrite + Unpin + 'static,
{
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(broken)?;
    // Its fault reaches the reader of the reply.
    let carried = tokio::task::spawn_local(async move { drop(connection.await) });
    let connection = BridgeConnection(carried.abort_handle());
    Ok((sender.send_request(request).await.map_err(broken)?, connection))
}

/// The certificates that this machine trusts, read once.
fn trusted() -> Result<Arc<ClientConfig>, CallFault> {
    static TRUSTED: OnceLock<Arc<ClientConfig>> = OnceLock::new();
    if let Some(config) = TRUSTED.get() {
        return Ok(config.clone());
    }
    let mut roots = RootCertStore::empty();
    // One that can't be read is left out: others may do.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let config = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(unconnected)?;
    let config = Arc::new(config.with_root_certificates(roots).with_no_client_auth());
    Ok(TRUSTED.get_or_init(|| config).clone())
}

fn refused(fault: &io::Error) -> CallFault {
    match fault.kind() {
        io::ErrorKind::ConnectionRefused => CallFault::Refused,
        _ => unconnected(fault),
    }
}

fn unconnected(why: impl fmt::Display) -> CallFault {
    CallFault::Connect(without_number(why.to_string()))
}

fn broken(why: impl fmt::Display) -> CallFault {
    CallFault::Broken(without_number(why.to_string()))
}

/// The words of a system's error, without its number.
fn without_number(mut said: String) -> String {
    if let Some(at) = said.rfind(" (os error ").filter(|_| said.ends_with(')')) {
        said.truncate(at);
    }
    said
}

/// An open stream of events.
pub(crate) struct BridgeStream {
    body: Incoming,
    pub(crate) ends: SocketEnds,
    lines: DataLines,
    _connection: BridgeConnection,
}

impl BridgeStream {
    /// The data of the next events; waits for them. A stream that is silent for too long has failed.
    pub(crate) async fn next(&mut self) -> Result<Vec<Vec<u8>>, CallFault> {
        let frame = timeout(SILENCE, self.body.frame()).await.map_err(|_| CallFault::Silent(SILENCE))?;
        match frame {
            None => Err(CallFault::Ended),
            Some(Err(why)) => Err(broken(why)),
            Some(Ok(frame)) => Ok(frame.data_ref().map(|bytes| self.lines.take(bytes)).unwrap_or_default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Calls, Password};

    #[test]
    fn nothing_prints_a_password() {
        let password = Password::new("opencode", "sesame: \u{f6}ffne dich");
        let header = password.header().unwrap();
        assert_eq!(header.as_bytes(), b"Basic b3BlbmNvZGU6c2VzYW1lOiDDtmZmbmUgZGljaA==");
        assert_eq!(format!("{header:?}"), "Sensitive");
        let calls = Calls { address: "http://box:4096".parse().unwrap(), password: Some(password) };
        let shown = format!("{calls:?}");
        assert!(shown.ends_with("password: Some(the password of \"opencode\") }"), "{shown}");
    }
}
