//! Asking: the call, and its result.

use crate::ClosedRequest;
use asq_core::life::{Asked, Origin, RequestId};
use asq_core::model::Request;

/// A request that somebody asks.
#[derive(Clone, Debug)]
pub struct NewRequest {
    /// What is asked.
    pub request: Request,
    /// The id of the dialect that the call came in.
    pub dialect: String,
    /// The tool call as it came, as JSON.
    pub call: String,
    /// Where it comes from.
    pub origin: Origin,
    /// The digest of the ticket that a secret may be taken with.
    pub ticket: Option<String>,
}

/// The result of an ask.
#[derive(Clone, Debug)]
pub enum AskReply {
    /// It is open, and on disk.
    Open {
        /// Its id.
        id: RequestId,
        /// Whether it was asked before.
        again: bool,
    },
    /// It was asked before, and this is how it closed.
    Closed(ClosedRequest),
    /// It was asked before and is closed; its content is erased, as it was a secret or is old.
    Erased(RequestId),
    /// The same call id came with other content.
    Conflict {
        /// The request that has it.
        id: RequestId,
        /// What was asked under it.
        asked: Box<Asked>,
    },
}
