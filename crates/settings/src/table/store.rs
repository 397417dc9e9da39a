//! Settings of the history, of the server, and of programs around asq.

use crate::given::Given;
use crate::setting::{AllowedLayers, Setting, Shape};
use crate::settings::Keep;

pub(super) const ROWS: &[Setting] = &[
    row!(
        "record",
        Own,
        Word(Keep),
        record,
        "which requests get into the history: those that went through the inbox, or all",
        None
    ),
    row!(
        "serve.calls",
        ConfigOnly,
        Integer(1, 65_536),
        serve.calls,
        "how many calls of one token asq serve takes at once",
        Some("of asq serve, which reads it when it starts")
    ),
    row!(
        "serve.streams",
        ConfigOnly,
        Integer(1, 65_536),
        serve.streams,
        "how many event streams of one token may be open at once",
        Some("of asq serve, which reads it when it starts")
    ),
    row!(
        "serve.waits",
        ConfigOnly,
        Integer(1, 65_536),
        serve.waits,
        "how many waits for an ending one token may have at once",
        Some("of asq serve, which reads it when it starts")
    ),
    row!(
        "mcp.limits",
        Own,
        Text(1_024),
        mcp_limits,
        "how long a call of an agent over MCP waits before it gets a pending result, by the beginning of the agent's name: cursor=10m, goose=4m",
        Some("of asq mcp and asq serve, which read it when they start")
    ),
    row!(
        "opencode.seed_compat",
        Own,
        Flag,
        opencode_seed_compat,
        "OpenCode's old habits: answer unknown ids with true, and send no question events",
        Some("of asq serve, which reads it when it starts")
    ),
    row!(
        "pi.hide_tool_without_person",
        Own,
        Flag,
        pi_hide_tool_without_person,
        "don't offer pi's model a tool that nobody could answer",
        Some("only in pi")
    ),
];
