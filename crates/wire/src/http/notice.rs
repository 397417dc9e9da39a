//! The notices of a feed, `GET /v1/feed`, one object each.
//!
//! - Its first event names the feed, and all requests that are open at that time.
//! - A notice that only a newer server knows is left out, never an error.
//! - What a list shows is written as in `asq list --json`, an actor as in `asq show --json`.
//! - A whole request and its texts are written as the store keeps them.

use super::asked::{asked_json, asked_of, moment_json, moment_of};
use super::list::{ids_of, ids_to_json};
use super::problem::CallProblem;
use super::refused::outcome_named;
use super::state::{mark_json, mark_of};
use super::{draft_json, draft_of, field, whole_json, whole_of};
use crate::public::actor::WireActor;
use crate::public::{FoundRequest, ListedRequest, PublicError, id, object, value};
use crate::stored::answers::StoredAnswers;
use crate::stored::outcome::StoredOutcome;
use asq_core::inbox::{DoneContent, DoneRequest, LateTexts, Notice, Pending, RequestMark};
use asq_core::life::RequestId;
use asq_core::text::Untrusted;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The first event of a feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedHello {
    /// Its name in the path of commands.
    pub feed: String,
    /// The requests that are open now; `None` if it follows only those that it opens.
    pub known: Option<Vec<RequestId>>,
}

impl FeedHello {
    /// The object.
    pub fn to_json(&self) -> Value {
        json!({ "feed": self.feed, "known": self.known.as_deref().map(ids_to_json) })
    }

    /// Reads it back.
    ///
    /// # Errors
    /// It has another shape.
    pub fn from_json(value: &Value) -> Result<FeedHello, PublicError> {
        let known = value.get("known").is_some_and(|known| !known.is_null());
        let known = known.then(|| ids_of(value, "known")).transpose()?;
        Ok(FeedHello { feed: field(value, "feed")?, known })
    }
}

/// A notice as an object.
pub fn notice_to_json(notice: &Notice) -> Value {
    let (name, members) = parts(notice);
    let mut object = Map::new();
    object.insert("notice".into(), name.into());
    if let Value::Object(members) = members {
        object.extend(members);
    }
    object.into()
}

fn parts(notice: &Notice) -> (&'static str, Value) {
    let text = RequestId::to_string;
    match notice {
        Notice::Arrived(pending) => ("arrived", json!({ "request": pending_json(pending) })),
        Notice::Closed { id, by, at, how } => (
            "closed",
            json!({
                "id": text(id), "by": value(&WireActor::from(&**by)), "at": moment_json(*at), "outcome": how,
            }),
        ),
        Notice::Gone(id) => ("gone", json!({ "id": text(id) })),
        Notice::Delivered(id) => ("delivered", json!({ "id": text(id) })),
        Notice::Asker { id, waits } => ("asker", json!({ "id": text(id), "waits": waits })),
        Notice::Snoozed { id, until_ms } => ("snoozed", json!({ "id": text(id), "until_ms": until_ms })),
        Notice::Marked { id, mark } => ("marked", json!({ "id": text(id), "mark": mark_json(*mark) })),
        Notice::Opened { id, asked, at, draft } => (
            "opened",
            json!({
                "id": text(id), "asked": asked_json(asked), "at": moment_json(*at), "draft": draft_json(draft),
            }),
        ),
        Notice::Whole { id, whole } => ("whole", json!({ "id": text(id), "whole": whole_json(whole) })),
        Notice::Drafted { id, draft } => ("drafted", json!({ "id": text(id), "draft": draft_json(draft) })),
        Notice::Clash { id, draft } => ("clash", json!({ "id": text(id), "draft": draft_json(draft) })),
        Notice::Accepted(id) => ("accepted", json!({ "id": text(id) })),
        Notice::Refused { id, why } => {
            ("refused", json!({ "id": text(id), "why": CallProblem::Refused(why.clone()).to_json() }))
        }
        Notice::NotStored { id, why } => ("not_stored", json!({ "id": text(id), "why": why })),
        Notice::Announced(ids) => ("announced", json!({ "ids": ids_to_json(ids) })),
        Notice::Done(requests) => {
            ("done", json!({ "requests": requests.iter().map(done_json).collect::<Vec<_>>() }))
        }
        Notice::Late(texts) => ("late", json!({ "texts": texts })),
        Notice::Looked { id, content } => {
            ("looked", json!({ "id": text(id), "content": content.as_deref().map(content_json) }))
        }
        Notice::Proposed { id, answers, at_ms, late } => (
            "proposed",
            json!({
                "id": text(id), "answers": value(&StoredAnswers::from(&**answers)), "at_ms": at_ms, "late": late,
            }),
        ),
        Notice::Trouble(why) => ("trouble", json!({ "why": why })),
        Notice::Stopped(why) => ("stopped", json!({ "why": why })),
    }
}

/// Reads a notice back; `None` if only a newer version knows it.
///
/// # Errors
/// It has another shape.
pub fn notice_from_json(notice: &Value) -> Result<Option<Notice>, PublicError> {
    let name: String = field(notice, "notice")?;
    let of = || id(&field::<String>(notice, "id")?);
    let draft = || Ok::<_, PublicError>(Box::new(draft_of(notice.get("draft"))?));
    Ok(Some(match name.as_str() {
        "arrived" => Notice::Arrived(Arc::new(pending_of(notice)?)),
        "closed" => Notice::Closed {
            id: of()?,
            by: Box::new(object::<WireActor>(notice.get("by").unwrap_or(&Value::Null))?.into()),
            at: moment_of(notice, "at")?,
            how: outcome_named(&field::<String>(notice, "outcome")?)?.name(),
        },
        "gone" => Notice::Gone(of()?),
        "delivered" => Notice::Delivered(of()?),
        "asker" => Notice::Asker { id: of()?, waits: field(notice, "waits")? },
        "snoozed" => Notice::Snoozed { id: of()?, until_ms: field(notice, "until_ms")? },
        "marked" => Notice::Marked { id: of()?, mark: mark_in(notice)? },
        "opened" => Notice::Opened {
            id: of()?,
            asked: Box::new(asked_of(notice, "asked")?),
            at: moment_of(notice, "at")?,
            draft: draft()?,
        },
        "whole" => Notice::Whole { id: of()?, whole: Box::new(whole_of(notice.get("whole"))?) },
        "drafted" => Notice::Drafted { id: of()?, draft: draft()? },
        "clash" => Notice::Clash { id: of()?, draft: draft()? },
        "accepted" => Notice::Accepted(of()?),
        "refused" => Notice::Refused { id: of()?, why: refusal_in(notice)? },
        "not_stored" => Notice::NotStored { id: of()?, why: field(notice, "why")? },
        "announced" => Notice::Announced(ids_of(notice, "ids")?),
        "done" => {
            let requests: Vec<Value> = field(notice, "requests")?;
            Notice::Done(requests.iter().map(done_of).collect::<Result<_, _>>()?)
        }
        "late" => Notice::Late(field(notice, "texts")?),
        "looked" => {
            let content = notice.get("content").filter(|content| !content.is_null());
            Notice::Looked { id: of()?, content: content.map(content_of).transpose()?.map(Box::new) }
        }
        "proposed" => Notice::Proposed {
            id: of()?,
            answers: Box::new(field::<StoredAnswers>(notice, "answers")?.try_into()?),
            at_ms: field(notice, "at_ms")?,
            late: field(notice, "late")?,
        },
        "trouble" => Notice::Trouble(field(notice, "why")?),
        "stopped" => Notice::Stopped(field(notice, "why")?),
        _ => return Ok(None),
    }))
}

fn mark_in(notice: &Value) -> Result<RequestMark, PublicError> {
    mark_of(notice.get("mark").unwrap_or(&Value::Null))
}

fn refusal_in(notice: &Value) -> Result<Box<asq_core::life::Refusal>, PublicError> {
    match CallProblem::from_json(notice.get("why").unwrap_or(&Value::Null))? {
        CallProblem::Refused(why) => Ok(why),
        CallProblem::Call { .. }
        | CallProblem::Misuse { .. }
        | CallProblem::Conflict { .. }
        | CallProblem::Clash { .. }
        | CallProblem::Store { .. } => Err(PublicError::Nonsense("refusal isn't one of a request")),
    }
}

fn pending_json(pending: &Pending) -> Value {
    let (short, mark) = (pending.id.to_string(), RequestMark::None);
    ListedRequest { pending: pending.clone(), short, asker_waits: false, snoozed_until: None, mark }.to_json()
}

fn pending_of(notice: &Value) -> Result<Pending, PublicError> {
    Ok(ListedRequest::from_json(notice.get("request").unwrap_or(&Value::Null))?.pending)
}

fn texts(texts: &[Untrusted]) -> Vec<&str> {
    texts.iter().map(Untrusted::raw).collect()
}

fn texts_of(value: &Value, name: &str) -> Result<Vec<Untrusted>, PublicError> {
    Ok(field::<Vec<String>>(value, name)?.into_iter().map(Untrusted::from).collect())
}

fn done_json(DoneRequest { past, said, late }: &DoneRequest) -> Value {
    let found = FoundRequest { past: past.clone(), short: past.id.to_string(), late: 0 };
    json!({
        "request": found.to_json(),
        "said": said.as_ref().map(Untrusted::raw),
        "late": late.as_ref().map(|LateTexts { typed_ms, texts: late }| {
            json!({ "typed_ms": typed_ms, "texts": texts(late) })
        }),
    })
}

fn done_of(done: &Value) -> Result<DoneRequest, PublicError> {
    let late = done.get("late").filter(|late| !late.is_null());
    let late_of = |late: &Value| {
        Ok::<_, PublicError>(LateTexts {
            typed_ms: field(late, "typed_ms")?,
            texts: texts_of(late, "texts")?,
        })
    };
    Ok(DoneRequest {
        past: FoundRequest::from_json(done.get("request").unwrap_or(&Value::Null))?.past,
        said: field::<Option<String>>(done, "said")?.map(Untrusted::from),
        late: late.map(late_of).transpose()?,
    })
}

fn content_json(content: &DoneContent) -> Value {
    let DoneContent { asked, at, outcome, by, closed, late } = content;
    json!({
        "asked": asked_json(asked),
        "at": moment_json(*at),
        "outcome": value(&StoredOutcome::from(outcome)),
        "by": value(&WireActor::from(by)),
        "closed": moment_json(*closed),
        "late": texts(late),
    })
}

fn content_of(content: &Value) -> Result<DoneContent, PublicError> {
    Ok(DoneContent {
        asked: asked_of(content, "asked")?,
        at: moment_of(content, "at")?,
        outcome: field::<StoredOutcome>(content, "outcome")?.try_into()?,
        by: object::<WireActor>(content.get("by").unwrap_or(&Value::Null))?.into(),
        closed: moment_of(content, "closed")?,
        late: texts_of(content, "late")?,
    })
}
