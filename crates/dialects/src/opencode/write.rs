//! Turns an ending into the reply of OpenCode's `question`.
//!
//! - One sentence: every question with its labels joined by `, ` in picked order; nothing is escaped.
//! - An open question reads `Unanswered`; an empty text as an answer reads as that text.
//! - Details are OpenCode's metadata: a list of labels per question, and that nothing was truncated.
//! - A dismissed question, a missing terminal and an invalid call are errors without details.
//! - An invalid call gets OpenCode's answer, but with all problems instead of the first.

use super::labels::labels_of;
use super::schema_error::schema_error;
use super::wire::{self, WireQuestion};
use crate::common_replies::{Cancel, common_reply};
use crate::{Ending, ToolCall, ToolReply};
use asq_core::model::{Answers, Outcome, Request};
use serde_json::{Value, json};

const CANCEL: Cancel = Cancel { text: "The user dismissed this question", is_error: true };

pub(super) fn write(call: &ToolCall, request: Option<&Request>, ending: Ending<'_>) -> ToolReply {
    let (content, is_error) = match ending {
        Ending::Closed(Outcome::Answered(answers)) => {
            let asked: Vec<WireQuestion> = match (wire::parse(call), request) {
                (Ok((asked, _)), _) => asked,
                (Err(_), Some(request)) => request.questions.iter().map(WireQuestion::from).collect(),
                (Err(_), None) => Vec::new(),
            };
            return answered(&asked, answers);
        }
        Ending::Unavailable(why) => (
            format!(
                "The user could not be asked and never saw the question: {why}. \
                 Ask in plain text or go on without assuming an answer."
            ),
            true,
        ),
        Ending::Misuse(misuse) => (schema_error(call, misuse), true),
        Ending::Closed(_) | Ending::Pending(_) | Ending::Conflict(_) => {
            common_reply(ending, CANCEL).unwrap_or_else(|| (CANCEL.text.to_owned(), CANCEL.is_error))
        }
    };
    ToolReply { content, details: Value::Null, is_error }
}

fn answered(asked: &[WireQuestion], answers: &Answers) -> ToolReply {
    let labels: Vec<Vec<String>> =
        asked.iter().enumerate().map(|(n, asked)| labels_of(asked, answers.entries.get(n))).collect();
    let said: Vec<String> = asked
        .iter()
        .zip(&labels)
        .map(|(asked, labels)| {
            let answer = if labels.is_empty() { "Unanswered".to_owned() } else { labels.join(", ") };
            format!("\"{}\"=\"{answer}\"", asked.question)
        })
        .collect();
    let content = format!(
        "User has answered your questions: {}. You can now continue with the user's answers in mind.",
        said.join(", ")
    );
    ToolReply { content, details: json!({ "answers": labels, "truncated": false }), is_error: false }
}
