//! What a process can do with requests, wherever they are kept.
//!
//! - Everything above the store uses a [`Backend`]: the local driver is one, a server's client another.
//! - Calls and replies are plain data; nothing here knows a store, a file, a clock or a thread.
//! - Who acts, and with which rights, is bound when a backend is opened. No call names an actor.
//! - Waiting, asking and closing have a callback, and following has a wake-up: ten thousand fit into one process.
//! - The log can be followed from any position: a reader gets each record once, in order, or learns that it was too slow.
//! - A failure says what it was in one enum: no such request, refused, or a fault of the store.

mod ask;
mod backend;
mod closed;
mod failure;
mod feed;
mod log;
mod stored;

pub use ask::{AskReply, NewRequest};
pub use backend::{Backend, Hold, Then};
pub use closed::ClosedRequest;
pub use failure::{Failure, FaultKind, StoreFault};
pub use feed::{Feed, Follow, Wake};
pub use log::{LogEntry, LogFact, LogNews, LogReader};
pub use stored::{LateDraft, StoredRequest};
