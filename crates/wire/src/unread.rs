//! Why bytes aren't one JSON value, for a person.
//!
//! - Each text continues a sentence that starts with the name of the bytes: `'call.json' ends inside an object …`.
//! - Lines and bytes are counted from 1; no number of a column, and no words of the parser.
//! - An object, a list or a string that isn't closed is named.

use crate::{quoted, read_json};
use serde_json::Value;

/// Why these bytes aren't one JSON value; `None` if they are one.
pub fn unread(bytes: &[u8]) -> Option<String> {
    let misuse = read_json(bytes).err()?;
    let text = match str::from_utf8(bytes) {
        Ok(text) => text.trim_start_matches('\u{FEFF}'),
        Err(fault) => return Some(format!("isn't text: byte {} isn't UTF-8", fault.valid_up_to() + 1)),
    };
    if text.trim_ascii().is_empty() {
        return Some("is empty".to_owned());
    }
    if let Some(fault) = serde_json::from_str::<Value>(text).err().filter(|fault| !is_more(fault)) {
        return Some(if fault.is_eof() {
            open_end(text)
        } else {
            format!("isn't JSON, at line {}{}", fault.line(), near(text, &fault))
        });
    }
    // It is too long, too deep, repeats a key, or more comes after it.
    misuse.problems.first().map(|problem| match problem.path.as_str() {
        "input" => format!("{}, but {}", problem.wanted, problem.came),
        path => format!("isn't JSON as asq reads it: {path} {}, but {}", problem.wanted, problem.came),
    })
}

/// Whether a whole value came, and more after it.
fn is_more(fault: &serde_json::Error) -> bool {
    fault.is_syntax() && fault.to_string().starts_with("trailing characters")
}

/// What was still open when a text ended before its value did, as a clause with the last line.
pub(crate) fn open_end(text: &str) -> String {
    let (mut levels, mut in_string, mut escaped) = (Vec::new(), false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => levels.push(byte),
            b'}' | b']' if !in_string => drop(levels.pop()),
            _ => {}
        }
    }
    let open = match (in_string, levels.last()) {
        (true, _) => "inside a string that is still open",
        (false, Some(b'{')) => "inside an object that is still open",
        (false, Some(_)) => "inside a list that is still open",
        (false, None) => "before its value does",
    };
    format!("ends {open}, at line {}", text.trim_ascii_end().split('\n').count())
}

/// The text at the mistake, quoted; empty at the end of a line.
fn near(text: &str, fault: &serde_json::Error) -> String {
    let line = text.split('\n').nth(fault.line().saturating_sub(1)).unwrap_or_default();
    let rest = line.get(fault.column().saturating_sub(1)..).unwrap_or_default();
    if rest.trim().is_empty() { String::new() } else { format!(": {}", quoted(rest)) }
}

#[cfg(test)]
mod tests {
    use super::unread;
    use expect_test::expect;

    #[test]
    fn each_reason_continues_a_sentence_that_starts_with_a_name() {
        let deep = format!("{}{}", "[".repeat(40), "]".repeat(40));
        let all: [&[u8]; 14] = [
            b"[{}]",
            b"",
            b" \n",
            b"a\xff",
            b"{\"a\": 1,\n",
            b"[1,\n2",
            b"{\"a",
            b"[1,",
            b"tru",
            b"hello\x1b[2J",
            b"{\n  a: 1}",
            b"{\"a\":1,\"a\":2}",
            b"{} {}",
            deep.as_bytes(),
        ];
        let told: Vec<String> = all.iter().map(|bytes| format!("{:?}\n", unread(bytes))).collect();
        expect![[r#"
            None
            Some("is empty")
            Some("is empty")
            Some("isn't text: byte 2 isn't UTF-8")
            Some("ends inside an object that is still open, at line 1")
            Some("ends inside a list that is still open, at line 2")
            Some("ends inside a string that is still open, at line 1")
            Some("ends inside a list that is still open, at line 1")
            Some("ends before its value does, at line 1")
            Some("isn't JSON, at line 1: \"hello\\u001b[2J\"")
            Some("isn't JSON, at line 2: \"a: 1}\"")
            Some("isn't JSON as asq reads it: a must stand once in its object, but came more than once")
            Some("must be one JSON value, but more came after it: \"{}\"")
            Some("isn't JSON as asq reads it: [0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0] must nest at most 32 levels of arrays and objects, but goes deeper")
        "#]]
        .assert_eq(&told.concat());
    }
}
