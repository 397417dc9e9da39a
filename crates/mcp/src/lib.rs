//! asq as an MCP server: the ask tools of some dialects, and `wait`.
//!
//! - [`serve_lines`] serves one client over lines of JSON, until it hangs up. It speaks both eras of the protocol.
//! - [`HttpAgents`] serves many over HTTP, behind a server that knows them.
//! - A call asks through a [`Backend`](asq_backend::Backend), and gets its ending in its dialect's own words.
//! - While nobody looks at an inbox or a page, the client's own person is asked as well, by a form or an address.
//! - Before the client would give a call up, it gets a pending result; `wait` goes on with it.
//! - [`McpSide`] supplies what only the serving process knows: its store, its settings and its environment.

mod asked;
mod asks_client;
mod client_forms;
mod clients;
mod deliveries;
mod form;
mod http;
mod http_endpoint;
mod line_transport;
mod lines;
mod message;
mod options;
mod progress;
mod resources;
mod result;
mod rounds;
mod server;
mod side;
#[cfg(test)]
#[path = "../tests/unit/test_client.rs"]
mod test_client;
mod tools;
mod wait;

pub use http::{HttpAgents, ServedPrefs};
pub use http_endpoint::{AgentHttpReply, HttpEndpoint};
pub use lines::{McpError, serve_lines};
pub use options::{AgentLimit, McpOptions, OptionsError};
pub use side::{BlockingTurn, McpSide, StoreAway};
