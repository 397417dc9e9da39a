//! The type of a question, and what belongs to it.
//!
//! - What a type does not take is refused by name: options of a number, bounds of a list, and so on.
//! - Lists have two to seven options besides `Other`; yes or no may leave them out.
//! - Bounds are finite and in order; a text may be of one line.
//! - A default is of its type, one of the labels, within the bounds; on a dangerous question it is dropped.

use super::listed::{self, Listed};
use super::number::finite;
use super::place;
use super::wire::{Offered, fits};
use crate::log::Log;
use crate::object::Object;
use crate::{Limits, Note, Problem};
use asq_core::number::Decimal;
use asq_wire::{Path, kind, quoted};
use serde_json::Value;

/// The five types.
pub(super) const TYPES: [&str; 5] = ["select_one", "select_many", "confirm_enum", "number", "free_text"];

/// One of the five types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    One,
    Many,
    Confirm,
    Number,
    Text,
}

impl Shape {
    const ALL: [Shape; 5] = [Shape::One, Shape::Many, Shape::Confirm, Shape::Number, Shape::Text];

    fn name(self) -> &'static str {
        TYPES[self as usize]
    }

    /// Fewest and most options besides Other.
    pub(super) fn options(self) -> (usize, usize) {
        match self {
            Shape::One | Shape::Many => (2, 7),
            Shape::Confirm => (2, 2),
            Shape::Number | Shape::Text => (0, 0),
        }
    }

    /// The fields that are only for other types.
    fn foreign(self) -> &'static [&'static str] {
        match self {
            Shape::One | Shape::Many | Shape::Confirm => &["min", "max", "placeholder", "multiline"],
            Shape::Number => &["options", "placeholder", "multiline"],
            Shape::Text => &["options", "min", "max"],
        }
    }
}

/// A type with what belongs to it; defaults are indexes of options.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum How {
    One {
        options: Vec<Offered>,
        other: Option<Offered>,
        default: Option<usize>,
    },
    Many {
        options: Vec<Offered>,
        other: Option<Offered>,
        default: Vec<usize>,
    },
    /// The affirmative option first; none at all are the document's own.
    Confirm {
        options: Vec<Offered>,
        other: Option<Offered>,
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

pub(super) fn shape(object: &Object<'_>, log: &mut Log) -> Option<Shape> {
    let given = object.given("type", log);
    if given.is_none() && object.excused("type") {
        return None;
    }
    let name = given.and_then(Value::as_str);
    let found = Shape::ALL.into_iter().find(|shape| Some(shape.name()) == name);
    if found.is_none() {
        let names = TYPES.map(|name| format!("\"{name}\"")).join(", ");
        let came = given.map_or_else(|| "is missing".to_owned(), kind);
        log.problem(Problem::new(object.path.key("type"), format!("must be one of {names}"), came));
    }
    found
}

pub(super) fn how(
    object: &Object<'_>,
    n: usize,
    shape: Shape,
    dangerous: bool,
    log: &mut Log,
) -> Option<How> {
    for key in shape.foreign().iter().filter(|key| object.carries(key)) {
        let told = format!("type '{}' does not accept '{key}'", shape.name());
        log.problem(Problem::sentence(place::question(n), told));
    }
    let before = log.problems.len();
    let mut how = match shape {
        Shape::One | Shape::Many | Shape::Confirm => list(object, n, shape, log)?,
        Shape::Number => bounds(object, n, log)?,
        Shape::Text => text(object, log)?,
    };
    if dangerous && object.carries("default") && log.problems.len() == before {
        log.note(Note::dropped(&object.path.key("default"), "a dangerous question starts without an answer"));
        how.forget_default();
    }
    Some(how)
}

impl How {
    fn forget_default(&mut self) {
        match self {
            How::One { default, .. } | How::Confirm { default, .. } => *default = None,
            How::Many { default, .. } => default.clear(),
            How::Number { default, .. } => *default = None,
            How::Text { default, .. } => *default = None,
        }
    }
}

fn list(object: &Object<'_>, n: usize, shape: Shape, log: &mut Log) -> Option<How> {
    let given = object.given("options", log);
    let Listed { options, other } =
        if shape == Shape::Confirm && given.is_none() && !object.excused("options") {
            let own = |label: &str| Offered { label: label.to_owned(), description: None, preview: None };
            Listed { options: vec![own("Affirm"), own("Decline")], other: None }
        } else {
            let list = object.list("options", "options", Limits::PUBLISHED.options, log)?;
            listed::read(list, n, shape, &object.path.key("options"), log)?
        };
    let at = object.path.key("default");
    let default = object.given("default", log);
    Some(match shape {
        Shape::Many => How::Many { default: labels(default, &options, &at, log), options, other },
        Shape::Confirm => {
            let default = default.and_then(|value| {
                let index = ["affirm", "decline"].iter().position(|name| value.as_str() == Some(name));
                if index.is_none() {
                    log.problem(Problem::new(&at, "must be \"affirm\" or \"decline\"", kind(value)));
                }
                index
            });
            How::Confirm { options, other, default }
        }
        Shape::One | Shape::Number | Shape::Text => {
            How::One { default: default.and_then(|value| label(value, &options, &at, log)), options, other }
        }
    })
}

/// The option that a default names.
fn label(value: &Value, options: &[Offered], at: &Path, log: &mut Log) -> Option<usize> {
    let Some(wanted) = value.as_str() else {
        log.problem(Problem::new(at, "must be the label of an option", kind(value)));
        return None;
    };
    let found = options.iter().position(|option| option.label.trim() == wanted.trim());
    if found.is_none() && listed::is_other(wanted) {
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

/// The options that a default of several names, in their own order.
fn labels(value: Option<&Value>, options: &[Offered], at: &Path, log: &mut Log) -> Vec<usize> {
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

fn bounds(object: &Object<'_>, n: usize, log: &mut Log) -> Option<How> {
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
    (log.problems.len() == before).then_some(How::Number { min, max, default })
}

fn text(object: &Object<'_>, log: &mut Log) -> Option<How> {
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
    (log.problems.len() == before).then_some(How::Text { placeholder, multiline, default })
}
