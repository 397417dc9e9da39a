//! The call of `AskUserQuestion` as JSON.
//!
//! - Lengths count characters: header 20, question and description 4000, id 64, label 200, placeholder 200.
//! - Ids differ; a missing one becomes a free `q1`, `q2`, ….
//! - Unknown keys are dropped with a note; near misses of a known key are problems.
//! - Names of version 1 are problems that give the new name; a misuse lists all problems of a call.

use super::question_type::QuestionType;
use super::typed_fields::{self, TypedFields};
use super::wire_option::fits;
use super::{LIMITS, legacy, place};
use crate::findings::Findings;
use crate::near::KnownKey;
use crate::object::Object;
use crate::{Misuse, Note, ToolCall};
use asq_wire::{Path, Problem, quoted};
use serde_json::Value;
use std::collections::HashMap;

const CALL: &[KnownKey] = &[KnownKey::new("questions", &["question"])];
const QUESTION: &[KnownKey] = &[
    KnownKey::new("id", &[]),
    KnownKey::new("header", &["label", "title"]),
    KnownKey::new("question", &["text", "message"]),
    KnownKey::new("description", &[]),
    KnownKey::new("type", &["kind"]),
    KnownKey::new("options", &["choices"]),
    KnownKey::new("default", &["default_value"]),
    KnownKey::new("min", &["minimum"]),
    KnownKey::new("max", &["maximum"]),
    KnownKey::new("placeholder", &[]),
    KnownKey::new("multiline", &[]),
    KnownKey { name: "is_dangerous", aliases: &[], renamed: &["dangerous", "destructive", "is_destructive"] },
];

#[derive(Clone, Debug, PartialEq)]
pub(super) struct WireQuestion {
    pub(super) id: String,
    pub(super) header: String,
    pub(super) question: String,
    pub(super) description: Option<String>,
    pub(super) dangerous: bool,
    pub(super) fields: TypedFields,
}

pub(super) fn parse(call: &ToolCall) -> Result<(Vec<WireQuestion>, Vec<Note>), Misuse> {
    let mut log = Findings::default();
    let mut asked = Vec::new();
    legacy::tool(call, &mut log);
    let top = Object::open(&call.arguments, Path::root(), CALL, r#"{"questions": […]}"#, &mut log);
    if let Some(top) = top
        && let Some(list) = top.list("questions", "questions", LIMITS.questions, &mut log)
    {
        let ids = Ids::of(list);
        for (n, value) in list.iter().enumerate() {
            asked.extend(question(value, n, &ids, &mut log));
        }
    }
    log.problems = log.problems.into_iter().map(place::in_contract_terms).collect();
    log.close(asked)
}

/// Each id with the first question that has it.
struct Ids<'a>(HashMap<&'a str, usize>);

impl<'a> Ids<'a> {
    fn of(list: &'a [Value]) -> Ids<'a> {
        let mut taken = HashMap::new();
        for (n, value) in list.iter().enumerate() {
            if let Some(id) = value.get("id").and_then(Value::as_str) {
                taken.entry(id).or_insert(n);
            }
        }
        Ids(taken)
    }

    /// A free id for the question at this index: `q1` for the first, unless it is taken. Two questions never
    /// get the same one: each tries only its own number and numbers beyond the last question.
    fn free(&self, n: usize) -> String {
        let most = LIMITS.questions.1;
        let mut at = n + 1;
        loop {
            let id = format!("q{at}");
            if !self.0.contains_key(id.as_str()) {
                return id;
            }
            at += most;
        }
    }
}

fn question(value: &Value, n: usize, ids: &Ids<'_>, log: &mut Findings) -> Option<WireQuestion> {
    let renewed = legacy::question(value, &place::question(n), log);
    let example = r#"{"header": …, "question": …, "type": "select_one", "options": [{"label": …}]}"#;
    let path = Path::root().key("questions").index(n);
    let mut object = Object::open(&renewed.value, path, QUESTION, example, log)?;
    for key in &renewed.meant {
        object.excuse(key);
    }
    let id = id(&object, n, ids, log);
    // These limits are far below the one for texts.
    let header = object.text("header", usize::MAX, log).filter(|t| fits(&object, "header", t, 20, log));
    let question =
        object.text("question", usize::MAX, log).filter(|t| fits(&object, "question", t, 4000, log));
    let description = object
        .optional_text("description", usize::MAX, log)
        .filter(|t| fits(&object, "description", t, 4000, log));
    let dangerous = object.flag("is_dangerous", log).unwrap_or(false);
    let fields = QuestionType::read(&object, log)
        .and_then(|kind| typed_fields::read(&object, n, kind, dangerous, log));
    Some(WireQuestion {
        id: id?,
        header: header?,
        question: question?,
        description,
        dangerous,
        fields: fields?,
    })
}

fn id(object: &Object<'_>, n: usize, ids: &Ids<'_>, log: &mut Findings) -> Option<String> {
    if object.given("id", log).is_none() {
        return Some(ids.free(n));
    }
    let id = object.text("id", usize::MAX, log).filter(|id| fits(object, "id", id, 64, log))?;
    match ids.0.get(id.as_str()) {
        Some(first) if *first != n => {
            let told = format!("duplicate id {}; question {first} has it, too", quoted(&id));
            log.problem(Problem::sentence(place::question(n), told));
            None
        }
        Some(_) | None => Some(id),
    }
}
