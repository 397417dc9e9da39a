//! Failures of a call.
//!
//! - A refusal by a request that somebody else has closed can be told from every other failure.
//! - A final fault of the store ends the process with exit code 74.
//! - A failure says whether the change may be stored in spite of it.

use asq_core::life::{Refusal, RequestId};

/// The reason for a failed call. Nothing has changed, unless the fault says that this is unknown.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// No request has this id.
    NoSuch(RequestId),
    /// The request's state, the rights or the rules of the answer forbid it.
    Refused(Box<Refusal>),
    /// The store failed.
    Store(StoreFault),
}

/// A fault of the store, for the person.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct StoreFault {
    /// Its meaning for the caller.
    pub kind: FaultKind,
    /// What failed and what to do about it, on one line or several.
    pub text: String,
}

/// The meaning of a store's fault for the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The disk failed, or another store has taken the place of the opened one: nothing is acknowledged any more.
    Final,
    /// Whether it was stored is unknown; asking again with the same key finds out.
    Unknown,
    /// The disk is full. Nothing was done; it works again once there is space.
    Full,
    /// Nothing was done; it may work later, or elsewhere.
    Failed,
}

impl Failure {
    /// A fault that isn't final.
    pub fn failed(text: impl Into<String>) -> Failure {
        Failure::Store(StoreFault { kind: FaultKind::Failed, text: text.into() })
    }

    /// The failure of a call that the backend doesn't have.
    pub fn lacks(what: &str) -> Failure {
        Failure::failed(format!("this backend has no {what}"))
    }

    /// Whether the process has to stop, with exit code 74.
    pub fn is_final(&self) -> bool {
        match self {
            Failure::NoSuch(_) | Failure::Refused(_) => false,
            Failure::Store(fault) => fault.kind == FaultKind::Final,
        }
    }

    /// Whether the change may be stored in spite of the failure, or the disk can't be trusted.
    pub fn is_unclear(&self) -> bool {
        match self {
            Failure::NoSuch(_) | Failure::Refused(_) => false,
            Failure::Store(fault) => match fault.kind {
                FaultKind::Final | FaultKind::Unknown => true,
                FaultKind::Full | FaultKind::Failed => false,
            },
        }
    }

    /// Whether somebody else closed the request first.
    pub fn is_beaten(&self) -> bool {
        match self {
            Failure::Refused(refusal) => matches!(**refusal, Refusal::Closed { .. }),
            Failure::NoSuch(_) | Failure::Store(_) => false,
        }
    }
}
