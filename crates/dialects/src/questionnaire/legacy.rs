//! The names of version 1.
//!
//! - Each old name is a problem that gives the new one, in the words of the document's migration table.
//! - Case, `_` and `-` don't matter in old names: `multiSelect` is `multi_select`; the problem quotes the
//!   name that came.
//! - Reading goes on as if the new name had come, so that one misuse lists all problems.
//! - A tool called `ask_user` gets its new name, too.

use super::question_type::TYPES;
use crate::findings::Findings;
use crate::object::single_quoted;
use crate::{Problem, ToolCall};
use serde_json::{Map, Value};
use std::borrow::Cow;

const RENAMED: [(&str, &str); 4] = [
    ("single_select", "select_one"),
    ("multi_select", "select_many"),
    ("confirm", "confirm_enum"),
    ("text", "free_text"),
];

/// A value without its old keys, and the new keys that they mean.
pub(super) struct Renewed<'a> {
    pub(super) value: Cow<'a, Value>,
    pub(super) meant: Vec<&'static str>,
}

/// Reports the tool's old name.
pub(super) fn tool(call: &ToolCall, log: &mut Findings) {
    if call.name.as_deref() == Some("ask_user") {
        log.problem(Problem::sentence("", "Tool 'ask_user' renamed to 'AskUserQuestion'"));
    }
}

/// Reports and replaces a question's old fields.
pub(super) fn question<'a>(value: &'a Value, place: &str, log: &mut Findings) -> Renewed<'a> {
    let Value::Object(map) = value else { return unchanged(value) };
    let mut gone = Vec::new();
    let mut meant = Vec::new();
    let mut kind = None;
    for (key, came) in map {
        let named = single_quoted(key);
        let told = match plain(key).as_str() {
            "prompt" => {
                meant.push("question");
                format!("{named} renamed to 'question'")
            }
            "multiselect" => {
                let new = if *came == Value::Bool(false) { "select_one" } else { "select_many" };
                meant.push("type");
                kind = kind.or(Some(new));
                format!("{named} field removed; use type: \"{new}\"")
            }
            "inputmode" => {
                meant.push("type");
                kind = came.as_str().and_then(known).or(kind);
                format!("{named} field removed; use 'type'")
            }
            "required" => format!("{named} field removed; questions are always required"),
            _ => continue,
        };
        gone.push(key.as_str());
        log.problem(Problem::sentence(place, told));
    }
    match map.get("type") {
        None => {}
        Some(came) => {
            // `type` is a key of version 2: where it came, the old keys say nothing about the type.
            kind = None;
            if let Some((old, new)) = came.as_str().and_then(renamed) {
                log.problem(Problem::sentence(place, format!("type '{old}' renamed to '{new}'")));
                kind = Some(new);
            }
        }
    }
    if gone.is_empty() && kind.is_none() {
        return unchanged(value);
    }
    let mut map = without(map, &gone);
    if let Some(kind) = kind {
        map.insert("type".to_owned(), kind.into());
    }
    Renewed { value: Cow::Owned(Value::Object(map)), meant }
}

/// Reports and drops an option's old field.
pub(super) fn option<'a>(value: &'a Value, place: &str, log: &mut Findings) -> Renewed<'a> {
    let Value::Object(map) = value else { return unchanged(value) };
    let gone: Vec<&str> = map.keys().filter(|key| plain(key) == "markdown").map(String::as_str).collect();
    if gone.is_empty() {
        return unchanged(value);
    }
    for key in &gone {
        let named = single_quoted(key);
        let told = format!("{named} field removed; use 'preview: {{type:\"markdown\", content: ...}}'");
        log.problem(Problem::sentence(place, told));
    }
    Renewed { value: Cow::Owned(Value::Object(without(map, &gone))), meant: Vec::new() }
}

/// Whether a question has anything of version 1, to recognise the call.
pub(super) fn is_old(question: &Value) -> bool {
    let has = |value: &Value, old: &[&str]| {
        value.as_object().is_some_and(|map| map.keys().any(|key| old.contains(&key.as_str())))
    };
    let options = question.get("options").and_then(Value::as_array);
    has(question, &["prompt", "multi_select", "input_mode", "required"])
        || matches!(question.get("type").and_then(Value::as_str), Some("single_select" | "multi_select"))
        || options.is_some_and(|options| options.iter().any(|option| has(option, &["markdown"])))
}

fn unchanged(value: &Value) -> Renewed<'_> {
    Renewed { value: Cow::Borrowed(value), meant: Vec::new() }
}

fn without(map: &Map<String, Value>, gone: &[&str]) -> Map<String, Value> {
    map.iter().filter(|(key, _)| !gone.contains(&key.as_str())).map(|(k, v)| (k.clone(), v.clone())).collect()
}

fn renamed(old: &str) -> Option<(&'static str, &'static str)> {
    RENAMED.iter().find(|(name, _)| *name == old).copied()
}

/// The type that an old or new name means.
fn known(name: &str) -> Option<&'static str> {
    renamed(name).map(|(_, new)| new).or_else(|| TYPES.iter().find(|t| **t == name).copied())
}

fn plain(key: &str) -> String {
    key.chars().filter(|c| !matches!(c, '_' | '-')).map(|c| c.to_ascii_lowercase()).collect()
}
