//! The port between everything that uses requests and the store that keeps them.
//!
//! Everything above the store uses a [`Backend`]: the local driver is one, and a server's client may be another. Calls and
//! replies are plain data; this crate knows no store, file, clock or thread. Opening a backend binds the actors and their
//! rights, so that no call names an actor. Waiting, asking, closing and recording a delivery can call back instead of
//! blocking, and a feed signals a wake-up, so that one process can hold ten thousand.

mod ask;
mod backend;
mod closed;
mod draft;
mod failure;
mod feed;
mod log;
mod stored;

pub use ask::{AskReply, NewRequest};
pub use backend::{Backend, Hold, TellAbsence, Then};
pub use closed::ClosedRequest;
pub use draft::{DraftReply, LateDraft, QuestionDraft};
pub use failure::{Failure, FaultKind, StoreFault};
pub use feed::{Feed, Follow, Wake};
pub use log::{LogEntry, LogFact, LogNews, LogReader};
pub use stored::StoredRequest;
