//! The options of a list, and its `Other`.
//!
//! - Labels differ, white space at the ends aside; upper and lower case are told apart.
//! - A label that reads `other`, however its case, is the row for own words: shown last, never counted.
//! - Several of those collapse, and the first wins.
//! - A preview is an object with a type of six and a content; a blank one is none.
//! - In a yes-or-no question two options come, the affirmative first.

use super::how::Shape;
use super::legacy;
use super::place;
use super::wire::{self, Offered};
use crate::log::Log;
use crate::near::Known;
use crate::object::Object;
use crate::{Limits, Note, Problem};
use asq_core::model::PreviewKind;
use asq_wire::{Path, kind, quoted};
use serde_json::Value;

const OPTION: &[Known] = &[
    Known::new("label", &["name", "title", "text"]),
    Known::new("description", &[]),
    Known::new("preview", &[]),
];
const PREVIEW: &[Known] =
    &[Known::new("type", &["kind"]), Known::new("content", &["source", "text", "body"])];
pub(super) const PREVIEWS: [(&str, PreviewKind); 6] = [
    ("markdown", PreviewKind::Markdown),
    ("code", PreviewKind::Code),
    ("text", PreviewKind::Text),
    ("mermaid", PreviewKind::Mermaid),
    ("svg", PreviewKind::Svg),
    ("html", PreviewKind::Html),
];
/// Labels that say no, and those that say yes; to be found before the first `,`, `(` and the like.
const NEGATIVE: &[&str] = &[
    "no",
    "nope",
    "nay",
    "n",
    "cancel",
    "decline",
    "abort",
    "stop",
    "don't",
    "dont",
    "do not",
    "never",
    "reject",
    "deny",
    "refuse",
    "disagree",
    "disapprove",
    "no thanks",
    "not now",
    "false",
];
const AFFIRMATIVE: &[&str] = &[
    "yes", "yep", "yeah", "aye", "y", "ok", "okay", "confirm", "accept", "proceed", "continue", "affirm",
    "approve", "agree", "allow", "go", "go ahead", "do it", "sure", "true",
];

/// The options of a question; `None` where some are ill, so that nothing else is said about them.
pub(super) struct Listed {
    pub(super) options: Vec<Offered>,
    pub(super) other: Option<Offered>,
}

/// Reads the options of a list. `n` is the question's index.
pub(super) fn read(list: &[Value], n: usize, shape: Shape, at: &Path, log: &mut Log) -> Option<Listed> {
    let before = log.problems.len();
    let mut options: Vec<(usize, Offered)> = Vec::new();
    let mut other = None;
    let mut others = 0;
    for (i, value) in list.iter().enumerate() {
        // An ill Other is no option short.
        others += usize::from(value.get("label").and_then(Value::as_str).is_some_and(is_other));
        let Some(offered) = option(value, n, i, at.index(i), log) else { continue };
        if is_other(&offered.label) {
            let label = at.index(i).key("label");
            if other.is_none() {
                log.note(Note::mended(&label, "this is the row Other, which every list has; it comes last"));
                other = Some(offered);
            } else {
                log.note(Note::dropped(&at.index(i), "the row Other is there once"));
            }
            continue;
        }
        if let Some((first, _)) = options.iter().find(|(_, o)| o.label.trim() == offered.label.trim()) {
            log.problem(
                Problem::new(
                    at.index(i).key("label"),
                    format!("must differ from that of option {first}"),
                    format!("is {} as well", quoted(&offered.label)),
                )
                .fix("Answers name the label, so each must be its own."),
            );
        }
        options.push((i, offered));
    }
    let (fewest, most) = shape.options();
    let count = list.len() - others;
    if count < fewest || count > most {
        let wanted = match shape {
            Shape::Confirm => "must hold the affirmative and the negative option, or be left out".to_owned(),
            Shape::One | Shape::Many | Shape::Number | Shape::Text => {
                format!("must hold {fewest} to {most} options besides Other")
            }
        };
        let came = if count == 0 { "holds none".to_owned() } else { format!("holds {count}") };
        log.problem(Problem::new(at, wanted, came));
    }
    if shape == Shape::Confirm && log.problems.len() == before {
        affirmative_first(&options, n, log);
    }
    let options = options.into_iter().map(|(_, offered)| offered).collect();
    (log.problems.len() == before).then_some(Listed { options, other })
}

/// Whether a label is that of the row for own words.
pub(super) fn is_other(label: &str) -> bool {
    label.trim().to_lowercase() == "other"
}

fn option(value: &Value, n: usize, i: usize, path: Path, log: &mut Log) -> Option<Offered> {
    let renewed = legacy::option(value, &place::option(n, i), log);
    let object = Object::open(&renewed.value, path, OPTION, r#"{"label": …, "description": …}"#, log)?;
    let label = object.text("label", usize::MAX, log).filter(|l| wire::fits(&object, "label", l, 200, log));
    let description = object
        .optional_text("description", usize::MAX, log)
        .filter(|d| wire::fits(&object, "description", d, 2000, log));
    let preview =
        object.given("preview", log).and_then(|value| preview(value, object.path.key("preview"), log));
    Some(Offered { label: label?, description, preview })
}

fn preview(value: &Value, path: Path, log: &mut Log) -> Option<(PreviewKind, String)> {
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

/// Whoever writes "No, Yes" would get each answer for the other.
fn affirmative_first(options: &[(usize, Offered)], n: usize, log: &mut Log) {
    let [(i, first), (_, second)] = options else { return };
    if says_no(&first.label) && says_yes(&second.label) {
        let came = format!("{} stands before {}", quoted(&first.label), quoted(&second.label));
        let told = format!("option {i} is taken as affirm; put the affirmative first ({came})");
        log.problem(Problem::sentence(place::question(n), told));
    }
}

fn says_no(label: &str) -> bool {
    let said = said(label);
    NEGATIVE.contains(&said.as_str()) || said.starts_with("don't ") || said.starts_with("do not ")
}

fn says_yes(label: &str) -> bool {
    AFFIRMATIVE.contains(&said(label).as_str())
}

/// A label up to its first pause: the "no" in "No, keep it".
fn said(label: &str) -> String {
    let label = label.to_lowercase().replace('’', "'");
    let pauses = [",", ";", ":", ".", "!", "(", "—", "–", " -", "…"];
    let end = pauses.iter().filter_map(|pause| label.find(pause)).min().unwrap_or(label.len());
    label[..end].trim().to_owned()
}
