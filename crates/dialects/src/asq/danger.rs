//! What makes a question of `ask` dangerous.
//!
//! - `danger` is true, the text that the person types word for word, or `{"confirm_text": …}`.
//! - `true` and an object without a text have the header typed, or `yes` where there is none that can be typed.
//! - A blank one is none: nobody gets used to typing for nothing.
//! - The text is one line without anything that no keyboard has.

use super::fields::{Fields, as_it_came, flag};
use super::{LIMITS, keys};
use crate::Note;
use crate::log::Log;
use asq_core::model::Danger;
use asq_core::text::{Shown, Untrusted};
use asq_wire::{Path, Problem, kind};
use serde_json::Value;

/// The danger; `None` where there is none or it is ill.
pub(super) fn read(fields: &Fields<'_>, header: &str, log: &mut Log) -> Option<Danger> {
    let beside = fields.text("confirm_text", LIMITS.text_bytes, log);
    let (text, path) = match fields.get("danger") {
        None => (Some(beside?), fields.at("confirm_text")),
        Some((value, path)) => match own(value, path, log) {
            Own::No => return None,
            Own::Yes => (beside, path.clone()),
            Own::Text(text) => (Some(text), path.clone()),
        },
    };
    let text = text.unwrap_or_else(|| {
        let text = if header.trim().is_empty() || !can_be_typed(header) { "yes" } else { header };
        let told = format!("names no text to type, so {} is typed", as_it_came(&text.into()));
        log.note(Note::mended(&path, told));
        text.to_owned()
    });
    if !can_be_typed(&text) {
        let came = format!("is {}", as_it_came(&text.into()));
        log.problem(Problem::new(path, "must be one line that can be typed", came));
        return None;
    }
    Some(Danger { confirm_text: Some(text.into()), direct: false })
}

/// What `danger` says by itself.
enum Own {
    /// There is none, or it is ill.
    No,
    /// There is one, without a text.
    Yes,
    /// There is one, with its text.
    Text(String),
}

fn own(value: &Value, path: &Path, log: &mut Log) -> Own {
    let own = |yes: bool| if yes { Own::Yes } else { Own::No };
    let named = |text: Option<String>| text.filter(|t| !t.trim().is_empty()).map_or(Own::Yes, Own::Text);
    match (value, flag(value)) {
        (Value::Bool(yes), _) => own(*yes),
        (Value::String(_) | Value::Number(_), Some(yes)) => {
            log.note(Note::mended(path, format!("{} is read as {yes}", as_it_came(value))));
            own(yes)
        }
        (Value::String(_), None) => named(super::fields::text(value, path, LIMITS.text_bytes, log)),
        (Value::Object(map), _) => {
            let inner = Fields::open(map, path.clone(), keys::DANGER, log);
            named(inner.text("confirm_text", LIMITS.text_bytes, log))
        }
        (Value::Null | Value::Number(_) | Value::Array(_), _) => {
            let wanted = "must be true, or the text to type such as \"delete prod\"";
            log.problem(Problem::new(path, wanted, kind(value)));
            Own::No
        }
    }
}

/// Whether a text is shown as it is, on one line.
fn can_be_typed(text: &str) -> bool {
    Shown::one_line(&Untrusted::from(text)).as_str() == text
}
