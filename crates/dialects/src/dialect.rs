//! One foreign contract.
//!
//! - Its id is ours, because two contracts call their tool `question`.
//! - Its functions are pure: the same call gives the same request, the same ending the same reply.
//! - Its schema prints as one JSON object, also in the form that OpenAI's strict mode takes.

use crate::{Claim, Ending, Limits, Misuse, Reading, ToolCall, ToolReply, ToolSpec, strict};
use asq_core::form::FormRules;
use asq_core::model::{Prefs, Request};
use serde_json::{Value, json};

/// One foreign contract.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// Its name in `--dialect`, settings and the store.
    pub id: &'static str,
    /// Whether an agent is offered any tools. Saves making their schemas.
    pub offered: fn(&Prefs) -> bool,
    /// The tools that an agent is offered.
    pub tools: fn(&Prefs) -> Vec<ToolSpec>,
    /// Its documented limits, else the published ones.
    pub limits: Limits,
    /// How strongly it claims a call of this name (none if the call names no tool) with these arguments.
    pub claims: fn(Option<&str>, &Value) -> Claim,
    /// Whether a no to a lone yes-or-no question is a failure (exit 1): scripts go by the exit code.
    pub no_fails: bool,
    /// Whether a result over MCP has structured content, too. Some hosts give the model that instead of the text.
    pub structured: bool,
    /// How its form behaves.
    pub form: fn(&Prefs) -> FormRules,
    /// Reads a call; the error lists everything that is wrong with it.
    pub read: fn(&ToolCall, &Prefs) -> Result<Reading, Misuse>,
    /// Writes an ending: the exact text for the model, and the structured details. Never fails; the request
    /// is needed only for a call that this version can no longer read.
    pub write: fn(&ToolCall, Option<&Request>, Ending<'_>) -> ToolReply,
}

impl Dialect {
    /// What `asq schema ID` prints.
    pub fn schema(&self, prefs: &Prefs) -> Value {
        let tools: Vec<Value> = (self.tools)(prefs).iter().map(ToolSpec::json).collect();
        json!({ "dialect": self.id, "tools": tools })
    }

    /// The same for OpenAI's strict mode.
    pub fn strict_schema(&self, prefs: &Prefs) -> Value {
        let tools: Vec<Value> = (self.tools)(prefs).iter().map(strict::tool).collect();
        json!({ "dialect": self.id, "tools": tools })
    }
}
