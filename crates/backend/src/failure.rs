//! Why a call failed.
//!
//! - A refusal comes from the request's state: it carries the winner, the misfits, or what is missing.
//! - A fault is the store's, with its words for the person; a final one ends the process with 74.

use asq_core::life::{Refusal, RequestId};

/// Why a call failed. Nothing was changed, unless the fault says that this is unknown.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// There is no such request.
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
    /// What it means for the caller.
    pub kind: FaultKind,
    /// What failed and what to do about it; may have several lines.
    pub text: String,
}

/// What a fault of the store means for the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The disk failed, or the store is not the one that was opened: nothing is acknowledged any more.
    Final,
    /// Whether it was stored is unknown; asking again with the same key finds out.
    Unknown,
    /// It was not done; it may work later, or elsewhere.
    Failed,
}

impl Failure {
    /// A fault that is not final.
    pub fn failed(text: impl Into<String>) -> Failure {
        Failure::Store(StoreFault { kind: FaultKind::Failed, text: text.into() })
    }

    /// Whether the process has to stop, with exit code 74.
    pub fn is_final(&self) -> bool {
        match self {
            Failure::NoSuch(_) | Failure::Refused(_) => false,
            Failure::Store(fault) => fault.kind == FaultKind::Final,
        }
    }

    /// Whether it may have been stored anyway, or the disk can't be trusted any more.
    pub fn is_unclear(&self) -> bool {
        match self {
            Failure::NoSuch(_) | Failure::Refused(_) => false,
            Failure::Store(fault) => match fault.kind {
                FaultKind::Final | FaultKind::Unknown => true,
                FaultKind::Failed => false,
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
