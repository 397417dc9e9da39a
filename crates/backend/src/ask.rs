//! An ask, and its result.

use crate::ClosedRequest;
use asq_core::life::{About, AskKey, Asked, Origin, RequestId};
use asq_core::model::Request;

/// A new request, to be asked.
#[derive(Clone, Debug)]
pub struct NewRequest {
    /// The request itself.
    pub request: Request,
    /// The id of the call's dialect.
    pub dialect: String,
    /// The tool call as it arrived, as JSON.
    pub call: String,
    /// The origin of the ask.
    pub origin: Origin,
    /// The digest of the ticket whose holder may take a secret.
    pub ticket: Option<String>,
    /// What the agent was doing.
    pub about: Option<Box<About>>,
    /// Whether the asker comes back for the ending, instead of waiting for it.
    pub returns: bool,
}

impl NewRequest {
    /// What is recorded of it, with the request's digest and the key of the ask.
    pub fn into_asked(self, digest: String, claim: Option<AskKey>) -> Asked {
        let NewRequest { request, dialect, call, origin, ticket, about, returns } = self;
        Asked { request, digest, claim, dialect, call, origin, ticket, about, returns }
    }
}

/// The result of an ask.
#[derive(Clone, Debug)]
pub enum AskReply {
    /// The request is open, and on disk.
    Open {
        /// Its id.
        id: RequestId,
        /// Whether it was open before this ask.
        again: bool,
    },
    /// It was asked before and is closed.
    Closed(ClosedRequest),
    /// It was asked before and is closed. Its content is erased, because it was a secret or is old.
    Erased(RequestId),
    /// The same call id came before with other content.
    Conflict {
        /// The request with this call id.
        id: RequestId,
        /// The content of that request.
        asked: Box<Asked>,
    },
}
