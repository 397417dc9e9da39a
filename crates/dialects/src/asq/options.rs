//! The options of a question of `ask`.
//!
//! - An option is an object with a label, or a bare text; numbers and flags become text.
//! - Its value is what the agent gets back, by default the label. Values differ within a question.
//! - `recommended` is on the option, or on the question as a label, a value or an index from 0; one that
//!   names no option is dropped.
//! - A confirmation has two: yes first, no second.

use super::fields::{Fields, as_it_came, problem};
use super::mark::{self, Came};
use super::{LIMITS, keys, list, preview};
use crate::Note;
use crate::findings::Findings;
use asq_core::model::QuestionOption;
use asq_wire::{Path, Problem, quoted};
use serde_json::Value;
use std::collections::HashMap;

/// Reads the options; an empty list if there aren't any.
pub(super) fn read(fields: &Fields<'_>, log: &mut Findings) -> Vec<QuestionOption> {
    let list = fields.get("options").and_then(|field| list::options(field, log)).unwrap_or_default();
    let mut came: Vec<Came> =
        list.into_iter().filter_map(|(path, value)| option(&value, path, log)).collect();
    mark::read(&mut came, log);
    let mut seen: HashMap<String, String> = HashMap::new();
    for Came { path, option, .. } in &came {
        let value = option.value.raw().trim().to_owned();
        if let Some(first) = seen.get(&value) {
            let came = format!("is {} as well", quoted(&value));
            log.problem(
                Problem::new(path, format!("must differ from {first} in label or value"), came)
                    .fix("The value tells you which one was picked: give each option its own."),
            );
        } else {
            seen.insert(value, path.to_string());
        }
    }
    let mut options: Vec<QuestionOption> = came.into_iter().map(|came| came.option).collect();
    recommended(fields, &mut options, log);
    options
}

fn option(value: &Value, path: Path, log: &mut Findings) -> Option<Came> {
    let most = LIMITS.text_bytes;
    match value {
        Value::String(_) | Value::Number(_) | Value::Bool(_) => {
            let label = super::fields::text(value, &path, most, log)?;
            if label.trim().is_empty() {
                log.problem(Problem::new(&path, "must have text in it", "is blank"));
                return None;
            }
            Some(Came { path, option: QuestionOption::new(label), recommended: None })
        }
        Value::Object(map) => {
            let fields = Fields::open(map, path, keys::OPTION, log);
            let value = fields.text("value", most, log);
            let label = match (&value, fields.get("label")) {
                (Some(value), None) => {
                    log.note(Note::mended(&fields.path, "has no label, so its value is shown"));
                    Some(value.clone())
                }
                (_, _) => fields.required_text("label", most, log),
            };
            let recommended = fields.flag("recommended", log);
            let option = QuestionOption {
                description: fields.text("description", most, log).map(Into::into),
                preview: fields.get("preview").and_then(|field| preview::read(field, log)),
                recommended: recommended.unwrap_or(false),
                ..QuestionOption::new(label?)
            };
            let option = match value {
                Some(value) => QuestionOption { value: value.into(), ..option },
                None => option,
            };
            Some(Came { path: fields.path, option, recommended })
        }
        other => problem(log, &path, "must be an object with a label, or a text", other),
    }
}

/// A recommendation on the question.
fn recommended(fields: &Fields<'_>, options: &mut [QuestionOption], log: &mut Findings) {
    let Some((value, path)) = fields.get("recommended") else { return };
    if options.is_empty() {
        return;
    }
    for one in value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice) {
        let Some(option) = find(one, options).and_then(|index| options.get_mut(index)) else {
            log.note(Note::dropped(path, format!("{} is no option", as_it_came(one))));
            continue;
        };
        option.recommended = true;
        let label = quoted(option.label.raw());
        log.note(Note::mended(path, format!("{label} is marked as recommended")));
    }
}

/// The option that a value means: by value, by label, or by index from 0.
pub(super) fn find(value: &Value, options: &[QuestionOption]) -> Option<usize> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(_) | Value::Bool(_) => value.to_string(),
        Value::Null | Value::Array(_) | Value::Object(_) => return None,
    };
    let named = |text: &str, of: fn(&QuestionOption) -> &str| {
        options.iter().position(|o| of(o).trim() == text.trim())
    };
    let unmarked = mark::without(&text).map(str::to_owned);
    let found = |text: &str| named(text, |o| o.value.raw()).or_else(|| named(text, |o| o.label.raw()));
    found(&text).or_else(|| found(unmarked.as_deref()?)).or_else(|| {
        let index = value.as_u64().and_then(|n| usize::try_from(n).ok());
        index.filter(|index| *index < options.len())
    })
}

/// The two options of a confirmation, with the values `true` and `false`.
pub(super) fn confirm(
    fields: &Fields<'_>,
    offered: Vec<QuestionOption>,
    log: &mut Findings,
) -> Option<Vec<QuestionOption>> {
    let label = |key: &str, word: &str, log: &mut Findings| {
        QuestionOption::new(fields.text(key, LIMITS.text_bytes, log).unwrap_or_else(|| word.to_owned()))
    };
    let path = fields.at("options");
    let [yes, no] = match offered.len() {
        0 => [label("yes", "Yes", log), label("no", "No", log)],
        2 => <[QuestionOption; 2]>::try_from(offered).ok()?,
        n => {
            let wanted = "must be left out where kind is confirm, or hold two: yes and no";
            log.problem(
                Problem::new(&path, wanted, format!("holds {n}"))
                    .fix("For more answers set kind to select_one."),
            );
            return None;
        }
    };
    if says_no(&yes) && !says_no(&no) {
        let came = format!("says no: {}", quoted(yes.label.raw()));
        log.problem(Problem::new(path.index(0), "must be the option that says yes", came));
        return None;
    }
    if fields.get("options").is_some() && (yes.value.raw(), no.value.raw()) != ("true", "false") {
        log.note(Note::mended(&path, "the first comes back as true, the second as false"));
    }
    Some(vec![QuestionOption { value: "true".into(), ..yes }, QuestionOption { value: "false".into(), ..no }])
}

fn says_no(option: &QuestionOption) -> bool {
    let no =
        |text: &str| matches!(text.trim().to_lowercase().as_str(), "no" | "n" | "false" | "cancel" | "deny");
    no(option.label.raw()) || no(option.value.raw())
}
