//! All open requests.
//!
//! - The store's list of open requests at one position restores them, and the records after it keep them current.
//!   History is never replayed.
//! - Each request is kept as a [`Summary`], not as a whole: ten thousand take a few megabytes.
//! - Each [`Notice`] comes once, even if a record comes twice.
//! - A [`Gap`] means missing records: the list is read again, and the differences become notices.
//! - [`Board`] is the interaction with the list, including the form of each request.
//! - Surfaces receive notices and send [`Command`]s; both are plain data.

mod board;
mod command;
mod done;
mod machine;
mod notice;
mod open_target;
mod pace;
mod pending;
mod position;
mod screen;
mod share;
mod tilde;

pub use crate::kind::SummaryKind;
pub use board::{
    ArrivalNews, Board, BoardEffect, GroupBy, Hours, Intercepts, LeftOver, LinesShown, LocalOffset, Now,
    Painted, Rules, Setup, clock, ended_by, refusal, snooze_end,
};
pub use command::Command;
pub use done::{DoneContent, DoneRequest, LateTexts, said};
pub use machine::{Gap, Inbox};
pub use notice::{Notice, RequestMark};
pub use open_target::{BadLink, OpenTarget, host_of, judge_link};
pub use pace::AnnouncePace;
pub use pending::{Pending, Summary};
pub use position::Position;
pub use screen::{Detail, DetailForm, InboxScreen, Listed, Listing, Slot};
pub use share::Share;
pub use tilde::{from_home, tilde};
