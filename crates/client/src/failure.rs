//! Why a call failed, in words for the person and with a meaning for the caller.
//!
//! - Names the server, and says what to do.
//! - Tells a call that never reached the server from one that may have been carried out.
//! - A refusal by the server is the refusal that a local store would give.

use crate::call::{HttpReply, NoReply};
use asq_backend::{Failure, FaultKind, StoreFault};
use asq_core::life::{Refusal, RequestId, Right};
use asq_wire::http::{CallCode, CallProblem, StoreProblem};

/// What failures say of the server.
#[derive(Clone, Debug)]
pub(crate) struct ServerWords {
    pub(crate) address: String,
    /// Where its token comes from: a file, in words.
    pub(crate) token: String,
}

impl ServerWords {
    /// The failure of a call without a reply.
    pub(crate) fn no_reply(&self, no_reply: &NoReply) -> Failure {
        let ServerWords { address, .. } = self;
        let (kind, what) = match no_reply {
            NoReply::Unsent(why) => {
                (FaultKind::Failed, format!("the server at {address} can't be reached: {why}"))
            }
            NoReply::Lost(why) => {
                (FaultKind::Unknown, format!("the server at {address} doesn't answer: {why}"))
            }
        };
        let hint = "ASQ_STORE names it; asq serve runs there";
        Failure::Store(StoreFault { kind, text: format!("{what}\n{hint}") })
    }

    /// The failure of a call that changes nothing: whatever was lost, nothing was done.
    pub(crate) fn unread(&self, no_reply: &NoReply) -> Failure {
        match self.no_reply(no_reply) {
            Failure::Store(StoreFault { kind: _, text }) => Failure::failed(text),
            failure @ (Failure::NoSuch(_) | Failure::Refused(_)) => failure,
        }
    }

    /// The failure in a reply about this request, or about none.
    pub(crate) fn refused(&self, reply: &HttpReply, id: Option<RequestId>) -> Failure {
        match CallProblem::from_json(&reply.body) {
            Ok(problem) => self.problem(problem, id),
            Err(_) => self.strange(&format!("status {}", reply.status)),
        }
    }

    fn problem(&self, problem: CallProblem, id: Option<RequestId>) -> Failure {
        let ServerWords { address, token } = self;
        match problem {
            CallProblem::Refused(refusal) => match (*refusal, id) {
                (Refusal::NotAsked, Some(id)) => Failure::NoSuch(id),
                (refusal, _) => Failure::Refused(Box::new(refusal)),
            },
            CallProblem::Call { code, detail } => match (code, id) {
                (CallCode::NotFound, Some(id)) => Failure::NoSuch(id),
                // A token that may only ask finds nothing else.
                (CallCode::NotFound, None) => lacks(Right::Answer),
                (CallCode::Unauthorized, _) => Failure::failed(format!(
                    "the server at {address} refuses the token in {token}: it is unknown, revoked or expired\n\
                     asq token new makes another one, on the machine of the server"
                )),
                (
                    CallCode::BadRequest
                    | CallCode::Forbidden
                    | CallCode::MethodNotAllowed
                    | CallCode::Timeout
                    | CallCode::TooLarge
                    | CallCode::UnsupportedMediaType
                    | CallCode::Misdirected
                    | CallCode::TooMany
                    | CallCode::LargeHeaders
                    | CallCode::Unavailable,
                    _,
                ) => Failure::failed(format!("the server at {address} refuses it: {detail}")),
            },
            CallProblem::Store { fault, detail } => {
                let kind = match fault {
                    StoreProblem::Final => FaultKind::Final,
                    StoreProblem::Unknown => FaultKind::Unknown,
                    StoreProblem::Failed => FaultKind::Failed,
                    StoreProblem::Full => FaultKind::Full,
                };
                Failure::Store(StoreFault { kind, text: format!("on the server at {address}: {detail}") })
            }
            problem @ (CallProblem::Misuse { .. }
            | CallProblem::Conflict { .. }
            | CallProblem::Clash { .. }) => {
                Failure::failed(format!("the server at {address} refuses it: {}", problem.detail()))
            }
        }
    }

    /// The failure of a reply that asq's server doesn't give.
    pub(crate) fn strange(&self, why: &str) -> Failure {
        let ServerWords { address, .. } = self;
        Failure::failed(format!(
            "what answers at {address} isn't asq serve, or is another version of it: {why}"
        ))
    }
}

/// The refusal of a call for which no token has the right.
pub(crate) fn lacks(needed: Right) -> Failure {
    let came = match needed {
        Right::Ask | Right::System => Right::Answer,
        Right::Answer => Right::Ask,
    };
    Failure::Refused(Box::new(Refusal::Right { needed, came }))
}
