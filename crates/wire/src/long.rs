//! Long strings, read apart from the rest of a value.
//!
//! - A string of 16 KiB and more becomes its text in one step; an empty one stands in its place while the rest
//!   is parsed. Memory that is touched for the first time costs more than all that is done to it.
//! - Which string is whose follows from their order: objects keep theirs, and no key comes twice.
//! - Whatever the parser would refuse is left to the parser, so that it says where.

use serde_json::Value;
use std::ops::Range;

/// From how many bytes on a string is long.
pub(crate) const LONG: usize = 16 << 10;

/// A long string that is a value.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Long {
    /// Its token, quotes included.
    pub(crate) token: Range<usize>,
    /// How many strings that are values stand before it.
    pub(crate) nth: usize,
}

/// The value of a text with these long strings; `None` where there are none, or where the parser has to look.
pub(crate) fn parse(text: &str, long: &[Long]) -> Option<Value> {
    let first = long.first()?;
    let mut short = text.get(..first.token.start)?.to_owned();
    let mut strings = Vec::with_capacity(long.len());
    for (n, Long { token, nth }) in long.iter().enumerate() {
        strings.push((*nth, unescaped(text.get(token.start + 1..token.end - 1)?)?));
        let next = long.get(n + 1).map_or(text.len(), |next| next.token.start);
        short.push_str("\"\"");
        short.push_str(text.get(token.end..next)?);
    }
    let mut value = serde_json::from_str(&short).ok()?;
    strings.reverse();
    put(&mut value, &mut 0, &mut strings);
    strings.is_empty().then_some(value)
}

/// Puts the strings (the last one is the first to come) in their places below a value.
fn put(value: &mut Value, seen: &mut usize, strings: &mut Vec<(usize, String)>) {
    match value {
        Value::String(text) => {
            if let Some((_, string)) = strings.pop_if(|(nth, _)| nth == seen) {
                *text = string;
            }
            *seen += 1;
        }
        Value::Array(list) => list.iter_mut().for_each(|value| put(value, seen, strings)),
        Value::Object(map) => map.values_mut().for_each(|value| put(value, seen, strings)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// What stands between the quotes as a text; `None` where that is no sound JSON.
fn unescaped(inner: &str) -> Option<String> {
    // Without a way out of the loop the compiler looks at many bytes at a time.
    if inner.bytes().min().is_some_and(|least| least < b' ') {
        return None;
    }
    let mut text = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
        text.push_str(&rest[..at]);
        let escape = &rest[at..];
        let (c, used) = match escape.as_bytes().get(1)? {
            b'n' => ('\n', 2),
            b't' => ('\t', 2),
            b'r' => ('\r', 2),
            b'b' => ('\u{8}', 2),
            b'f' => ('\u{c}', 2),
            b'u' => unicode(escape)?,
            plain @ (b'"' | b'\\' | b'/') => (char::from(*plain), 2),
            _ => return None,
        };
        text.push(c);
        rest = escape.get(used..)?;
    }
    text.push_str(rest);
    Some(text)
}

/// The character that an escape, or a pair of them, stands for, and its bytes.
fn unicode(escape: &str) -> Option<(char, usize)> {
    let first = unit(escape)?;
    if !(0xD800..0xDC00).contains(&first) {
        return Some((char::from_u32(first)?, 6));
    }
    let second = unit(escape.get(6..)?).filter(|second| (0xDC00..0xE000).contains(second))?;
    Some((char::from_u32(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))?, 12))
}

fn unit(escape: &str) -> Option<u32> {
    let digits = escape.strip_prefix("\\u")?.get(..4)?;
    digits.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())?
}
