//! Settings of the inbox.

use crate::given::Given;
use crate::setting::{AllowedLayers, Setting, Shape};
use crate::settings::{Grouped, InboxOrder, OnHangup};

pub(super) const ROWS: &[Setting] = &[
    row!(
        "inbox.hold",
        Own,
        Number(0.0, 10.0),
        inbox_hold,
        "seconds for which the inbox holds an answer back, so that it can be undone",
        None
    ),
    Setting {
        name: "inbox.quiet",
        layers: AllowedLayers::Own,
        shape: Shape::Hours,
        about: "quiet hours; arrivals are announced when they end",
        note: None,
        get: |s| Given::Text(s.inbox_quiet.clone()),
        put: |s, given| {
            if let Given::Text(hours) = given {
                s.inbox_quiet = hours;
            }
        },
    },
    row!("inbox.group", Own, Word(Grouped), inbox_group, "the inbox's first grouping", None),
    row!(
        "inbox.on_hangup",
        Own,
        Word(OnHangup),
        inbox_on_hangup,
        "send or keep a held answer when the inbox's window closes",
        None
    ),
    row!(
        "inbox.order",
        Own,
        Word(InboxOrder),
        inbox_order,
        "which request comes first: the oldest, or the most urgent",
        None
    ),
    row!("inbox.advance", Own, Flag, inbox_advance, "after an answer the next request opens by itself", None),
    row!(
        "inbox.propose",
        Own,
        Flag,
        inbox_propose,
        "your last answer to the same question of the same agent is offered again",
        None
    ),
    row!("inbox.mouse", Own, Flag, inbox_mouse, "clicks and the wheel work in the inbox", None),
    row!(
        "inbox.open",
        ConfigOnly,
        Text(4_096),
        inbox_open,
        "a command that opens a folder, a diff or a link; the path or link is its last argument",
        None
    ),
];
