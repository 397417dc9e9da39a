//! Turns bytes into a JSON value, strictly. serde_json parses. This file adds what it lacks: it would keep the
//! last of two equal keys, give no path to a problem, and refuse a text with a lone surrogate.
//!
//! - At most 4 MiB and 32 levels, valid UTF-8, one value and nothing after it.
//! - A repeated key in one object is refused with its path.
//! - Lone surrogates and a byte order mark are mended with a note, not refused.
//! - Invalid JSON is refused with the line, the column and the text there.

use crate::unread::open_end;
use crate::{MAX_BYTES, Misuse, Note, Problem, long, prescan, quoted};
use serde_json::Value;

/// A value with notes on what was dropped or mended.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed<T> {
    /// The value.
    pub value: T,
    /// In the order of the input.
    pub notes: Vec<Note>,
}

/// Reads one JSON value.
///
/// # Errors
/// Over 4 MiB or 32 levels, invalid UTF-8 or JSON, a repeated key, or text after the value. Reports as many
/// problems at once as possible.
pub fn read_json(bytes: impl Into<Vec<u8>>) -> Result<Parsed<Value>, Misuse> {
    let bytes = bytes.into();
    if bytes.len() > MAX_BYTES {
        let came = format!("at least {} came", bytes.len());
        return Err(Misuse::one(
            Problem::new("input", format!("must have at most {MAX_BYTES} bytes (4 MiB)"), came)
                .fix("Shorten texts and previews, or name files instead of quoting them."),
        ));
    }
    let mut text = String::from_utf8(bytes).map_err(|e| {
        let came = format!("the byte at {} belongs to no character", e.utf8_error().valid_up_to());
        Misuse::one(Problem::new("input", "must be UTF-8", came))
    })?;
    let mut notes = Vec::new();
    let start = match text.strip_prefix('\u{FEFF}') {
        Some(rest) => {
            notes.push(Note::dropped("input", "a byte order mark"));
            text.len() - rest.len()
        }
        None => 0,
    };
    let found = prescan::prescan(&text, start);
    let rest = text.get(found.end..).unwrap_or_default().trim_ascii();
    let more = (!rest.is_empty()).then(|| format!("more came after it: {}", quoted(rest)));
    notes.extend(found.notes);
    prescan::mend(&mut text, &found.lone);
    let mut problems = found.problems;
    let ill = !problems.is_empty();
    let value = if ill {
        None
    } else {
        long::parse(text, start..found.end, &found.long)
            .or_else(|text| {
                let text = text.get(start..found.end).unwrap_or_default();
                serde_json::from_str(text).map_err(|e| problems.push(syntax(text.as_bytes(), &e)))
            })
            .ok()
    };
    if let Some(came) = more.filter(|_| value.is_some() || ill) {
        problems.push(Problem::new("input", "must be one JSON value", came).fix("Send one call at a time."));
    }
    match value {
        Some(value) if problems.is_empty() => Ok(Parsed { value, notes }),
        _ => Err(Misuse::new(problems)),
    }
}

fn syntax(text: &[u8], error: &serde_json::Error) -> Problem {
    if text.trim_ascii().is_empty() {
        return Problem::new("input", "must be a JSON object", "it is empty");
    }
    let said = error.to_string();
    // Inside a list or a string, the contracts' replies have the parser's words.
    if said.starts_with("EOF while parsing an object") || said.starts_with("EOF while parsing a value") {
        let end = open_end(&String::from_utf8_lossy(text));
        return Problem::new("input", "must be JSON", format!("it {end}"));
    }
    // serde_json ends its message with the place, which follows below in another form.
    let said = said.split(" at line ").next().unwrap_or_default();
    let line = text.split(|b| *b == b'\n').nth(error.line().saturating_sub(1)).unwrap_or_default();
    let from = error.column().saturating_sub(1).min(line.len());
    let near = String::from_utf8_lossy(&line[from..]);
    let near = near.trim_start_matches('\u{FFFD}');
    let near = if near.is_empty() || error.is_eof() { "the end".to_owned() } else { quoted(near) };
    Problem::new(
        "input",
        "must be JSON",
        format!("line {} column {} is not: {said}, at {near}", error.line(), error.column()),
    )
}
