//! The keys for what there is to look at around a request.
//!
//! - Shift and an arrow, or Alt and a paging key, scroll the request next to the list.
//! - `z` gives the request the whole window.
//! - `i` shows what the agent was doing.
//! - `o` opens its folder, its diff or its link.
//! - `t` goes to the asker's tmux pane.
//! - `y` copies a text that came too late.

use super::InboxAct::Room;
use super::{InboxAct, InboxSpot, KeyRow, list};
use crate::form::{Code, HelpLine, Key};

/// An act that shows more of a request, or where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::inbox::board) enum RoomAct {
    /// Scrolls what is next to the list, by lines.
    Scroll,
    /// The same, by pages.
    Page,
    /// Gives the request the whole window.
    Zoom,
    /// Shows what the agent was doing.
    About,
    /// Opens its folder, diff or link through the person's own command.
    Open,
    Jump,
    Copy,
}

pub(super) const KEYS: &[KeyRow] = &[
    list(Key::shift(Code::Up), Room(RoomAct::Scroll)),
    list(Key::shift(Code::Down), Room(RoomAct::Scroll)),
    list(Key::alt(Code::PageUp), Room(RoomAct::Page)),
    list(Key::alt(Code::PageDown), Room(RoomAct::Page)),
    list(Key::char('z'), Room(RoomAct::Zoom)),
    KeyRow::any(&[InboxSpot::List, InboxSpot::Rows], Key::char('i'), Room(RoomAct::About)),
    KeyRow::any(&[InboxSpot::List, InboxSpot::Rows], Key::char('o'), Room(RoomAct::Open)),
    list(Key::char('t'), Room(RoomAct::Jump)),
    KeyRow::any(&[InboxSpot::Closed, InboxSpot::Done], Key::char('y'), Room(RoomAct::Copy)),
];

pub(super) const HELP: &[HelpLine<InboxAct>] = &[
    HelpLine::new(&[Room(RoomAct::Scroll)], "scroll the request next to the list"),
    HelpLine::new(&[Room(RoomAct::Page)], "the same, by pages"),
    HelpLine::new(&[Room(RoomAct::Zoom)], "the request on the whole window, also in a form"),
    HelpLine::new(&[Room(RoomAct::About)], "what the agent was doing, if it says so, also in a form"),
    HelpLine::new(
        &[Room(RoomAct::Open)],
        "open its folder, diff or link with your own command, also in a form",
    ),
    HelpLine::new(&[Room(RoomAct::Jump)], "go to the asker's tmux pane"),
];
