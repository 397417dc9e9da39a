//! Connections to a server: over TCP, TLS or a socket of this machine.
//!
//! - The machine's own root certificates count; they are read at the first connection over TLS.
//! - A refused, silent or wrongly certified server gives a sentence that says which it was.
//! - A connection that stays silent is probed, so that a server that vanished is noticed while nothing happens.

use crate::address::{ServerAddress, Way};
use bytes::Bytes;
use http_body_util::Full;
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;
use rustix::net::sockopt;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::net::{TcpStream, UnixStream};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

/// The longest time until there is a connection.
pub(crate) const CONNECT: Duration = Duration::from_secs(5);
/// A silent connection is probed after this time, then at this interval, so often. The system does it; asq sleeps.
const PROBE_AFTER: Duration = Duration::from_secs(2);
const PROBE_EVERY: Duration = Duration::from_secs(1);
const PROBES: u32 = 2;
/// What was sent is acknowledged within this time in milliseconds, or the connection is lost.
#[cfg(target_os = "linux")]
const ACKNOWLEDGED: u32 = 6_000;

/// A connection that takes calls.
pub(crate) type Sender = SendRequest<Full<Bytes>>;

/// Makes connections to one server.
pub(crate) struct ServerConnector {
    pub(crate) address: ServerAddress,
    tls: OnceLock<Result<TlsConnector, String>>,
}

impl ServerConnector {
    pub(crate) fn new(address: ServerAddress) -> ServerConnector {
        ServerConnector { address, tls: OnceLock::new() }
    }

    /// A new connection; it is driven by a task of its own. The error says why it failed.
    pub(crate) async fn connect(&self) -> Result<Sender, String> {
        match timeout(CONNECT, self.reach()).await {
            Ok(reached) => reached,
            Err(_) => Err(format!("no connection after {} seconds", CONNECT.as_secs())),
        }
    }

    async fn reach(&self) -> Result<Sender, String> {
        match &self.address.way {
            Way::Unix(path) => {
                let stream = UnixStream::connect(path).await.map_err(|error| error.to_string())?;
                spoken(TokioIo::new(stream)).await
            }
            Way::Tcp { host, port, tls } => {
                let stream = over_tcp(host, *port).await?;
                if !tls {
                    return spoken(TokioIo::new(stream)).await;
                }
                let name = ServerName::try_from(host.clone()).map_err(|error| error.to_string())?;
                let connector = self.tls.get_or_init(tls_connector).clone()?;
                let stream = connector.connect(name, stream).await.map_err(|error| error.to_string())?;
                spoken(TokioIo::new(stream)).await
            }
        }
    }
}

async fn over_tcp(host: &str, port: u16) -> Result<TcpStream, String> {
    let stream = TcpStream::connect((host, port)).await.map_err(|error| error.to_string())?;
    // A call is one write, and nobody waits for more of it.
    let _ = stream.set_nodelay(true);
    probe(&stream);
    Ok(stream)
}

async fn spoken<I>(io: TokioIo<I>) -> Result<Sender, String>
where
    TokioIo<I>: hyper::rt::Read + hyper::rt::Write + Unpin + Send + 'static,
{
    let (sender, connection) = http1::handshake(io).await.map_err(|error| error.to_string())?;
    // Its end reaches the user of the connection.
    tokio::spawn(async move { drop(connection.await) });
    Ok(sender)
}

/// A vanished server sends nothing, not even an end.
fn probe(stream: &TcpStream) {
    // Without them a vanished server is noticed later.
    let _ = sockopt::set_socket_keepalive(stream, true);
    let _ = sockopt::set_tcp_keepidle(stream, PROBE_AFTER);
    let _ = sockopt::set_tcp_keepintvl(stream, PROBE_EVERY);
    let _ = sockopt::set_tcp_keepcnt(stream, PROBES);
    #[cfg(target_os = "linux")]
    let _ = sockopt::set_tcp_user_timeout(stream, ACKNOWLEDGED);
}

fn tls_connector() -> Result<TlsConnector, String> {
    let found = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    let (usable, _) = roots.add_parsable_certificates(found.certs);
    if usable == 0 {
        let why = found.errors.first().map_or_else(String::new, |error| format!(": {error}"));
        return Err(format!("this machine has no root certificates{why}"));
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?;
    let mut config = config.with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsConnector::from(Arc::new(config)))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::over_tcp;
    use rustix::net::sockopt;
    use std::net::TcpListener;
    use std::time::Duration;

    #[test]
    fn a_silent_connection_is_probed_so_that_it_is_lost_within_six_seconds() {
        let server = TcpListener::bind("127.0.0.1:0").unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap();
        let port = server.local_addr().unwrap().port();
        let stream = runtime.block_on(over_tcp("127.0.0.1", port)).unwrap();
        let probes = (
            sockopt::socket_keepalive(&stream).unwrap(),
            sockopt::tcp_keepidle(&stream).unwrap(),
            sockopt::tcp_keepintvl(&stream).unwrap(),
            sockopt::tcp_keepcnt(&stream).unwrap(),
            sockopt::tcp_user_timeout(&stream).unwrap(),
        );
        assert_eq!(probes, (true, Duration::from_secs(2), Duration::from_secs(1), 2, 6_000));
    }
}
