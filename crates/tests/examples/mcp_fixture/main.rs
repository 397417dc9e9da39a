//! A server of MCP for the protocol's conformance suite: fixtures that its scenarios name, behind asq's own gate and
//! transport. Nothing of it ships.
//!
//! - It has what asq uses of the protocol: tools, progress, resources, forms in both eras, sealed states.
//! - What asq has no use for is left out; integrations/mcp/expected.yml names the scenarios that need it, and why.
//! - It prints its address and a token, and runs until its standard input ends.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a fixture, and what it shares with tests")]
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "tests make and read whatever files they need"
)]

mod fixture;

#[path = "../../../server/tests/it/client.rs"]
#[allow(dead_code, reason = "the server's tests use all of it")]
mod client;
#[path = "../../../store/tests/it/pg/mod.rs"]
mod pg;
#[path = "../../../server/tests/it/served.rs"]
#[allow(dead_code, reason = "the server's tests use all of it")]
mod served;

use asq_mcp::HttpEndpoint;
use asq_server::{AgentProtocol, AgentReply, AgentRequest, RemoteAgent, agent_route};
use fixture::Fixture;
use served::{Served, Setup};
use std::io::Read;
use std::sync::Arc;

struct FixtureOverHttp(Arc<HttpEndpoint<Fixture>>);

impl AgentProtocol for FixtureOverHttp {
    fn serve(&self, caller: RemoteAgent, request: AgentRequest) -> AgentReply {
        let endpoint = self.0.clone();
        Box::pin(async move { endpoint.serve(caller.name(), request).await })
    }
}

fn main() {
    let sealed = Arc::new(fixture::Sealed::default());
    let endpoint = Arc::new(HttpEndpoint::new(move || Fixture(sealed.clone())));
    let setup =
        Setup { extra: vec![agent_route("/mcp", Arc::new(FixtureOverHttp(endpoint)))], ..Setup::default() };
    let served = Served::with(setup);
    println!("http://{}/mcp {}", served.at.host(), served.asker);
    let mut rest = String::new();
    // Until its parent hangs up.
    let _ = std::io::stdin().read_to_string(&mut rest);
}
