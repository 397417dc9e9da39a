//! The kind of a question in `ask`.
//!
//! - Five kinds: `select_one`, `select_many`, `confirm`, `number`, `text`; many other names are read as one
//!   of them, with a note.
//! - Without a kind, options make a list, bounds without options a number, anything else a text.
//! - `multiple` and its spellings turn a list into one of several picks; next to a kind that says otherwise
//!   they are a contradiction.

use super::fields::{Fields, flag};
use crate::Note;
use crate::findings::Findings;
use crate::near::plain;
use asq_wire::{Problem, kind, quoted};
use serde_json::Value;

/// A kind, as a call may name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    One,
    Many,
    Confirm,
    Number,
    Text,
    /// Text that is masked while it is typed.
    Secret,
    /// A number that takes no fraction.
    Integer,
}

/// The kind that a name means, and whether `multiple` may still turn it into several picks.
fn named(name: &str) -> Option<(Named, bool)> {
    Some(match plain(name).trim() {
        "selectone" | "single" | "singleselect" | "singlechoice" | "radio" | "pickone" | "one" => {
            (Named::One, false)
        }
        "select" | "dropdown" | "combobox" | "listbox" | "menu" | "buttons" | "choice" | "choices"
        | "multiplechoice" | "options" | "list" | "enum" | "pick" => (Named::One, true),
        "selectmany" | "checklist" | "multi" | "multiselect" | "multichoice" | "checkbox" | "checkboxes"
        | "many" | "pickmany" => (Named::Many, false),
        "confirm" | "confirmation" | "toggle" | "switch" | "approval" | "yesno" | "yes/no" | "boolean"
        | "bool" | "confirmenum" => (Named::Confirm, false),
        "number" | "slider" | "range" | "stepper" | "numeric" | "float" | "decimal" => (Named::Number, false),
        "integer" | "int" => (Named::Integer, false),
        "text" | "shorttext" | "paragraph" | "string" | "freetext" | "freeform" | "input" | "open"
        | "openended" | "textarea" | "multiline" | "longtext" | "line" => (Named::Text, false),
        "password" | "secret" => (Named::Secret, false),
        _ => return None,
    })
}

/// The kind of a question; `None` if what the call says about it is invalid.
pub(super) fn read(fields: &Fields<'_>, has_options: bool, log: &mut Findings) -> Option<Named> {
    let multiple = fields.flag("multiple", log);
    let guess = if has_options {
        (Named::One, true)
    } else if ["min", "max", "step", "unit"].iter().any(|key| fields.get(key).is_some()) {
        (Named::Number, false)
    } else if multiple == Some(true) {
        // Several picks of what? The missing options are reported elsewhere.
        (Named::Many, false)
    } else if fields.get("yes").is_some() || fields.get("no").is_some() {
        (Named::Confirm, false)
    } else {
        (Named::Text, false)
    };
    let Some((value, path)) = fields.get("kind") else {
        if let (true, None, Some((_, path))) =
            (has_options, multiple, fields.get("min").or(fields.get("max")))
        {
            log.note(Note::mended(path, "a bound on a list makes it select_many"));
            return Some(Named::Many);
        }
        return Some(several(guess, multiple, fields, log));
    };
    let Value::String(name) = value else {
        log.problem(Problem::new(path, WANTED, kind(value)));
        return None;
    };
    let Some(found) = named(name) else {
        log.problem(Problem::new(path, WANTED, format!("is {}", quoted(name))));
        return None;
    };
    // A text with options becomes a list: the person can still write anything.
    let found = match found {
        (Named::Text, _) if has_options => {
            log.note(Note::mended(path, "a text with options is read as select_one"));
            (Named::One, true)
        }
        other => other,
    };
    let found = several(found, multiple, fields, log);
    if !KINDS.contains(&name.as_str()) {
        log.note(Note::mended(path, format!("{} is read as {}", quoted(name), found.own())));
    }
    Some(found)
}

pub(crate) const KINDS: [&str; 5] = ["select_one", "select_many", "confirm", "number", "text"];

const WANTED: &str = "must be select_one, select_many, confirm, number or text";

fn several(
    (found, open): (Named, bool),
    multiple: Option<bool>,
    fields: &Fields<'_>,
    log: &mut Findings,
) -> Named {
    let path = fields.at("multiple");
    match (multiple, found) {
        (Some(true), Named::One) if open => Named::Many,
        (Some(true), Named::One | Named::Confirm) => {
            log.problem(
                Problem::new(path, format!("must be left out where kind is {}", found.own()), "is true")
                    .fix("For several picks set kind to select_many."),
            );
            found
        }
        (Some(false), Named::Many) => {
            log.problem(
                Problem::new(path, "must be left out where kind is select_many", "is false")
                    .fix("For one pick set kind to select_one."),
            );
            found
        }
        (Some(true), Named::Number | Named::Text | Named::Secret | Named::Integer) => {
            log.note(Note::dropped(&path, "only lists take several picks"));
            found
        }
        (
            Some(_) | None,
            Named::One
            | Named::Many
            | Named::Confirm
            | Named::Number
            | Named::Text
            | Named::Secret
            | Named::Integer,
        ) => found,
    }
}

impl Named {
    /// What the contract calls it.
    pub(super) fn own(self) -> &'static str {
        match self {
            Named::One => "select_one",
            Named::Many => "select_many",
            Named::Confirm => "confirm",
            Named::Number | Named::Integer => "number",
            Named::Text | Named::Secret => "text",
        }
    }

    /// Keys of a question that don't apply to this kind.
    pub(super) fn strange(self) -> &'static [&'static str] {
        match self {
            Named::One => &["min", "max", "step", "unit", "yes", "no", "multiline"],
            Named::Many => &["step", "unit", "yes", "no", "multiline"],
            Named::Confirm => &["min", "max", "step", "unit", "multiline", "placeholder", "recommended"],
            Named::Number | Named::Integer => {
                &["custom", "yes", "no", "placeholder", "multiline", "recommended"]
            }
            Named::Text | Named::Secret => {
                &["custom", "yes", "no", "min", "max", "step", "unit", "recommended"]
            }
        }
    }
}

/// Whether a value means yes or no, for a confirmation's default.
pub(super) fn yes_or_no(value: &Value) -> Option<bool> {
    flag(value)
}
