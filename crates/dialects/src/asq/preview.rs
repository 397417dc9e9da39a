//! What is to be looked at: an option's preview, a question's context.
//!
//! - A text is markdown; an object says its kind: markdown, code, text, mermaid, svg, html.
//! - Another language's name as the kind means code.
//! - A blank one is none.

use super::LIMITS;
use super::fields::{Field, Fields, problem, text};
use super::keys;
use crate::Note;
use crate::log::Log;
use asq_core::model::{Preview, PreviewKind};
use asq_wire::quoted;
use serde_json::Value;

/// Reads one; `None` where there is nothing to see or it is ill.
pub(super) fn read((value, path): Field<'_>, log: &mut Log) -> Option<Preview> {
    let (kind, source) = match value {
        Value::Object(map) => {
            let fields = Fields::open(map, path.clone(), keys::PREVIEW, log);
            let kind = fields.text("kind", LIMITS.text_bytes, log);
            let kind = kind.map_or(PreviewKind::Markdown, |name| {
                named(&name).unwrap_or_else(|| {
                    log.note(Note::mended(&fields.at("kind"), format!("{} is read as code", quoted(&name))));
                    PreviewKind::Code
                })
            });
            (kind, fields.words("source", LIMITS.preview_bytes, log)?)
        }
        Value::String(_) => (PreviewKind::Markdown, text(value, path, LIMITS.preview_bytes, log)?),
        other => return problem(log, path, "must be a text, or {\"kind\": …, \"source\": …}", other),
    };
    if source.trim().is_empty() {
        log.note(Note::dropped(path, "there is nothing in it"));
        return None;
    }
    Some(Preview { kind, source: source.into() })
}

fn named(name: &str) -> Option<PreviewKind> {
    Some(match name.to_lowercase().as_str() {
        "markdown" | "md" | "text/markdown" => PreviewKind::Markdown,
        "code" => PreviewKind::Code,
        "text" | "plain" | "txt" | "ascii" | "text/plain" => PreviewKind::Text,
        "mermaid" => PreviewKind::Mermaid,
        "svg" | "image/svg+xml" => PreviewKind::Svg,
        "html" | "text/html" => PreviewKind::Html,
        _ => return None,
    })
}
