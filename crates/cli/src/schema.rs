//! `asq dialects` and `asq schema ID`.
//!
//! - `asq dialects` prints a line per dialect: its id and the tools that an agent calls.
//! - `asq schema` prints one line of JSON per dialect: what an agent reads about those tools, also for OpenAI's strict
//!   mode.
//! - With a tool's name it prints only the schema of its arguments, as a document for editors and validators.
//! - If a contract's own gate offers no tool, it prints nothing, and standard error says why.

use crate::env::Env;
use crate::error::{CommandError, ErrorClass};
use crate::exit::Exit;
use crate::{output, settings};
use asq_core::model::Prefs;
use asq_dialects::{ALL, Dialect, Why, by_id};
use asq_wire::Ended;
use serde_json::{Map, Value};
use std::fmt::Write;

pub(crate) fn ids() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|d| d.id)
}

/// Finds the dialect of this id.
pub(crate) fn dialect(id: &str) -> Result<&'static Dialect, CommandError> {
    by_id(id).ok_or_else(|| CommandError::unknown_dialect(id, ids()))
}

/// The dialects, each with its tools in one line.
pub(crate) fn with_tools() -> impl Iterator<Item = (&'static str, String)> {
    ALL.iter().map(|dialect| {
        let names: Vec<&str> = (dialect.tools)(&Prefs::default()).iter().map(|t| t.name).collect();
        (dialect.id, names.join(", "))
    })
}

/// The output of `asq dialects`.
pub(crate) fn list() -> String {
    let width = ids().map(str::len).max().unwrap_or(0);
    let mut text = String::new();
    for (id, tools) in with_tools() {
        let _ = writeln!(text, "{id:width$}  {tools}");
    }
    text
}

/// `asq schema ID`.
pub(crate) fn print(id: &str, tool: Option<&str>, strict: bool, env: &Env) -> Result<Exit, CommandError> {
    let (dialect, prefs) = (dialect(id)?, settings::quiet_prefs(env));
    if !offered(dialect, prefs) {
        output::say(&format!("asq: {id} has no schema here: {}", Why::NotOffered));
        return Ok(Exit::Ended(Ended::Unavailable));
    }
    let schema = if strict { dialect.strict_schema(&prefs) } else { dialect.schema(&prefs) };
    let text = match tool {
        None => output::json(&schema),
        Some(name) => output::json_lines(&document(dialect, name, &schema)?),
    };
    output::print(&text)?;
    Ok(Exit::DONE)
}

/// The schema of one tool's arguments, with what a standalone schema needs.
fn document(dialect: &Dialect, name: &str, schema: &Value) -> Result<Value, CommandError> {
    let tools = schema["tools"].as_array().map(Vec::as_slice).unwrap_or_default();
    let Some(tool) = tools.iter().find(|tool| tool["name"] == name) else {
        let names: Vec<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
        let failure =
            CommandError::new(ErrorClass::UnknownId, format!("{} has no tool called '{name}'", dialect.id));
        return Err(failure.hint(format!("there are: {}", names.join(", "))));
    };
    let mut document = Map::new();
    document.insert("$schema".into(), "https://json-schema.org/draft/2020-12/schema".into());
    document
        .insert("title".into(), format!("Arguments of {name}, a tool of the dialect {}", dialect.id).into());
    document.insert("description".into(), tool["description"].clone());
    if let Value::Object(schema) = &tool["input_schema"] {
        document.extend(schema.clone());
    }
    Ok(document.into())
}

/// Whether the contract offers a tool under these settings.
pub(crate) fn offered(dialect: &Dialect, prefs: Prefs) -> bool {
    (dialect.offered)(&prefs)
}
