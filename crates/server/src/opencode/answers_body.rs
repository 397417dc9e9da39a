//! The body of a reply, judged in OpenCode's words.
//!
//! - A wrong type is refused as OpenCode refuses it, with its place.
//! - Labels that a question doesn't offer, and answers that don't fit, are refused in the same shape; OpenCode takes them.

use super::refusals::OpenCodeRefusal;
use asq_core::fit::fit;
use asq_core::kind::Wrong;
use asq_core::model::{Answers, Request};
use asq_dialects::opencode;
use serde_json::Value;
use std::fmt::Write;

/// The lists of labels in a body.
///
/// # Errors
/// It holds something else.
pub(super) fn answers(body: &Value) -> Result<Vec<Vec<String>>, OpenCodeRefusal> {
    let wrong = |what: &str, place: &str| Err(OpenCodeRefusal::payload(what, place));
    let Value::Object(fields) = body else { return wrong(&expected("object", body), "") };
    let Some(answers) = fields.get("answers") else { return wrong("Missing key", "[\"answers\"]") };
    let Value::Array(answers) = answers else { return wrong(&expected("array", answers), "[\"answers\"]") };
    let mut lists = Vec::with_capacity(answers.len());
    for (at, answer) in answers.iter().enumerate() {
        let Value::Array(labels) = answer else {
            return wrong(&expected("QuestionAnswer", answer), &format!("[\"answers\"][{at}]"));
        };
        let mut list = Vec::with_capacity(labels.len());
        for (n, label) in labels.iter().enumerate() {
            let Value::String(label) = label else {
                return wrong(&expected("string", label), &format!("[\"answers\"][{at}][{n}]"));
            };
            list.push(label.clone());
        }
        lists.push(list);
    }
    Ok(lists)
}

/// The most bytes of a value that a refusal repeats.
const GOT: usize = 200;

fn expected(what: &str, got: &Value) -> String {
    let text = got.to_string();
    let end = text.floor_char_boundary(GOT);
    let more = if end < text.len() { "…" } else { "" };
    format!("Expected {what}, got {}{more}", &text[..end])
}

pub(super) enum Judged {
    /// The answers fit.
    Fits(Answers),
    /// What is wrong, and its place.
    Unfit(String, String),
}

/// Judges the labels of a reply.
pub(super) fn unfit(request: &Request, labels: &[Vec<String>]) -> Judged {
    let answers = match opencode::answers(request, labels) {
        Ok(answers) => answers,
        Err(unknown) => {
            let lines = unknown.iter().map(|unknown| {
                let question = &request.questions[unknown.question];
                let offered =
                    question.options.iter().map(|option| Value::from(option.label.raw()).to_string());
                let offered = offered.collect::<Vec<_>>().join(" | ");
                let what = expected(&offered, &Value::from(unknown.label.as_str()));
                (what, format!("[\"answers\"][{}][{}]", unknown.question, unknown.at))
            });
            return all(lines.collect());
        }
    };
    let misfits = fit(request, &answers);
    if misfits.is_empty() {
        return Judged::Fits(answers);
    }
    let one = |misfit: asq_core::fit::Misfit| {
        let place = misfit.question.as_ref().map_or_else(String::new, |(at, _)| format!("[{at}]"));
        (said(&misfit.wrong), format!("[\"answers\"]{place}"))
    };
    all(misfits.into_iter().map(one).collect())
}

/// A misfit in words; the place stands apart.
fn said(wrong: &Wrong) -> String {
    format!("The answer doesn't fit: {wrong}")
}

/// All that is wrong as one text, in the shape that OpenCode has for one.
fn all(mut wrongs: Vec<(String, String)>) -> Judged {
    let Some((last, place)) = wrongs.pop() else { return Judged::Unfit(String::new(), String::new()) };
    let mut text = String::new();
    for (what, place) in &wrongs {
        // Writing to a string can't fail.
        let _ = writeln!(text, "{what}\n  at {place}");
    }
    Judged::Unfit(text + &last, place)
}
