//! asq over HTTP: the store of one machine or team, for agents, surfaces and question clients elsewhere.
//!
//! - [`serve()`] runs on the calling thread until its [`Shutdown`] says so; no async task blocks on the store.
//! - [`Config`] has everything that it needs: it reads no file, no environment, and opens no port.
//! - One gate stands before every route, stream and mounted router: host, origin, content type, size.
//! - A token has one right; a [`Tokens`] finds it, and [`TokenText`] is the text that its holder presents.
//! - Every error is `application/problem+json`.
//! - [`agent_route`] serves agents in a protocol of their own.
//! - [`opencode_routes`] are OpenCode's own, for clients of its questions.

mod accept;
mod agents;
mod auth;
mod body;
mod browser_kind;
mod config;
mod connection;
mod front;
mod gate;
mod guarded_request;
mod http_asker;
mod identity;
mod limits;
mod links;
mod list_cache;
mod opencode;
mod own_names;
mod person_settings;
mod presence;
mod problem;
mod query;
mod refused_after;
mod routes;
mod serve;
mod server_state;
mod shutdown;
mod streams;
mod token_scope;
mod token_text;
mod tokens;

#[cfg(test)]
#[path = "../tests/unit/links.rs"]
mod links_tests;

pub use agents::{AgentProtocol, AgentReply, AgentRequest, RemoteAgent, agent_route};
pub use asq_wire::http::TokenRight;
pub use config::{Config, ExtraRoutes, LinkControl, Listener, MayLink, Report, ServerNames, TimeWords};
pub use limits::ServerLimits;
pub use links::Links;
pub use opencode::opencode_routes;
pub use person_settings::{PageSettings, PersonSettings};
pub use serve::{ServeError, serve};
pub use server_state::ServerState;
pub use shutdown::Shutdown;
pub use token_scope::{TokenScope, origin};
pub use token_text::TokenText;
pub use tokens::{TokenRecord, Tokens, TokensFault};
