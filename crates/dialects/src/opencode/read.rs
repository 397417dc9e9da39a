//! Turns a call of OpenCode's `question` into a request.
//!
//! - With `multiple`, a question takes any number of picks, also zero; custom text counts as one.
//! - Without `multiple`, it takes one pick.
//! - A blank question shows its header instead: nobody could answer an empty line.

use super::{rules, wire};
use crate::{Misuse, Reading, ToolCall, What};
use asq_core::model::{Kind, Prefs, Provenance, Question, QuestionOption, Request};
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
    let most = asked.options.len() + usize::from(asked.custom);
    let kind = if asked.multiple { Kind::Many { min: 0, max: most } } else { Kind::One };
    let text = if asked.question.trim().is_empty() { asked.header.clone() } else { asked.question };
    Question {
        id: format!("q{}", n + 1).into(),
        header: asked.header.into(),
        options: asked.options.into_iter().map(option).collect(),
        custom: asked.custom,
        ..Question::new(text, kind)
    }
}

fn option(offered: wire::WireOption) -> QuestionOption {
    QuestionOption {
        description: Some(Untrusted::from(offered.description)).filter(|d| !d.is_blank()),
        ..QuestionOption::new(offered.label)
    }
}
