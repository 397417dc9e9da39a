//! What a server needs from outside.
//!
//! - Listeners are open already: a TCP port, one with TLS, or a Unix socket.
//! - The names are those that a request may ask for, besides the addresses of the listeners.
//! - More routes can be mounted behind the same gate.

use crate::{PrefsOf, ServerLimits, ServerState, Tokens};
use asq_core::life::Moment;
use asq_runtime::Driver;
use axum::Router;
use std::net::TcpListener;
use std::os::unix::net::UnixListener;
use std::sync::Arc;

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
    /// The settings of an ask.
    pub prefs: Arc<dyn PrefsOf>,
    /// The names of this server.
    pub names: ServerNames,
    /// The limits.
    pub limits: ServerLimits,
    /// A moment in words, by the clock of the server's person.
    pub time: Arc<dyn Fn(Moment) -> String + Send + Sync>,
    /// The version that `/v1/health` reports.
    pub version: String,
    /// More routes.
    pub extra: Vec<ExtraRoutes>,
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
