//! The calls of the three tools as JSON.
//!
//! - The call's name decides the tool; without a name, the only tool whose shape fits.
//! - `ask_question` takes 2 to 6 options, `ask_multi_select` at least one; labels differ.
//! - A missing description stays empty.
//! - A summary must not be blank.

use super::{LIMITS, ONE_OF};
use crate::findings::Findings;
use crate::near::KnownKey;
use crate::object::Object;
use crate::{Misuse, Note, ToolCall};
use asq_core::model::Request;
use asq_wire::{Path, Problem, quoted};
use serde_json::Value;
use std::collections::HashMap;

const ASK: &[KnownKey] = &[
    KnownKey::new("question", &["prompt", "text", "message"]),
    KnownKey::new("options", &["choices", "items"]),
];
const OPTION: &[KnownKey] =
    &[KnownKey::new("label", &["name", "title", "text", "value"]), KnownKey::new("description", &[])];
const RESUME: &[KnownKey] = &[KnownKey::new("summary", &["text", "message"])];

/// One of the three tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tool {
    One,
    Many,
    Resume,
}

impl Tool {
    pub(super) const ALL: [Tool; 3] = [Tool::One, Tool::Many, Tool::Resume];

    pub(super) fn name(self) -> &'static str {
        match self {
            Tool::One => "ask_question",
            Tool::Many => "ask_multi_select",
            Tool::Resume => "resume_structured",
        }
    }

    /// The tool of a call, if its name or the number of its options tells.
    pub(super) fn of(call: &ToolCall) -> Option<Tool> {
        let named = call.name.as_deref().and_then(|name| Tool::ALL.into_iter().find(|t| t.name() == name));
        if named.is_some() {
            return named;
        }
        if call.arguments.get("summary").is_some() && call.arguments.get("question").is_none() {
            return Some(Tool::Resume);
        }
        let (fewest, most) = ONE_OF;
        match call.arguments.get("options").and_then(Value::as_array)?.len() {
            0 => None,
            // `ask_question` would refuse as many.
            n if n < fewest || n > most => Some(Tool::Many),
            _ => None,
        }
    }

    /// The tool behind a request.
    pub(super) fn of_request(request: &Request) -> Tool {
        let several = request.questions.first().is_some_and(|q| q.kind.is_several());
        if several { Tool::Many } else { Tool::One }
    }
}

/// The arguments of `ask_question` and `ask_multi_select`.
#[derive(Clone, Debug)]
pub(super) struct WireQuestion {
    pub(super) question: String,
    pub(super) options: Vec<WireOption>,
}

#[derive(Clone, Debug)]
pub(super) struct WireOption {
    pub(super) label: String,
    pub(super) description: Option<String>,
}

#[derive(Clone, Debug)]
pub(super) enum WireCall {
    One(WireQuestion),
    Many(WireQuestion),
    /// Holds the summary.
    Resume(String),
}

pub(super) fn parse(call: &ToolCall) -> Result<(WireCall, Vec<Note>), Misuse> {
    let Some(tool) = Tool::of(call) else { return Err(which(call)) };
    let mut log = Findings::default();
    let called = match tool {
        Tool::One => asked(&call.arguments, ONE_OF, &mut log).map(WireCall::One),
        Tool::Many => asked(&call.arguments, LIMITS.options, &mut log).map(WireCall::Many),
        Tool::Resume => summary(&call.arguments, &mut log).map(WireCall::Resume),
    };
    let (called, notes) = log.close(called)?;
    called.map(|called| (called, notes)).ok_or_else(|| which(call))
}

/// Both asking tools would take it, or neither.
fn which(call: &ToolCall) -> Misuse {
    let came = match &call.name {
        Some(name) => format!("is {}", quoted(name)),
        None => "is missing".to_owned(),
    };
    let wanted = "must be ask_question, ask_multi_select or resume_structured";
    Misuse::one(Problem::new("name", wanted, came).fix(
        "The arguments alone don't tell the tool: send {\"name\": \"ask_question\", \"arguments\": {…}}, or \
         ask_multi_select where several may be picked.",
    ))
}

fn asked(arguments: &Value, options: (usize, usize), log: &mut Findings) -> Option<WireQuestion> {
    let example = r#"{"question": …, "options": [{"label": …, "description": …}]}"#;
    let object = Object::open(arguments, Path::root(), ASK, example, log)?;
    let question = object.text("question", LIMITS.text_bytes, log);
    let options = object.list("options", "options", options, log).map(|list| {
        let path = Path::root().key("options");
        let mut seen = HashMap::new();
        list.iter().enumerate().filter_map(|(n, v)| option(v, path.index(n), &mut seen, log)).collect()
    });
    Some(WireQuestion { question: question?, options: options? })
}

fn option(
    value: &Value,
    path: Path,
    seen: &mut HashMap<String, String>,
    log: &mut Findings,
) -> Option<WireOption> {
    let object = Object::open(value, path, OPTION, r#"{"label": …, "description": …}"#, log)?;
    let label = object.text("label", LIMITS.text_bytes, log);
    if let Some(label) = &label {
        let at = object.path.key("label");
        if let Some(first) = seen.get(label.trim()) {
            log.problem(
                Problem::new(
                    at,
                    format!("must differ from {first}"),
                    format!("is {} as well", quoted(label)),
                )
                .fix("Picks come back by their labels, so each must be its own."),
            );
        } else {
            seen.insert(label.trim().to_owned(), at.to_string());
        }
    }
    let description = object.optional_text("description", LIMITS.text_bytes, log);
    Some(WireOption { label: label?, description })
}

fn summary(arguments: &Value, log: &mut Findings) -> Option<String> {
    let object = Object::open(arguments, Path::root(), RESUME, r#"{"summary": …}"#, log)?;
    object.text("summary", LIMITS.text_bytes, log)
}

impl From<&Request> for WireQuestion {
    fn from(request: &Request) -> WireQuestion {
        let question = request.questions.first();
        let offered = |o: &asq_core::model::QuestionOption| WireOption {
            label: o.label.raw().to_owned(),
            description: o.description.as_ref().map(|d| d.raw().to_owned()),
        };
        WireQuestion {
            question: question.map(|q| q.text.raw().to_owned()).unwrap_or_default(),
            options: question.map(|q| q.options.iter().map(offered).collect()).unwrap_or_default(),
        }
    }
}
