//! Requests as OpenCode's questions.
//!
//! - Carries selects and texts (S1-6). A number, a dangerous question and a secret have no place in OpenCode's type.
//! - What stands below a question here, stands in the question's text there; an option's preview in its description.
//! - A question that takes one pick has no `multiple`, and one that takes custom text no `custom`, as in OpenCode.
//! - A label is the option's text, so that the reply's labels find their options.

use super::ids::{IdOf, session};
use asq_core::kind::Kind;
use asq_core::life::{Asked, RequestId};
use asq_core::model::{Preview, Question, QuestionOption};
use asq_core::text::Untrusted;
use serde_json::{Map, Value, json};

/// A request that OpenCode's clients can show.
#[derive(Clone, Debug)]
pub(super) struct CarriedRequest {
    /// When it was asked, in milliseconds since 1970.
    pub(super) asked_ms: u64,
    pub(super) question: String,
    pub(super) session: String,
    /// The message before its own: a person's, if this were OpenCode.
    pub(super) parent: String,
    pub(super) message: String,
    pub(super) part: String,
    pub(super) call: String,
    pub(super) folder: String,
    pub(super) agent: String,
    pub(super) questions: Value,
}

impl CarriedRequest {
    /// The request as OpenCode's questions; `None` if they can't carry it.
    pub(super) fn of(id: RequestId, asked_ms: u64, asked: &Asked) -> Option<CarriedRequest> {
        let questions: Vec<Value> = asked.request.questions.iter().map(question).collect::<Option<_>>()?;
        let from = &asked.request.from;
        let said = |text: &Option<Untrusted>| text.as_ref().map(|text| text.raw().to_owned());
        Some(CarriedRequest {
            asked_ms,
            question: IdOf::Question.text(asked_ms, id),
            session: session(from, id),
            parent: IdOf::Message.text(asked_ms.saturating_sub(1), id),
            message: IdOf::Message.text(asked_ms, id),
            part: IdOf::Part.text(asked_ms, id),
            call: said(&from.call_id).unwrap_or_else(|| id.to_string()),
            folder: said(&asked.origin.folder).unwrap_or_else(|| "/".to_owned()),
            agent: said(&from.agent).unwrap_or_else(|| "asq".to_owned()),
            questions: Value::Array(questions),
        })
    }

    /// The element of `GET /question`, and what `question.asked` says.
    pub(super) fn to_json(&self) -> Value {
        json!({
            "id": self.question,
            "sessionID": self.session,
            "questions": self.questions,
            "tool": {"messageID": self.message, "callID": self.call},
        })
    }
}

/// One question; `None` if it can't be carried.
fn question(question: &Question) -> Option<Value> {
    let custom = match question.kind {
        Kind::One | Kind::Many { .. } => question.custom,
        Kind::Text { .. } => true,
        Kind::Number { .. } => return None,
    };
    if question.danger.is_some() || question.sensitive {
        return None;
    }
    let mut carried = Map::new();
    let context = question.context.as_ref().map(|context| &context.source);
    let text = below(&question.text, question.description.as_ref(), context);
    carried.insert("question".to_owned(), text.into());
    carried.insert("header".to_owned(), question.header.raw().into());
    carried.insert("options".to_owned(), question.options.iter().map(option).collect());
    if question.kind.is_several() {
        carried.insert("multiple".to_owned(), true.into());
    }
    if !custom {
        carried.insert("custom".to_owned(), false.into());
    }
    Some(Value::Object(carried))
}

fn option(option: &QuestionOption) -> Value {
    let none = Untrusted::default();
    let description = option.description.as_ref().unwrap_or(&none);
    let preview = option.preview.as_ref().map(|Preview { source, .. }| source);
    json!({"label": option.label.raw(), "description": below(description, preview, None)})
}

/// A text, and what stands below it.
fn below(text: &Untrusted, first: Option<&Untrusted>, second: Option<&Untrusted>) -> String {
    let all = [Some(text), first, second].into_iter().flatten();
    let all: Vec<&str> = all.map(Untrusted::raw).filter(|text| !text.is_empty()).collect();
    all.join("\n\n")
}
