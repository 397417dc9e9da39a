//! The keys for what there is to look at around a request.
//!
//! - `t` goes to the asker's tmux pane.
//! - `y` copies a text that came too late.

use super::{InboxAct, InboxSpot, KeyRow, list};
use crate::form::{HelpLine, Key};

/// An act that shows more of a request, or where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::inbox::board) enum RoomAct {
    Jump,
    Copy,
}

pub(super) const KEYS: &[KeyRow] = &[
    list(Key::char('t'), InboxAct::Room(RoomAct::Jump)),
    KeyRow::any(&[InboxSpot::Closed, InboxSpot::Done], Key::char('y'), InboxAct::Room(RoomAct::Copy)),
];

pub(super) const HELP: &[HelpLine<InboxAct>] =
    &[HelpLine::new(&[InboxAct::Room(RoomAct::Jump)], "go to the asker's tmux pane")];
