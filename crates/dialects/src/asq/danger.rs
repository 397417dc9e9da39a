//! What makes a question of `ask` dangerous.
//!
//! - `danger` is true, the exact text that the person types, or `{"confirm_text": …}`.
//! - `true`, or an object without a text, makes the header the text to type, or `yes` if the header can't be
//!   typed.
//! - A blank `danger` makes nothing dangerous, so that nobody gets used to typing for nothing.
//! - The text is a single line of characters that a keyboard has.

use super::fields::{Fields, as_it_came, flag};
use super::{LIMITS, keys};
use crate::Note;
use crate::findings::Findings;
use asq_core::model::Danger;
use asq_core::text::{Shown, Untrusted};
use asq_wire::{Path, Problem, kind};
use serde_json::Value;

/// The danger; `None` if absent or invalid.
pub(super) fn read(fields: &Fields<'_>, header: &str, log: &mut Findings) -> Option<Danger> {
    let beside = fields.text("confirm_text", LIMITS.text_bytes, log);
    let (text, path) = match fields.get("danger") {
        None => (Some(beside?), fields.at("confirm_text")),
        Some((value, path)) => match own(value, path, log) {
            OwnDanger::No => return None,
            OwnDanger::Yes => (beside, path.clone()),
            OwnDanger::Text(text) => (Some(text), path.clone()),
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

/// What the key `danger` alone says.
enum OwnDanger {
    /// Absent or invalid.
    No,
    /// Dangerous, without a text.
    Yes,
    /// Dangerous, with its text.
    Text(String),
}

fn own(value: &Value, path: &Path, log: &mut Findings) -> OwnDanger {
    let own = |yes: bool| if yes { OwnDanger::Yes } else { OwnDanger::No };
    let named =
        |text: Option<String>| text.filter(|t| !t.trim().is_empty()).map_or(OwnDanger::Yes, OwnDanger::Text);
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
            OwnDanger::No
        }
    }
}

/// Whether a text is displayed unchanged on one line.
fn can_be_typed(text: &str) -> bool {
    Shown::one_line(&Untrusted::from(text)).as_str() == text
}
