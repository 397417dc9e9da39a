//! What a server needs from outside.
//!
//! - Listeners are open already: a TCP port, one with TLS, or a Unix socket.
//! - The names are those that a request may ask for, besides the addresses of the listeners.
//! - More routes can be mounted behind the same gate.

use crate::own_names::OwnNames;
use crate::{Links, PersonSettings, ServeError, ServerLimits, ServerState, Tokens};
use asq_core::life::Moment;
use asq_core::text::Untrusted;
use asq_runtime::Driver;
use axum::Router;
use std::net::TcpListener;
use std::os::unix::net::UnixListener;
use std::sync::Arc;

/// A moment in words.
pub type TimeWords = Arc<dyn Fn(Moment) -> String + Send + Sync>;

/// Takes a line for the person who runs the server.
pub type Report = Arc<dyn Fn(&str) + Send + Sync>;

/// Judges whether the process with this pid may make a link; the reason if it may not.
pub type MayLink = Arc<dyn Fn(Option<u32>) -> Result<(), String> + Send + Sync>;

/// Routes that are mounted behind the gate. They authenticate their callers themselves.
pub type ExtraRoutes = Box<dyn FnOnce(&ServerState) -> Router + Send>;

/// Everything that a server needs.
pub struct Config {
    /// The driver of the store.
    pub driver: Driver,
    /// The open listeners, at least one.
    pub listeners: Vec<Listener>,
    /// The tokens.
    pub tokens: Arc<dyn Tokens>,
    /// The settings of the server's person.
    pub settings: Arc<dyn PersonSettings>,
    /// The names of this server.
    pub names: ServerNames,
    /// The limits.
    pub limits: ServerLimits,
    /// The name of the server's person, for answers on its page.
    pub person: String,
    /// The machine of the server, as the page of a link names it.
    pub machine: Option<Untrusted>,
    /// A moment in words, by the clock of the server's person.
    pub time: TimeWords,
    /// Reports what the person should know; each line once in a while at most.
    pub report: Report,
    /// The one-time links to the page.
    pub links: Links,
    /// Who may make such a link over the Unix socket; `None` if nobody.
    pub link_control: Option<LinkControl>,
    /// The version that `/v1/health` reports.
    pub version: String,
    /// More routes.
    pub extra: Vec<ExtraRoutes>,
}

/// Control over links, for `asq serve --link`.
pub struct LinkControl {
    /// The SHA-256 of the secret in the server's own file.
    pub sha256: [u8; 32],
    /// Judges the process that wants a link. Called on a thread that may block.
    pub may_link: MayLink,
}

/// An open listener.
pub enum Listener {
    /// A TCP port.
    Tcp(TcpListener),
    /// A TCP port with TLS.
    Tls(TcpListener, Arc<rustls::ServerConfig>),
    /// A Unix socket.
    Unix(UnixListener),
}

/// The names of a server, besides the addresses of its listeners.
#[derive(Clone, Debug, Default)]
pub struct ServerNames {
    /// The address behind a proxy, such as `https://asq.example.org`. A request under this name comes from elsewhere.
    pub public_url: Option<String>,
    /// Names of hosts that a TLS certificate is for, or that `--listen` gave, without a port.
    pub hosts: Vec<String>,
    /// The origins whose pages may use the server, such as `https://tools.example.org`.
    pub cors: Vec<String>,
}

impl ServerNames {
    /// Checks the names before a server starts.
    ///
    /// # Errors
    /// A name isn't one.
    pub fn check(&self) -> Result<(), ServeError> {
        OwnNames::new(self).map(drop)
    }
}
