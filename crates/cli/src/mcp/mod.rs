//! `asq mcp`: serves an agent on standard input and output.
//!
//! - Runs until the agent hangs up; what it asked stays open.
//! - Standard output holds messages alone; what the person should know goes to standard error.
//! - Typed in a terminal, it says what it is for, and serves anyway.
//! - The agent asks by the name that its client gives.

pub(crate) mod agent_limits;
mod mcp_process;
mod standard_output;

use crate::args::mcp::McpArgs;
use crate::env::Env;
use crate::error::{CommandError, ErrorClass};
use crate::exit::Exit;
use crate::{input, output, schema, settings};
use asq_mcp::{McpOptions, serve_lines};
use mcp_process::McpProcess;
use standard_output::StandardOutput;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::BufReader;

/// `asq mcp`.
pub(crate) fn run(args: &McpArgs, env: &Env) -> Result<Exit, CommandError> {
    if output::is_closed() {
        output::say("asq: can't serve an agent: standard output is closed");
        return Ok(Exit::Output);
    }
    let named = args.dialect.iter().map(|id| schema::dialect(id)).collect::<Result<Vec<_>, _>>()?;
    let mut options =
        McpOptions::of(&named).map_err(|why| CommandError::new(ErrorClass::Usage, why.to_string()))?;
    options.structured = args.structured;
    options.limit = args.limit.map(Duration::from_millis);
    options.agent_limits = agent_limits::of(&settings::for_server(env).mcp_limits);
    options.withdraw = args.withdraw;
    if input::is_terminal() {
        output::say(
            "asq mcp talks to an agent over standard input and output; asq install claude-code starts it there \
             (Ctrl+D ends it)",
        );
    }
    let side = Arc::new(McpProcess::new(env.clone()));
    let input = BufReader::new(tokio::io::stdin());
    serve_lines(input, StandardOutput::open, options, side).map_err(CommandError::fault)?;
    Ok(Exit::DONE)
}
