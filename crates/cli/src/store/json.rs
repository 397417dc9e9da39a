//! The objects that --json prints; docs/store.md describes them.
//!
//! - One object a line; keys always in the same order, the same key always of the same type.
//! - What is not known is null, never left out.
//! - Texts are as they came; what would act on a terminal is written as `\uXXXX`, which reads back the same.
//! - Moments are UTC, durations milliseconds.

use crate::session::actor_text::{means, unseen_word};
use crate::when::utc;
use asq_core::history::Past;
use asq_core::inbox::{Pending, Summary};
use asq_core::life::{Actor, Kin, Leader, Moment, Origin, Process, RequestId};
use asq_core::model::{Entry, Kind, Outcome, Question, QuestionOption, Request};
use asq_core::text::Untrusted;
use asq_wire::stored;
use serde_json::{Map, Value, json};

/// Objects one after the other, as one.
fn merged(parts: impl IntoIterator<Item = Value>) -> Value {
    let mut all = Map::new();
    for part in parts {
        if let Value::Object(part) = part {
            all.extend(part);
        }
    }
    all.into()
}

/// An open request.
pub(super) fn pending(pending: &Pending, waits: bool, short: &str) -> Value {
    let head = json!({
        "id": pending.id.to_string(),
        "short": short,
        "state": "open",
        "asked_at": utc(pending.at.wall_ms),
        "expires_at": pending.due.map(|due| utc(due.0.wall_ms)),
        "asker_waits": waits,
    });
    merged([head, summary(&pending.summary)])
}

/// A request that is over.
pub(super) fn past(past: &Past, short: &str) -> Value {
    let head = json!({
        "id": past.id.to_string(),
        "short": short,
        "state": past.how,
        "asked_at": utc(past.asked.wall_ms),
        "closed_at": utc(past.closed.wall_ms),
        "by": actor(&past.by),
        "delivered": past.delivered,
    });
    merged([head, summary(&past.summary)])
}

fn summary(summary: &Summary) -> Value {
    json!({
        "dialect": summary.dialect,
        "agent": text(summary.agent.as_ref()),
        "session": text(summary.session.as_ref()),
        "pane": text(summary.origin.pane.as_ref()),
        "header": summary.header.raw(),
        "question": summary.text.raw(),
        "questions": summary.questions,
        "danger": summary.danger,
        "sensitive": summary.sensitive,
        "origin": origin(&summary.origin),
    })
}

/// Who did something.
pub(super) fn actor(by: &Actor) -> Value {
    let unknown = match by.kin {
        Kin::Unknown { why, .. } => Some(unseen_word(why)),
        Kin::Apart | Kin::Own { .. } => None,
    };
    json!({
        "name": by.name.raw(),
        "claimed": by.claimed,
        "how": means(by.how),
        "pid": by.pid,
        "exe": text(by.exe.as_ref()),
        "tty": text(by.tty.as_ref()),
        "leader": by.leader.as_deref().map(leader),
        "own_tree": matches!(by.kin, Kin::Own { .. }),
        "unknown_tree": unknown,
        "forced": by.kin.is_forced(),
    })
}

/// Who leads a terminal, and what opened it.
fn leader(leader: &Leader) -> Value {
    json!({
        "pid": leader.process.pid,
        "exe": text(leader.exe.as_ref()),
        "above": text(leader.above.as_ref()),
    })
}

/// Where an ask came from.
pub(super) fn origin(origin: &Origin) -> Value {
    let pid = |process: Option<Process>| process.map(|process| process.pid);
    json!({
        "host": text(origin.host.as_ref()),
        "pid": pid(origin.process),
        "root_pid": pid(origin.root),
        "exe": text(origin.exe.as_ref()),
        "tty": text(origin.tty.as_ref()),
        "folder": text(origin.folder.as_ref()),
    })
}

/// A question with all that is offered.
pub(super) fn question(question: &Question) -> Value {
    let options: Vec<Value> = question.options.iter().map(option).collect();
    json!({
        "id": question.id.raw(),
        "header": question.header.raw(),
        "question": question.text.raw(),
        "description": text(question.description.as_ref()),
        "kind": kind(&question.kind),
        "options": options,
        "custom": question.custom,
        "skippable": question.skippable,
        "danger": question.danger.is_some(),
        "sensitive": question.sensitive,
    })
}

fn option(option: &QuestionOption) -> Value {
    json!({
        "label": option.label.raw(),
        "value": option.value.raw(),
        "description": text(option.description.as_ref()),
        "recommended": option.recommended,
    })
}

fn kind(kind: &Kind) -> &'static str {
    match kind {
        Kind::One => "one",
        Kind::Many { .. } => "many",
        Kind::Number { .. } => "number",
        Kind::Text { .. } => "text",
    }
}

/// What was answered, in the shape that `asq answer --answers` reads. A secret's entry is left empty.
pub(super) fn answers(outcome: &Outcome, request: &Request) -> Value {
    let mut answers = match outcome {
        Outcome::Answered(answers) => answers.clone(),
        Outcome::Discuss(draft)
        | Outcome::Declined { draft, .. }
        | Outcome::Cancelled(draft)
        | Outcome::Withdrawn(draft)
        | Outcome::Expired(draft) => draft.answers.clone(),
    };
    for (entry, question) in answers.entries.iter_mut().zip(&request.questions) {
        if question.sensitive {
            *entry = Entry::default();
        }
    }
    let bytes = stored::answers_to_bytes(&answers).unwrap_or_default();
    serde_json::from_slice(&bytes).unwrap_or(Value::Null)
}

/// What came of closing a request.
pub(super) fn closed(id: RequestId, how: &str, by: &Actor, at: Moment, repeated: bool, waits: bool) -> Value {
    json!({
        "id": id.to_string(),
        "outcome": how,
        "at": utc(at.wall_ms),
        "by": actor(by),
        "repeated": repeated,
        "asker_waits": waits,
    })
}

pub(super) fn text(text: Option<&Untrusted>) -> Option<&str> {
    text.map(Untrusted::raw)
}
