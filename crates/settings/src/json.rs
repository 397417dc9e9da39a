//! The contract's JSON file: one object of settings.
//!
//! - A duplicate name is seen twice; a map would silently keep the last.
//! - A syntax error names its line and column.
//! - A file beyond its limits holds no valid settings.
//! - An empty or blank file holds no settings.

use crate::limits::FileLimits;
use crate::quoted::quoted;
use crate::warning::Trouble;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use std::fmt;

/// In the order of the file, duplicates included.
struct Members(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Members, D::Error> {
        struct Each;
        impl<'de> Visitor<'de> for Each {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of settings")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        from.deserialize_map(Each)
    }
}

/// The file's settings in order, duplicates included.
pub(crate) fn read(text: &str) -> Result<Vec<(String, Value)>, Trouble> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    FileLimits::SETTINGS.json(text.as_bytes())?;
    let error = match serde_json::from_str::<Members>(text) {
        Ok(Members(members)) => return Ok(members),
        Err(error) => error,
    };
    if let Ok(other) = serde_json::from_str::<Value>(text) {
        return Err(Trouble::NoTable(quoted(&other.to_string())));
    }
    let why = error.to_string();
    let end = why.rfind(" at line ").unwrap_or(why.len());
    let column = characters(text, error.line(), error.column());
    Err(Trouble::Syntax { line: error.line(), column, why: why[..end].to_owned() })
}

/// serde_json counts columns in bytes; people count characters.
fn characters(text: &str, line: usize, column: usize) -> usize {
    let line = text.split('\n').nth(line.saturating_sub(1)).unwrap_or_default();
    let before = line.as_bytes().get(..column.min(line.len())).unwrap_or_default();
    String::from_utf8_lossy(before).chars().count().max(1)
}
