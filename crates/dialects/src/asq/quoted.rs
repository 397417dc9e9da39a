//! Foreign text inside the reply of `ask`.
//!
//! - On one line in double quotes, with quotes, backslashes and line breaks escaped as in JSON.
//! - A typed text of several lines is a block, each line after `| `, so that none can pass for a line of the
//!   reply.
//! - Characters that move a cursor or reverse text are escaped; emoji and their joiners stay.

use std::fmt::Write;

/// On one line, in quotes.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            other => push(&mut out, other),
        }
    }
    out.push('"');
    out
}

/// A labelled text: on the same line if it is a single line, else as a block below.
pub(super) fn labelled(label: &str, text: &str) -> String {
    // The line break at the end of a typed text isn't a line.
    let text = text.strip_suffix('\n').unwrap_or(text);
    if !text.contains('\n') {
        return format!("   {label}: {}\n", quoted(text));
    }
    let mut out = format!("   {label}:\n");
    for line in text.split('\n') {
        out.push_str("   | ");
        for c in line.chars() {
            if c == '\t' { out.push(c) } else { push(&mut out, c) }
        }
        out.push('\n');
    }
    out
}

/// A name from the agent: bare if it is one plain word, else quoted.
pub(super) fn name(text: &str) -> String {
    let plain = !text.is_empty()
        && text.len() <= 40
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'));
    if plain { text.to_owned() } else { quoted(text) }
}

fn push(out: &mut String, c: char) {
    let turns = matches!(u32::from(c), 0x61C | 0x200E | 0x200F | 0x2028..=0x202E | 0x2066..=0x2069 | 0xFEFF);
    if c.is_control() || turns {
        // Writing to a string can't fail.
        let _ = write!(out, "\\u{:04x}", u32::from(c));
    } else {
        out.push(c);
    }
}
