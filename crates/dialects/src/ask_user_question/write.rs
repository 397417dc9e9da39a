//! Turns an ending into the reply of `ask_user_question`.
//!
//! - One sentence: every answered question with its answer, in question order, quotes escaped.
//! - The picked option's preview and the note follow their answer, and also appear in the annotations.
//! - Several picks are joined by `, ` in the order of picking.
//! - Open questions are omitted unless they have a note; if none was answered, the text says so.
//! - A cancel or a missing terminal becomes an error without details, as if the tool had thrown.

use super::wire::{self, WireQuestion};
use crate::common_replies::{Cancel, common_reply, misuse_text};
use crate::{Ending, ToolCall, ToolReply};
use asq_core::model::{Answers, Entry, Outcome, Pick, Request};
use serde_json::{Map, Value, json};

const UNAVAILABLE: &str = "User interface not available: the user never saw the questions. \
    Ask in plain text or go on without assuming an answer.";
const NOTHING: &str = "The user submitted the form without answering any question.";
const CANCEL: Cancel = Cancel { text: "User cancelled", is_error: true };

pub(super) fn write(call: &ToolCall, request: Option<&Request>, ending: Ending<'_>) -> ToolReply {
    let thrown = match ending {
        Ending::Closed(Outcome::Answered(answers)) => {
            let asked: Vec<WireQuestion> = match (wire::parse(call), request) {
                (Ok((asked, _)), _) => asked,
                (Err(_), Some(request)) => request.questions.iter().map(WireQuestion::from).collect(),
                (Err(_), None) => Vec::new(),
            };
            return answered(&asked, answers);
        }
        Ending::Unavailable(_) => (UNAVAILABLE.to_owned(), true),
        Ending::Misuse(misuse) => {
            (misuse_text("this call of ask_user_question does not fit its contract", misuse), true)
        }
        Ending::Closed(_) | Ending::Pending(_) | Ending::Conflict(_) => {
            common_reply(ending, CANCEL).unwrap_or_else(|| (CANCEL.text.to_owned(), CANCEL.is_error))
        }
    };
    ToolReply { content: thrown.0, details: Value::Null, is_error: thrown.1 }
}

fn answered(asked: &[WireQuestion], answers: &Answers) -> ToolReply {
    let mut said = Vec::new();
    let mut by_text = Map::new();
    let mut annotations = Map::new();
    for (asked, entry) in asked.iter().zip(&answers.entries) {
        let mut annotation = Map::new();
        let preview = preview(asked, entry);
        if let Some(preview) = preview {
            annotation.insert("preview".into(), preview.into());
        }
        let note = entry.note.as_ref().filter(|note| !note.is_blank());
        if let Some(note) = note {
            annotation.insert("notes".into(), note.raw().into());
        }
        if !annotation.is_empty() {
            annotations.insert(asked.question.clone(), annotation.into());
        }
        let Some(answer) = displayed(asked, entry) else {
            // The model reads only the text, so notes on open questions must be in it.
            if let Some(note) = note {
                said.push(format!("\"{}\" user notes: {}", escaped(&asked.question), note.raw()));
            }
            continue;
        };
        let mut line = format!("\"{}\"=\"{}\"", escaped(&asked.question), escaped(&answer));
        if let Some(preview) = preview {
            line.push_str(" selected preview:\n");
            line.push_str(preview);
        }
        if let Some(note) = note {
            line.push_str(if preview.is_some() { "\nuser notes: " } else { " user notes: " });
            line.push_str(note.raw());
        }
        said.push(line);
        by_text.insert(asked.question.clone(), answer.into());
    }
    let said = said.join(", ");
    let content = match (by_text.is_empty(), said.is_empty()) {
        (true, true) => NOTHING.to_owned(),
        (true, false) => format!("{NOTHING} {said}."),
        (false, _) => format!(
            "User has answered your questions: {said}. You can now continue with the user's answers in mind."
        ),
    };
    let mut details = json!({ "questions": asked, "answers": by_text });
    if let (Value::Object(details), false) = (&mut details, annotations.is_empty()) {
        details.insert("annotations".into(), annotations.into());
    }
    ToolReply { content, details, is_error: false }
}

/// The answer as text, if there is one.
fn displayed(asked: &WireQuestion, entry: &Entry) -> Option<String> {
    let answer = entry.answer.as_ref()?;
    if let Some(text) = answer.typed() {
        return Some(text.raw().to_owned());
    }
    let word = |pick| match pick {
        &Pick::Option(index) => asked.options.get(index).map(|o| o.label.as_str()),
        Pick::Custom(text) => Some(text.raw()),
    };
    let words: Vec<&str> = answer.picks().iter().filter_map(word).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// The preview of the picked option, if options are compared.
fn preview<'a>(asked: &'a WireQuestion, entry: &Entry) -> Option<&'a str> {
    if asked.multi_select {
        return None;
    }
    let [Pick::Option(index)] = entry.answer.as_ref()?.picks() else { return None };
    asked.options.get(*index)?.preview.as_deref()
}

/// Escapes backslashes, quotes and line breaks as JSON does, and nothing else.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\r', "\\r")
}
