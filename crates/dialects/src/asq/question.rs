//! One question of `ask`.
//!
//! - Lists have a custom row unless `custom` is false; confirmations have one only if it is true.
//! - Options of a confirmation become its two labels; options of a number are a contradiction.
//! - Keys that a kind doesn't have (a step on a list, a placeholder on a confirmation) are dropped with a
//!   note.
//! - A zero that can't be meant, as the most picks or as both bounds, counts as left out.

use super::fields::{Fields, problem};
use super::kind::{self, Named};
use super::{LIMITS, danger, default, options, preview};
use crate::Note;
use crate::findings::Findings;
use asq_core::model::{Kind, Question, QuestionOption};
use asq_core::number::Decimal;
use asq_wire::Problem;

/// Reads one; `None` if it is too broken to describe. What doesn't depend on the kind is read first, so that
/// its problems are reported even if the kind is invalid.
pub(super) fn read(fields: &mut Fields<'_>, log: &mut Findings) -> Option<Question> {
    no_zeros(fields, log);
    let text = match fields.get("question") {
        // A number is mended into a label, but a number alone asks nothing.
        Some((value, path)) if !value.is_string() => problem(log, path, "must be a string", value),
        Some(_) | None => fields.required_text("question", LIMITS.text_bytes, log),
    };
    let id = fields.text("id", LIMITS.text_bytes, log);
    let header = fields.text("header", LIMITS.text_bytes, log);
    let mut question = Question {
        id: id.clone().unwrap_or_default().into(),
        header: header.or(id).unwrap_or_default().into(),
        description: fields.text("description", LIMITS.text_bytes, log).map(Into::into),
        context: fields.get("context").and_then(|field| preview::read(field, log)),
        skippable: skippable(fields, log),
        ..Question::new(text.clone().unwrap_or_default(), Kind::One)
    };
    let custom = fields.flag("custom", log);
    let sensitive = fields.flag("sensitive", log);
    question.danger = danger::read(fields, question.header.raw(), log);
    let offered = options::read(fields, log);
    let named = kind::read(fields, !offered.is_empty(), log)?;
    fields.drop_all(named.strange(), &format!("a question of kind {} has none", named.own()), log);
    question.sensitive = sensitive.unwrap_or(named == Named::Secret);
    question.custom = match named {
        Named::One | Named::Many => custom.unwrap_or(true),
        Named::Confirm => custom.unwrap_or(false),
        Named::Number | Named::Integer | Named::Text | Named::Secret => false,
    };
    if let Some(danger) = &mut question.danger {
        danger.direct = named == Named::Confirm;
    }
    (question.kind, question.options) = shape(fields, named, &question, offered, log)?;
    default::read(fields, &mut question, log);
    text.map(|_| question)
}

/// Drops zeros that can't be meant: a step of 0, a range from 0 to 0, at most 0 picks.
fn no_zeros(fields: &mut Fields<'_>, log: &mut Findings) {
    fields.no_zero("step", log);
    if fields.is_zero("max") && (fields.is_zero("min") || fields.get("options").is_some()) {
        fields.no_zero("min", log);
        fields.no_zero("max", log);
    }
}

fn shape(
    fields: &Fields<'_>,
    named: Named,
    question: &Question,
    options: Vec<QuestionOption>,
    log: &mut Findings,
) -> Option<(Kind, Vec<QuestionOption>)> {
    let path = fields.at("options");
    match named {
        Named::One | Named::Many if options.is_empty() => {
            log.problem(
                Problem::new(path, format!("must hold 1 to {} options", LIMITS.options.1), "holds none")
                    .fix("A question without options is one of kind text, number or confirm."),
            );
            None
        }
        Named::One => Some((Kind::One, options)),
        Named::Many => Some((picks(fields, options.len() + usize::from(question.custom), log)?, options)),
        Named::Confirm => Some((Kind::One, options::confirm(fields, options, log)?)),
        Named::Number | Named::Integer => {
            if !options.is_empty() {
                log.problem(
                    Problem::new(
                        path,
                        "must be left out where kind is number",
                        format!("holds {}", options.len()),
                    )
                    .fix("For a list of numbers set kind to select_one."),
                );
                return None;
            }
            Some((number(fields, named, log)?, Vec::new()))
        }
        // A text with options became a list earlier.
        Named::Text | Named::Secret => {
            let multiline = fields.flag("multiline", log).unwrap_or(!question.sensitive);
            let placeholder = fields.text("placeholder", LIMITS.text_bytes, log).map(Into::into);
            Some((Kind::Text { multiline, placeholder }, Vec::new()))
        }
    }
}

/// Bounds on the number of picks; custom text counts as one.
fn picks(fields: &Fields<'_>, offered: usize, log: &mut Findings) -> Option<Kind> {
    let min = count(fields, "min", log).unwrap_or(1);
    let max = count(fields, "max", log).unwrap_or(offered.max(min));
    if min > max {
        let wanted = format!("must be at least min, {min}");
        log.problem(Problem::new(fields.at("max"), wanted, format!("is {max}")));
        return None;
    }
    if min > offered {
        let wanted = format!("must be at most {offered}, the number of things to pick");
        log.problem(Problem::new(fields.at("min"), wanted, format!("is {min}")));
        return None;
    }
    if max > offered {
        log.note(Note::mended(
            &fields.at("max"),
            format!("{max} is read as {offered}, the number of things to pick"),
        ));
    }
    Some(Kind::Many { min, max: max.min(offered) })
}

fn count(fields: &Fields<'_>, key: &str, log: &mut Findings) -> Option<usize> {
    let number = fields.number(key, log)?;
    let count = number.to_count().filter(|count| *count <= 1_000_000_000);
    if count.is_none() {
        log.problem(Problem::new(fields.at(key), "must be a whole number of picks", format!("is {number}")));
    }
    count
}

fn number(fields: &Fields<'_>, named: Named, log: &mut Findings) -> Option<Kind> {
    let (min, max) = (fields.number("min", log), fields.number("max", log));
    if let (Some(min), Some(max)) = (&min, &max)
        && max.is_below(min)
    {
        let wanted = format!("must be at least min, {min}");
        log.problem(Problem::new(fields.at("max"), wanted, format!("is {max}")));
        return None;
    }
    let step = fields.number("step", log).unwrap_or_else(|| Decimal::from(1));
    if !step.is_positive() {
        log.problem(Problem::new(fields.at("step"), "must be more than 0", format!("is {step}")));
        return None;
    }
    if named == Named::Integer && !step.is_whole() {
        log.problem(Problem::new(
            fields.at("step"),
            "must be a whole number where kind is integer",
            format!("is {step}"),
        ));
    }
    let unit = fields.text("unit", LIMITS.text_bytes, log).map(Into::into);
    Some(Kind::Number { min, max, step, unit })
}

/// `skippable`, or what other agents call it.
fn skippable(fields: &Fields<'_>, log: &mut Findings) -> bool {
    let required = fields.flag("required", log);
    match (fields.flag("skippable", log), required) {
        (Some(skippable), _) => skippable,
        (None, Some(required)) => {
            let path = fields.at("required");
            log.note(Note::mended(&path, format!("{required} is read as skippable {}", !required)));
            !required
        }
        (None, None) => false,
    }
}
