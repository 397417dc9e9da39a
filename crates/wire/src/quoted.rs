//! Parts of a call, quoted in our own sentences.
//!
//! - At most 60 characters, then `…`.
//! - Escaped as in JSON, plus every character that is invisible or reverses text.

use std::fmt::Write;

/// An agent's text in double quotes, safe in one of our sentences.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for (n, c) in text.chars().enumerate() {
        if n == 60 {
            out.push('…');
            break;
        }
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if unseen(c) => {
                let mut units = [0; 2];
                for unit in c.encode_utf16(&mut units) {
                    // Writing to a string can't fail.
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn unseen(c: char) -> bool {
    c.is_control()
        || matches!(u32::from(c), 0xAD | 0x61C | 0x180E | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F
            | 0xFE00..=0xFE0F | 0xFEFF | 0xFFF9..=0xFFFB | 0xE0000..=0xE0FFF)
}
