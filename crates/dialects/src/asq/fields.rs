//! One object of a call of `ask`, read leniently.
//!
//! - An alias or a near miss of a key is read as the key, and noted; unknown keys are dropped and noted.
//! - Null counts as left out, and is noted.
//! - Flags and numbers that came as text, and lists that came as a string of JSON, are mended and noted.
//! - What can't be mended is a problem with what must stand there and what came.

use crate::Note;
use crate::log::Log;
use crate::near::{Known, one_edit_away, plain};
use asq_wire::{Parsed, Path, Problem, kind, quoted, read_json};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// A key's value and where it stands in the call.
pub(super) type Field<'a> = (&'a Value, &'a Path);

pub(super) struct Fields<'a> {
    pub(super) path: Path,
    found: Vec<(&'static str, &'a Value, Path)>,
}

impl<'a> Fields<'a> {
    /// Opens an object with these keys.
    pub(super) fn open(
        map: &'a Map<String, Value>,
        path: Path,
        known: &[Known],
        log: &mut Log,
    ) -> Fields<'a> {
        let mut fields = Fields { path, found: Vec::new() };
        let exact = |key: &str| known.iter().find(|k| k.name == key).map(|k| k.name);
        let mut strange = Vec::new();
        for (key, value) in map {
            match exact(key) {
                Some(name) => fields.take(name, key, value, log),
                None => strange.push((key.as_str(), plain(key), value)),
            }
        }
        // Renames of whole words go before guesses at a slip, so that a guess never takes a word's place.
        fields.rename(&mut strange, known, |known| std::slice::from_ref(&known.name), log);
        fields.rename(&mut strange, known, |known| known.aliases, log);
        let (mut slips, mut rest) = (Vec::new(), Vec::new());
        for (key, word, value) in strange {
            match known.iter().find(|k| fields.get(k.name).is_none() && one_edit_away(key, k.name)) {
                Some(known) => slips.push((known.name, key, value)),
                None => rest.push((key, word)),
            }
        }
        for (name, key, value) in slips {
            fields.take(name, key, value, log);
        }
        for (key, _) in rest {
            log.note(Note::dropped(&fields.path.key(key), "this tool does not know this key"));
        }
        fields
    }

    /// Takes each key that is still missing under the first of its words that came.
    fn rename<'k>(
        &mut self,
        strange: &mut Vec<(&'a str, String, &'a Value)>,
        known: &'k [Known],
        words: impl Fn(&'k Known) -> &'k [&'static str],
        log: &mut Log,
    ) {
        for known in known {
            if self.found.iter().any(|(name, ..)| *name == known.name) {
                continue;
            }
            let place = |word: &&str| strange.iter().position(|(_, came, _)| *came == plain(word));
            if let Some(at) = words(known).iter().find_map(place) {
                let (key, _, value) = strange.remove(at);
                self.take(known.name, key, value, log);
            }
        }
    }

    fn take(&mut self, name: &'static str, key: &str, value: &'a Value, log: &mut Log) {
        let path = self.path.key(key);
        // Another tool's time limit is not taken over, so that it is not called mended.
        if key != name && name != "timeout" {
            log.note(Note::mended(&path, format!("read as {name}")));
        }
        if value.is_null() {
            log.note(Note::mended(&path, "null is read as left out"));
        }
        self.found.push((name, value, path));
    }

    /// The value of a key; `None` where it is left out.
    pub(super) fn get(&self, name: &str) -> Option<Field<'_>> {
        let found = self.found.iter().find(|(known, ..)| *known == name);
        found.filter(|(_, value, _)| !value.is_null()).map(|(_, value, path)| (*value, path))
    }

    /// Where a key stands, or would stand.
    pub(super) fn at(&self, name: &str) -> Path {
        self.get(name).map_or_else(|| self.path.key(name), |(_, path)| path.clone())
    }

    /// Text that may be left out; blank text counts as left out, and the reading says so.
    pub(super) fn text(&self, name: &str, most: usize, log: &mut Log) -> Option<String> {
        let (value, path) = self.get(name)?;
        let text = text(value, path, most, log)?;
        if text.trim().is_empty() {
            log.note(Note::mended(path, "a blank text is read as left out"));
            return None;
        }
        Some(text)
    }

    /// Text that must be there, with something in it.
    pub(super) fn words(&self, name: &str, most: usize, log: &mut Log) -> Option<String> {
        let Some((value, path)) = self.get(name) else {
            log.problem(Problem::new(self.path.key(name), "must be a string", "is missing"));
            return None;
        };
        let text = text(value, path, most, log)?;
        if text.trim().is_empty() {
            let came = if text.is_empty() { "is empty" } else { "is white space only" };
            log.problem(Problem::new(path, "must have text in it", came));
            return None;
        }
        Some(text)
    }

    /// A flag that may be left out.
    pub(super) fn flag(&self, name: &str, log: &mut Log) -> Option<bool> {
        let (value, path) = self.get(name)?;
        let flag = flag(value);
        match (&flag, value) {
            (Some(_), Value::Bool(_)) => {}
            (Some(flag), other) => log.note(Note::mended(path, format!("{} is read as {flag}", said(other)))),
            (None, other) => log.problem(Problem::new(path, "must be true or false", kind(other))),
        }
        flag
    }

    /// A number that may be left out.
    pub(super) fn number(&self, name: &str, log: &mut Log) -> Option<f64> {
        let (value, path) = self.get(name)?;
        match value {
            Value::Number(number) => number.as_f64(),
            Value::String(text) => match text.trim().parse::<f64>().ok().filter(|n| n.is_finite()) {
                Some(number) => {
                    log.note(Note::mended(path, format!("{} is read as the number {number}", said(value))));
                    Some(number)
                }
                None => problem(log, path, "must be a number", value),
            },
            other => problem(log, path, "must be a number", other),
        }
    }

    /// A list that may be left out; one that came as a string of JSON is read.
    pub(super) fn list(&self, name: &str, of: &str, most: usize, log: &mut Log) -> Option<Cow<'a, [Value]>> {
        let (_, value, path) =
            self.found.iter().find(|(known, value, _)| *known == name && !value.is_null())?;
        let list = match value {
            Value::Array(list) => Cow::Borrowed(list.as_slice()),
            Value::String(text) => match read_json(text.as_bytes()) {
                Ok(Parsed { value: Value::Array(list), notes: _ }) => {
                    log.note(Note::mended(path, "was a string of JSON; its content was read"));
                    Cow::Owned(list)
                }
                Ok(Parsed { value: Value::Object(one), notes: _ }) => {
                    log.note(Note::mended(
                        path,
                        "was a string of JSON, and one alone; read as a list of one",
                    ));
                    Cow::Owned(vec![Value::Object(one)])
                }
                Ok(_) | Err(_) => return problem(log, path, &format!("must be an array of {of}"), value),
            },
            Value::Object(_) => {
                log.note(Note::mended(path, "one alone is read as a list of one"));
                Cow::Owned(vec![(*value).clone()])
            }
            other => return problem(log, path, &format!("must be an array of {of}"), other),
        };
        if list.len() > most {
            let wanted = format!("must hold at most {most} {of}");
            log.problem(Problem::new(path, wanted, format!("holds {}", list.len())));
            // Entries beyond the limit are not looked at: their own problems would only add noise.
            return Some(match list {
                Cow::Borrowed(list) => Cow::Borrowed(&list[..most]),
                Cow::Owned(mut list) => {
                    list.truncate(most);
                    Cow::Owned(list)
                }
            });
        }
        Some(list)
    }

    /// Says that keys were dropped, where they came.
    pub(super) fn drop_all(&self, names: &[&str], why: &str, log: &mut Log) {
        for name in names {
            if let Some((_, path)) = self.get(name) {
                log.note(Note::dropped(path, why));
            }
        }
    }
}

/// A problem with a value, and nothing in its place.
pub(super) fn problem<T>(log: &mut Log, path: &Path, wanted: &str, came: &Value) -> Option<T> {
    log.problem(Problem::new(path, wanted, kind(came)));
    None
}

/// A text of at most so many bytes; numbers and flags are mended into one.
pub(super) fn text(value: &Value, path: &Path, most: usize, log: &mut Log) -> Option<String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(_) | Value::Bool(_) => {
            log.note(Note::mended(
                path,
                format!("{value} is read as the text {}", quoted(&value.to_string())),
            ));
            value.to_string()
        }
        other => return problem(log, path, "must be a string", other),
    };
    if text.len() > most {
        let wanted = format!("must have at most {most} bytes ({} KiB)", most / 1024);
        log.problem(Problem::new(path, wanted, format!("has {}", text.len())));
        return None;
    }
    Some(text)
}

/// Yes or no, however it is written.
pub(super) fn flag(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        Value::Number(number) if number.as_u64() == Some(1) => Some(true),
        Value::Number(number) if number.as_u64() == Some(0) => Some(false),
        Value::String(text) => match text.trim().to_lowercase().as_str() {
            "true" | "yes" | "y" | "on" | "1" => Some(true),
            "false" | "no" | "n" | "off" | "0" => Some(false),
            _ => None,
        },
        Value::Null | Value::Number(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// A value as it came, for a note.
pub(super) fn said(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            let text = value.to_string();
            text.chars().take(60).collect()
        }
    }
}
