//! Endings that are written and not yet delivered.

use asq_backend::{Backend, Failure};
use asq_core::life::RequestId;
use asq_wire::{Ended, Note, ToolReply};
use std::sync::Arc;

/// An ending in the dialect's words.
pub struct WrittenEnding {
    /// The request's id, if it is stored.
    pub id: Option<RequestId>,
    /// The kind of ending.
    pub ended: Ended,
    /// The reply for the model.
    pub reply: ToolReply,
    /// The values of the answer, one per line; empty without an answer.
    pub values: String,
    /// The delivery to record once the ending is written and flushed.
    pub delivery: Option<Delivery>,
    /// The ticket for a secret that isn't answered yet.
    pub ticket: Option<String>,
    /// What was dropped or mended while the call was read.
    pub notes: Vec<String>,
}

impl WrittenEnding {
    /// The ending of a request that isn't stored.
    pub fn of(ended: Ended, reply: ToolReply) -> WrittenEnding {
        WrittenEnding {
            id: None,
            ended,
            reply,
            values: String::new(),
            delivery: None,
            ticket: None,
            notes: Vec::new(),
        }
    }

    /// The same, with what was dropped or mended while the call was read.
    #[must_use]
    pub fn noting(self, notes: &[Note]) -> WrittenEnding {
        WrittenEnding { notes: notes.iter().map(ToString::to_string).collect(), ..self }
    }
}

/// The delivery of a stored ending.
pub struct Delivery {
    backend: Arc<dyn Backend>,
    id: RequestId,
    /// What the process does while it has a secret.
    _secret: Option<Box<dyn Send + Sync>>,
}

impl Delivery {
    pub(crate) fn of(
        backend: &Arc<dyn Backend>,
        id: RequestId,
        secret: Option<Box<dyn Send + Sync>>,
    ) -> Delivery {
        Delivery { backend: backend.clone(), id, _secret: secret }
    }

    /// Records that the asker has the ending.
    ///
    /// # Errors
    /// The delivery couldn't be recorded.
    pub fn record(self) -> Result<(), Failure> {
        self.backend.delivered(self.id).map(drop)
    }
}
