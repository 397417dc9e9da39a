//! Long strings, read apart from the rest of a value.
//!
//! - A string of 16 KiB or more is decoded in one step; the parser sees an empty one in its place.
//! - The longest one keeps its input buffer: touching fresh memory costs more than all the decoding.
//! - A string without an escape is copied as it is.
//! - The order of strings tells which is which: objects keep their order, and no key repeats.
//! - Whatever the parser would refuse stays for the parser, which says where it is.

use crate::stop::backslash;
use crate::utf16_escape::unit;
use serde_json::Value;
use std::ops::Range;

/// From this many bytes on a string is long.
pub(crate) const LONG: usize = 16 << 10;

/// A long string that is a value, not a key.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Long {
    pub(crate) token: Range<usize>,
    /// How many string values come before it.
    pub(crate) nth: usize,
    /// The parser would accept it, and its lone surrogates are mended.
    pub(crate) sound: bool,
}

/// Parses the value with its long strings; returns the input without any, or if the parser has to look.
pub(crate) fn parse(input: String, value: Range<usize>, long: &[Long]) -> Result<Value, String> {
    let Some(longest) = long.iter().max_by_key(|long| long.token.len()) else { return Err(input) };
    let Some(mut rest) = without(input.as_bytes(), value, long) else { return Err(input) };
    let mut strings = Vec::with_capacity(long.len());
    for one in long {
        // The longest one comes last, because it takes the buffer.
        let string = if one == longest { String::new() } else { text(&input[inside(one)]) };
        strings.push((one.nth, string));
    }
    let kept = kept(input, inside(longest));
    if let Some((_, string)) = strings.iter_mut().find(|(nth, _)| *nth == longest.nth) {
        *string = kept;
    }
    // They are taken from the end.
    strings.reverse();
    put(&mut rest, &mut 0, &mut strings);
    Ok(rest)
}

/// The value with an empty string in place of each long one; `None` if any of them is unsound.
fn without(bytes: &[u8], value: Range<usize>, long: &[Long]) -> Option<Value> {
    let mut short = Vec::new();
    let mut at = value.start;
    for Long { token, sound, .. } in long {
        short.extend_from_slice(bytes.get(at..token.start).filter(|_| *sound)?);
        short.extend_from_slice(b"\"\"");
        at = token.end;
    }
    short.extend_from_slice(bytes.get(at..value.end)?);
    serde_json::from_slice(&short).ok()
}

/// Puts the strings (the next one is last in the list) into their places in a value.
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

fn inside(long: &Long) -> Range<usize> {
    long.token.start + 1..long.token.end.saturating_sub(1)
}

fn text(token: &str) -> String {
    if backslash(token.as_bytes(), 0) == token.len() { token.to_owned() } else { unescaped(token.into(), 0) }
}

/// Decodes a sound token in the input's own buffer.
fn kept(mut input: String, token: Range<usize>) -> String {
    input.truncate(token.end);
    if backslash(input.as_bytes(), token.start) < token.end {
        return unescaped(input.into(), token.start);
    }
    input.drain(..token.start);
    input
}

/// Decodes a sound token, which begins at `start` and ends with the bytes. Decodes in place: no escape is shorter than
/// its character.
fn unescaped(mut token: Vec<u8>, start: usize) -> String {
    let (mut from, mut to) = (start, 0);
    while from < token.len() {
        let plain = from..backslash(&token, from);
        let length = plain.len();
        lower(&mut token, plain, to);
        from += length;
        to += length;
        if from < token.len() {
            let (used, written) = escape(&mut token, from, to);
            from += used;
            to += written;
        }
    }
    token.truncate(to);
    String::from_utf8(token).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

const BLOCK: usize = 16;

/// Copies a piece to a place before it. A short one goes in whole blocks if they fit: between two escapes there are a few
/// words, and a call of the C library for each takes longer. What a block has too much lands before the next piece.
fn lower(token: &mut [u8], piece: Range<usize>, to: usize) {
    let whole = piece.len().next_multiple_of(BLOCK);
    if piece.len() > 8 * BLOCK || to + BLOCK > piece.start || piece.start + whole > token.len() {
        token.copy_within(piece, to);
        return;
    }
    for at in (0..whole).step_by(BLOCK) {
        let mut block = [0; BLOCK];
        block.copy_from_slice(&token[piece.start + at..][..BLOCK]);
        token[to + at..][..BLOCK].copy_from_slice(&block);
    }
}

/// Decodes the escape at `from` to `to`; returns its length and the number of bytes written.
fn escape(token: &mut [u8], from: usize, to: usize) -> (usize, usize) {
    let one = match token.get(from + 1) {
        Some(b'n') => b'\n',
        Some(b't') => b'\t',
        Some(b'r') => b'\r',
        Some(b'b') => 8,
        Some(b'f') => 12,
        Some(b'u') => {
            let (c, used) = unicode(token, from);
            return (used, c.encode_utf8(&mut token[to..from + used]).len());
        }
        Some(plain) => *plain,
        None => b'\\',
    };
    token[to] = one;
    (2, 1)
}

/// The character of an escape or a surrogate pair, and the length of both.
fn unicode(token: &[u8], from: usize) -> (char, usize) {
    let known = |unit| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER);
    let first = unit(token, from).unwrap_or(u32::MAX);
    if !(0xD800..0xDC00).contains(&first) {
        return (known(first), 6);
    }
    let second = unit(token, from + 6).filter(|second| (0xDC00..0xE000).contains(second)).unwrap_or(0xDC00);
    (known(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)), 12)
}
