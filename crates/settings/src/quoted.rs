//! Quotes foreign text for a warning: as JSON, at most 60 characters.

use serde_json::Value;

const SHOWN: usize = 60;

/// Shortens a JSON text to 60 characters.
pub fn quoted(json: &str) -> String {
    match json.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &json[..at]),
        None => json.to_owned(),
    }
}

/// Prints a plain name bare, and any other as shortened JSON.
pub(crate) fn spelled(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    if !name.is_empty() && name.len() <= SHOWN && name.chars().all(plain) {
        return name.to_owned();
    }
    quoted(&Value::from(name).to_string())
}
