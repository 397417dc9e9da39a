//! Drafts: what is typed for each question, with the revision of each.
//!
//! - A draft of one question counts it as question 0.
//! - Next to a text stands the one that somebody else wrote at the same time.
//! - The list has what is kept of the whole request, and the texts that came too late.

use super::{draft_json, draft_of, field, whole_json, whole_of};
use crate::public::{PublicError, from_utc, utc};
use asq_core::model::{Draft, WholeDraft};
use serde_json::{Map, Value, json};

/// The last revision that a writer may name: every reader of JSON has it exactly.
const LAST_REVISION: u64 = (1 << 53) - 1;

/// The draft of one question.
#[derive(Clone, Debug, PartialEq)]
pub struct DraftOf {
    /// The question's index.
    pub question: usize,
    /// Its revision; grows with each write.
    pub revision: u64,
    /// When it was written, in milliseconds since 1970.
    pub at_ms: u64,
    /// The text.
    pub draft: Draft,
    /// The text that another surface wrote at the same time.
    pub other: Option<Draft>,
}

/// A text for one question that came too late.
#[derive(Clone, Debug, PartialEq)]
pub struct LateOf {
    /// The question's index.
    pub question: usize,
    /// When it was written, in milliseconds since 1970.
    pub at_ms: u64,
    /// The text.
    pub draft: Draft,
}

/// All that is typed for a request: the reply of `GET /v1/requests/ID/drafts`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DraftList {
    /// The drafts by question.
    pub drafts: Vec<DraftOf>,
    /// What is kept of the whole request.
    pub whole: WholeDraft,
    /// The texts that came too late.
    pub late: Vec<LateOf>,
}

/// A draft to keep: the body of `PUT /v1/requests/ID/drafts/QUESTION`.
#[derive(Clone, Debug, PartialEq)]
pub struct DraftBody {
    /// The last revision that its writer knows; 0 if none.
    pub revision: u64,
    /// The text.
    pub draft: Draft,
}

impl DraftList {
    /// The object.
    pub fn to_json(&self) -> Value {
        let DraftList { drafts, whole, late } = self;
        let drafts: Vec<Value> = drafts.iter().map(DraftOf::to_json).collect();
        let late: Vec<Value> = late.iter().map(LateOf::to_json).collect();
        json!({ "drafts": drafts, "whole": whole_json(whole), "late": late })
    }

    /// Reads it back.
    ///
    /// # Errors
    /// It has another shape.
    pub fn from_json(value: &Value) -> Result<DraftList, PublicError> {
        let all = |name| field::<Option<Vec<Value>>>(value, name).map(Option::unwrap_or_default);
        Ok(DraftList {
            drafts: all("drafts")?.iter().map(DraftOf::from_json).collect::<Result<_, _>>()?,
            whole: whole_of(value.get("whole"))?,
            late: all("late")?.iter().map(LateOf::from_json).collect::<Result<_, _>>()?,
        })
    }
}

impl DraftOf {
    fn to_json(&self) -> Value {
        let DraftOf { question, revision, at_ms, draft, other } = self;
        let mut row = Map::new();
        row.insert("question".into(), (*question).into());
        row.insert("revision".into(), (*revision).into());
        row.insert("at".into(), utc(*at_ms).into());
        row.insert("draft".into(), draft_json(draft));
        if let Some(other) = other {
            row.insert("other".into(), draft_json(other));
        }
        row.into()
    }

    fn from_json(row: &Value) -> Result<DraftOf, PublicError> {
        Ok(DraftOf {
            question: field(row, "question")?,
            revision: field(row, "revision")?,
            at_ms: from_utc(&field::<String>(row, "at")?)?,
            draft: draft_of(row.get("draft"))?,
            other: row.get("other").map(|other| draft_of(Some(other))).transpose()?,
        })
    }
}

impl LateOf {
    fn to_json(&self) -> Value {
        let LateOf { question, at_ms, draft } = self;
        json!({ "question": question, "at": utc(*at_ms), "draft": draft_json(draft) })
    }

    fn from_json(row: &Value) -> Result<LateOf, PublicError> {
        Ok(LateOf {
            question: field(row, "question")?,
            at_ms: from_utc(&field::<String>(row, "at")?)?,
            draft: draft_of(row.get("draft"))?,
        })
    }
}

impl DraftBody {
    /// The object.
    pub fn to_json(&self) -> Value {
        json!({ "revision": self.revision, "draft": draft_json(&self.draft) })
    }

    /// Reads it back. Without a revision the writer knows none.
    ///
    /// # Errors
    /// It has another shape, or no draft.
    pub fn from_json(body: &Value) -> Result<DraftBody, PublicError> {
        let draft = body.get("draft").filter(|draft| !draft.is_null());
        let draft = draft.ok_or(PublicError::Nonsense("body has no draft"))?;
        let revision = field::<Option<u64>>(body, "revision")?.unwrap_or_default();
        if revision > LAST_REVISION {
            return Err(PublicError::Nonsense("body's revision is larger than 9007199254740991"));
        }
        Ok(DraftBody { revision, draft: draft_of(Some(draft))? })
    }
}
