//! An invalid call, in the words of OpenCode's schema.
//!
//! - `Missing key`, or `Expected string, got 42`, each with its place.
//! - Problems that OpenCode's schema doesn't know, such as our own limits, have our words in the same frame.
//! - Lists up to forty problems; OpenCode stops at the first.

use crate::{Misuse, Problem, ToolCall};
use serde_json::Value;

/// Most problems listed.
const LISTED: usize = 40;
/// Most characters shown of a value.
const GOT: usize = 60;

/// OpenCode's reply to a model that calls its tool `question` with the wrong arguments.
pub(super) fn schema_error(call: &ToolCall, misuse: &Misuse) -> String {
    let mut found: Vec<String> = misuse.problems.iter().take(LISTED).map(|p| one(call, p)).collect();
    if let Some(more) = misuse.problems.len().checked_sub(LISTED).filter(|n| *n > 0) {
        found.push(format!("and {more} more"));
    }
    let found = found.join("\n");
    let hint = misuse.hint.as_ref().map(|hint| format!("\n{hint}")).unwrap_or_default();
    format!(
        "The question tool was called with invalid arguments: SchemaError({found}).\n\
         Please rewrite the input so it satisfies the expected schema.{hint}"
    )
}

fn one(call: &ToolCall, problem: &Problem) -> String {
    let expected = match problem.wanted.as_str() {
        "must be an object" => Some("object"),
        "must be a string" => Some("string"),
        "must be true, false or left out" => Some("boolean"),
        wanted if wanted.starts_with("must be an array of ") => Some("array"),
        _ => None,
    };
    let steps = steps(&problem.path);
    let came = steps.iter().try_fold(&call.arguments, |value, step| match step {
        PathStep::Key(key) => value.get(key),
        PathStep::Index(index) => value.get(index),
    });
    let fix = problem.fix.as_ref().map(|fix| format!(". {}", fix.trim_end_matches('.'))).unwrap_or_default();
    let count = problem.wanted.strip_prefix("must hold ").zip(problem.came.strip_prefix("holds "));
    let what = match (expected, came, count) {
        (Some(_), None, _) => format!("Missing key{fix}"),
        (Some(expected), Some(came), _) => format!("Expected {expected}, got {}", got(came)),
        (None, _, Some((expected, came))) => format!("Expected {expected}, got {came}{fix}"),
        (None, _, None) => format!("{}, but {}{fix}", problem.wanted, problem.came),
    };
    let place: String = steps
        .iter()
        .map(|step| match step {
            PathStep::Key(key) => format!("[{}]", Value::from(key.as_str())),
            PathStep::Index(index) => format!("[{index}]"),
        })
        .collect();
    if place.is_empty() { what } else { format!("{what}\n  at {place}") }
}

enum PathStep {
    Key(String),
    Index(usize),
}

/// The steps of a path such as `questions[0].header`; known keys only, so they need no quotes.
fn steps(path: &str) -> Vec<PathStep> {
    let steps = path.split(['.', '[', ']']).filter(|step| !step.is_empty() && *step != "input");
    steps.map(|step| step.parse().map_or_else(|_| PathStep::Key(step.to_owned()), PathStep::Index)).collect()
}

/// A value as JSON, clipped.
fn got(value: &Value) -> String {
    match value {
        Value::Object(_) => "{...}".to_owned(),
        Value::Array(_) => "[...]".to_owned(),
        Value::String(text) => asq_wire::quoted(text),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string().chars().take(GOT).collect(),
    }
}
