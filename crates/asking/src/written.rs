//! An ending, written and not yet delivered.

use asq_backend::{Backend, Failure};
use asq_core::life::RequestId;
use asq_wire::{Ended, ToolReply};
use std::sync::Arc;

/// An ending in the dialect's words.
pub struct WrittenEnding {
    /// The request's id, where it is stored.
    pub id: Option<RequestId>,
    /// How it ended.
    pub ended: Ended,
    /// What the model reads.
    pub reply: ToolReply,
    /// The values of the answer, one a line; empty without an answer.
    pub values: String,
    /// What is to be recorded once it was written and flushed.
    pub delivery: Option<Delivery>,
    /// What a secret can be taken with that is not answered yet.
    pub ticket: Option<String>,
}

impl WrittenEnding {
    /// One that no store knows of.
    pub fn of(ended: Ended, reply: ToolReply) -> WrittenEnding {
        WrittenEnding { id: None, ended, reply, values: String::new(), delivery: None, ticket: None }
    }
}

/// The delivery of a stored ending.
pub struct Delivery {
    backend: Arc<dyn Backend>,
    id: RequestId,
}

impl Delivery {
    pub(crate) fn of(backend: &Arc<dyn Backend>, id: RequestId) -> Delivery {
        Delivery { backend: backend.clone(), id }
    }

    /// The asker has it.
    ///
    /// # Errors
    /// That could not be recorded.
    pub fn record(self) -> Result<(), Failure> {
        self.backend.delivered(self.id).map(drop)
    }
}
