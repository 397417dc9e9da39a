//! JSON whose bytes have no effect on whatever displays it.
//!
//! - Control characters, characters that reorder text and invisible ones are written as `\uXXXX`, and read
//!   back the same.
//! - All JSON that leaves asq comes through here: standard output, exports, the lines of `asq embed`.

use asq_core::text::is_hidden;
use std::fmt::Write;

/// The same JSON in inert bytes. Line breaks between its parts stay.
pub fn inert(json: String) -> String {
    let acts = |c: char| c != '\n' && is_hidden(c);
    let Some(first) = json.find(acts) else { return json };
    let mut out = String::with_capacity(json.len() + 64);
    out.push_str(&json[..first]);
    // Only strings hold characters beyond ASCII, and in a string an escape means the character.
    for c in json[first..].chars() {
        if acts(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string can't fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::inert;
    use serde_json::{Value, json};

    #[test]
    fn the_same_value_in_bytes_that_do_nothing() {
        let all: String = (0..0x3000)
            .chain(0xe000..0x1_0000)
            .chain([0x1_f468, 0xe_0041])
            .filter_map(char::from_u32)
            .collect();
        let value = json!({"text": all, "key\u{202e}": ["plain é 你 \u{9b}31m\u{7f}"]});
        for written in [value.to_string(), format!("{value:#}")] {
            let shown = inert(written);
            let acts = |c: char| {
                c.is_control() && c != '\n'
                    || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
            };
            assert_eq!(shown.find(acts), None);
            assert_eq!(serde_json::from_str::<Value>(&shown).ok(), Some(value.clone()));
        }
        assert_eq!(inert("{\"é\":\"\u{9b}\u{e0041}\"}".to_owned()), r#"{"é":"\u009b\udb40\udc41"}"#);
    }
}
