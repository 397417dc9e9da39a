//! The call of `ask_user_question` as JSON.
//!
//! - Counts, header length and uniqueness are hard limits; nothing checks for a final `?`.
//! - Question texts must differ, and so must the labels of one question; surrounding white space doesn't
//!   count.
//! - A missing description is empty; a blank preview is dropped.
//! - Previews are dropped, with a note, if the question takes several picks.
//! - `multiple` and similar keys are refused, because dropping them would change the answer.

use super::LIMITS;
use crate::findings::Findings;
use crate::near::KnownKey;
use crate::object::Object;
use crate::{Misuse, Note, ToolCall};
use asq_core::model::Question;
use asq_wire::{Path, Problem, quoted};
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;

const CALL: &[KnownKey] = &[KnownKey::new("questions", &["question"])];
const QUESTION: &[KnownKey] = &[
    KnownKey::new("question", &["prompt", "text", "message"]),
    KnownKey::new("header", &["label", "title"]),
    KnownKey::new("options", &["choices"]),
    KnownKey { name: "multiSelect", aliases: &[], renamed: &["multiple", "allowMultiple", "multi"] },
];
const OPTION: &[KnownKey] = &[
    KnownKey::new("label", &["name", "title", "text"]),
    KnownKey::new("description", &[]),
    KnownKey::new("preview", &[]),
];

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireQuestion {
    pub(super) question: String,
    pub(super) header: String,
    pub(super) options: Vec<WireOption>,
    pub(super) multi_select: bool,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct WireOption {
    pub(super) label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) preview: Option<String>,
}

impl WireQuestion {
    /// Whether its options are compared by their previews.
    pub(super) fn compares(&self) -> bool {
        !self.multi_select && self.options.iter().any(|o| o.preview.is_some())
    }
}

pub(super) fn parse(call: &ToolCall) -> Result<(Vec<WireQuestion>, Vec<Note>), Misuse> {
    let mut log = Findings::default();
    let mut asked = Vec::new();
    let top = Object::open(&call.arguments, Path::root(), CALL, r#"{"questions": […]}"#, &mut log);
    if let Some(top) = top
        && let Some(list) = top.list("questions", "questions", LIMITS.questions, &mut log)
    {
        let path = Path::root().key("questions");
        let mut seen = HashMap::new();
        for (n, value) in list.iter().enumerate() {
            asked.extend(question(value, &path, n, &mut seen, &mut log));
        }
    }
    log.close(asked)
}

fn question(
    value: &Value,
    list: &Path,
    n: usize,
    seen: &mut HashMap<String, String>,
    log: &mut Findings,
) -> Option<WireQuestion> {
    let example = r#"{"question": …, "header": …, "options": [{"label": …, "description": …}]}"#;
    let object = Object::open(value, list.index(n), QUESTION, example, log)?;
    let question = object.text("question", LIMITS.text_bytes, log);
    differs(question.as_ref(), &object.path.key("question"), seen, log);
    // The contract's limit is far below the one for texts.
    let header = object.text("header", usize::MAX, log);
    if let (Some(header), Some(most)) = (&header, LIMITS.header_chars) {
        let count = header.chars().count();
        if count > most {
            let wanted = format!("must have at most {most} characters");
            log.problem(
                Problem::new(object.path.key("header"), wanted, format!("has {count}"))
                    .fix("It is a tab's label: one or two short words."),
            );
        }
    }
    let multi_select = object.flag("multiSelect", log).unwrap_or(false);
    let options = object.list("options", "options", LIMITS.options, log).map(|list| {
        let path = object.path.key("options");
        let mut seen = HashMap::new();
        let one = |(n, v)| option(v, path.index(n), multi_select, &mut seen, log);
        list.iter().enumerate().filter_map(one).collect()
    });
    Some(WireQuestion { question: question?, header: header?, options: options?, multi_select })
}

fn option(
    value: &Value,
    path: Path,
    multi_select: bool,
    seen: &mut HashMap<String, String>,
    log: &mut Findings,
) -> Option<WireOption> {
    let object = Object::open(value, path, OPTION, r#"{"label": …, "description": …}"#, log)?;
    let label = object.text("label", LIMITS.text_bytes, log);
    differs(label.as_ref(), &object.path.key("label"), seen, log);
    let description = object.optional_text("description", LIMITS.text_bytes, log);
    let preview = object.optional_text("preview", LIMITS.preview_bytes, log).filter(|preview| {
        let at = object.path.key("preview");
        if preview.trim().is_empty() {
            log.note(Note::dropped(&at, "a preview with nothing in it"));
        } else if multi_select {
            log.note(Note::dropped(
                &at,
                "previews are shown only where one option is picked (multiSelect false)",
            ));
        }
        !preview.trim().is_empty() && !multi_select
    });
    Some(WireOption { label: label?, description, preview })
}

/// A text that must not repeat an earlier one, ignoring surrounding white space.
fn differs(text: Option<&String>, path: &Path, seen: &mut HashMap<String, String>, log: &mut Findings) {
    let Some(text) = text else { return };
    if let Some(first) = seen.get(text.trim()) {
        log.problem(
            Problem::new(path, format!("must differ from {first}"), format!("is {} as well", quoted(text)))
                .fix("Answers come back under these texts, so each must be its own."),
        );
    } else {
        seen.insert(text.trim().to_owned(), path.to_string());
    }
}

impl From<&Question> for WireQuestion {
    fn from(question: &Question) -> WireQuestion {
        WireQuestion {
            question: question.text.raw().to_owned(),
            header: question.header.raw().to_owned(),
            options: question
                .options
                .iter()
                .map(|o| WireOption {
                    label: o.label.raw().to_owned(),
                    description: o.description.as_ref().map(|d| d.raw().to_owned()),
                    preview: o.preview.as_ref().map(|p| p.source.raw().to_owned()),
                })
                .collect(),
            multi_select: question.kind.is_several(),
        }
    }
}
