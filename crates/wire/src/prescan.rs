//! One pass over the bytes before they are parsed, for what the parser would let through or choke on.
//!
//! - Nesting beyond the limit is a problem.
//! - A key that comes twice in one object is a problem, however it is escaped.
//! - A lone surrogate becomes U+FFFD and is noted: half an emoji must not cost an agent its question.
//! - Anything malformed is left to the parser.

use crate::{MAX_DEPTH, Note, Path, Problem};
use std::collections::HashSet;

/// How many problems and notes are kept of one input.
const KEPT: usize = 100;

/// What the pass found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) problems: Vec<Problem>,
    pub(crate) notes: Vec<Note>,
}

enum Level {
    Object { seen: HashSet<String>, key: String, wants_key: bool },
    Array { index: usize },
}

/// Looks at `bytes` (valid UTF-8) and mends them in place; their length stays.
pub(crate) fn prescan(bytes: &mut [u8]) -> Found {
    let mut found = Found::default();
    let mut levels: Vec<Level> = Vec::new();
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
                let Some((end, lone)) = string(bytes, i) else { return found };
                key(&bytes[i..end], &mut levels, &mut found.problems);
                if lone > 0 && found.notes.len() < KEPT {
                    let at = path(&levels, levels.len());
                    let what = if lone == 1 { "a lone surrogate" } else { "lone surrogates" };
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

/// Takes a string token as a key, if one is due.
fn key(token: &[u8], levels: &mut [Level], problems: &mut Vec<Problem>) {
    let depth = levels.len();
    let Some(Level::Object { seen, key, wants_key: wants_key @ true }) = levels.last_mut() else { return };
    *wants_key = false;
    let Ok(name) = serde_json::from_slice::<String>(token) else { return };
    key.clone_from(&name);
    if !seen.insert(name) && problems.len() < KEPT {
        problems.push(
            Problem::new(path(levels, depth), "must stand once in its object", "came more than once")
                .fix("Keep one of them."),
        );
    }
}

/// The end of the string that begins at `start` (one past its closing quote), and how many lone
/// surrogates in it were mended. `None`: it does not end.
fn string(bytes: &mut [u8], start: usize) -> Option<(usize, usize)> {
    let mut i = start + 1;
    let mut lone = 0;
    loop {
        i += memchr::memchr2(b'"', b'\\', bytes.get(i..)?)?;
        match *bytes.get(i)? {
            b'"' => return Some((i + 1, lone)),
            b'\\' => match unit(bytes, i) {
                Some(0xD800..=0xDBFF) if matches!(unit(bytes, i + 6), Some(0xDC00..=0xDFFF)) => i += 12,
                Some(0xD800..=0xDFFF) => {
                    bytes[i + 2..i + 6].copy_from_slice(b"fffd");
                    lone += 1;
                    i += 6;
                }
                Some(_) => i += 6,
                None => i += 2,
            },
            // Nothing else is looked for.
            _ => return None,
        }
    }
}

/// The UTF-16 unit that the escape at `i` names, if one stands there.
fn unit(bytes: &[u8], i: usize) -> Option<u32> {
    let escape = bytes.get(i..i + 6)?;
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
