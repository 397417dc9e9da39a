//! The smallest server that rmcp makes: one tool without arguments, on standard input and output. `cargo xtask bench mcp`
//! compares `asq mcp` with it.
#![allow(clippy::disallowed_methods, reason = "a bench is an edge")]

use rmcp::RoleServer;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    ErrorData, JsonObject, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, serve_server};

struct Smallest;

impl ServerHandler for Smallest {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(vec![Tool::new("ask", "Ask.", JsonObject::new())]))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // As `cargo bench` starts it.
    if std::env::args().any(|it| it == "--bench") {
        return Ok(());
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let running = serve_server(Smallest, (tokio::io::stdin(), tokio::io::stdout())).await?;
        running.waiting().await?;
        Ok(())
    })
}
