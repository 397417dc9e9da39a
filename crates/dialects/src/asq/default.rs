//! Where a question of `ask` starts.
//!
//! - A list starts on the option that the default names by value, label or index from 0; a list of several
//!   picks with those ticked.
//! - A confirmation on yes or no, a number with a number, a text with a text.
//! - A default that the person could not give as an answer is a problem; beside a danger it is dropped.

use super::answered::confirms;
use super::fields::{Fields, said};
use super::kind::yes_or_no;
use super::{LIMITS, options, rules};
use crate::Note;
use crate::log::Log;
use asq_core::fit::fit;
use asq_core::model::{Answer, Answers, Entry, Kind, Pick, Question, Request};
use asq_wire::{Path, Problem};
use serde_json::Value;

/// Puts the default into the question.
pub(super) fn read(fields: &Fields<'_>, question: &mut Question, log: &mut Log) {
    let Some((value, path)) = fields.get("default") else { return };
    if question.danger.is_some() {
        log.note(Note::dropped(path, "a dangerous question starts without an answer"));
        return;
    }
    if question.sensitive {
        log.note(Note::dropped(path, "a masked answer starts empty"));
        return;
    }
    let answer = match &question.kind {
        Kind::One => one(alone_in_list(value, path, log), question).map(|pick| Answer::Picks(vec![pick])),
        Kind::Many { .. } => several(value, question).map(Answer::Picks),
        Kind::Number { .. } => fields.number("default", log).map(Answer::Number),
        Kind::Text { .. } => fields.text("default", LIMITS.text_bytes, log).map(|t| Answer::Text(t.into())),
    };
    let Some(answer) = answer else {
        match question.kind {
            Kind::One if confirms(question) => {
                log.problem(Problem::new(path, "must be yes or no", format!("is {}", said(value))));
            }
            Kind::One | Kind::Many { .. } => {
                let wanted = "must be an option's value, its label, or its index from 0";
                log.problem(Problem::new(path, wanted, format!("is {}", said(value))));
            }
            // Their problems are told already; an empty text is no default.
            Kind::Number { .. } | Kind::Text { .. } => {}
        }
        return;
    };
    let mut alone = question.clone();
    alone.danger = None;
    let answers = Answers { entries: vec![Entry { answer: Some(answer.clone()), ..Entry::default() }] };
    for misfit in fit(&Request::new(vec![alone], rules::ANSWER), &answers) {
        log.problem(Problem::new(path, "must be an answer that fits", format!("does not: {}", misfit.wrong)));
    }
    question.default = Some(answer);
}

/// The one entry of a list of one, where a single value belongs.
fn alone_in_list<'a>(value: &'a Value, path: &Path, log: &mut Log) -> &'a Value {
    match value.as_array().map(Vec::as_slice) {
        Some([alone]) => {
            log.note(Note::mended(path, "a list of one is read as its only entry"));
            alone
        }
        Some(_) | None => value,
    }
}

fn one(value: &Value, question: &Question) -> Option<Pick> {
    let by_word = || yes_or_no(value).filter(|_| confirms(question)).map(|yes| usize::from(!yes));
    // A confirmation's 0 and 1 are words for no and yes before they are places in a list.
    let index = by_word().or_else(|| options::find(value, &question.options))?;
    Some(Pick::Option(index))
}

fn several(value: &Value, question: &Question) -> Option<Vec<Pick>> {
    let mut picked: Vec<usize> = match value {
        Value::Array(list) => {
            list.iter().map(|one| options::find(one, &question.options)).collect::<Option<_>>()?
        }
        one => vec![options::find(one, &question.options)?],
    };
    picked.sort_unstable();
    picked.dedup();
    Some(picked.into_iter().map(Pick::Option).collect())
}
