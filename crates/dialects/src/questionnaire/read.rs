//! Turns a call of `AskUserQuestion` into a request.
//!
//! - Lists take custom text; a yes-or-no question answers with `affirm` or `decline` next to its labels.
//! - An `Other` from the agent lends its description and preview to the custom row.
//! - A dangerous yes-or-no question shows no list: typing confirms it.
//! - An arrow key changes a number by 1; a text has several lines unless the call says otherwise.

use super::rules;
use super::typed_fields::TypedFields;
use super::wire::{self, WireQuestion};
use super::wire_option::WireOption;
use crate::{Misuse, Reading, ToolCall, What};
use asq_core::model::{
    Answer, Danger, Kind, Pick, Prefs, Preview, Provenance, Question, QuestionOption, Request,
};
use asq_core::number::Decimal;
use asq_core::text::Untrusted;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is that of every dialect")]
pub(super) fn read(call: &ToolCall, prefs: &Prefs) -> Result<Reading, Misuse> {
    let (asked, notes) = wire::parse(call)?;
    let request = Request {
        questions: asked.into_iter().map(question).collect(),
        rules: rules::ANSWER,
        prefs: *prefs,
        from: Provenance::default(),
        expiry: None,
    };
    Ok(Reading { what: What::Ask { request, immediate: None }, notes })
}

fn question(asked: WireQuestion) -> Question {
    let direct = matches!(asked.fields, TypedFields::Confirm { .. });
    let picks = |picked: Vec<usize>| {
        (!picked.is_empty()).then(|| Answer::Picks(picked.into_iter().map(Pick::Option).collect()))
    };
    let plain = Question {
        id: asked.id.into(),
        header: asked.header.into(),
        description: asked.description.map(Untrusted::from).filter(|d| !d.is_blank()),
        danger: asked.dangerous.then_some(Danger { confirm_text: None, direct }),
        ..Question::new(asked.question, Kind::One)
    };
    let list = |options: Vec<QuestionOption>, other: Option<WireOption>, default| Question {
        options,
        default,
        custom: true,
        custom_row: other.map(option),
        ..plain.clone()
    };
    let options = |options: Vec<WireOption>| options.into_iter().map(option).collect::<Vec<_>>();
    match asked.fields {
        TypedFields::One { options: offered, other, default } => {
            list(options(offered), other, picks(default.into_iter().collect()))
        }
        TypedFields::Many { options: offered, other, default } => {
            let kind = Kind::Many { min: 1, max: offered.len() + 1 };
            Question { kind, ..list(options(offered), other, picks(default)) }
        }
        TypedFields::Confirm { options: offered, other, default } => {
            let valued = offered
                .into_iter()
                .zip(["affirm", "decline"])
                .map(|(offered, value)| QuestionOption { value: value.into(), ..option(offered) });
            list(valued.collect(), other, picks(default.into_iter().collect()))
        }
        TypedFields::Number { min, max, default } => Question {
            kind: Kind::Number { min, max, step: Decimal::from(1), unit: None },
            default: default.map(Answer::Number),
            ..plain
        },
        TypedFields::Text { placeholder, multiline, default } => Question {
            kind: Kind::Text { multiline, placeholder: placeholder.map(Untrusted::from) },
            default: default.map(|text| Answer::Text(text.into())),
            ..plain
        },
    }
}

fn option(offered: WireOption) -> QuestionOption {
    QuestionOption {
        description: offered.description.map(Untrusted::from).filter(|d| !d.is_blank()),
        preview: offered.preview.map(|(kind, source)| Preview { kind, source: source.into() }),
        ..QuestionOption::new(offered.label)
    }
}
