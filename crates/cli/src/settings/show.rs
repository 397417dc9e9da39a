//! The output of `asq settings`.
//!
//! - Prints a line for each setting: its value, and with --origins where it comes from.
//! - With --origins it lists the files that it looked for, lowest first, and what happened to each.
//! - Reports what doesn't count, a line each.
//! - Prints JSON with the same content for programs.

use super::load::FoundSettings;
use super::project_state::ProjectState;
use super::wrapped::{WIDTH, wrapped};
use super::{tilde, warning_line};
use crate::env::Env;
use crate::error::one_line;
use crate::output;
use asq_settings::{SettingOrigin, Source, Trouble};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::path::Path;

/// The text without `--origins`.
pub(crate) fn plain(found: &FoundSettings) -> String {
    let mut text = String::new();
    for origin in &found.loaded.origins {
        let _ = writeln!(text, "{} = {}", origin.setting.name, one_line(&origin.given.to_string()));
    }
    text
}

/// The text with `--origins`.
pub(crate) fn origins(found: &FoundSettings, env: &Env) -> String {
    let mut text = String::new();
    let origins = &found.loaded.origins;
    let names = origins.iter().map(|o| o.setting.name.len()).max().unwrap_or(0);
    for origin in origins {
        let given = one_line(&origin.given.to_string());
        let said = who(origin);
        // A longer value has the line to itself, so that the column of origins stays in place.
        let _ = if given.chars().count() <= 12 {
            writeln!(text, "{:names$}  {given:12}  {said}", origin.setting.name)
        } else {
            writeln!(text, "{:names$}  {given}\n{:names$}  {:12}  {said}", origin.setting.name, "", "")
        };
    }
    text.push_str("\nFiles, lowest first:\n");
    for (source, state) in &found.files {
        let path = one_line(&tilde(Path::new(&source.to_string()), env));
        let _ = writeln!(text, "  {:8} {path}: {}", source.word(), became(*state));
    }
    let warnings = &found.loaded.warnings;
    if !warnings.is_empty() {
        text.push_str("\nWhat does not count:\n");
        for warning in warnings {
            text.push_str(&wrapped("  ", &warning_line(warning, env), WIDTH));
        }
    }
    text
}

fn who(origin: &SettingOrigin) -> String {
    let source = match &origin.source {
        Source::Default | Source::Program | Source::Config(_) | Source::Global(_) | Source::Project(_) => {
            origin.source.word().to_owned()
        }
        Source::Variable(name) => name.clone(),
        Source::Flag(name) => (*name).to_owned(),
    };
    match origin.setting.note {
        Some(note) => format!("{source} ({note})"),
        None => source,
    }
}

fn became(state: ProjectState) -> &'static str {
    match state {
        ProjectState::Missing => "not there",
        ProjectState::Read => "read",
        ProjectState::Trusted => "read, trusted",
        ProjectState::Changed => "read; changed since it was trusted (asq trust .)",
        ProjectState::Unreadable => "can't be read",
    }
}

/// The text with `--json`.
pub(crate) fn json(found: &FoundSettings, origins: bool) -> String {
    let each = |of: fn(&SettingOrigin) -> Value| -> Map<String, Value> {
        found.loaded.origins.iter().map(|o| (o.setting.name.to_owned(), of(o))).collect()
    };
    let whole = if origins {
        let files: Vec<Value> = found
            .files
            .iter()
            .map(|(source, state)| {
                let state = match state {
                    ProjectState::Missing => "missing",
                    ProjectState::Read => "read",
                    ProjectState::Trusted => "trusted",
                    ProjectState::Changed => "changed",
                    ProjectState::Unreadable => "unreadable",
                };
                json!({"layer": source.word(), "path": source.name(), "state": state})
            })
            .collect();
        let warnings: Vec<Value> = found
            .loaded
            .warnings
            .iter()
            .map(|w| json!({"layer": w.source.word(), "name": w.source.name(), "setting": named(&w.trouble), "text": w.to_string()}))
            .collect();
        let settings = each(
            |o| json!({"value": o.given.json(), "layer": o.source.word(), "name": o.source.name(), "note": o.setting.note}),
        );
        json!({"settings": settings, "files": files, "warnings": warnings})
    } else {
        Value::Object(each(|o| o.given.json()))
    };
    output::json_lines(&whole)
}

/// The setting that a warning is about.
fn named(trouble: &Trouble) -> Option<&str> {
    match trouble {
        Trouble::Unreadable(_) | Trouble::Syntax { .. } | Trouble::NoTable(_) => None,
        Trouble::Unknown { name, .. } | Trouble::Twice { name } => Some(name),
        Trouble::NotHere { name }
        | Trouble::Misfit { name, .. }
        | Trouble::Earlier { name, .. }
        | Trouble::Untrusted { name }
        | Trouble::Doubtful { name, .. }
        | Trouble::Elsewhere { name }
        | Trouble::Guarded { name }
        | Trouble::Other { name, .. } => Some(name),
    }
}
