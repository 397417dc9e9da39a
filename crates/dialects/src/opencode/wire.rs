//! The call of OpenCode's `question` as JSON.
//!
//! - `multiple` and `custom` are honoured; a missing `custom` is true.
//! - Other keys are dropped with a note; the note on a near miss names the right key. OpenCode drops them,
//!   too.
//! - A missing description is empty, a blank header becomes Q1, Q2, …; both with a note.
//! - A call without questions, or with a question that nothing can answer, is refused: OpenCode would wait
//!   forever.

use crate::findings::Findings;
use crate::near::KnownKey;
use crate::object::Object;
use crate::{Limits, Misuse, Note, ToolCall};
use asq_core::model::Question;
use asq_wire::{Path, Problem};
use serde_json::Value;

const LIMITS: Limits = Limits::PUBLISHED;

const CALL: &[KnownKey] = &[KnownKey::new("questions", &["question"])];
const QUESTION: &[KnownKey] = &[
    KnownKey::new("question", &["prompt", "text", "message"]),
    KnownKey::new("header", &["label", "title"]),
    KnownKey::new("options", &["choices"]),
    KnownKey { name: "multiple", aliases: &[], renamed: &["multiSelect", "allowMultiple", "multi"] },
    KnownKey { name: "custom", aliases: &[], renamed: &["allowCustom", "allowOther"] },
];
const OPTION: &[KnownKey] =
    &[KnownKey::new("label", &["name", "title", "text"]), KnownKey::new("description", &[])];

#[derive(Clone, Debug)]
pub(super) struct WireQuestion {
    pub(super) question: String,
    pub(super) header: String,
    pub(super) options: Vec<WireOption>,
    pub(super) multiple: bool,
    pub(super) custom: bool,
}

#[derive(Clone, Debug)]
pub(super) struct WireOption {
    pub(super) label: String,
    pub(super) description: String,
}

pub(super) fn parse(call: &ToolCall) -> Result<(Vec<WireQuestion>, Vec<Note>), Misuse> {
    let mut log = Findings::default();
    let mut asked = Vec::new();
    let top = Object::open_dropping(&call.arguments, Path::root(), CALL, r#"{"questions": […]}"#, &mut log);
    if let Some(top) = top
        && let Some(list) = top.list("questions", "questions", LIMITS.questions, &mut log)
    {
        let path = Path::root().key("questions");
        asked =
            list.iter().enumerate().filter_map(|(n, v)| question(v, path.index(n), n, &mut log)).collect();
    }
    log.close(asked)
}

fn question(value: &Value, path: Path, n: usize, log: &mut Findings) -> Option<WireQuestion> {
    let example = r#"{"question": …, "header": …, "options": [{"label": …, "description": …}]}"#;
    let object = Object::open_dropping(value, path, QUESTION, example, log)?;
    let question = object.any_text("question", LIMITS.text_bytes, log);
    if question.as_ref().is_some_and(|q| q.trim().is_empty()) {
        log.note(Note::mended(&object.path.key("question"), "is blank; the header is shown in its place"));
    }
    let header = object.any_text("header", LIMITS.text_bytes, log).map(|header| {
        if !header.trim().is_empty() {
            return header;
        }
        let shown = format!("Q{}", n + 1);
        log.note(Note::mended(&object.path.key("header"), format!("is blank; shown as {shown}")));
        shown
    });
    let options: Option<Vec<WireOption>> =
        object.list("options", "options", LIMITS.options, log).map(|list| {
            let path = object.path.key("options");
            list.iter().enumerate().filter_map(|(n, v)| option(v, path.index(n), log)).collect()
        });
    let multiple = object.flag("multiple", log).unwrap_or(false);
    let custom = object.flag("custom", log).unwrap_or(true);
    if !custom && object.is_empty_list("options") {
        let problem = Problem::new(
            object.path.key("options"),
            "must hold an option where custom is false",
            "holds none",
        );
        log.problem(problem.fix("Nothing could answer this question."));
    }
    Some(WireQuestion { question: question?, header: header?, options: options?, multiple, custom })
}

fn option(value: &Value, path: Path, log: &mut Findings) -> Option<WireOption> {
    let object = Object::open_dropping(value, path, OPTION, r#"{"label": …, "description": …}"#, log)?;
    let label = object.text("label", LIMITS.text_bytes, log);
    let description = if object.has("description") {
        object.any_text("description", LIMITS.text_bytes, log)
    } else {
        log.note(Note::mended(&object.path.key("description"), "is missing; read as empty"));
        Some(String::new())
    };
    Some(WireOption { label: label?, description: description? })
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
                    description: o.description.as_ref().map(|d| d.raw().to_owned()).unwrap_or_default(),
                })
                .collect(),
            multiple: question.kind.is_several(),
            custom: question.custom,
        }
    }
}
