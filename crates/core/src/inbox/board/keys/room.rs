//! The keys for what there is to look at around a request.
//!
//! - `t` goes to the asker's tmux pane.

use super::{InboxAct, KeyRow, list};
use crate::form::{HelpLine, Key};

/// An act that shows more of a request, or where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::inbox::board) enum RoomAct {
    Jump,
}

pub(super) const KEYS: &[KeyRow] = &[list(Key::char('t'), InboxAct::Room(RoomAct::Jump))];

pub(super) const HELP: &[HelpLine<InboxAct>] =
    &[HelpLine::new(&[InboxAct::Room(RoomAct::Jump)], "go to the asker's tmux pane")];
