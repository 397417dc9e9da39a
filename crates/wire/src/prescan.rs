//! One pass before parsing, for what the parser would accept or choke on.
//!
//! - Finds the end of the first value, as [`Scanner`] does.
//! - Nesting beyond the limit is a problem.
//! - A repeated key in one object is a problem, however it is escaped.
//! - A lone surrogate becomes U+FFFD, with a note: half an emoji must not cost an agent its question.
//! - Anything malformed stays for the parser.

use crate::long::{LONG, Long};
use crate::stop::stop;
use crate::utf16_escape::{ESCAPE, unit};
use crate::{MAX_DEPTH, Note, Path, Problem, ScanProgress, Scanner};
use std::borrow::Cow;
use std::collections::HashSet;

/// Most problems, and most notes, kept for one input.
const KEPT: usize = 100;

#[derive(Debug, Default)]
pub(crate) struct Scanned {
    /// The end of the value.
    pub(crate) end: usize,
    pub(crate) problems: Vec<Problem>,
    pub(crate) notes: Vec<Note>,
    /// The escapes of lone surrogates, by their first bytes.
    pub(crate) lone: Vec<usize>,
    /// Long strings that are values, not keys.
    pub(crate) long: Vec<Long>,
}

enum Level {
    Object { seen: HashSet<String>, key: String, wants_key: bool },
    Array { index: usize },
}

/// Scans the first value in a text from `start` on.
pub(crate) fn prescan(text: &str, start: usize) -> Scanned {
    let bytes = text.as_bytes();
    let mut found = Scanned { end: bytes.len(), ..Scanned::default() };
    let mut levels: Vec<Level> = Vec::new();
    let mut values = 0;
    let mut i = start;
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
                    // The rest is only read for its end: what comes after the value is a mistake of its own.
                    if let ScanProgress::Done(used) =
                        Scanner::new().push(bytes.get(start..).unwrap_or_default())
                    {
                        found.end = start + used;
                    }
                    return found;
                }
                levels.push(if byte == b'{' {
                    Level::Object { seen: HashSet::new(), key: String::new(), wants_key: true }
                } else {
                    Level::Array { index: 0 }
                });
            }
            b'}' | b']' => {
                let fits = match levels.pop() {
                    Some(Level::Object { .. }) => byte == b'}',
                    Some(Level::Array { .. }) => byte == b']',
                    None => false,
                };
                if !fits || levels.is_empty() {
                    found.end = i + 1;
                    return found;
                }
            }
            b'"' => {
                let known = found.lone.len();
                let Some(StringToken { end, sound }) = string(bytes, i, &mut found.lone) else {
                    return found;
                };
                let lone = &found.lone[known..];
                if !key(&text[i..end], i, lone, &mut levels, &mut found.problems) {
                    if end - i >= LONG {
                        found.long.push(Long { token: i..end, nth: values, sound });
                    }
                    values += 1;
                }
                if !lone.is_empty() && found.notes.len() < KEPT {
                    let at = path(&levels, levels.len());
                    let what = if lone.len() == 1 { "a lone surrogate" } else { "lone surrogates" };
                    found.notes.push(Note::mended(&at, format!("{what} became U+FFFD")));
                }
                if levels.is_empty() {
                    found.end = end;
                    return found;
                }
                i = end - 1;
            }
            // A number, a word or garbage: up to the next white space.
            _ if levels.is_empty() && !byte.is_ascii_whitespace() && !matches!(byte, 0xEF | 0xBB | 0xBF) => {
                let length = bytes[i..].iter().position(u8::is_ascii_whitespace);
                found.end = length.map_or(bytes.len(), |length| i + length);
                return found;
            }
            b',' => match levels.last_mut() {
                Some(Level::Object { wants_key, .. }) => *wants_key = true,
                Some(Level::Array { index }) => *index += 1,
                None => {}
            },
            _ => {}
        }
        i += 1;
    }
    found
}

/// Replaces lone surrogates by U+FFFD in place.
pub(crate) fn mend(text: &mut String, lone: &[usize]) {
    for at in lone {
        // Both have six bytes, so every place that was noted stays right.
        text.replace_range(*at..at + ESCAPE, "\\ufffd");
    }
}

/// Takes the string token at `start` as a key; false if no key is due.
fn key(token: &str, start: usize, lone: &[usize], levels: &mut [Level], problems: &mut Vec<Problem>) -> bool {
    let depth = levels.len();
    let Some(Level::Object { seen, key, wants_key: wants_key @ true }) = levels.last_mut() else {
        return false;
    };
    *wants_key = false;
    let mut token = Cow::Borrowed(token);
    if !lone.is_empty() {
        let lone: Vec<usize> = lone.iter().map(|at| at - start).collect();
        mend(token.to_mut(), &lone);
    }
    let Ok(name) = serde_json::from_str::<String>(&token) else { return true };
    key.clone_from(&name);
    if !seen.insert(name) && problems.len() < KEPT {
        problems.push(
            Problem::new(path(levels, depth), "must stand once in its object", "came more than once")
                .fix("Keep one of them."),
        );
    }
    true
}

struct StringToken {
    /// One past its closing quote.
    end: usize,
    /// The parser would accept it.
    sound: bool,
}

/// The string at `start`; adds its lone surrogates to `lone`. `None` if it doesn't end.
fn string(bytes: &[u8], start: usize, lone: &mut Vec<usize>) -> Option<StringToken> {
    let mut sound = true;
    let mut i = start + 1;
    loop {
        i = stop(bytes, i);
        match *bytes.get(i)? {
            b'"' => return Some(StringToken { end: i + 1, sound }),
            b'\\' => match *bytes.get(i + 1)? {
                b'n' | b'"' | b'\\' | b't' | b'r' | b'/' | b'b' | b'f' => i += 2,
                b'u' => match unit(bytes, i) {
                    Some(0xD800..=0xDBFF) if matches!(unit(bytes, i + ESCAPE), Some(0xDC00..=0xDFFF)) => {
                        i += 2 * ESCAPE;
                    }
                    Some(0xD800..=0xDFFF) => {
                        lone.push(i);
                        i += ESCAPE;
                    }
                    Some(_) => i += ESCAPE,
                    None => {
                        sound = false;
                        i += 2;
                    }
                },
                _ => {
                    sound = false;
                    i += 2;
                }
            },
            _ => {
                sound = false;
                i += 1;
            }
        }
    }
}

/// The place formed by the outermost `depth` levels.
fn path(levels: &[Level], depth: usize) -> Path {
    levels.iter().take(depth).fold(Path::root(), |path, level| match level {
        Level::Object { key, .. } => path.key(key),
        Level::Array { index } => path.index(*index),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_value_ends_where_the_scanner_ends_it(text in r#"[ \[\]{}"\\,:aud81é\n]{0,40}"#) {
            let wanted = match Scanner::new().push(text.as_bytes()) {
                ScanProgress::Done(used) => used,
                ScanProgress::More => text.len(),
            };
            prop_assert_eq!(prescan(&text, 0).end, wanted);
        }
    }
}
