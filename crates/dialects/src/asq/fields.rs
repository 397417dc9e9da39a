//! Reads one object of an `ask` call leniently.
//!
//! - An alias or a near miss is read as the key it means, with a note; unknown keys are dropped with a note.
//! - Null, a blank text and the like count as left out, with a note; another name of the key may still fill
//!   it.
//! - Flags and numbers that came as text are mended, with a note.
//! - What can't be mended becomes a problem that names what is needed and what came.

use crate::Note;
use crate::blank::{self, is_blank, is_zero};
use crate::findings::Findings;
use crate::near::{KnownKey, is_alike, meant, one_edit_away};
use crate::object::too_long;
use asq_core::number::Decimal;
use asq_wire::{Path, Problem, decimal, kind, quoted};
use serde_json::{Map, Value};

/// How many blank keys of one object are named in the note.
const LOOKED_AT: usize = 1000;

const UNKNOWN: &str = "this tool does not know this key";

/// A value, and its place in the call.
pub(super) type Field<'v, 'p> = (&'v Value, &'p Path);

pub(super) struct Fields<'a> {
    pub(super) path: Path,
    found: Vec<(&'static str, &'a Value, Path)>,
    /// Keys that came with blank values.
    blank: Vec<(&'static str, &'a Value, Path)>,
}

impl<'a> Fields<'a> {
    /// Opens an object that may have these keys.
    pub(super) fn open(
        map: &'a Map<String, Value>,
        path: Path,
        known: &[KnownKey],
        log: &mut Findings,
    ) -> Fields<'a> {
        let mut fields = Fields { path, found: Vec::new(), blank: Vec::new() };
        let exact = |key: &str| known.iter().find(|k| k.name == key).map(|k| k.name);
        let mut strange = Vec::new();
        for (key, value) in map.iter().filter(|(_, value)| !is_blank(value)) {
            match exact(key) {
                Some(name) => fields.take(name, key, value, log),
                None => strange.push((key.as_str(), value)),
            }
        }
        // Aliases go before guesses at typos, so that a guess never takes an alias's place.
        fields.rename(&mut strange, known, |known| std::slice::from_ref(&known.name), log);
        fields.rename(&mut strange, known, |known| known.aliases, log);
        let (mut slips, mut rest) = (Vec::new(), Vec::new());
        for (key, value) in strange {
            match known.iter().find(|k| fields.get(k.name).is_none() && one_edit_away(key, k.name)) {
                Some(known) => slips.push((known.name, key, value)),
                None => rest.push(key),
            }
        }
        for (name, key, value) in slips {
            fields.take(name, key, value, log);
        }
        for key in rest {
            log.note(Note::dropped(&fields.path.key(key), UNKNOWN));
        }
        for (key, value) in map.iter().filter(|(_, value)| is_blank(value)).take(LOOKED_AT) {
            let path = fields.path.key(key);
            let Some(name) = exact(key).or_else(|| meant(key, known, |_| false)) else {
                log.note(Note::dropped(&path, UNKNOWN));
                continue;
            };
            log.left_out(&path, blank::named(value));
            fields.blank.push((name, value, path));
        }
        fields
    }

    /// Drops a key that came with a zero that can't be meant.
    pub(super) fn no_zero(&mut self, name: &str, log: &mut Findings) {
        let zero = |(known, value, _): &(&'static str, &Value, Path)| *known == name && is_zero(value);
        if let Some(at) = self.found.iter().position(zero) {
            let left_out = self.found.remove(at);
            log.note(Note::mended(&left_out.2, "0 is read as left out"));
            self.blank.push(left_out);
        }
    }

    pub(super) fn is_zero(&self, name: &str) -> bool {
        self.get(name).is_some_and(|(value, _)| is_zero(value))
    }

    /// Fills each missing key from the first of its aliases in the object.
    fn rename<'k>(
        &mut self,
        strange: &mut Vec<(&'a str, &'a Value)>,
        known: &'k [KnownKey],
        words: impl Fn(&'k KnownKey) -> &'k [&'static str],
        log: &mut Findings,
    ) {
        for known in known {
            if strange.is_empty() {
                return;
            }
            if self.found.iter().any(|(name, ..)| *name == known.name) {
                continue;
            }
            let place = |word: &&str| strange.iter().position(|(key, _)| is_alike(key, word));
            if let Some(at) = words(known).iter().find_map(place) {
                let (key, value) = strange.remove(at);
                self.take(known.name, key, value, log);
            }
        }
    }

    fn take(&mut self, name: &'static str, key: &str, value: &'a Value, log: &mut Findings) {
        let path = self.path.key(key);
        // Another tool's time limit is dropped, so it must not count as mended.
        if key != name && name != "timeout" {
            log.note(Note::mended(&path, format!("read as {name}")));
        }
        self.found.push((name, value, path));
    }

    /// The value of a key; `None` if it is left out.
    pub(super) fn get(&self, name: &str) -> Option<Field<'a, '_>> {
        self.found.iter().find(|(known, ..)| *known == name).map(|(_, value, path)| (*value, path))
    }

    /// The value of a key, even if it is blank.
    pub(super) fn raw(&self, name: &str) -> Option<Field<'a, '_>> {
        let blank = || self.blank.iter().find(|(known, ..)| *known == name);
        self.get(name).or_else(|| blank().map(|(_, value, path)| (*value, path)))
    }

    /// The place of a key, whether it came or not.
    pub(super) fn at(&self, name: &str) -> Path {
        self.get(name).map_or_else(|| self.path.key(name), |(_, path)| path.clone())
    }

    pub(super) fn text(&self, name: &str, most: usize, log: &mut Findings) -> Option<String> {
        let (value, path) = self.get(name)?;
        text(value, path, most, log)
    }

    /// Text that must be present and not blank.
    pub(super) fn required_text(&self, name: &str, most: usize, log: &mut Findings) -> Option<String> {
        if let Some((value, path)) = self.get(name) {
            return text(value, path, most, log);
        }
        let (path, came) = match self.raw(name) {
            None | Some((Value::Null, _)) => (self.path.key(name), "is missing".to_owned()),
            Some((Value::String(text), path)) => {
                (path.clone(), if text.is_empty() { "is empty" } else { "is white space only" }.to_owned())
            }
            Some((other, path)) => (path.clone(), kind(other)),
        };
        let wanted = if came.starts_with("is empty") || came.starts_with("is white") {
            "must have text in it"
        } else {
            "must be a string"
        };
        log.problem(Problem::new(path, wanted, came));
        None
    }

    pub(super) fn flag(&self, name: &str, log: &mut Findings) -> Option<bool> {
        let (value, path) = self.get(name)?;
        let flag = flag(value);
        match (&flag, value) {
            (Some(_), Value::Bool(_)) => {}
            (Some(flag), other) => {
                log.note(Note::mended(path, format!("{} is read as {flag}", as_it_came(other))));
            }
            (None, other) => log.problem(Problem::new(path, "must be true or false", kind(other))),
        }
        flag
    }

    /// An optional number, with the digits that came.
    pub(super) fn number(&self, name: &str, log: &mut Findings) -> Option<Decimal> {
        let (value, path) = self.get(name)?;
        match value {
            Value::Number(number) => match decimal(number) {
                Ok(number) => Some(number),
                Err(_) => problem(log, path, "must be a number that JSON readers can hold", value),
            },
            Value::String(text) => match text.parse::<Decimal>() {
                Ok(number) => {
                    log.note(Note::mended(
                        path,
                        format!("{} is read as the number {number}", as_it_came(value)),
                    ));
                    Some(number)
                }
                Err(_) => problem(log, path, "must be a number", value),
            },
            other => problem(log, path, "must be a number", other),
        }
    }

    /// Notes that keys were dropped, at their places.
    pub(super) fn drop_all(&self, names: &[&str], why: &str, log: &mut Findings) {
        for name in names {
            if let Some((_, path)) = self.get(name) {
                log.note(Note::dropped(path, why));
            }
        }
    }
}

/// Reports a problem with a value, which then counts as left out.
pub(super) fn problem<T>(log: &mut Findings, path: &Path, wanted: &str, came: &Value) -> Option<T> {
    log.problem(Problem::new(path, wanted, kind(came)));
    None
}

/// A text of at most this many bytes; numbers and flags become text.
pub(super) fn text(value: &Value, path: &Path, most: usize, log: &mut Findings) -> Option<String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(_) | Value::Bool(_) => {
            log.note(Note::mended(
                path,
                format!("{} is read as the text {}", as_it_came(value), quoted(&value.to_string())),
            ));
            value.to_string()
        }
        other => return problem(log, path, "must be a string", other),
    };
    if let Some(problem) = too_long(&text, path, most) {
        log.problem(problem);
        return None;
    }
    Some(text)
}

/// Yes or no in any notation.
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

/// A value for a note, shortened.
pub(super) fn as_it_came(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            let text = value.to_string();
            text.chars().take(60).collect()
        }
    }
}
