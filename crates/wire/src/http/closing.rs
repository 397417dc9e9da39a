//! The ways to close a request, each with its path and its body.
//!
//! - An answer has one entry per question, as `asq show --json` prints them, and the digest of what was seen.
//! - A draft that is left out is empty.

use super::{draft_json, draft_of, field};
use crate::public::PublicError;
use crate::stored::answers::StoredAnswers;
use asq_core::life::Closing;
use asq_core::text::Untrusted;
use serde_json::{Map, Value, json};

/// The last part of the path of a closing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosingRoute {
    Answer,
    Decline,
    Discuss,
    Cancel,
    Withdraw,
}

impl ClosingRoute {
    /// Every way, once.
    pub const ALL: [ClosingRoute; 5] = [
        ClosingRoute::Answer,
        ClosingRoute::Decline,
        ClosingRoute::Discuss,
        ClosingRoute::Cancel,
        ClosingRoute::Withdraw,
    ];

    /// The way of a closing.
    pub const fn of(closing: &Closing) -> ClosingRoute {
        match closing {
            Closing::Answer { .. } => ClosingRoute::Answer,
            Closing::Decline { .. } => ClosingRoute::Decline,
            Closing::Discuss { .. } => ClosingRoute::Discuss,
            Closing::Cancel { .. } => ClosingRoute::Cancel,
            Closing::Withdraw => ClosingRoute::Withdraw,
        }
    }

    /// Its word in the path.
    pub const fn path(self) -> &'static str {
        match self {
            ClosingRoute::Answer => "answer",
            ClosingRoute::Decline => "decline",
            ClosingRoute::Discuss => "discuss",
            ClosingRoute::Cancel => "cancel",
            ClosingRoute::Withdraw => "withdraw",
        }
    }

    /// The body of a closing.
    pub fn body(closing: &Closing) -> Value {
        match closing {
            Closing::Answer { answers, seen } => json!({ "answers": answers_json(answers), "digest": seen }),
            Closing::Decline { reason, draft } => {
                let mut body = Map::new();
                if let Some(reason) = reason {
                    body.insert("reason".into(), reason.raw().into());
                }
                body.insert("draft".into(), draft_json(draft));
                body.into()
            }
            Closing::Discuss { draft } | Closing::Cancel { draft } => json!({ "draft": draft_json(draft) }),
            Closing::Withdraw => json!({}),
        }
    }

    /// The closing in this body.
    ///
    /// # Errors
    /// It has another shape, or it is an answer without a digest.
    pub fn read(self, body: &Value) -> Result<Closing, PublicError> {
        if !body.is_object() {
            return Err(PublicError::Nonsense("body isn't an object"));
        }
        let draft = || draft_of(body.get("draft"));
        Ok(match self {
            ClosingRoute::Answer => {
                let answers: StoredAnswers = field(body, "answers")?;
                Closing::Answer { answers: answers.try_into()?, seen: field(body, "digest")? }
            }
            ClosingRoute::Decline => {
                let reason: Option<String> = field(body, "reason")?;
                Closing::Decline { reason: reason.map(Untrusted::from), draft: draft()? }
            }
            ClosingRoute::Discuss => Closing::Discuss { draft: draft()? },
            ClosingRoute::Cancel => Closing::Cancel { draft: draft()? },
            ClosingRoute::Withdraw => Closing::Withdraw,
        })
    }
}

fn answers_json(answers: &asq_core::model::Answers) -> Value {
    crate::public::value(&StoredAnswers::from(answers))
}
