//! The keys with which one moves, opens, types and leaves.
//!
//! - Enter opens the focused request, sends its held-back answer, or goes on from a closed one to the next that waits.
//! - Esc goes one step out; `q` leaves, and so does Ctrl+C once no form or question is open.

use super::{InboxAct, InboxSpot, KeyRow, TEXTS, list};
use crate::form::{Code, HelpLine, Key};

const OPENS: &[InboxSpot] = &[InboxSpot::List, InboxSpot::Done];
const ROWS: &[InboxSpot] = &[InboxSpot::List, InboxSpot::Help, InboxSpot::Done];
const MOVES: &[InboxSpot] =
    &[InboxSpot::List, InboxSpot::Help, InboxSpot::Done, InboxSpot::Search, InboxSpot::Open];
const STEPS_OUT: &[InboxSpot] = &[
    InboxSpot::List,
    InboxSpot::Search,
    InboxSpot::Reason,
    InboxSpot::Snooze,
    InboxSpot::Done,
    InboxSpot::Open,
    InboxSpot::Opening,
    InboxSpot::Closed,
];

const fn ctrl(c: char) -> Key {
    Key::ctrl(Code::Char(c))
}

pub(super) const KEYS: &[KeyRow] = &[
    KeyRow::any(MOVES, Key::plain(Code::Up), InboxAct::Up),
    KeyRow::any(ROWS, Key::char('k'), InboxAct::Up),
    KeyRow::any(MOVES, Key::plain(Code::Down), InboxAct::Down),
    KeyRow::any(ROWS, Key::char('j'), InboxAct::Down),
    KeyRow::any(ROWS, Key::plain(Code::Home), InboxAct::First),
    KeyRow::any(ROWS, Key::plain(Code::End), InboxAct::Last),
    KeyRow::any(ROWS, Key::char('G'), InboxAct::Last),
    KeyRow::any(MOVES, Key::plain(Code::PageUp), InboxAct::PageUp),
    KeyRow::any(MOVES, Key::plain(Code::PageDown), InboxAct::PageDown),
    KeyRow::any(OPENS, Key::plain(Code::Enter), InboxAct::Open),
    KeyRow::any(OPENS, Key::plain(Code::Right), InboxAct::Open),
    KeyRow::any(&[InboxSpot::List, InboxSpot::Opening, InboxSpot::Closed], ctrl(']'), InboxAct::Back),
    KeyRow::any(&[InboxSpot::Form, InboxSpot::Closed], ctrl('t'), InboxAct::Switch),
    KeyRow::any(TEXTS, Key::plain(Code::Enter), InboxAct::Accept),
    KeyRow::any(TEXTS, Key::shift(Code::Enter), InboxAct::Accept),
    KeyRow::any(TEXTS, Key::alt(Code::Enter), InboxAct::Accept),
    KeyRow::any(TEXTS, Key::ctrl(Code::Enter), InboxAct::Accept),
    KeyRow::any(&[InboxSpot::Closed, InboxSpot::Open], Key::plain(Code::Enter), InboxAct::Accept),
    KeyRow::any(&[InboxSpot::List, InboxSpot::Done], Key::char('?'), InboxAct::Help),
    KeyRow::any(STEPS_OUT, Key::plain(Code::Esc), InboxAct::Leave),
    list(ctrl('z'), InboxAct::Suspend),
    KeyRow::any(OPENS, Key::char('q'), InboxAct::Quit),
    KeyRow::any(
        &[
            InboxSpot::List,
            InboxSpot::Search,
            InboxSpot::Help,
            InboxSpot::Done,
            InboxSpot::Opening,
            InboxSpot::Closed,
        ],
        ctrl('c'),
        InboxAct::Quit,
    ),
    KeyRow::any(&[InboxSpot::Reason, InboxSpot::Snooze, InboxSpot::Open], ctrl('c'), InboxAct::Leave),
];

pub(super) const HELP: &[HelpLine<InboxAct>] = &[
    HelpLine::new(&[InboxAct::Up, InboxAct::Down], "move"),
    HelpLine::new(&[InboxAct::PageUp, InboxAct::PageDown], "a page up, a page down"),
    HelpLine::new(&[InboxAct::First, InboxAct::Last], "the first, the last"),
    HelpLine::new(&[InboxAct::Open], "open the request; send now what is held back"),
    HelpLine::new(&[InboxAct::Back], "back to the form that was put aside; aside again"),
    HelpLine::new(&[InboxAct::Leave], "take all marks away; show all again after a search"),
    HelpLine::new(&[InboxAct::Suspend], "stop, as a shell's job"),
    HelpLine::new(&[InboxAct::Help], "these keys"),
    HelpLine::new(&[InboxAct::Quit], "leave; held answers and declines are sent first"),
];
