//! Turns a call of the three tools into a request, or into a reply.
//!
//! - `ask_question`: one pick, a custom row in the list, and a row that starts a discussion.
//! - `ask_multi_select`: at least one pick, and neither of the two rows.
//! - The contract has no header: the question's first line, without its final punctuation, serves as one.
//! - `resume_structured`: the reply at once; nobody is asked.

use super::wire::{self, WireCall, WireQuestion};
use super::{rules, write};
use crate::{Misuse, Reading, ToolCall, What};
use asq_core::model::{AnswerRules, Kind, Prefs, Provenance, Question, QuestionOption, Request};
use asq_core::text::Untrusted;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is that of every dialect")]
pub(super) fn read(call: &ToolCall, prefs: &Prefs) -> Result<Reading, Misuse> {
    let (called, notes) = wire::parse(call)?;
    let (question, discuss) = match called {
        WireCall::Resume(summary) => {
            return Ok(Reading { what: What::Reply(write::resumed(&summary)), notes });
        }
        WireCall::One(asked) => (Question { custom: true, ..question(asked, Kind::One) }, true),
        WireCall::Many(asked) => {
            let max = asked.options.len();
            (question(asked, Kind::Many { min: 1, max }), false)
        }
    };
    let request = Request {
        questions: vec![question],
        rules: AnswerRules { discuss, ..rules::ANSWER },
        prefs: *prefs,
        from: Provenance::default(),
        expiry: None,
    };
    Ok(Reading { what: What::Ask { request, immediate: None }, notes })
}

fn question(asked: WireQuestion, kind: Kind) -> Question {
    let option = |offered: wire::WireOption| QuestionOption {
        description: offered.description.map(Untrusted::from).filter(|d| !d.is_blank()),
        ..QuestionOption::new(offered.label)
    };
    let header = asked.question.lines().map(bare).find(|line| !line.is_empty()).unwrap_or("Question");
    Question {
        id: "q1".into(),
        header: header.into(),
        options: asked.options.into_iter().map(option).collect(),
        ..Question::new(asked.question, kind)
    }
}

fn bare(line: &str) -> &str {
    line.trim().trim_end_matches(['?', ':', '.', ' '])
}
