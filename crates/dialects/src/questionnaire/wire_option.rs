//! An option of a list, with its preview.
//!
//! - A preview is an object with one of six types and a content; an empty one is dropped.

use super::{legacy, place};
use crate::findings::Findings;
use crate::near::KnownKey;
use crate::object::Object;
use crate::{Limits, Note, Problem};
use asq_core::model::PreviewKind;
use asq_wire::{Path, kind};
use serde_json::Value;

const OPTION: &[KnownKey] = &[
    KnownKey::new("label", &["name", "title", "text"]),
    KnownKey::new("description", &[]),
    KnownKey::new("preview", &[]),
];
const PREVIEW: &[KnownKey] =
    &[KnownKey::new("type", &["kind"]), KnownKey::new("content", &["source", "text", "body"])];
pub(super) const PREVIEWS: [(&str, PreviewKind); 6] = [
    ("markdown", PreviewKind::Markdown),
    ("code", PreviewKind::Code),
    ("text", PreviewKind::Text),
    ("mermaid", PreviewKind::Mermaid),
    ("svg", PreviewKind::Svg),
    ("html", PreviewKind::Html),
];
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WireOption {
    pub(super) label: String,
    pub(super) description: Option<String>,
    pub(super) preview: Option<(PreviewKind, String)>,
}

/// Reads one. `n` is the question's index, `i` the option's.
pub(super) fn read(value: &Value, n: usize, i: usize, path: Path, log: &mut Findings) -> Option<WireOption> {
    let renewed = legacy::option(value, &place::option(n, i), log);
    let object = Object::open(&renewed.value, path, OPTION, r#"{"label": …, "description": …}"#, log)?;
    let label = object.text("label", usize::MAX, log).filter(|l| fits(&object, "label", l, 200, log));
    let description = object
        .optional_text("description", usize::MAX, log)
        .filter(|d| fits(&object, "description", d, 2000, log));
    let preview =
        object.given("preview", log).and_then(|value| preview(value, object.path.key("preview"), log));
    Some(WireOption { label: label?, description, preview })
}

fn preview(value: &Value, path: Path, log: &mut Findings) -> Option<(PreviewKind, String)> {
    let object = Object::open(value, path, PREVIEW, r#"{"type": "markdown", "content": …}"#, log)?;
    let given = object.given("type", log);
    let found = given.and_then(Value::as_str).and_then(|t| PREVIEWS.iter().find(|(name, _)| *name == t));
    if found.is_none() && (given.is_some() || !object.excused("type")) {
        let names: Vec<String> = PREVIEWS.iter().map(|(name, _)| format!("\"{name}\"")).collect();
        let came = given.map_or_else(|| "is missing".to_owned(), kind);
        let wanted = format!("must be one of {}", names.join(", "));
        log.problem(Problem::new(object.path.key("type"), wanted, came));
    }
    let content = object.any_text("content", Limits::PUBLISHED.preview_bytes, log)?;
    if content.trim().is_empty() {
        log.note(Note::dropped(&object.path, "a preview with nothing in it"));
        return None;
    }
    Some((found?.1, content))
}

/// Whether a text has at most this many characters; reports it if not.
pub(super) fn fits(object: &Object<'_>, key: &str, text: &str, most: usize, log: &mut Findings) -> bool {
    let count = text.chars().count();
    if count > most {
        let wanted = format!("must have at most {most} characters");
        log.problem(Problem::new(object.path.key(key), wanted, format!("has {count}")));
    }
    count <= most
}
