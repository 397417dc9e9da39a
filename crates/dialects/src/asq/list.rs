//! The questions of a call and the options of a question, in any shape of list.
//!
//! - A list as a JSON string, or nested under its own name, is that list.
//! - A single entry is a list of one, and so is a bare text in place of the questions.
//! - A map is a list: keys are the questions' ids, or the options' labels.
//! - Options in one text are its lines without bullets, or its parts between `;`, `|` or `,`.

use super::fields::{Field, problem};
use super::keys;
use crate::Note;
use crate::blank::is_blank;
use crate::findings::Findings;
use crate::near::{KnownKey, meant, plain};
use asq_wire::{Parsed, Path, Problem, read_json};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// How many keys of an object are examined to tell an entry from a map of entries.
const LOOKED_AT: usize = 1000;

/// An entry, and its place in the call.
pub(super) type ListEntry<'a> = (Path, Cow<'a, Value>);

#[derive(Clone, Copy)]
struct Of {
    name: &'static str,
    most: usize,
    known: &'static [KnownKey],
    /// The key that every entry needs.
    text: &'static str,
    /// The key that names an entry.
    id: &'static str,
}

const QUESTIONS: Of = Of {
    name: "questions",
    most: super::LIMITS.questions.1,
    known: keys::QUESTION,
    text: "question",
    id: "id",
};

const OPTIONS: Of =
    Of { name: "options", most: super::LIMITS.options.1, known: keys::OPTION, text: "label", id: "value" };

/// The questions of a call; `None`, with a problem, if they aren't a list in any shape.
pub(super) fn questions<'a>((value, path): Field<'a, '_>, log: &mut Findings) -> Option<Vec<ListEntry<'a>>> {
    read(Cow::Borrowed(value), path, QUESTIONS, log).map(|list| capped(list, path, QUESTIONS, log))
}

pub(super) fn options<'a>((value, path): Field<'a, '_>, log: &mut Findings) -> Option<Vec<ListEntry<'a>>> {
    read(Cow::Borrowed(value), path, OPTIONS, log).map(|list| capped(list, path, OPTIONS, log))
}

/// Ignores entries beyond the limit: their own problems would only add noise.
fn capped<'a>(mut list: Vec<ListEntry<'a>>, path: &Path, of: Of, log: &mut Findings) -> Vec<ListEntry<'a>> {
    check_count(list.len(), path, of, log);
    list.truncate(of.most);
    list
}

fn check_count(count: usize, path: &Path, of: Of, log: &mut Findings) {
    if count > of.most {
        let wanted = format!("must hold at most {} {}", of.most, of.name);
        log.problem(Problem::new(path, wanted, format!("holds {count}")));
    }
}

fn read<'a>(value: Cow<'a, Value>, path: &Path, of: Of, log: &mut Findings) -> Option<Vec<ListEntry<'a>>> {
    match value {
        Cow::Borrowed(Value::Array(list)) => Some(indexed(list.iter().map(Cow::Borrowed), path)),
        Cow::Owned(Value::Array(list)) => Some(indexed(list.into_iter().map(Cow::Owned), path)),
        Cow::Borrowed(Value::Object(map)) => object(Cow::Borrowed(map), path, of, log),
        Cow::Owned(Value::Object(map)) => object(Cow::Owned(map), path, of, log),
        value => match value.as_ref() {
            Value::String(text) => written(text, path, of, log),
            other => problem(log, path, &format!("must be an array of {}", of.name), other),
        },
    }
}

fn indexed<'a>(list: impl Iterator<Item = Cow<'a, Value>>, path: &Path) -> Vec<ListEntry<'a>> {
    list.enumerate().map(|(n, value)| (path.index(n), value)).collect()
}

fn written<'a>(text: &str, path: &Path, of: Of, log: &mut Findings) -> Option<Vec<ListEntry<'a>>> {
    if let Ok(Parsed { value: value @ (Value::Array(_) | Value::Object(_)), notes: _ }) = read_json(text) {
        log.note(Note::mended(path, "was a string of JSON; its content was read"));
        return read(Cow::Owned(value), path, of, log);
    }
    let parts = if text.trim_start().starts_with(['[', '{']) {
        // It was meant to be JSON: splitting it would give half entries.
        Vec::new()
    } else if of.name == QUESTIONS.name {
        vec![text.trim().to_owned()]
    } else {
        parts(text)
    };
    match parts.len() {
        0 => problem(log, path, &format!("must be an array of {}", of.name), &text.into()),
        n => {
            log.note(Note::mended(path, format!("one text is read as a list of {n}")));
            Some(indexed(parts.into_iter().map(|part| Cow::Owned(part.into())), path))
        }
    }
}

/// Lines or parts of a text without bullets; empty if there is only one.
fn parts(text: &str) -> Vec<String> {
    let split = |by: char| -> Vec<String> {
        text.split(by).map(|part| bare(part).to_owned()).filter(|part| !part.is_empty()).collect()
    };
    ['\n', ';', '|', ','].into_iter().map(split).find(|parts| parts.len() > 1).unwrap_or_default()
}

/// An entry of a written list, without its bullet or number.
fn bare(line: &str) -> &str {
    let line = line.trim();
    let word = line.split_whitespace().next().unwrap_or_default();
    let number = |word: &str| !word.is_empty() && word.len() <= 3 && word.chars().all(char::is_alphanumeric);
    let is_bullet = matches!(word, "-" | "*" | "+" | "•" | "–" | "—")
        || word.strip_suffix(['.', ')']).is_some_and(|word| number(word.trim_start_matches('(')));
    if is_bullet && line.len() > word.len() { line[word.len()..].trim() } else { line }
}

fn object<'a>(
    map: Cow<'a, Map<String, Value>>,
    path: &Path,
    of: Of,
    log: &mut Findings,
) -> Option<Vec<ListEntry<'a>>> {
    let mut entries = map.iter().filter(|(_, value)| !is_blank(value));
    if let (Some((key, inner)), None) = (entries.next(), entries.next())
        && plain(key) == of.name
    {
        log.note(Note::mended(path, format!("holds {} once more; these were read", of.name)));
        return read(Cow::Owned(inner.clone()), &path.key(key), of, log);
    }
    let says_text = |(key, value): (&String, &Value)| {
        !value.is_object() && is(key, of.text, of)
            || (of.name == OPTIONS.name && !value.is_object() && is(key, of.id, of))
    };
    if map.iter().take(LOOKED_AT).any(says_text) {
        log.note(Note::mended(path, "one alone is read as a list of one"));
        return Some(indexed(std::iter::once(Cow::Owned(map.into_owned().into())), path));
    }
    if !map.values().all(|value| value.is_object() || value.is_string() || is_blank(value)) {
        return problem(log, path, &format!("must be an array of {}", of.name), &map.into_owned().into());
    }
    let keys = if of.name == QUESTIONS.name { "ids" } else { "labels" };
    log.note(Note::mended(path, format!("an object is read as a list, its keys as {keys}")));
    let entry = |(key, value): (&String, &Value)| (path.key(key), Cow::Owned(keyed(key, value, of)));
    check_count(map.len(), path, of, log);
    Some(map.iter().take(of.most).map(entry).collect())
}

/// An entry of a map, with its key added.
fn keyed(key: &str, value: &Value, of: Of) -> Value {
    let mut entry = Map::new();
    match value {
        Value::Object(map) => {
            entry.clone_from(map);
            let has = |name: &str| map.iter().any(|(k, v)| is(k, name, of) && !is_blank(v));
            for name in [of.id, of.text] {
                if !has(name) && (name == of.id || of.name == OPTIONS.name) {
                    entry.insert(name.to_owned(), key.into());
                }
            }
        }
        Value::String(text) if of.name == QUESTIONS.name => {
            entry.insert(of.id.to_owned(), key.into());
            entry.insert(of.text.to_owned(), text.as_str().into());
        }
        other => {
            entry.insert(of.text.to_owned(), key.into());
            if !is_blank(other) {
                entry.insert("description".to_owned(), other.clone());
            }
        }
    }
    entry.into()
}

/// Whether a key is this one or an alias of it.
fn is(key: &str, name: &str, of: Of) -> bool {
    meant(key, of.known, |_| false) == Some(name)
}
