//! All requests that are open.
//!
//! - Restored from the store's list of open requests at one position, then kept current by the records after it;
//!   history is never replayed.
//! - What is kept per request is a [`Summary`], not the request: ten thousand of them are a few megabytes.
//! - A record that came before is no news; each [`Notice`] is told once.
//! - Surfaces hear of it in notices and say what they want in [`Command`]s; both are plain data.

mod command;
mod notice;
mod pending;
mod position;

pub use command::Command;
pub use notice::Notice;
pub use pending::{Pending, Summary};
pub use position::Position;
