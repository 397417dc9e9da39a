//! PostgreSQL servers of the tests' own.
//!
//! - `initdb` and `postgres` run as somebody without rights where the tests run as root; in a folder of their own, on a
//!   socket in it, or on loopback where a test needs a network.
//! - A server is a direct child and is reaped, so that one that was killed can be started again at once.
//! - However the tests end, a watcher stops what still runs and removes the folder.
//! - A machine without PostgreSQL fails, and says what to install.
#![allow(
    dead_code,
    unused_imports,
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "each program uses some of it"
)]

mod host;
mod network;
mod pooler;
mod server;

pub(crate) use host::{Host, role, wait_for_end};
pub(crate) use network::Network;
pub(crate) use pooler::Pooler;
pub(crate) use server::{Server, Setup};

use asq_store::{Postgres, Surroundings};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// The server that the tests of one program share.
pub(crate) fn shared() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| Server::start(Setup::default()))
}

/// The name of an empty database on a server.
pub(crate) fn name(server: &Server) -> String {
    static DATABASES: AtomicU32 = AtomicU32::new(1);
    let name = format!("asq{}", DATABASES.fetch_add(1, Ordering::Relaxed));
    server.sql("postgres", &format!("CREATE DATABASE {name}"));
    name
}

/// The address of an empty database on a server.
pub(crate) fn database(server: &Server) -> String {
    server.url(&name(server))
}

/// A store at an address.
pub(crate) fn open(url: &str) -> Postgres {
    Postgres::open(url, &Surroundings::default()).expect("a store")
}

/// Longer than any wait here takes, so that a test that waits in vain fails.
pub(crate) const LONG: Duration = Duration::from_mins(1);

/// Waits until it is so.
pub(crate) fn until(what: &str, so: impl Fn() -> bool) {
    let began = Instant::now();
    while !so() {
        assert!(began.elapsed() < LONG, "in vain: {what}");
        std::thread::yield_now();
    }
}
