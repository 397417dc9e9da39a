//! Turns an ending into the reply of `question`.
//!
//! - One question: `User selected: N. LABEL` or `User wrote: TEXT`; several: a line each, starting with the
//!   label.
//! - A value that differs from its label follows it.
//! - With several questions, typed line breaks are indented, so that a text can't pass for another answer.
//! - After a cancel the details hold what was answered so far; the text lists nothing.
//! - A missing terminal and missing questions have their own words and aren't errors.

use super::wire::{self, WireAnswer, WireQuestion};
use crate::common_replies::{Cancel, common_reply, indented, misuse_text};
use crate::{Ending, ToolCall, ToolReply};
use asq_core::model::{Answers, Outcome, Pick, Request};
use asq_core::text::Untrusted;
use serde_json::{Value, json};

const UNAVAILABLE: &str = "Error: UI not available: the user never saw the question. \
    Ask in plain text or go on without assuming an answer.";

pub(super) fn write(call: &ToolCall, request: Option<&Request>, ending: Ending<'_>) -> ToolReply {
    let asked: Vec<WireQuestion> = match (wire::parse(call), request) {
        (Ok((asked, _)), _) => asked,
        (Err(_), Some(request)) => request.questions.iter().map(WireQuestion::from).collect(),
        (Err(_), None) => Vec::new(),
    };
    let single = asked.len() <= 1;
    let given = given(&asked, answers(ending));
    let cancel = Cancel {
        text: if single { "User cancelled the selection" } else { "User cancelled the questions" },
        is_error: false,
    };
    let (content, is_error) = match ending {
        Ending::Unavailable(_) => (UNAVAILABLE.to_owned(), false),
        Ending::Misuse(_) if no_questions(call) => ("Error: No questions provided".to_owned(), false),
        Ending::Misuse(misuse) => {
            (misuse_text("this call of question does not fit its contract", misuse), true)
        }
        Ending::Closed(_) | Ending::Pending(_) | Ending::Conflict(_) => {
            common_reply(ending, cancel).unwrap_or_else(|| (answered(&asked, &given, single), false))
        }
    };
    let cancelled = !matches!(ending, Ending::Closed(Outcome::Answered(_)) | Ending::Pending(_));
    let given: Vec<WireAnswer> = given.into_iter().map(|(_, given)| given).collect();
    ToolReply {
        content,
        details: json!({ "questions": asked, "answers": given, "cancelled": cancelled }),
        is_error,
    }
}

fn no_questions(call: &ToolCall) -> bool {
    call.arguments.get("questions").and_then(Value::as_array).is_some_and(Vec::is_empty)
}

/// The answers so far, also before a cancel.
fn answers(ending: Ending<'_>) -> Option<&Answers> {
    match ending {
        Ending::Closed(Outcome::Answered(answers)) => Some(answers),
        Ending::Closed(
            Outcome::Discuss(draft)
            | Outcome::Declined { draft, reason: _ }
            | Outcome::Cancelled(draft)
            | Outcome::Withdrawn(draft)
            | Outcome::Expired(draft),
        ) => Some(&draft.answers),
        Ending::Unavailable(_) | Ending::Pending(_) | Ending::Misuse(_) | Ending::Conflict(_) => None,
    }
}

/// The answers in question order, each with its question's index.
fn given(asked: &[WireQuestion], answers: Option<&Answers>) -> Vec<(usize, WireAnswer)> {
    let entries = answers.map(|a| a.entries.as_slice()).unwrap_or_default();
    let mut out = Vec::new();
    for (n, (asked, entry)) in asked.iter().zip(entries).enumerate() {
        let one = entry.answer.as_ref().and_then(|answer| match answer.typed() {
            Some(text) => Some(written(asked, &text)),
            None => answer.picks().first().and_then(|pick| picked(asked, pick)),
        });
        out.extend(one.map(|given| (n, given)));
    }
    out
}

fn picked(asked: &WireQuestion, pick: &Pick) -> Option<WireAnswer> {
    match pick {
        Pick::Custom(text) => Some(written(asked, text)),
        Pick::Option(index) => asked.options.get(*index).map(|option| WireAnswer {
            id: asked.id.clone(),
            value: option.value.clone(),
            label: option.label.clone(),
            was_custom: false,
            index: Some(index + 1),
        }),
    }
}

fn written(asked: &WireQuestion, text: &Untrusted) -> WireAnswer {
    let text = text.raw().to_owned();
    WireAnswer { id: asked.id.clone(), value: text.clone(), label: text, was_custom: true, index: None }
}

fn answered(asked: &[WireQuestion], given: &[(usize, WireAnswer)], single: bool) -> String {
    let lines: Vec<String> = given
        .iter()
        .map(|(n, given)| {
            let lead = if single { "User".to_owned() } else { format!("{}: user", asked[*n].label) };
            match given.index {
                Some(index) if given.value == given.label => {
                    format!("{lead} selected: {index}. {}", given.label)
                }
                Some(index) => format!("{lead} selected: {index}. {} (value: {})", given.label, given.value),
                None if single => format!("{lead} wrote: {}", given.value),
                None => format!("{lead} wrote: {}", indented(&given.value)),
            }
        })
        .collect();
    lines.join("\n")
}
