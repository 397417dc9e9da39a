//! Reads the details of `ask` back into the answers they came from.
//!
//! - Nothing is lost: picks by index, custom text, numbers, texts, notes, confirmations, skipped questions.
//! - Details of another request, or of no request at all, are refused.

use asq_core::kind::AnsweredBy;
use asq_core::model::{Answer, Answers, Entry, Pick, Question, Request};
use asq_core::text::Untrusted;
use asq_wire::read_typed;
use serde_json::Value;

/// The answers in these details; `None` if they don't answer this request.
pub fn answers(details: &Value, request: &Request) -> Option<Answers> {
    if details.get("outcome")?.as_str()? != "answered" {
        return None;
    }
    let by_id = details.get("answers")?.as_object()?;
    if by_id.len() != request.questions.len() {
        return None;
    }
    let one = |question: &Question| entry(question, by_id.get(question.id.raw())?);
    Some(Answers { entries: request.questions.iter().map(one).collect::<Option<_>>()? })
}

fn entry(question: &Question, detail: &Value) -> Option<Entry> {
    let text = |key: &str| detail.get(key).and_then(Value::as_str).map(Untrusted::from);
    let answer = if detail.get("skipped") == Some(&Value::Bool(true)) {
        None
    } else {
        Some(match (question.kind.answered_by(), question.kind.several()) {
            (AnsweredBy::Picks, None) => Answer::Picks(vec![pick(question, detail)?]),
            (AnsweredBy::Picks, Some(_)) => {
                let picks = detail.get("picks")?.as_array()?;
                Answer::Picks(picks.iter().map(|one| pick(question, one)).collect::<Option<_>>()?)
            }
            (AnsweredBy::Value | AnsweredBy::Text { .. }, _) => {
                read_typed(&question.kind, detail.get("value")?)?
            }
        })
    };
    Some(Entry { answer, note: text("note"), confirmed: text("confirmed") })
}

fn pick(question: &Question, detail: &Value) -> Option<Pick> {
    if let Some(own) = detail.get("custom").and_then(Value::as_str) {
        return Some(Pick::Custom(own.into()));
    }
    let index = usize::try_from(detail.get("index")?.as_u64()?).ok()?;
    (index < question.options.len()).then_some(Pick::Option(index))
}
