//! Turns an ending into the reply of `AskUserQuestion`.
//!
//! - A line for every answer, starting with its header; then the notes; then everything as one line of JSON.
//! - Answers and notes are keyed by their question's index, counted from 0, as a string.
//! - The text typed to confirm a dangerous answer follows it, in the line and in the details.
//! - Line breaks in labels, texts and notes are indented, so that none can pass for another answer.
//! - Details name the ending; after a cancel they hold what was answered so far.
//! - A misuse lists only the problems, one a line. No ending is an error to the host.

use super::read::read;
use crate::common_replies::{Cancel, common_reply, indented};
use crate::{Ending, Reading, ToolCall, ToolReply, What};
use asq_core::kind::AnswerShape;
use asq_core::model::{Answer, Answers, Entry, Outcome, Pick, Prefs, Question, Request};
use serde_json::{Map, Value, json};

const UNAVAILABLE: &str = "Error: AskUserQuestion could not be shown: the user never saw the questions. \
    Ask in plain text or go on without assuming an answer.";
const CANCEL: Cancel = Cancel { text: "User cancelled the questionnaire", is_error: false };

pub(super) fn write(call: &ToolCall, request: Option<&Request>, ending: Ending<'_>) -> ToolReply {
    // Without a request, the call itself names the questions.
    let read_again = || match read(call, &Prefs::default()) {
        Ok(Reading { what: What::Ask { request, immediate: _ }, notes: _ }) => Some(request),
        Ok(Reading { what: What::Reply(_), notes: _ }) | Err(_) => None,
    };
    let request = request.cloned().or_else(read_again);
    let questions = request.as_ref().map(|r| r.questions.as_slice()).unwrap_or_default();
    let report = QuestionnaireReport::of(questions, answers(ending));
    let (content, is_error) = match ending {
        Ending::Unavailable(_) => (UNAVAILABLE.to_owned(), false),
        Ending::Misuse(misuse) => {
            let lines: Vec<String> = misuse.lines().chain(misuse.hint.clone()).collect();
            (lines.join("\n"), false)
        }
        Ending::Closed(_) | Ending::Pending(_) | Ending::Conflict(_) => {
            common_reply(ending, CANCEL).unwrap_or_else(|| (report.content(), false))
        }
    };
    let debounce = request.as_ref().map_or(Prefs::default().debounce_ms, |r| r.prefs.debounce_ms);
    let details = match lifecycle(ending) {
        None => Value::Null,
        Some(lifecycle) => {
            let ids: Vec<&str> = questions.iter().map(|q| q.id.raw()).collect();
            report.details(lifecycle, &ids, debounce)
        }
    };
    ToolReply { content, details, is_error }
}

/// What the document calls the ending; `None` while the request is open.
fn lifecycle(ending: Ending<'_>) -> Option<&'static str> {
    match ending {
        Ending::Closed(Outcome::Answered(_)) => Some("answered"),
        Ending::Closed(
            Outcome::Discuss(_)
            | Outcome::Declined { .. }
            | Outcome::Cancelled(_)
            | Outcome::Withdrawn(_)
            | Outcome::Expired(_),
        ) => Some("cancelled"),
        Ending::Unavailable(_) | Ending::Misuse(_) | Ending::Conflict(_) => Some("rejected"),
        Ending::Pending(_) => None,
    }
}

/// The answers so far, also before a cancel.
fn answers(ending: Ending<'_>) -> &[Entry] {
    let answers: &Answers = match ending {
        Ending::Closed(Outcome::Answered(answers)) => answers,
        Ending::Closed(
            Outcome::Discuss(draft)
            | Outcome::Declined { draft, reason: _ }
            | Outcome::Cancelled(draft)
            | Outcome::Withdrawn(draft)
            | Outcome::Expired(draft),
        ) => &draft.answers,
        Ending::Unavailable(_) | Ending::Pending(_) | Ending::Misuse(_) | Ending::Conflict(_) => return &[],
    };
    &answers.entries
}

/// The same report as lines and as JSON.
#[derive(Default)]
struct QuestionnaireReport {
    lines: Vec<String>,
    notes_lines: Vec<String>,
    answers: Map<String, Value>,
    notes: Map<String, Value>,
    confirmed: Map<String, Value>,
}

impl QuestionnaireReport {
    fn of(questions: &[Question], entries: &[Entry]) -> QuestionnaireReport {
        let mut report = QuestionnaireReport::default();
        for (n, (question, entry)) in questions.iter().zip(entries).enumerate() {
            let header = indented(question.header.raw());
            let answer = entry.answer.as_ref().and_then(|answer| given(question, answer));
            if let Some((words, value)) = answer {
                let mut line = format!("{header}: {}", indented(&words));
                if let Some(typed) = &entry.confirmed {
                    let typed = Value::from(typed.raw());
                    for part in [" [typed: ", &typed.to_string(), "]"] {
                        line.push_str(part);
                    }
                    report.confirmed.insert(n.to_string(), typed);
                }
                report.lines.push(line);
                report.answers.insert(n.to_string(), value);
            }
            if let Some(note) = entry.note.as_ref().filter(|note| !note.is_blank()) {
                report.notes_lines.push(format!("note ({header}): {}", indented(note.raw())));
                report.notes.insert(n.to_string(), note.raw().into());
            }
        }
        report
    }

    fn content(&self) -> String {
        let mut canonical = json!({ "answers": self.answers });
        if let (Value::Object(canonical), false) = (&mut canonical, self.notes.is_empty()) {
            canonical.insert("notes".to_owned(), self.notes.clone().into());
        }
        let lines: Vec<&str> = self.lines.iter().chain(&self.notes_lines).map(String::as_str).collect();
        format!("{}\n\n{canonical}", lines.join("\n"))
    }

    fn details(self, lifecycle: &str, ids: &[&str], debounce: u32) -> Value {
        let mut details = Map::new();
        details.insert("lifecycle".to_owned(), lifecycle.into());
        details.insert("ids".to_owned(), ids.into());
        details.insert("answers".to_owned(), self.answers.into());
        for (key, map) in [("notes", self.notes), ("confirmed", self.confirmed)] {
            if !map.is_empty() {
                details.insert(key.to_owned(), map.into());
            }
        }
        details.insert("debounceMs".to_owned(), debounce.into());
        details.into()
    }
}

/// An answer as text, and as the document's JSON.
fn given(question: &Question, answer: &Answer) -> Option<(String, Value)> {
    Some(match answer.shape() {
        AnswerShape::Value(value) => (value.to_owned(), asq_wire::typed(answer)?),
        AnswerShape::Text(text) => (text.raw().to_owned(), asq_wire::typed(answer)?),
        AnswerShape::Picks(picks) => {
            let picked: Vec<(String, Value)> =
                picks.iter().filter_map(|pick| picked(question, pick)).collect();
            let words: Vec<&str> = picked.iter().map(|(words, _)| words.as_str()).collect();
            let words = words.join(", ");
            let mut values: Vec<Value> = picked.into_iter().map(|(_, value)| value).collect();
            (words, if question.kind.is_several() { values.into() } else { values.pop()? })
        }
    })
}

fn picked(question: &Question, pick: &Pick) -> Option<(String, Value)> {
    Some(match pick {
        Pick::Custom(text) => {
            (format!("(Other) {}", text.raw()), json!({ "mode": "other", "text": text.raw() }))
        }
        Pick::Option(index) => {
            let option = question.options.get(*index)?;
            let (label, value) = (option.label.raw(), option.value.raw());
            let words = if confirms(question) { format!("{label} ({value})") } else { label.to_owned() };
            (words, json!({ "mode": "option", "value": value }))
        }
    })
}

/// Whether a question is of type `confirm_enum`, judged by its request.
fn confirms(question: &Question) -> bool {
    matches!(question.options.as_slice(), [yes, no] if yes.value.raw() == "affirm" && no.value.raw() == "decline")
}
