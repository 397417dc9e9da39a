//! All requests that are open.
//!
//! - Restored from the store's list of open requests at one position, then kept current by the records after it;
//!   history is never replayed.
//! - What is kept per request is a [`Summary`], not the request: ten thousand of them are a few megabytes.
//! - A record that came before is no news; each [`Notice`] is told once.
//! - A record whose neighbours before it are missing is a [`Gap`]: the list is read anew, and what differs is told.
//! - [`Board`] is the interaction with it; the form of each request is a part of that.
//! - Surfaces hear of it in notices and say what they want in [`Command`]s; both are plain data.

mod board;
mod command;
mod machine;
mod notice;
mod pending;
mod position;
mod screen;
mod share;
mod tilde;

pub use board::{ANOTHER, Board, BoardEffect, Group, Hours, Laid, Look, Now, Rules, Setup, Zone, ended_by};
pub use command::Command;
pub use machine::{Gap, Inbox};
pub use notice::Notice;
pub use pending::{Pending, Summary};
pub use position::Position;
pub use screen::{Beside, FormBeside, InboxScreen, Listed, Listing, Slot};
pub use share::Share;
pub use tilde::tilde;
