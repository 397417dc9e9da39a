//! Why an HTTP call failed, as a problem body (RFC 9457), and read back from one.
//!
//! - Each has a status, a code that doesn't change, and a sentence for people.
//! - A refusal has what every surface shows of it: the winner, the misfits, the rights.
//! - A misuse and a conflict have the asker's ending, as `asq ask` prints it.
//! - A clash of drafts has both texts.
//! - A fault of the store says whether the change may be stored in spite of it.

use super::refused::{refusal_members, refusal_of, refusal_status};
use super::{draft_json, draft_of, field};
use crate::Output;
use crate::public::PublicError;
use asq_core::life::Refusal;
use asq_core::model::Draft;
use serde_json::{Map, Value, json};

/// Why an HTTP call failed.
#[derive(Clone, Debug, PartialEq)]
pub enum CallProblem {
    /// The call itself can't be served.
    Call {
        /// The kind of problem.
        code: CallCode,
        /// What failed and what to do, in a sentence.
        detail: String,
    },
    /// The request's state, the rights or the rules of the answer forbid it.
    Refused(Box<Refusal>),
    /// The tool call is invalid.
    Misuse {
        /// What is wrong, each with its place and a message for the agent.
        errors: Vec<(String, String)>,
        /// All of it, in the dialect's words.
        ending: Box<Output>,
    },
    /// Another question came under the same call id, or an ending that this asker can't get any more.
    Conflict {
        /// The dialect's words for it.
        ending: Box<Output>,
    },
    /// Somebody else's draft came first.
    Clash {
        /// The revision that is kept now.
        revision: u64,
        /// The text that is kept now.
        theirs: Draft,
        /// The text that came.
        yours: Draft,
    },
    /// The store failed.
    Store {
        /// What became of the change.
        fault: StoreProblem,
        /// What failed and what to do about it, on one line or several.
        detail: String,
    },
}

/// Why a call can't be served, whatever it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallCode {
    /// The body or the query isn't what the route takes.
    BadRequest,
    /// No token that counts.
    Unauthorized,
    /// The origin of the call isn't allowed.
    Forbidden,
    /// No such path, or no request of this caller's.
    NotFound,
    /// The path takes other methods.
    MethodNotAllowed,
    /// The call took too long to arrive.
    Timeout,
    /// The body is too large.
    TooLarge,
    /// The body isn't JSON by its own account.
    UnsupportedMediaType,
    /// The call is for another host.
    Misdirected,
    /// Too many calls at once.
    TooMany,
    /// The headers are too large.
    LargeHeaders,
    /// The server can't serve it now.
    Unavailable,
}

/// What became of a change when the store failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreProblem {
    /// The server acknowledges nothing any more.
    Final,
    /// Whether it was stored is unknown; asking again with the same key finds out.
    Unknown,
    /// Nothing was done.
    Failed,
    /// Nothing was done: the disk is full.
    Full,
}

impl CallCode {
    /// Every code, once.
    pub const ALL: [CallCode; 12] = [
        CallCode::BadRequest,
        CallCode::Unauthorized,
        CallCode::Forbidden,
        CallCode::NotFound,
        CallCode::MethodNotAllowed,
        CallCode::Timeout,
        CallCode::TooLarge,
        CallCode::UnsupportedMediaType,
        CallCode::Misdirected,
        CallCode::TooMany,
        CallCode::LargeHeaders,
        CallCode::Unavailable,
    ];

    /// The word in the body.
    pub const fn code(self) -> &'static str {
        self.names().1
    }

    /// The HTTP status.
    pub const fn status(self) -> u16 {
        self.names().0
    }

    #[rustfmt::skip]
    const fn names(self) -> (u16, &'static str) {
        match self {
            CallCode::BadRequest           => (400, "bad_request"),
            CallCode::Unauthorized         => (401, "unauthorized"),
            CallCode::Forbidden            => (403, "forbidden"),
            CallCode::NotFound             => (404, "not_found"),
            CallCode::MethodNotAllowed     => (405, "method_not_allowed"),
            CallCode::Timeout              => (408, "timeout"),
            CallCode::TooLarge             => (413, "too_large"),
            CallCode::UnsupportedMediaType => (415, "unsupported_media_type"),
            CallCode::Misdirected          => (421, "misdirected"),
            CallCode::TooMany              => (429, "too_many"),
            CallCode::LargeHeaders         => (431, "large_headers"),
            CallCode::Unavailable          => (503, "unavailable"),
        }
    }
}

impl StoreProblem {
    const ALL: [StoreProblem; 4] =
        [StoreProblem::Final, StoreProblem::Unknown, StoreProblem::Failed, StoreProblem::Full];

    const fn name(self) -> &'static str {
        match self {
            StoreProblem::Final => "final",
            StoreProblem::Unknown => "unknown",
            StoreProblem::Failed => "failed",
            StoreProblem::Full => "full",
        }
    }

    const fn status_and_code(self) -> (u16, &'static str) {
        match self {
            StoreProblem::Final | StoreProblem::Unknown | StoreProblem::Failed => (503, "unavailable"),
            StoreProblem::Full => (507, "disk_full"),
        }
    }
}

impl CallProblem {
    /// A problem of the call itself.
    pub fn call(code: CallCode, detail: impl Into<String>) -> CallProblem {
        CallProblem::Call { code, detail: detail.into() }
    }

    /// The HTTP status.
    pub fn status(&self) -> u16 {
        match self {
            CallProblem::Call { code, .. } => code.status(),
            CallProblem::Refused(refusal) => refusal_status(refusal),
            CallProblem::Misuse { .. } => 422,
            CallProblem::Conflict { .. } | CallProblem::Clash { .. } => 409,
            CallProblem::Store { fault, .. } => fault.status_and_code().0,
        }
    }

    /// The sentence for people.
    pub fn detail(&self) -> String {
        match self {
            CallProblem::Call { detail, .. } | CallProblem::Store { detail, .. } => detail.clone(),
            CallProblem::Refused(refusal) => refusal.to_string(),
            CallProblem::Misuse { errors, .. } => {
                let messages: Vec<&str> = errors.iter().map(|(_, message)| message.as_str()).collect();
                messages.join("\n")
            }
            CallProblem::Conflict { .. } => {
                "this was asked before, with another ending or content".to_owned()
            }
            CallProblem::Clash { .. } => "somebody else typed here meanwhile; both texts are kept".to_owned(),
        }
    }

    /// The body.
    pub fn to_json(&self) -> Value {
        let (code, members) = self.members();
        let status = self.status();
        let mut body = Map::new();
        body.insert("type".into(), "about:blank".into());
        body.insert("title".into(), title(status).into());
        body.insert("status".into(), status.into());
        body.insert("code".into(), code.into());
        body.insert("detail".into(), self.detail().into());
        body.extend(members);
        body.into()
    }

    fn members(&self) -> (&'static str, Map<String, Value>) {
        let (code, members) = match self {
            CallProblem::Call { code, .. } => (code.code(), json!({})),
            CallProblem::Refused(refusal) => return refusal_members(refusal),
            CallProblem::Misuse { errors, ending } => {
                let error = |(place, message): &(String, String)| json!({ "place": place, "code": "misuse", "message": message });
                let errors: Vec<Value> = errors.iter().map(error).collect();
                ("misuse", json!({ "errors": errors, "ending": ending.to_json() }))
            }
            CallProblem::Conflict { ending } => ("conflict", json!({ "ending": ending.to_json() })),
            CallProblem::Clash { revision, theirs, yours } => (
                "clash",
                json!({ "revision": revision, "theirs": draft_json(theirs), "yours": draft_json(yours) }),
            ),
            CallProblem::Store { fault, .. } => (fault.status_and_code().1, json!({ "fault": fault.name() })),
        };
        (code, if let Value::Object(members) = members { members } else { Map::new() })
    }

    /// Reads a body back.
    ///
    /// # Errors
    /// It isn't a problem body, or one with a code that this version doesn't know.
    pub fn from_json(body: &Value) -> Result<CallProblem, PublicError> {
        let code: String = field(body, "code")?;
        let detail = field::<Option<String>>(body, "detail")?.unwrap_or_default();
        let ending = || {
            let line = body.get("ending").map(Value::to_string);
            line.and_then(|line| Output::parse(&line)).map(Box::new)
        };
        let missing = || PublicError::Nonsense("problem lacks the ending");
        Ok(match (code.as_str(), body.get("fault"), body.get("ending")) {
            ("unavailable" | "disk_full", Some(fault), _) => {
                let fault = StoreProblem::ALL.into_iter().find(|it| fault.as_str() == Some(it.name()));
                let fault = fault.ok_or(PublicError::Nonsense("store failed in an unknown way"))?;
                CallProblem::Store { fault, detail }
            }
            ("misuse", _, _) => {
                CallProblem::Misuse { errors: misuse_errors(body)?, ending: ending().ok_or_else(missing)? }
            }
            ("conflict", _, Some(_)) => CallProblem::Conflict { ending: ending().ok_or_else(missing)? },
            ("clash", _, _) => CallProblem::Clash {
                revision: field(body, "revision")?,
                theirs: draft_of(body.get("theirs"))?,
                yours: draft_of(body.get("yours"))?,
            },
            (code, _, _) => match CallCode::ALL.into_iter().find(|it| it.code() == code) {
                Some(code) => CallProblem::Call { code, detail },
                None => refusal_of(code, body)?
                    .map(|refusal| CallProblem::Refused(Box::new(refusal)))
                    .ok_or(PublicError::Nonsense("problem has a code that this asq doesn't know"))?,
            },
        })
    }
}

fn misuse_errors(body: &Value) -> Result<Vec<(String, String)>, PublicError> {
    let errors: Vec<Value> = field::<Option<Vec<Value>>>(body, "errors")?.unwrap_or_default();
    errors.iter().map(|error| Ok((field(error, "place")?, field(error, "message")?))).collect()
}

const fn title(status: u16) -> &'static str {
    match status {
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        409 => "Conflict",
        410 => "Gone",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        421 => "Misdirected Request",
        422 => "Unprocessable Content",
        429 => "Too Many Requests",
        431 => "Request Header Fields Too Large",
        507 => "Insufficient Storage",
        _ => "Service Unavailable",
    }
}
