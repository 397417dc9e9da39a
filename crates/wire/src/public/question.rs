//! A question with everything that a surface needs to draw it, as JSON.
//!
//! - `kind` names how it is answered, `input` has the bounds of that kind; without any it is null.
//! - A bound of "as many as there are" is null.
//! - A preview and the context carry their source, so that each surface lays it out itself.

use super::PublicError;
use crate::stored::answers::StoredAnswer;
use crate::stored::question::{StoredKind, StoredPreview};
use crate::stored::{raw, raw_option, untrusted};
use asq_core::model::{Danger, Kind, Question, QuestionOption};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

#[derive(Serialize, Deserialize)]
pub(super) struct WireQuestion {
    id: String,
    header: String,
    question: String,
    description: Option<String>,
    kind: String,
    options: Vec<WireOption>,
    custom: bool,
    skippable: bool,
    danger: bool,
    sensitive: bool,
    input: Option<Map<String, Value>>,
    context: Option<StoredPreview>,
    custom_row: Option<WireOption>,
    default: Option<StoredAnswer>,
    confirm_text: Option<String>,
    direct: bool,
}

#[derive(Serialize, Deserialize)]
struct WireOption {
    label: String,
    value: String,
    description: Option<String>,
    recommended: bool,
    preview: Option<StoredPreview>,
}

impl From<&Question> for WireQuestion {
    fn from(question: &Question) -> WireQuestion {
        let Question { id, header, text, description, context, kind, options, .. } = question;
        let Question { custom, custom_row, default, danger, sensitive, skippable, .. } = question;
        let (kind, input) = kind_and_input(kind);
        WireQuestion {
            id: raw(id),
            header: raw(header),
            question: raw(text),
            description: raw_option(description.as_ref()),
            kind,
            options: options.iter().map(WireOption::from).collect(),
            custom: *custom,
            skippable: *skippable,
            danger: danger.is_some(),
            sensitive: *sensitive,
            input,
            context: context.as_ref().map(StoredPreview::from),
            custom_row: custom_row.as_ref().map(WireOption::from),
            default: default.as_ref().map(StoredAnswer::from),
            confirm_text: raw_option(danger.as_ref().and_then(|danger| danger.confirm_text.as_ref())),
            direct: danger.as_ref().is_some_and(|danger| danger.direct),
        }
    }
}

impl TryFrom<WireQuestion> for Question {
    type Error = PublicError;

    fn try_from(wire: WireQuestion) -> Result<Question, PublicError> {
        let danger = Danger { confirm_text: untrusted(wire.confirm_text), direct: wire.direct };
        Ok(Question {
            id: wire.id.into(),
            header: wire.header.into(),
            text: wire.question.into(),
            description: untrusted(wire.description),
            context: wire.context.map(Into::into),
            kind: kind_of(wire.kind, wire.input)?,
            options: wire.options.into_iter().map(QuestionOption::from).collect(),
            custom: wire.custom,
            custom_row: wire.custom_row.map(QuestionOption::from),
            default: wire.default.map(TryInto::try_into).transpose()?,
            danger: wire.danger.then_some(danger),
            sensitive: wire.sensitive,
            skippable: wire.skippable,
        })
    }
}

/// The store writes a kind as its name, or as an object of one key with the bounds: a new kind needs nothing here.
fn kind_and_input(kind: &Kind) -> (String, Option<Map<String, Value>>) {
    match super::value(&StoredKind::from(kind)) {
        Value::String(name) => (name, None),
        Value::Object(of_one) => match of_one.into_iter().next() {
            Some((name, Value::Object(input))) => {
                let bounded = |(key, value): (String, Value)| {
                    let unlimited = value.as_u64() == Some(u64::MAX);
                    (key, if unlimited { Value::Null } else { value })
                };
                (name, Some(input.into_iter().map(bounded).collect()))
            }
            Some(_) | None => Default::default(),
        },
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => Default::default(),
    }
}

fn kind_of(name: String, input: Option<Map<String, Value>>) -> Result<Kind, PublicError> {
    let stored = match input {
        None => Value::String(name),
        Some(input) => {
            let unbounded =
                |(key, value): (String, Value)| (key, if value.is_null() { u64::MAX.into() } else { value });
            let input: Map<String, Value> = input.into_iter().map(unbounded).collect();
            Value::Object([(name, input.into())].into_iter().collect())
        }
    };
    Ok(StoredKind::deserialize(stored)?.try_into()?)
}

impl From<&QuestionOption> for WireOption {
    fn from(option: &QuestionOption) -> WireOption {
        let QuestionOption { label, value, description, preview, recommended } = option;
        WireOption {
            label: raw(label),
            value: raw(value),
            description: raw_option(description.as_ref()),
            recommended: *recommended,
            preview: preview.as_ref().map(StoredPreview::from),
        }
    }
}

impl From<WireOption> for QuestionOption {
    fn from(wire: WireOption) -> QuestionOption {
        QuestionOption {
            label: wire.label.into(),
            value: wire.value.into(),
            description: untrusted(wire.description),
            preview: wire.preview.map(Into::into),
            recommended: wire.recommended,
        }
    }
}
