//! What a process can do with requests, wherever they are kept.
//!
//! - Everything above the store uses a [`Backend`]: the local driver is one, a server's client another.
//! - Calls and replies are plain data; nothing here knows a store, a file, a clock or a thread.
//! - Who acts, and with which rights, is bound when a backend is opened. No call names an actor.
//! - Waiting takes a callback, following a wake-up: both fit a thousand waits in one process.
//! - A failure says what it was in one enum: no such request, refused, or a fault of the store.

mod ask;
mod backend;
mod closed;
mod failure;
mod feed;
mod stored;

pub use ask::{AskReply, NewRequest};
pub use backend::{Backend, Hold, OnClosed};
pub use closed::ClosedRequest;
pub use failure::{Failure, FaultKind, StoreFault};
pub use feed::{Feed, Follow, Wake};
pub use stored::{LateDraft, StoredRequest};
