//! The offered tools.
//!
//! - Each dialect's ask tools, with their own names, texts and schemas, and `wait`.
//! - They change nothing and reach nothing but the user: hosts run them without a permission, also several at once.
//! - Hosts that hide tools behind a search show them at once.
//! - Guidelines stand in the server's instructions, so that the list stays short.

use crate::McpOptions;
use asq_core::model::Prefs;
use asq_dialects::{Dialect, ToolSpec};
use rmcp::model::{JsonObject, MetaObject, Tool, ToolAnnotations};
use serde_json::{Value, json};

/// The tool that goes on with a pending request.
pub(crate) const WAIT: &str = "wait";

/// The tools under these settings.
pub(crate) fn all(options: &McpOptions, prefs: &Prefs) -> Vec<Tool> {
    let mut tools: Vec<Tool> = specs(options, prefs).map(|(_, spec)| ask(spec)).collect();
    if !tools.is_empty() {
        tools.push(wait());
    }
    tools
}

/// The dialect of a tool.
pub(crate) fn dialect(options: &McpOptions, prefs: &Prefs, tool: &str) -> Option<&'static Dialect> {
    specs(options, prefs).find(|(_, spec)| spec.name == tool).map(|(dialect, _)| dialect)
}

/// When and how to use the tools.
pub(crate) fn instructions(options: &McpOptions, prefs: &Prefs) -> String {
    let mut lines = Vec::new();
    for (_, spec) in specs(options, prefs) {
        lines.extend(spec.guidelines.iter().map(|line| format!("- {}: {line}", spec.name)));
    }
    lines.push(
        "- A question that is not answered yet stays open, for days if need be. Its result names an id: \
         call wait with that id to go on waiting, or ask the same again. Never take silence for an answer."
            .to_owned(),
    );
    lines.join("\n")
}

fn specs(options: &McpOptions, prefs: &Prefs) -> impl Iterator<Item = (&'static Dialect, ToolSpec)> {
    let offered = options.dialects().iter().filter(|dialect| (dialect.offered)(prefs));
    offered.flat_map(|dialect| (dialect.tools)(prefs).into_iter().map(|spec| (*dialect, spec)))
}

fn ask(spec: ToolSpec) -> Tool {
    let schema = match spec.input_schema {
        Value::Object(schema) => schema,
        // Every published schema is an object.
        _ => JsonObject::new(),
    };
    with_hints(Tool::new(spec.name, spec.description, schema), "ask the user a question and wait for the answer")
}

fn wait() -> Tool {
    let schema = json!({
        "type": "object",
        "properties": {
            "id": { "type": "string", "description": "The id that the pending result named." },
            "max_seconds": { "type": "integer", "minimum": 0, "description": "How long to wait at most." },
        },
        "required": ["id"],
    });
    let about = "Goes on waiting for the user's answer to a question that is not answered yet.";
    let schema = if let Value::Object(schema) = schema { schema } else { JsonObject::new() };
    with_hints(Tool::new(WAIT, about, schema), "wait for the user's answer to an open question")
}

fn with_hints(tool: Tool, search: &str) -> Tool {
    let mut meta = MetaObject::new();
    meta.insert("anthropic/alwaysLoad".to_owned(), true.into());
    meta.insert("anthropic/searchHint".to_owned(), search.into());
    tool.with_annotations(ToolAnnotations::new().read_only(true).open_world(false)).with_meta(meta)
}
