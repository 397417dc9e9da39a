//! The remote backend: asq's HTTP API from the client's side.
//!
//! [`RemoteBackend`] does over HTTP what a local store does for a process on its machine: asking, waiting, answering,
//! lists, drafts, following. One thread in the background has all connections. A caller blocks, or is called back.
//!
//! - The connection comes back by itself; a call that got no reply is made again under the same key.
//! - Each call has a time limit; an unreachable server is reported within ten seconds.
//! - Its caller supplies tokens, tickets and random numbers. Of the machine it reads the clock, and for an encrypted
//!   connection the root certificates: the system's, or those that `SSL_CERT_FILE` and `SSL_CERT_DIR` name.

mod absence;
mod address;
mod asking;
mod call;
mod connect;
mod ending_feed;
mod failure;
mod feed;
mod limits;
mod log_reader;
mod mirror;
#[cfg(test)]
#[path = "../tests/unit/mirror.rs"]
mod mirror_tests;
mod notice_box;
mod remote;
mod service;
mod sse;
mod stream;
mod tokens;
mod waits;
mod wake;
mod worker;

pub use address::{NoAddress, ServerAddress};
pub use limits::ClientLimits;
pub use remote::{RemoteBackend, RemoteConfig};
pub use tokens::Secrets;
