//! Turns a call of `ask` into a request.
//!
//! - Takes a list of questions, one question's keys at the top of the call, or a form's schema as MCP sends
//!   it.
//! - Every question needs an answer unless it may be skipped; a context at the top applies to each question
//!   without its own.
//! - Only `expires` sets a time limit; another tool's timeout is dropped with a note.
//! - Notes say what was mended; a misuse lists everything that can't be.

use super::fields::{Fields, problem};
use super::list::{self, ListEntry};
use super::{LIMITS, expires, ids, keys, preview, question, requested, rules};
use crate::blank::is_blank;
use crate::findings::Findings;
use crate::near::{one_edit_away, plain};
use crate::object::no_object;
use crate::{Misuse, Note, Reading, ToolCall, What};
use asq_core::model::{AnswerRules, Expiry, Prefs, Preview, Provenance, Question, Request};
use asq_wire::{Path, Problem, quoted};
use serde_json::{Map, Value};
use std::borrow::Cow;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is that of every dialect")]
pub(super) fn read(call: &ToolCall, prefs: &Prefs) -> Result<Reading, Misuse> {
    let mut log = Findings::default();
    let asked = match &call.arguments {
        Value::Object(top) => top_level(top, &mut log),
        list @ Value::Array(_) => {
            log.note(Note::mended("input", "a list alone is read as the questions"));
            top_level(&Map::from_iter([("questions".to_owned(), list.clone())]), &mut log)
        }
        other => {
            no_object(other, &Path::root(), r#"{"questions": [{"question": …, "options": […]}]}"#, &mut log);
            TopLevel::default()
        }
    };
    let TopLevel { mut questions, discuss, expiry } = asked;
    ids::fill_in(&mut questions, &mut log);
    let (questions, notes) = log.close(questions)?;
    let request = Request {
        questions: questions.into_iter().map(|(_, question)| question).collect(),
        rules: AnswerRules { discuss, ..rules::ANSWER },
        prefs: *prefs,
        from: Provenance::default(),
        expiry,
    };
    Ok(Reading { what: What::Ask { request, immediate: None }, notes })
}

/// What a call asks: its questions with their places, and its settings.
struct TopLevel {
    questions: Vec<(Path, Question)>,
    discuss: bool,
    expiry: Option<Expiry>,
}

impl Default for TopLevel {
    fn default() -> TopLevel {
        TopLevel { questions: Vec::new(), discuss: true, expiry: None }
    }
}

fn top_level(top: &Map<String, Value>, log: &mut Findings) -> TopLevel {
    let filled =
        |(key, value): (&String, &Value)| !is_blank(value) && (is_list(key, value) || is_form(key, value));
    // An empty list next to a question of the call's own is ignored.
    if top.iter().any(filled) || (top.iter().any(|(key, value)| is_list(key, value)) && !asks(top)) {
        let fields = Fields::open(top, Path::root(), keys::CALL, log);
        let context = fields.get("context").and_then(|field| preview::read(field, log));
        let questions = listed(&fields, context.as_ref(), log);
        return read_next_to_questions(&fields, questions, log);
    }
    let mut fields = Fields::open(top, Path::root(), &keys::alone(), log);
    if fields.get("question").is_none() {
        log.problem(no_question(top));
        return TopLevel::default();
    }
    let questions = question::read(&mut fields, log).map(|q| (Path::root(), q)).into_iter().collect();
    read_next_to_questions(&fields, questions, log)
}

/// Whether a key at the top is meant to hold the questions.
fn is_list(key: &str, value: &Value) -> bool {
    let word = plain(key);
    match word.as_str() {
        "questions" | "prompts" | "fields" => true,
        // A single question's own text has a similar name.
        _ => one_edit_away(&word, "questions") && !value.is_string(),
    }
}

/// Whether a key at the top holds a form's schema.
fn is_form(key: &str, value: &Value) -> bool {
    match plain(key).as_str() {
        "requestedschema" => true,
        "schema" => value.get("properties").is_some(),
        _ => false,
    }
}

/// Whether the call itself is one question.
fn asks(top: &Map<String, Value>) -> bool {
    top.iter().any(|(key, value)| value.is_string() && !is_blank(value) && keys::asks(key))
}

/// Reads what comes next to the questions.
fn read_next_to_questions(
    fields: &Fields<'_>,
    questions: Vec<(Path, Question)>,
    log: &mut Findings,
) -> TopLevel {
    if let Some((_, path)) = fields.get("url") {
        log.problem(
            Problem::new(path, "must be left out: asq opens no address", "is there")
                .fix("Ask a question whose context names the address."),
        );
    }
    if let Some((_, path)) = fields.get("timeout") {
        log.note(Note::dropped(path, "asq waits until somebody answers; a time limit is set by expires"));
    }
    let discuss = fields.flag("discuss", log).unwrap_or(true);
    let expiry = fields.get("expires").and_then(|field| expires::read(field, log));
    TopLevel { questions, discuss, expiry }
}

fn no_question(top: &Map<String, Value>) -> Problem {
    let keys: Vec<String> = top.keys().take(8).map(|key| quoted(key)).collect();
    let came = match (keys.is_empty(), top.len() > keys.len()) {
        (true, _) => "the call is empty".to_owned(),
        (false, more) => {
            format!("is missing: there is only {}{}", keys.join(", "), if more { " …" } else { "" })
        }
    };
    Problem::new("questions", "must hold the questions", came)
        .fix("Write {\"questions\": [{\"question\": \"…?\", \"options\": [\"…\", \"…\"]}]}.")
}

/// The questions of the list, or of a form's schema.
fn listed(fields: &Fields<'_>, context: Option<&Preview>, log: &mut Findings) -> Vec<(Path, Question)> {
    let asked: Vec<ListEntry<'_>> = match (fields.get("questions"), fields.get("requestedSchema")) {
        (None, Some((schema, path))) => requested::questions(schema, path, context, log)
            .into_iter()
            .map(|(path, value)| (path, Cow::Owned(value)))
            .collect(),
        (_, _) => entries(fields, log),
    };
    // A form with one field already has its message as that field's question.
    let context = context.filter(|_| fields.get("requestedSchema").is_none() || asked.len() > 1);
    let mut questions = Vec::new();
    for (path, value) in asked {
        let map = match value.as_ref() {
            Value::Object(map) => Cow::Borrowed(map),
            Value::String(text) => {
                log.note(Note::mended(&path, "a bare text is read as its question"));
                Cow::Owned(Map::from_iter([("question".to_owned(), text.as_str().into())]))
            }
            other => {
                problem::<()>(log, &path, "must be an object with a question", other);
                continue;
            }
        };
        let mut fields = Fields::open(&map, path.clone(), keys::QUESTION, log);
        if let Some(mut question) = question::read(&mut fields, log) {
            question.context = question.context.or_else(|| context.cloned());
            questions.push((path, question));
        }
    }
    questions
}

fn entries<'a>(fields: &Fields<'a>, log: &mut Findings) -> Vec<ListEntry<'a>> {
    let Some(field @ (value, path)) = fields.raw("questions") else {
        let path = fields.at("questions");
        log.problem(Problem::new(path, "must be an array of questions", "is missing"));
        return Vec::new();
    };
    if is_blank(value) && !value.is_array() {
        problem::<()>(log, path, "must be an array of questions", value);
        return Vec::new();
    }
    let Some(list) = list::questions(field, log) else { return Vec::new() };
    if list.is_empty() {
        let wanted = format!("must hold 1 to {} questions", LIMITS.questions.1);
        log.problem(Problem::new(path, wanted, "holds none"));
    }
    list
}
