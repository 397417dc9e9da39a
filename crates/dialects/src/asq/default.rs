//! Where a question of `ask` starts.
//!
//! - A list starts on the option that the default names by value, label or index from 0; a list of several
//!   picks starts with these ticked.
//! - A confirmation starts on yes or no, a number with a number, a text with a text.
//! - A default that couldn't be an answer is dropped with a note, and so is one on a dangerous question; the
//!   question stays.

use super::fields::{Fields, as_it_came};
use super::kind::yes_or_no;
use super::{LIMITS, options, rules};
use crate::Note;
use crate::findings::Findings;
use asq_core::fit::fit;
use asq_core::model::{Answer, Answers, Entry, Kind, Pick, Question, Request};
use asq_wire::Path;
use serde_json::Value;

pub(super) fn read(fields: &Fields<'_>, question: &mut Question, log: &mut Findings) {
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
        Kind::Many { .. } => several(value, path, question, log).map(Answer::Picks),
        Kind::Number { .. } => tried(log, |log| fields.number("default", log)).map(Answer::Number),
        Kind::Text { .. } => {
            tried(log, |log| fields.text("default", LIMITS.text_bytes, log)).map(|t| Answer::Text(t.into()))
        }
    };
    let Some(answer) = answer else {
        log.note(Note::dropped(path, format!("{} is no answer to this question", as_it_came(value))));
        return;
    };
    let alone = Question { danger: None, ..question.clone() };
    let answers = Answers { entries: vec![Entry { answer: Some(answer.clone()), ..Entry::default() }] };
    match fit(&Request::new(vec![alone], rules::ANSWER), &answers).first() {
        Some(misfit) => log.note(Note::dropped(path, format!("does not fit: {}", misfit.wrong))),
        None => question.default = Some(answer),
    }
}

/// An attempt: its problems don't count, and its notes count only if there are no problems.
fn tried<T>(log: &mut Findings, read: impl FnOnce(&mut Findings) -> Option<T>) -> Option<T> {
    let mut tried = Findings::default();
    let found = read(&mut tried)?;
    tried.notes.into_iter().for_each(|note| log.note(note));
    Some(found)
}

/// The entry of a one-entry list, for keys that take a single value.
fn alone_in_list<'a>(value: &'a Value, path: &Path, log: &mut Findings) -> &'a Value {
    match value.as_array().map(Vec::as_slice) {
        Some([alone]) => {
            log.note(Note::mended(path, "a list of one is read as its only entry"));
            alone
        }
        Some(_) | None => value,
    }
}

fn one(value: &Value, question: &Question) -> Option<Pick> {
    let by_word = || yes_or_no(value).filter(|_| question.is_yes_or_no()).map(|yes| usize::from(!yes));
    // For a confirmation, 0 and 1 mean no and yes before they are indexes.
    let index = by_word().or_else(|| options::find(value, &question.options))?;
    Some(Pick::Option(index))
}

fn several(value: &Value, path: &Path, question: &Question, log: &mut Findings) -> Option<Vec<Pick>> {
    let named = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
    let mut picked = Vec::new();
    for one in named {
        match options::find(one, &question.options) {
            Some(index) => picked.push(index),
            None => log.note(Note::dropped(path, format!("{} is no option", as_it_came(one)))),
        }
    }
    picked.sort_unstable();
    picked.dedup();
    (!picked.is_empty()).then(|| picked.into_iter().map(Pick::Option).collect())
}
