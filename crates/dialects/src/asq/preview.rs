//! Something to look at: an option's preview, a question's context.
//!
//! - A bare text is markdown; an object names its kind: markdown, code, text, mermaid, svg, html.
//! - Code may name its language; a language's name in place of the kind means code.
//! - A picture can't be shown, so its address or description becomes text.
//! - A blank one is dropped.

use super::LIMITS;
use super::fields::{Field, Fields, problem, text};
use super::keys;
use crate::Note;
use crate::findings::Findings;
use asq_core::model::{Language, Preview, PreviewKind};
use asq_wire::quoted;
use serde_json::Value;

/// Reads one; `None` if it is blank or invalid.
pub(super) fn read((value, path): Field<'_, '_>, log: &mut Findings) -> Option<Preview> {
    let (kind, source) = match value {
        Value::Object(map) => {
            let fields = Fields::open(map, path.clone(), keys::PREVIEW, log);
            // A model that has to fill in every key has nothing to show.
            if fields.get("source").is_none() && fields.raw("source").is_some() {
                return None;
            }
            (kind_of(&fields, log), fields.required_text("source", LIMITS.preview_bytes, log)?)
        }
        Value::String(_) => (PreviewKind::Markdown, text(value, path, LIMITS.preview_bytes, log)?),
        other => return problem(log, path, "must be a text, or {\"kind\": …, \"source\": …}", other),
    };
    Some(Preview { kind, source: source.into() })
}

/// Its kind, from the names of the kind and the language.
fn kind_of(fields: &Fields<'_>, log: &mut Findings) -> PreviewKind {
    let kind = fields.text("kind", LIMITS.text_bytes, log);
    let language = fields.text("language", LIMITS.text_bytes, log);
    let known = match &kind {
        None if language.is_none() => return PreviewKind::Markdown,
        // Only code has a language.
        None => PreviewKind::Code,
        Some(kind) => match named(kind) {
            Some(known) => known,
            None if is_picture(kind) => {
                let why = format!("{} can't be shown, its source is read as text", quoted(kind));
                log.note(Note::mended(&fields.at("kind"), why));
                return PreviewKind::Text;
            }
            None => {
                log.note(Note::mended(&fields.at("kind"), format!("{} is read as code", quoted(kind))));
                return language.or(Some(kind.clone())).map_or(PreviewKind::Code, |name| code_in(&name));
            }
        },
    };
    match (known, language) {
        (PreviewKind::Code, Some(language)) => code_in(&language),
        (known, Some(_)) => {
            log.note(Note::dropped(&fields.at("language"), "only code has a language"));
            known
        }
        (known, None) => known,
    }
}

/// Code in this language. A language that is a preview kind of its own becomes that kind, except for markup:
/// code in markup is its source.
fn code_in(language: &str) -> PreviewKind {
    match named(language) {
        Some(kind @ (PreviewKind::Markdown | PreviewKind::Text | PreviewKind::Mermaid)) => kind,
        Some(PreviewKind::Code | PreviewKind::CodeIn(_) | PreviewKind::Svg | PreviewKind::Html) | None => {
            Language::named(language).map_or(PreviewKind::Code, PreviewKind::CodeIn)
        }
    }
}

fn named(name: &str) -> Option<PreviewKind> {
    Some(match name.to_lowercase().as_str() {
        "markdown" | "md" | "text/markdown" => PreviewKind::Markdown,
        "code" => PreviewKind::Code,
        "text" | "plain" | "plaintext" | "txt" | "ascii" | "text/plain" => PreviewKind::Text,
        "mermaid" | "diagram" => PreviewKind::Mermaid,
        "svg" | "image/svg+xml" => PreviewKind::Svg,
        "html" | "text/html" => PreviewKind::Html,
        _ => return None,
    })
}

fn is_picture(name: &str) -> bool {
    let name = name.to_lowercase();
    let names = [
        "image",
        "img",
        "picture",
        "photo",
        "screenshot",
        "png",
        "jpg",
        "jpeg",
        "gif",
        "webp",
        "pdf",
        "video",
    ];
    names.contains(&name.as_str()) || name.starts_with("image/") || name.starts_with("video/")
}
