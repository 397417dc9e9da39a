//! The fields that belong to a question's type.
//!
//! - Fields of another type are refused by name: options on a number, bounds on a list, and so on.
//! - A yes-or-no question may leave its options out.
//! - Bounds are finite and in order; a text may be of one line.
//! - A default has the right type, names a label or lies within the bounds; on a dangerous question it is
//!   dropped.

use super::number::finite;
use super::option_list::{self, OptionList};
use super::place;
use super::question_type::QuestionType;
use super::wire_option::{WireOption, fits};
use crate::findings::Findings;
use crate::object::Object;
use crate::{Limits, Note, Problem};
use asq_core::number::Decimal;
use asq_wire::{Path, kind, quoted};
use serde_json::Value;

/// A type with its fields; defaults are indexes of options.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TypedFields {
    One {
        options: Vec<WireOption>,
        other: Option<WireOption>,
        default: Option<usize>,
    },
    Many {
        options: Vec<WireOption>,
        other: Option<WireOption>,
        default: Vec<usize>,
    },
    /// The affirmative option first; without options the document's own two.
    Confirm {
        options: Vec<WireOption>,
        other: Option<WireOption>,
        default: Option<usize>,
    },
    Number {
        min: Option<Decimal>,
        max: Option<Decimal>,
        default: Option<Decimal>,
    },
    Text {
        placeholder: Option<String>,
        multiline: bool,
        default: Option<String>,
    },
}

/// Reads the fields of a question of this type. `n` is its index.
pub(super) fn read(
    object: &Object<'_>,
    n: usize,
    of_type: QuestionType,
    dangerous: bool,
    log: &mut Findings,
) -> Option<TypedFields> {
    for key in of_type.foreign().iter().filter(|key| object.carries(key)) {
        let told = format!("type '{}' does not accept '{key}'", of_type.name());
        log.problem(Problem::sentence(place::question(n), told));
    }
    let before = log.problems.len();
    let mut fields = match of_type {
        QuestionType::One | QuestionType::Many | QuestionType::Confirm => list(object, n, of_type, log)?,
        QuestionType::Number => bounds(object, n, log)?,
        QuestionType::Text => text(object, log)?,
    };
    // Enter alone must not be an answer to it.
    if dangerous && object.carries("default") && log.problems.len() == before {
        log.note(Note::dropped(&object.path.key("default"), "a dangerous question starts without an answer"));
        fields.forget_default();
    }
    Some(fields)
}

impl TypedFields {
    fn forget_default(&mut self) {
        match self {
            TypedFields::One { default, .. } | TypedFields::Confirm { default, .. } => *default = None,
            TypedFields::Many { default, .. } => default.clear(),
            TypedFields::Number { default, .. } => *default = None,
            TypedFields::Text { default, .. } => *default = None,
        }
    }
}

fn list(object: &Object<'_>, n: usize, of_type: QuestionType, log: &mut Findings) -> Option<TypedFields> {
    let given = object.given("options", log);
    let OptionList { options, other } =
        if of_type == QuestionType::Confirm && given.is_none() && !object.excused("options") {
            let own = |label: &str| WireOption { label: label.to_owned(), description: None, preview: None };
            OptionList { options: vec![own("Affirm"), own("Decline")], other: None }
        } else {
            let list = object.list("options", "options", Limits::PUBLISHED.options, log)?;
            option_list::read(list, n, of_type, &object.path.key("options"), log)?
        };
    let at = object.path.key("default");
    let default = object.given("default", log);
    Some(match of_type {
        QuestionType::Many => {
            TypedFields::Many { default: labels(default, &options, &at, log), options, other }
        }
        QuestionType::Confirm => {
            let default = default.and_then(|value| {
                let index = ["affirm", "decline"].iter().position(|name| value.as_str() == Some(name));
                if index.is_none() {
                    log.problem(Problem::new(&at, "must be \"affirm\" or \"decline\"", kind(value)));
                }
                index
            });
            TypedFields::Confirm { options, other, default }
        }
        QuestionType::One | QuestionType::Number | QuestionType::Text => TypedFields::One {
            default: default.and_then(|value| label(value, &options, &at, log)),
            options,
            other,
        },
    })
}

/// The option that a default names.
fn label(value: &Value, options: &[WireOption], at: &Path, log: &mut Findings) -> Option<usize> {
    let Some(wanted) = value.as_str() else {
        log.problem(Problem::new(at, "must be the label of an option", kind(value)));
        return None;
    };
    let found = options.iter().position(|option| option.label.trim() == wanted.trim());
    if found.is_none() && option_list::is_other(wanted) {
        log.note(Note::dropped(at, "Other has no text to start from"));
    } else if found.is_none() {
        log.problem(Problem::new(
            at,
            "must be the label of an option",
            format!("{} is none", quoted(wanted)),
        ));
    }
    found
}

/// The options that a list of defaults names, in option order.
fn labels(value: Option<&Value>, options: &[WireOption], at: &Path, log: &mut Findings) -> Vec<usize> {
    let mut found: Vec<usize> = match value {
        None => Vec::new(),
        Some(Value::Array(wanted)) => {
            let one = |(i, value)| label(value, options, &at.index(i), log);
            wanted.iter().take(Limits::PUBLISHED.options.1).enumerate().filter_map(one).collect()
        }
        Some(other) => {
            log.problem(Problem::new(at, "must be an array of labels", kind(other)));
            Vec::new()
        }
    };
    found.sort_unstable();
    found.dedup();
    found
}

fn bounds(object: &Object<'_>, n: usize, log: &mut Findings) -> Option<TypedFields> {
    let before = log.problems.len();
    let min = finite(object, "min", log);
    let max = finite(object, "max", log);
    let default = finite(object, "default", log);
    if let (Some(min), Some(max)) = (&min, &max)
        && max.is_below(min)
    {
        let told = format!("min ({min}) must be <= max ({max})");
        log.problem(Problem::sentence(place::question(n), told));
    } else if let Some(default) = &default {
        let at = object.path.key("default");
        let came = format!("is {default}");
        if let Some(min) = min.as_ref().filter(|min| default.is_below(min)) {
            log.problem(Problem::new(&at, format!("must be at least min, {min}"), came));
        } else if let Some(max) = max.as_ref().filter(|max| max.is_below(default)) {
            log.problem(Problem::new(&at, format!("must be at most max, {max}"), came));
        }
    }
    (log.problems.len() == before).then_some(TypedFields::Number { min, max, default })
}

fn text(object: &Object<'_>, log: &mut Findings) -> Option<TypedFields> {
    let before = log.problems.len();
    let placeholder = object
        .optional_text("placeholder", usize::MAX, log)
        .filter(|t| fits(object, "placeholder", t, 200, log))
        .filter(|t| !t.trim().is_empty());
    let multiline = object.flag("multiline", log).unwrap_or(true);
    let mut default = object
        .optional_text("default", Limits::PUBLISHED.text_bytes, log)
        .filter(|text| !text.trim().is_empty());
    if let Some(text) = default.as_mut().filter(|text| !multiline && text.contains(['\n', '\r'])) {
        log.note(Note::mended(&object.path.key("default"), "line breaks are spaces where there is one line"));
        *text = text.replace("\r\n", " ").replace(['\n', '\r'], " ");
    }
    (log.problems.len() == before).then_some(TypedFields::Text { placeholder, multiline, default })
}
