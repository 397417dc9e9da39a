//! Answers to `ask`, as text and as details.
//!
//! - Text: a numbered line per question with its id and text, then indented lines with the answer and its
//!   notes.
//! - Details, keyed by id: `value` is the plain answer, next to label and index, custom text, picks and note.
//! - A confirmation's value is true or false, a number's is a number, several picks are a list.
//! - A question left open counts as skipped.

use super::quoted::{labelled, name, quoted};
use asq_core::kind::{AnswerShape, AnsweredBy};
use asq_core::model::{Answer, Answers, Entry, Pick, Question, QuestionOption, Request};
use serde_json::{Map, Value, json};
use std::fmt::Write;

pub(super) fn answered_text(request: &Request, answers: &Answers, open: &str) -> String {
    let mut out = String::new();
    for (n, (question, entry)) in request.questions.iter().zip(&answers.entries).enumerate() {
        let (id, text) = (name(question.id.raw()), quoted(question.text.raw()));
        // Writing to a string can't fail.
        let _ = writeln!(out, "{}. {id}: {text}", n + 1);
        match entry.answer.as_ref().map(Answer::shape) {
            None => out.push_str(open),
            Some(AnswerShape::Picks([])) => out.push_str("   picked: nothing\n"),
            Some(AnswerShape::Picks(picks)) => {
                for pick in picks {
                    out.push_str(&picked(question, pick));
                }
            }
            Some(AnswerShape::Value(value)) => out.push_str(&valued(question, value)),
            Some(AnswerShape::Text(text)) => out.push_str(&labelled("text", text.raw())),
        }
        if let Some(note) = entry.note.as_ref().filter(|note| !note.is_blank()) {
            out.push_str(&labelled("note", note.raw()));
        }
        if let (Some(_), Some(typed)) = (&entry.answer, &entry.confirmed) {
            out.push_str(&labelled("confirmed by typing", typed.raw()));
        }
    }
    out
}

fn picked(question: &Question, pick: &Pick) -> String {
    match pick {
        Pick::Custom(text) => labelled("in the user's own words", text.raw()),
        Pick::Option(index) => match question.options.get(*index) {
            Some(option) if option.value == option.label => {
                format!("   picked: {}\n", quoted(option.label.raw()))
            }
            Some(option) => {
                let value = match value(question, option) {
                    Value::Bool(flag) => flag.to_string(),
                    _ => quoted(option.value.raw()),
                };
                format!("   picked: {} (value {value})\n", quoted(option.label.raw()))
            }
            None => format!("   picked: option {}\n", index + 1),
        },
    }
}

/// `   number: 5 (unit "GB")`
fn valued(question: &Question, value: &str) -> String {
    let unit = question.kind.unit().map(|unit| format!(" (unit {})", quoted(unit.raw())));
    format!("   {}: {value}{}\n", kind(question), unit.unwrap_or_default())
}

/// All answers as details, keyed by question id.
pub(super) fn details(request: &Request, answers: &Answers) -> Value {
    let one =
        |(question, entry): (&Question, &Entry)| (question.id.raw().to_owned(), detail(question, entry));
    request.questions.iter().zip(&answers.entries).map(one).collect::<Map<_, _>>().into()
}

fn detail(question: &Question, entry: &Entry) -> Value {
    let mut detail = Map::new();
    let mut put = |key: &str, value: Value| {
        detail.insert(key.to_owned(), value);
    };
    put("kind", kind(question).into());
    match entry.answer.as_ref().map(|answer| (answer.picks(), asq_wire::typed(answer))) {
        None => {
            put("value", Value::Null);
            put("skipped", true.into());
        }
        Some((_, Some(typed))) => put("value", typed),
        Some((picks, None)) if question.kind.is_several() => {
            put("value", picks.iter().map(|pick| pick_value(question, pick)).collect());
            put("picks", picks.iter().map(|pick| Value::Object(pick_detail(question, pick))).collect());
        }
        Some((picks, None)) => {
            if let Some(pick) = picks.first() {
                detail.extend(pick_detail(question, pick));
            }
        }
    }
    if let Some(note) = &entry.note {
        detail.insert("note".to_owned(), note.raw().into());
    }
    if let Some(typed) = &entry.confirmed {
        detail.insert("confirmed".to_owned(), typed.raw().into());
    }
    Value::Object(detail)
}

fn pick_detail(question: &Question, pick: &Pick) -> Map<String, Value> {
    let detail = match pick {
        Pick::Custom(text) => json!({"value": text.raw(), "custom": text.raw()}),
        Pick::Option(index) => {
            let label = question.options.get(*index).map(|option| option.label.raw());
            json!({"value": pick_value(question, pick), "label": label, "index": index})
        }
    };
    match detail {
        Value::Object(map) => map,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Map::new(),
    }
}

fn pick_value(question: &Question, pick: &Pick) -> Value {
    match pick {
        Pick::Custom(text) => text.raw().into(),
        Pick::Option(index) => question.options.get(*index).map_or(Value::Null, |o| value(question, o)),
    }
}

fn value(question: &Question, option: &QuestionOption) -> Value {
    match option.value.raw() {
        text if question.is_yes_or_no() => (text == "true").into(),
        text => text.into(),
    }
}

/// What this contract calls a question's kind.
pub(super) fn kind(question: &Question) -> &'static str {
    match question.kind.answered_by() {
        AnsweredBy::Picks if question.is_yes_or_no() => "confirm",
        AnsweredBy::Picks if question.kind.is_several() => "select_many",
        AnsweredBy::Picks => "select_one",
        AnsweredBy::Value | AnsweredBy::Text { .. } => question.kind.name(),
    }
}
