//! The offered tools.
//!
//! - Each dialect's ask tools, with their own names, texts and schemas, and `wait`.
//! - They change nothing and reach nothing but the user: hosts run them without a permission, also several at once.
//! - Hosts that hide tools behind a search show them at once.
//! - Guidelines and examples stand in the server's instructions, so that the list stays short.

use crate::McpOptions;
use asq_core::model::Prefs;
use asq_dialects::ToolSpec;
use rmcp::model::{JsonObject, MetaObject, Tool, ToolAnnotations};
use serde_json::{Value, json};

/// The tool that goes on with a pending request.
pub(crate) const WAIT: &str = "wait";

/// The tools under these settings.
pub(crate) fn all(options: &McpOptions, prefs: Prefs) -> Vec<Tool> {
    let mut tools: Vec<Tool> = specs(options, prefs).map(ask).collect();
    if !tools.is_empty() {
        tools.push(wait());
    }
    tools
}

/// When and how to use the tools.
pub(crate) fn instructions(options: &McpOptions, prefs: Prefs) -> String {
    let mut lines = Vec::new();
    for spec in specs(options, prefs) {
        if let (_, Some(example)) = with_example(spec.description) {
            lines.push(format!("An example for {}:\n{example}", spec.name));
        }
        lines.extend(spec.guidelines.iter().map(|line| format!("- {}: {line}", spec.name)));
    }
    lines.push(
        "- A question that is not answered yet stays open, for days if need be. Its result names an id: \
         call wait with that id to go on waiting, or ask the same again. Never take silence for an answer."
            .to_owned(),
    );
    lines.join("\n")
}

fn specs(options: &McpOptions, prefs: Prefs) -> impl Iterator<Item = ToolSpec> {
    let offered = options.dialects().iter().filter(move |dialect| (dialect.offered)(&prefs));
    offered.flat_map(move |dialect| (dialect.tools)(&prefs))
}

/// A description, and the example at its end.
fn with_example(description: &'static str) -> (&'static str, Option<&'static str>) {
    match description.split_once("\nExample:\n") {
        Some((description, example)) => (description, Some(example)),
        None => (description, None),
    }
}

fn ask(spec: ToolSpec) -> Tool {
    let schema = match spec.input_schema {
        Value::Object(schema) => schema,
        // Every published schema is an object.
        _ => JsonObject::new(),
    };
    with_hints(Tool::new(spec.name, with_example(spec.description).0, schema), Some("ask the user"))
}

fn wait() -> Tool {
    let schema = json!({
        "type": "object",
        "properties": {
            "id": { "type": "string" },
            "max_seconds": { "type": "integer" },
        },
        "required": ["id"],
    });
    let about = "Wait on for the answer to the pending question with this id.";
    let schema = if let Value::Object(schema) = schema { schema } else { JsonObject::new() };
    with_hints(Tool::new(WAIT, about, schema), None)
}

fn with_hints(tool: Tool, search: Option<&str>) -> Tool {
    let mut meta = MetaObject::new();
    meta.insert("anthropic/alwaysLoad".to_owned(), true.into());
    if let Some(search) = search {
        meta.insert("anthropic/searchHint".to_owned(), search.into());
    }
    tool.with_annotations(ToolAnnotations::new().read_only(true).open_world(false)).with_meta(meta)
}

#[cfg(test)]
mod tests {
    use super::{all, instructions};
    use crate::McpOptions;
    use asq_core::model::Prefs;
    use asq_dialects::Dialect;
    use serde_json::{Value, json};

    fn tools(dialect: &'static Dialect, prefs: Prefs) -> Vec<Value> {
        let options = McpOptions::of(&[dialect]).unwrap();
        all(&options, prefs).iter().map(|tool| serde_json::to_value(tool).unwrap()).collect()
    }

    #[test]
    fn a_tool_is_its_dialects_with_hints_for_hosts_and_wait_comes_after_it() {
        let annotations = json!({"readOnlyHint": true, "openWorldHint": false});
        let spec = (asq_dialects::asq::DIALECT.tools)(&Prefs::default()).remove(0);
        let description = spec.description.split_once("\nExample:\n").unwrap().0;
        assert_eq!(
            tools(&asq_dialects::asq::DIALECT, Prefs::default()),
            [
                json!({"name": "ask", "description": description, "inputSchema": spec.input_schema, "annotations": annotations,
                    "_meta": {"anthropic/alwaysLoad": true, "anthropic/searchHint": "ask the user"}}),
                json!({"name": "wait", "description": "Wait on for the answer to the pending question with this id.",
                    "inputSchema": {"type": "object", "required": ["id"],
                        "properties": {"id": {"type": "string"}, "max_seconds": {"type": "integer"}}},
                    "annotations": annotations, "_meta": {"anthropic/alwaysLoad": true}}),
            ]
        );
    }

    #[test]
    fn a_client_that_is_offered_no_questions_has_no_wait_either() {
        let prefs = Prefs { opencode_offered: false, ..Prefs::default() };
        assert_eq!(tools(&asq_dialects::opencode::DIALECT, prefs), [json!(null); 0]);
    }

    #[test]
    fn examples_and_guidelines_are_in_the_instructions() {
        let options = McpOptions::of(&[&asq_dialects::asq::DIALECT]).unwrap();
        let spec = (asq_dialects::asq::DIALECT.tools)(&Prefs::default()).remove(0);
        let example = spec.description.split_once("\nExample:\n").unwrap().1;
        let begin = format!(
            "An example for ask:\n{example}\n- ask: Call ask rather than writing questions into your text.\n- A question that is not"
        );
        let text = instructions(&options, Prefs::default());
        assert!(text.starts_with(&begin), "{text}");
    }
}
