//! Turns a call of `ask_user_question` into a request.
//!
//! - Standard questions take custom text; questions that compare previews don't.
//! - A question with several picks needs at least one; custom text counts.
//! - Previews are markdown.

use super::rules;
use super::wire;
use crate::{Misuse, Reading, ToolCall, What};
use asq_core::model::{Kind, Prefs, Preview, PreviewKind, Provenance, Question, QuestionOption, Request};
use asq_core::text::Untrusted;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is that of every dialect")]
pub(super) fn read(call: &ToolCall, prefs: &Prefs) -> Result<Reading, Misuse> {
    let (asked, notes) = wire::parse(call)?;
    let request = Request {
        questions: asked.into_iter().enumerate().map(question).collect(),
        rules: rules::ANSWER,
        prefs: *prefs,
        from: Provenance::default(),
        expiry: None,
    };
    Ok(Reading { what: What::Ask { request, immediate: None }, notes })
}

fn question((n, asked): (usize, wire::WireQuestion)) -> Question {
    Question {
        id: format!("q{}", n + 1).into(),
        custom: !asked.compares(),
        kind: if asked.multi_select {
            Kind::Many { min: 1, max: asked.options.len() + 1 }
        } else {
            Kind::One
        },
        header: asked.header.into(),
        text: asked.question.into(),
        description: None,
        options: asked.options.into_iter().map(option).collect(),
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
        description: offered.description.map(Untrusted::from).filter(|d| !d.is_blank()),
        preview: offered.preview.map(|p| Preview { kind: PreviewKind::Markdown, source: p.into() }),
        ..QuestionOption::new(offered.label)
    }
}
