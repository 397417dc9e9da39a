//! Settings of announcements: when and how the person hears that a request waits.

use crate::given::Given;
use crate::setting::{AllowedLayers, Setting, Shape};
use crate::settings::TerminalNotice;

pub(super) const ROWS: &[Setting] = &[
    row!(
        "notify.batch",
        Own,
        Integer(0, 600),
        notify.batch,
        "seconds between two announcements; requests in between are announced together",
        None
    ),
    row!(
        "notify.again_after",
        Own,
        Integer(0, 1440),
        notify.again_after,
        "minutes after which a request that still waits is announced once more; 0 is never",
        None
    ),
    row!(
        "notify.terminal",
        Own,
        Word(TerminalNotice),
        notify.terminal,
        "how the terminal shows a notification",
        None
    ),
    row!(
        "notify.title",
        Own,
        Flag,
        notify.title,
        "the inbox's title has the number of waiting requests",
        None
    ),
    row!(
        "notify.buttons",
        Own,
        Flag,
        notify.buttons,
        "a desktop notification opens its request by a click, if the desktop has buttons",
        None
    ),
    row!(
        "notify.open",
        ConfigOnly,
        Text(4_096),
        notify.open,
        "a terminal's command that a click on a notification starts with asq inbox (foot, xterm -e); without one a popup of tmux",
        None
    ),
    row!(
        "notify.question",
        ConfigOnly,
        Flag,
        notify.question,
        "a notification, a command and the webhook get the question, too, not only its header",
        None
    ),
    row!(
        "notify.url",
        ConfigOnly,
        Text(2_048),
        notify.url,
        "an address that gets a POST for each announcement (ntfy or a webhook)",
        None
    ),
    row!(
        "status.format",
        Own,
        Text(256),
        status_format,
        "what asq status prints; {?waiting}…{/} is printed only while requests wait",
        None
    ),
];
