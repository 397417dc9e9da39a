//! The thirteen settings of `questionnaire`'s contract, in its order.
//!
//! - They keep the contract's names, in all files and on the command line.
//! - Those that run a command or switch a check off count only where the person trusts the file.
//! - The heartbeat is a host's alone, and says so.

use crate::given::Given;
use crate::setting::{AllowedLayers, Setting, Shape};

const HOST: Option<&str> = Some("only inside a host like pi");

pub(super) const ROWS: &[Setting] = &[
    row!(
        "browserEnabled",
        Anywhere,
        Flag,
        browser_enabled,
        "a form shows the address of its page if a server runs",
        None
    ),
    row!(
        "browserAutoOpen",
        Guarded,
        Flag,
        browser_auto_open,
        "the page opens by itself if a call has at least browserMinQuestions questions; asq starts a server if none runs",
        None
    ),
    row!(
        "browserMinQuestions",
        Anywhere,
        Integer(1, 4),
        browser_min_questions,
        "the fewest questions for which the page opens by itself",
        None
    ),
    row!(
        "copyUrlToClipboard",
        Anywhere,
        Flag,
        copy_url_to_clipboard,
        "the page's address goes to the clipboard when the form opens",
        None
    ),
    row!(
        "bellOnQuestion",
        Anywhere,
        Flag,
        bell_on_question,
        "the terminal's bell rings when a form opens",
        None
    ),
    row!(
        "notificationOnQuestion",
        Anywhere,
        Flag,
        notification_on_question,
        "a desktop notification says that a form is open",
        None
    ),
    row!(
        "notificationDelaySeconds",
        Anywhere,
        Integer(0, 300),
        notification_delay_seconds,
        "seconds until that notification; 0 is at once",
        None
    ),
    row!("ttsOnQuestion", Anywhere, Flag, tts_on_question, "speak the header (the command attn)", None),
    row!(
        "onQuestionCommand",
        Guarded,
        Text(65_536),
        on_question_command,
        "a command line for sh that runs when a form opens; PI_QUESTIONNAIRE_PAYLOAD_FILE names its payload",
        None
    ),
    row!(
        "heartbeatWhileActive",
        Anywhere,
        Flag,
        heartbeat_while_active,
        "tell the host at intervals that the form is still open",
        HOST
    ),
    row!(
        "heartbeatIntervalMinutes",
        Anywhere,
        Number(0.5, 60.0),
        heartbeat_interval_minutes,
        "minutes between two heartbeats",
        HOST
    ),
    row!(
        "debounceMs",
        Anywhere,
        Integer(0, 10_000),
        debounce_ms,
        "milliseconds before other surfaces see typed text; the screen has no delay",
        None
    ),
    row!(
        "dangerCheckEnabled",
        Guarded,
        Flag,
        danger_check_enabled,
        "the person confirms a dangerous question by typing",
        None
    ),
];
