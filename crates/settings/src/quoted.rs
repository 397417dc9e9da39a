//! Foreign text in a warning: quoted as JSON, and at most 60 characters of it.

use serde_json::Value;

/// Most characters of what came that are shown.
const SHOWN: usize = 60;

/// A text, which should be JSON, cut short to 60 characters.
pub fn quoted(json: &str) -> String {
    match json.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &json[..at]),
        None => json.to_owned(),
    }
}

/// A name as it is shown: bare where it is plain, else quoted as JSON and cut short.
pub(crate) fn spelled(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    if !name.is_empty() && name.len() <= SHOWN && name.chars().all(plain) {
        return name.to_owned();
    }
    quoted(&Value::from(name).to_string())
}
