//! The call and the details of `question` as JSON.
//!
//! - Ids must differ, and so must the values of one question; prompts and labels may repeat.
//! - A missing or blank label becomes Q1, Q2, ….
//! - An empty list of options is valid: the person writes their own text.
//! - Details return the questions with their labels filled in, and the options as they came.

use crate::findings::Findings;
use crate::near::KnownKey;
use crate::object::Object;
use crate::{Limits, Misuse, Note, ToolCall};
use asq_core::model::Question;
use asq_wire::{Path, Problem, quoted};
use serde::Serialize;
use std::collections::HashMap;

const CALL: &[KnownKey] = &[KnownKey::new("questions", &["question"])];
const QUESTION: &[KnownKey] = &[
    KnownKey::new("id", &[]),
    KnownKey::new("label", &["header", "title"]),
    KnownKey::new("prompt", &["question", "text", "message"]),
    KnownKey::new("options", &["choices"]),
];
const OPTION: &[KnownKey] = &[
    KnownKey::new("value", &["id", "key"]),
    KnownKey::new("label", &["name", "title", "text"]),
    KnownKey::new("description", &[]),
];

#[derive(Clone, Debug, Serialize)]
pub(super) struct WireQuestion {
    pub(super) id: String,
    pub(super) label: String,
    pub(super) prompt: String,
    pub(super) options: Vec<WireOption>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct WireOption {
    pub(super) value: String,
    pub(super) label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) description: Option<String>,
}

/// One entry of `details.answers`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireAnswer {
    pub(super) id: String,
    pub(super) value: String,
    pub(super) label: String,
    pub(super) was_custom: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) index: Option<usize>,
}

pub(super) fn parse(call: &ToolCall) -> Result<(Vec<WireQuestion>, Vec<Note>), Misuse> {
    let limits = Limits::PUBLISHED;
    let mut log = Findings::default();
    let mut asked = Vec::new();
    let top = Object::open(&call.arguments, Path::root(), CALL, r#"{"questions": […]}"#, &mut log);
    if let Some(top) = top
        && let Some(list) = top.list("questions", "questions", limits.questions, &mut log)
    {
        let mut seen = HashMap::new();
        for (n, value) in list.iter().enumerate() {
            asked.extend(question(value, Path::root().key("questions").index(n), n, &mut seen, &mut log));
        }
    }
    log.close(asked)
}

fn question(
    value: &serde_json::Value,
    path: Path,
    n: usize,
    seen: &mut HashMap<String, usize>,
    log: &mut Findings,
) -> Option<WireQuestion> {
    let limits = Limits::PUBLISHED;
    let example = r#"{"id": …, "prompt": …, "options": [{"value": …, "label": …}]}"#;
    let object = Object::open(value, path, QUESTION, example, log)?;
    let id = object.text("id", limits.text_bytes, log);
    if let Some(id) = &id
        && let Some(first) = seen.insert(id.clone(), n)
    {
        seen.insert(id.clone(), first);
        log.problem(
            Problem::new(
                object.path.key("id"),
                format!("must differ from questions[{first}].id"),
                format!("is {} as well", quoted(id)),
            )
            .fix("Give each question an id of its own."),
        );
    }
    let label =
        object.optional_text("label", limits.text_bytes, log).filter(|label| !label.trim().is_empty());
    let prompt = object.text("prompt", limits.text_bytes, log);
    let options = object.list("options", "options", limits.options, log).map(|list| {
        let mut seen = HashMap::new();
        let path = object.path.key("options");
        list.iter().enumerate().filter_map(|(n, v)| option(v, &path, n, &mut seen, log)).collect()
    });
    Some(WireQuestion {
        id: id?,
        label: label.unwrap_or_else(|| format!("Q{}", n + 1)),
        prompt: prompt?,
        options: options?,
    })
}

fn option(
    value: &serde_json::Value,
    list: &Path,
    n: usize,
    seen: &mut HashMap<String, usize>,
    log: &mut Findings,
) -> Option<WireOption> {
    let most = Limits::PUBLISHED.text_bytes;
    let object = Object::open(value, list.index(n), OPTION, r#"{"value": …, "label": …}"#, log)?;
    let value = object.any_text("value", most, log);
    if let Some(value) = &value
        && let Some(first) = seen.insert(value.clone(), n)
    {
        seen.insert(value.clone(), first);
        log.problem(
            Problem::new(
                object.path.key("value"),
                format!("must differ from {}", list.index(first).key("value")),
                format!("is {} as well", quoted(value)),
            )
            .fix("Give each option of a question a value of its own."),
        );
    }
    let label = object.text("label", most, log);
    let description = object.optional_text("description", most, log);
    Some(WireOption { value: value?, label: label?, description })
}

impl From<&Question> for WireQuestion {
    fn from(question: &Question) -> WireQuestion {
        WireQuestion {
            id: question.id.raw().to_owned(),
            label: question.header.raw().to_owned(),
            prompt: question.text.raw().to_owned(),
            options: question
                .options
                .iter()
                .map(|o| WireOption {
                    value: o.value.raw().to_owned(),
                    label: o.label.raw().to_owned(),
                    description: o.description.as_ref().map(|d| d.raw().to_owned()),
                })
                .collect(),
        }
    }
}
