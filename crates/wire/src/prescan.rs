//! One pass over the bytes before they are parsed, for what the parser would let through or choke on.
//!
//! - Nesting beyond the limit is a problem.
//! - A key that comes twice in one object is a problem, however it is escaped.
//! - A lone surrogate becomes U+FFFD and is noted: half an emoji must not cost an agent its question.
//! - Anything malformed is left to the parser.

use crate::long::{LONG, Long};
use crate::{MAX_DEPTH, Note, Path, Problem};
use std::borrow::Cow;
use std::collections::HashSet;

/// How many problems and notes are kept of one input.
const KEPT: usize = 100;
/// Bytes of an escape such as `\u0041`.
const ESCAPE: usize = 6;

/// What the pass found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) problems: Vec<Problem>,
    pub(crate) notes: Vec<Note>,
    /// Where the escapes of lone surrogates begin.
    pub(crate) lone: Vec<usize>,
    /// Long strings that are values.
    pub(crate) long: Vec<Long>,
}

enum Level {
    Object { seen: HashSet<String>, key: String, wants_key: bool },
    Array { index: usize },
}

/// Looks at `bytes`, which are valid UTF-8.
pub(crate) fn prescan(bytes: &[u8]) -> Found {
    let mut found = Found::default();
    let mut levels: Vec<Level> = Vec::new();
    let mut values = 0;
    let mut i = 0;
    while let Some(&byte) = bytes.get(i) {
        match byte {
            b'{' | b'[' => {
                if levels.len() == MAX_DEPTH {
                    found.problems.push(
                        Problem::new(
                            path(&levels, MAX_DEPTH),
                            format!("must nest at most {MAX_DEPTH} levels of arrays and objects"),
                            "goes deeper",
                        )
                        .fix("Send the arguments flat, as the tool's schema shows them."),
                    );
                    return found;
                }
                levels.push(if byte == b'{' {
                    Level::Object { seen: HashSet::new(), key: String::new(), wants_key: true }
                } else {
                    Level::Array { index: 0 }
                });
            }
            b'}' | b']' => {
                levels.pop();
            }
            b',' => match levels.last_mut() {
                Some(Level::Object { wants_key, .. }) => *wants_key = true,
                Some(Level::Array { index }) => *index += 1,
                None => {}
            },
            b'"' => {
                let known = found.lone.len();
                let Some(end) = string(bytes, i, &mut found.lone) else { return found };
                let lone = &found.lone[known..];
                if !key(&bytes[i..end], i, lone, &mut levels, &mut found.problems) {
                    if end - i >= LONG {
                        found.long.push(Long { token: i..end, nth: values });
                    }
                    values += 1;
                }
                if !lone.is_empty() && found.notes.len() < KEPT {
                    let at = path(&levels, levels.len());
                    let what = if lone.len() == 1 { "a lone surrogate" } else { "lone surrogates" };
                    found.notes.push(Note::mended(&at, format!("{what} became U+FFFD")));
                }
                i = end - 1;
            }
            _ => {}
        }
        i += 1;
    }
    found
}

/// The text with U+FFFD in the place of lone surrogates; its length stays.
pub(crate) fn mended<'a>(text: &'a str, lone: &[usize]) -> Cow<'a, str> {
    if lone.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut mended = String::with_capacity(text.len());
    let mut from = 0;
    for at in lone {
        mended.push_str(&text[from..*at]);
        mended.push_str("\\ufffd");
        from = at + ESCAPE;
    }
    mended.push_str(&text[from..]);
    Cow::Owned(mended)
}

/// Takes a string token, which begins at `start`, as a key; false where none is due.
fn key(
    token: &[u8],
    start: usize,
    lone: &[usize],
    levels: &mut [Level],
    problems: &mut Vec<Problem>,
) -> bool {
    let depth = levels.len();
    let Some(Level::Object { seen, key, wants_key: wants_key @ true }) = levels.last_mut() else {
        return false;
    };
    *wants_key = false;
    let Ok(token) = std::str::from_utf8(token) else { return true };
    let lone: Vec<usize> = lone.iter().map(|at| at - start).collect();
    let Ok(name) = serde_json::from_str::<String>(&mended(token, &lone)) else { return true };
    key.clone_from(&name);
    if !seen.insert(name) && problems.len() < KEPT {
        problems.push(
            Problem::new(path(levels, depth), "must stand once in its object", "came more than once")
                .fix("Keep one of them."),
        );
    }
    true
}

/// The end of the string that begins at `start`, one past its closing quote; the lone surrogates in it are
/// added to `lone`. `None`: it does not end.
fn string(bytes: &[u8], start: usize, lone: &mut Vec<usize>) -> Option<usize> {
    let mut i = start + 1;
    loop {
        i += memchr::memchr2(b'"', b'\\', bytes.get(i..)?)?;
        match *bytes.get(i)? {
            b'"' => return Some(i + 1),
            b'\\' => match unit(bytes, i) {
                Some(0xD800..=0xDBFF) if matches!(unit(bytes, i + ESCAPE), Some(0xDC00..=0xDFFF)) => {
                    i += 2 * ESCAPE;
                }
                Some(0xD800..=0xDFFF) => {
                    lone.push(i);
                    i += ESCAPE;
                }
                Some(_) => i += ESCAPE,
                None => i += 2,
            },
            // Nothing else is looked for.
            _ => return None,
        }
    }
}

/// The UTF-16 unit that the escape at `i` names, if one stands there.
fn unit(bytes: &[u8], i: usize) -> Option<u32> {
    let escape = bytes.get(i..i + ESCAPE)?;
    if !escape.starts_with(b"\\u") || !escape[2..].iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    u32::from_str_radix(std::str::from_utf8(&escape[2..]).ok()?, 16).ok()
}

/// The place inside the outermost `depth` levels.
fn path(levels: &[Level], depth: usize) -> Path {
    levels.iter().take(depth).fold(Path::root(), |path, level| match level {
        Level::Object { key, .. } => path.key(key),
        Level::Array { index } => path.index(*index),
    })
}
