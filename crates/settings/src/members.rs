//! Finds, changes, adds and removes the members of a JSON object in its text, which has been parsed before.
//!
//! - Members of nested objects belong to the member around them.
//! - The last of several members of one name is changed.
//! - Adding or removing a member leaves the others exactly as they were.

use crate::limits::behind_text;
use serde_json::Value;
use std::ops::Range;

/// `whole` spans name and content, `content` only the latter.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) whole: Range<usize>,
    pub(crate) content: Range<usize>,
}

/// `open` is after `{`, `close` at `}`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ObjectSpan {
    pub(crate) open: usize,
    pub(crate) members: Vec<Member>,
    pub(crate) close: usize,
}

/// The outermost object of the text, if it has one.
pub(crate) fn object(text: &str) -> Option<ObjectSpan> {
    let bytes = text.as_bytes();
    let open = text.find('{')? + 1;
    let (mut at, mut members) = (open, Vec::new());
    loop {
        at = skipped(bytes, at);
        if *bytes.get(at)? == b'}' {
            return Some(ObjectSpan { open, members, close: at });
        }
        if bytes[at] == b',' {
            at += 1;
            continue;
        }
        let start = at;
        at = ended(bytes, at)?;
        let name = serde_json::from_str(&text[start..at]).ok()?;
        // After the colon.
        at = skipped(bytes, skipped(bytes, at) + 1);
        let content = at..ended(bytes, at)?;
        at = content.end;
        members.push(Member { name, whole: start..at, content });
    }
}

fn skipped(bytes: &[u8], from: usize) -> usize {
    from + bytes[from.min(bytes.len())..].iter().take_while(|b| b.is_ascii_whitespace()).count()
}

/// The end of the string, number, word, list or object that begins here.
fn ended(bytes: &[u8], from: usize) -> Option<usize> {
    let (mut at, mut depth) = (from, 0_usize);
    loop {
        match bytes.get(at)? {
            b'"' => at = behind_text(bytes, at)?,
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' if depth > 0 => {
                depth -= 1;
                at += 1;
            }
            b',' | b'}' | b']' if depth == 0 => return Some(at),
            b if b.is_ascii_whitespace() && depth == 0 => return Some(at),
            _ => at += 1,
        }
        if depth == 0 && matches!(bytes[at - 1], b'"' | b'}' | b']') {
            return Some(at);
        }
    }
}

/// Returns the text with this member. If the name is there several times, the last one changes.
pub(crate) fn put_member(text: &str, name: &str, content: &str) -> String {
    let row = format!("{}: {content}", Value::from(name));
    let Some(object) = object(text) else { return format!("{{\n  {row}\n}}\n") };
    let mut text = text.to_owned();
    match (object.members.iter().rfind(|m| m.name == name), object.members.last()) {
        (Some(member), _) => text.replace_range(member.content.clone(), content),
        (None, Some(last)) => {
            let before = object.members.iter().rev().nth(1).map_or(object.open, |m| m.whole.end);
            let gap = &text[before..last.whole.start];
            let gap = gap.rsplit(',').next().unwrap_or(gap).to_owned();
            text.insert_str(last.whole.end, &format!(",{gap}{row}"));
        }
        (None, None) => text.replace_range(object.open..object.close, &format!("\n  {row}\n")),
    }
    text
}

/// Removes all members of this name.
pub(crate) fn remove_members(text: &str, name: &str) -> String {
    let mut text = text.to_owned();
    while let Some(object) = object(&text) {
        let members: &[Member] = &object.members;
        let Some(at) = members.iter().position(|m| m.name == name) else { break };
        if members.len() == 1 {
            text.replace_range(object.open..object.close, "");
            break;
        }
        let from = if at > 0 { members[at - 1].whole.end } else { members[at].whole.start };
        let to = match (at, members.get(at + 1)) {
            (0, Some(next)) => next.whole.start,
            (_, _) => members[at].whole.end,
        };
        text.replace_range(from..to, "");
    }
    text
}
