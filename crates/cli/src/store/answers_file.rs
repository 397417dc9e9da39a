//! Answers as JSON, from a file or standard input.
//!
//! - They have the shape that `asq show --json` prints.
//! - A mistake is reported with the name of the file and the number of the entry.

use crate::error::{CommandError, ErrorClass};
use crate::input;
use asq_core::model::Answers;
use asq_wire::{read_json, stored, unread};
use serde_json::Value;
use std::path::Path;

pub(super) fn read(file: &Path) -> Result<Answers, CommandError> {
    let bytes = input::read(Some(file))?;
    stored::answers_from_bytes(&bytes).map_err(|_| {
        let stdin = file == Path::new("-");
        let named = if stdin { "standard input".to_owned() } else { format!("'{}'", file.display()) };
        CommandError::new(ErrorClass::Misfit, format!("{named} {}", why(&bytes)))
            .hint("one entry per question, as asq show --json prints them in answers (docs/store.md)")
    })
}

/// Why these bytes aren't answers, as a clause.
fn why(bytes: &[u8]) -> String {
    match read_json(bytes).map(|parsed| parsed.value) {
        Err(_) => unread(bytes).unwrap_or_else(|| "isn't JSON".to_owned()),
        Ok(Value::Array(entries)) => {
            let unfit = |entry: &Value| {
                stored::answers_from_bytes(Value::from(vec![entry.clone()]).to_string().as_bytes()).is_err()
            };
            match entries.iter().position(unfit) {
                Some(at) => format!("isn't a list of answers: entry {} isn't one", at + 1),
                None => "isn't a list of answers".to_owned(),
            }
        }
        Ok(Value::Object(_)) => "isn't a list of answers: it must begin with [, not with {".to_owned(),
        Ok(Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => {
            "isn't a list of answers: it must begin with [".to_owned()
        }
    }
}
