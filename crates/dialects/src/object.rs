//! Reads one object of a call, key by key.
//!
//! - Keys that the contract doesn't know are dropped, with a note.
//! - Near misses of a known key are problems that name the right key. If the contract's own host drops them,
//!   they are dropped with a note that names it.
//! - A missing key, a wrong kind or a wrong length is a problem with the limit and what came.
//! - Null counts as absent if the key may be absent, with a note.

use crate::findings::Findings;
use crate::near::{KnownKey, meant};
use asq_wire::{Note, Path, Problem, kind, quoted, read_json};
use serde_json::{Map, Value};

pub(crate) struct Object<'a> {
    map: &'a Map<String, Value>,
    pub(crate) path: Path,
    /// Known keys that came under another name; that was reported, so their absence isn't.
    mistaken: Vec<&'static str>,
    /// Known keys whose near misses were dropped, each with the near miss.
    dropped: Vec<(&'static str, String)>,
}

impl<'a> Object<'a> {
    /// Opens a value that must be an object with these keys. `example` shows one.
    pub(crate) fn open(
        value: &'a Value,
        path: Path,
        known: &[KnownKey],
        example: &str,
        log: &mut Findings,
    ) -> Option<Object<'a>> {
        let map = object(value, &path, example, log)?;
        let mut mistaken = Vec::new();
        for key in map.keys().filter(|key| known.iter().all(|k| k.name != key.as_str())) {
            if let Some(right) = meant(key, known, |k| map.contains_key(k)) {
                mistaken.push(right);
                let both = if map.contains_key(right) { ", which is there, too" } else { "" };
                let told = format!("unknown key {}; use '{right}'{both}", single_quoted(key));
                log.problem(Problem::sentence(&path, told));
            } else {
                log.note(Note::dropped(&path.key(key), "this tool does not know this key"));
            }
        }
        Some(Object { map, path, mistaken, dropped: Vec::new() })
    }

    /// The same, but drops near misses like any other unknown key.
    pub(crate) fn open_dropping(
        value: &'a Value,
        path: Path,
        known: &[KnownKey],
        example: &str,
        log: &mut Findings,
    ) -> Option<Object<'a>> {
        let map = object(value, &path, example, log)?;
        let mut dropped = Vec::new();
        for key in map.keys().filter(|key| known.iter().all(|k| k.name != key.as_str())) {
            let at = path.key(key);
            log.note(match meant(key, known, |k| map.contains_key(k)) {
                Some(right) => {
                    dropped.push((right, quoted(key)));
                    Note::dropped(&at, format!("this tool does not know this key; did you mean {right}?"))
                }
                None => Note::dropped(&at, "this tool does not know this key"),
            });
        }
        Some(Object { map, path, mistaken: Vec::new(), dropped })
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.map.contains_key(key)
    }

    pub(crate) fn carries(&self, key: &str) -> bool {
        self.map.get(key).is_some_and(|value| !value.is_null())
    }

    /// Whether the key holds an empty list.
    pub(crate) fn is_empty_list(&self, key: &str) -> bool {
        self.map.get(key).and_then(Value::as_array).is_some_and(Vec::is_empty)
    }

    /// The value of a key; null counts as absent, with a note.
    pub(crate) fn given(&self, key: &str, log: &mut Findings) -> Option<&'a Value> {
        match self.map.get(key)? {
            Value::Null => self.absent(key, log),
            value => Some(value),
        }
    }

    /// Remembers that a key came under a name that was reported.
    pub(crate) fn excuse(&mut self, key: &'static str) {
        self.mistaken.push(key);
    }

    /// Whether a key's absence was reported already.
    pub(crate) fn excused(&self, key: &str) -> bool {
        self.mistaken.contains(&key)
    }

    /// Text that must be present and not blank.
    pub(crate) fn text(&self, key: &'static str, most: usize, log: &mut Findings) -> Option<String> {
        let text = self.any_text(key, most, log)?;
        if text.trim().is_empty() {
            let came = if text.is_empty() { "is empty" } else { "is white space only" };
            log.problem(Problem::new(self.path.key(key), "must have text in it", came));
            return None;
        }
        Some(text)
    }

    /// Text that must be present; it may be empty.
    pub(crate) fn any_text(&self, key: &'static str, most: usize, log: &mut Findings) -> Option<String> {
        match self.map.get(key) {
            Some(Value::String(text)) => self.fits(key, text, most, log),
            other => self.wrong(key, "must be a string", other, log),
        }
    }

    pub(crate) fn optional_text(&self, key: &'static str, most: usize, log: &mut Findings) -> Option<String> {
        match self.map.get(key)? {
            Value::String(text) => self.fits(key, text, most, log),
            Value::Null => self.absent(key, log),
            other => self.wrong(key, "must be a string or left out", Some(other), log),
        }
    }

    pub(crate) fn flag(&self, key: &'static str, log: &mut Findings) -> Option<bool> {
        match self.map.get(key)? {
            Value::Bool(flag) => Some(*flag),
            Value::Null => self.absent(key, log),
            other => self.wrong(key, "must be true, false or left out", Some(other), log),
        }
    }

    /// A list with this many entries (fewest, most); `of` names them in the problem.
    pub(crate) fn list(
        &self,
        key: &'static str,
        of: &str,
        (fewest, most): (usize, usize),
        log: &mut Findings,
    ) -> Option<&'a [Value]> {
        let Some(Value::Array(list)) = self.map.get(key) else {
            return self.wrong(key, &format!("must be an array of {of}"), self.map.get(key), log);
        };
        if list.len() < fewest || list.len() > most {
            let wanted = match fewest {
                0 => format!("must hold at most {most} {of}"),
                _ => format!("must hold {fewest} to {most} {of}"),
            };
            let came =
                if list.is_empty() { "holds none".to_owned() } else { format!("holds {}", list.len()) };
            log.problem(Problem::new(self.path.key(key), wanted, came));
        }
        // Ignores entries beyond the limit: their own problems would only add noise.
        Some(&list[..list.len().min(most)])
    }

    fn fits(&self, key: &str, text: &str, most: usize, log: &mut Findings) -> Option<String> {
        if let Some(problem) = too_long(text, &self.path.key(key), most) {
            log.problem(problem);
            return None;
        }
        Some(text.to_owned())
    }

    fn absent<T>(&self, key: &str, log: &mut Findings) -> Option<T> {
        log.left_out(&self.path.key(key), "null");
        None
    }

    fn wrong<T>(
        &self,
        key: &'static str,
        wanted: &str,
        came: Option<&Value>,
        log: &mut Findings,
    ) -> Option<T> {
        if came.is_some() || !self.mistaken.contains(&key) {
            let missing = came.is_none();
            let came = came.map_or_else(|| "is missing".to_owned(), kind);
            let problem = Problem::new(self.path.key(key), wanted, came);
            let instead = self.dropped.iter().find(|(right, _)| *right == key && missing);
            log.problem(match instead {
                Some((_, wrote)) => problem.fix(format!("{wrote} is no key of this tool: call it {key}.")),
                None => problem,
            });
        }
        None
    }
}

/// The problem with a text of more than this many bytes of UTF-8.
pub(crate) fn too_long(text: &str, path: &Path, most: usize) -> Option<Problem> {
    const MIB: usize = 1024 * 1024;
    let most_said =
        if most.is_multiple_of(MIB) { format!("{} MiB", most / MIB) } else { format!("{} KiB", most / 1024) };
    let wanted = format!("must have at most {most} bytes ({most_said})");
    (text.len() > most).then(|| Problem::new(path, wanted, format!("has {} bytes", text.len())))
}

/// A key as it came, quoted for a sentence.
pub(crate) fn single_quoted(key: &str) -> String {
    let quoted = quoted(key);
    let inner = quoted.strip_prefix('"').and_then(|it| it.strip_suffix('"')).unwrap_or(&quoted);
    format!("'{inner}'")
}

fn object<'a>(
    value: &'a Value,
    path: &Path,
    example: &str,
    log: &mut Findings,
) -> Option<&'a Map<String, Value>> {
    if let Value::Object(map) = value {
        return Some(map);
    }
    no_object(value, path, example, log);
    None
}

/// Reports that a value isn't an object; for a text that was meant to be JSON, also where the JSON breaks.
pub(crate) fn no_object(value: &Value, path: &Path, example: &str, log: &mut Findings) {
    log.problem(Problem::new(path, "must be an object", kind(value)).fix(format!("Write it as {example}.")));
    if let Value::String(text) = value
        && text.trim_start().starts_with(['{', '['])
        && let Err(misuse) = read_json(text.as_str())
    {
        misuse.problems.into_iter().for_each(|problem| log.problem(problem));
    }
}
