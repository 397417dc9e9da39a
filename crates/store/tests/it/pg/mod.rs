//! PostgreSQL servers for tests.
//!
//! - A server runs in a folder of its own, as an unprivileged user if the tests run as root.
//! - Its data is a copy of a folder that initdb makes once for all tests.
//! - It listens on a socket in its folder, and on an address of the test's own if that needs a network.
//! - It is a direct child and is reaped, so that a killed one can start again at once.
//! - However the tests end, a watcher stops the servers and removes their folders.
//! - Without PostgreSQL the tests fail and say what to install.
#![allow(
    dead_code,
    unused_imports,
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "each program uses some of it"
)]

mod network;
mod pooler;
mod server;
mod template;

pub(crate) use network::Network;
pub(crate) use pooler::Pooler;
pub(crate) use server::{Server, Setup};

use asq_store::{Postgres, Surroundings};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// The server that all tests of a program share.
pub(crate) fn shared() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| Server::start(Setup::default()))
}

/// Creates an empty database on a server; returns its name.
pub(crate) fn name(server: &Server) -> String {
    static DATABASES: AtomicU32 = AtomicU32::new(1);
    let name = format!("asq{}", DATABASES.fetch_add(1, Ordering::Relaxed));
    server.sql("postgres", &format!("CREATE DATABASE {name}"));
    name
}

/// Creates an empty database on a server; returns its address.
pub(crate) fn database(server: &Server) -> String {
    server.url(&name(server))
}

/// Opens the store at this address.
pub(crate) fn open(url: &str) -> Postgres {
    Postgres::open(url, &Surroundings::default()).expect("a store")
}

/// The longest wait; a test that waits in vain fails after it.
pub(crate) const LONG: Duration = Duration::from_mins(1);
