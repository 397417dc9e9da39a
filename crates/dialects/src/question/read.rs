//! Turns a call of `question` into a request.
//!
//! - Every question takes one pick, with a custom row after the options.
//! - Its label is the tab's header; a long one stays whole and is clipped only when drawn.
//! - An option keeps its value next to its label.

use super::{rules, wire};
use crate::{Misuse, Reading, ToolCall, What};
use asq_core::model::{Kind, Prefs, Provenance, Question, QuestionOption, Request};
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

fn question(asked: wire::WireQuestion) -> Question {
    Question {
        id: asked.id.into(),
        header: asked.label.into(),
        text: asked.prompt.into(),
        description: None,
        kind: Kind::One,
        options: asked.options.into_iter().map(option).collect(),
        custom: true,
        default: None,
        danger: None,
        sensitive: false,
        skippable: false,
        context: None,
        custom_row: None,
    }
}

fn option(offered: wire::WireOption) -> QuestionOption {
    QuestionOption {
        label: offered.label.into(),
        value: offered.value.into(),
        description: offered.description.map(Untrusted::from).filter(|d| !d.is_blank()),
        preview: None,
        recommended: false,
    }
}
