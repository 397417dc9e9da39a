//! The arguments of `asq mcp`.

use super::store::milliseconds;
use clap::Args;

pub(crate) const MCP_ABOUT: &str = "\
Serves an agent over MCP, on standard input and output: the agent gets a tool that asks you, and one that waits for an answer. \
The agent's own settings start this command; asq install writes them for several agents.

A question stays open until you answer it, in asq inbox, on the page of asq serve, or in any other place where asq shows it, \
for days if need be. Before the agent's own limit for a call, it gets a pending result, and waits on with the tool wait. \
Asking the same again attaches to the open question.";

pub(crate) const MCP_EXAMPLES: &str = "\
Examples, as entries of an agent's settings:
  {\"mcpServers\": {\"asq\": {\"command\": \"asq\", \"args\": [\"mcp\"]}}}
  asq mcp --dialect ask_user_question         the tool of that contract, instead of asq's own
  asq mcp --limit 24h                         if the agent's own limit for a call is longer";

/// `asq mcp`.
#[derive(Debug, Args)]
pub(crate) struct McpArgs {
    /// Offer the tools of this dialect, as `asq dialects` lists it; may be given several times
    #[arg(long, value_name = "ID", default_value = "asq")]
    pub(crate) dialect: Vec<String>,
    /// How long a call waits before it gets a pending result: a number with ms, s, m, h or d. The default suits the agent
    #[arg(long, value_name = "DURATION", value_parser = milliseconds)]
    pub(crate) limit: Option<u64>,
    /// Give the results of every dialect structured content, as those of asq's own have. Some agents then show the model nothing else
    #[arg(long)]
    pub(crate) structured: bool,
    /// Take a question back when the agent cancels its call; without it the question stays open
    #[arg(long)]
    pub(crate) withdraw: bool,
}
