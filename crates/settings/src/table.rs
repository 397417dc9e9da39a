//! All settings, one row each.
//!
//! - The thirteen settings of `questionnaire`'s contract come first, in its order, then asq's own.
//! - A setting is also found by its older or longer spelling.
//! - A setting that nothing uses yet says what it waits for.

use crate::given::Given;
use crate::setting::{Place, Setting, Shape};
use crate::settings::{Grouped, Keep, Preset, Surface, ThemeName};

/// Keeps a row's kind and its field in [`crate::Settings`] together.
macro_rules! row {
    ($name:literal, $place:ident, Flag, $($at:ident).+, $about:literal, $note:expr) => {
        row!(@ $name, $place, Shape::Flag, Flag(on), $($at).+, on, $about, $note)
    };
    ($name:literal, $place:ident, Integer($min:literal, $max:literal), $($at:ident).+, $about:literal, $note:expr) => {
        row!(@ $name, $place, Shape::Integer { min: $min, max: $max }, Integer(n), $($at).+, n, $about, $note)
    };
    ($name:literal, $place:ident, Number($min:literal, $max:literal), $($at:ident).+, $about:literal, $note:expr) => {
        row!(@ $name, $place, Shape::Number { min: $min, max: $max }, Number(n), $($at).+, n, $about, $note)
    };
    ($name:literal, $place:ident, Text($most:literal), $($at:ident).+, $about:literal, $note:expr) => {
        Setting {
            name: $name, place: Place::$place, shape: Shape::Text { most: $most }, about: $about, note: $note,
            get: |s| Given::Text(s.$($at).+.clone()),
            put: |s, given| if let Given::Text(text) = given { s.$($at).+ = text },
        }
    };
    ($name:literal, $place:ident, Word($kind:ident), $($at:ident).+, $about:literal, $note:expr) => {
        Setting {
            name: $name, place: Place::$place, shape: Shape::Word($kind::WORDS), about: $about, note: $note,
            get: |s| Given::Word(s.$($at).+.word().to_owned()),
            put: |s, given| if let Given::Word(word) = given && let Some(it) = $kind::named(&word) { s.$($at).+ = it },
        }
    };
    (@ $name:literal, $place:ident, $shape:expr, $kind:ident($it:ident), $($at:ident).+, $value:ident, $about:literal, $note:expr) => {
        Setting {
            name: $name, place: Place::$place, shape: $shape, about: $about, note: $note,
            get: |s| Given::$kind(s.$($at).+),
            put: |s, given| if let Given::$kind($it) = given { s.$($at).+ = $value },
        }
    };
}

const PAGE: Option<&str> = Some("waits for the browser page");
const HOST: Option<&str> = Some("only inside a host like pi");

/// All settings.
pub const ALL: &[Setting] = &[
    row!(
        "browserEnabled",
        Anywhere,
        Flag,
        browser_enabled,
        "a form tells the address of its page in the browser where a server runs",
        PAGE
    ),
    row!(
        "browserAutoOpen",
        Anywhere,
        Flag,
        browser_auto_open,
        "the page is opened by itself from browserMinQuestions questions on",
        PAGE
    ),
    row!(
        "browserMinQuestions",
        Anywhere,
        Integer(1, 4),
        browser_min_questions,
        "how many questions it takes for the page to open by itself",
        PAGE
    ),
    row!(
        "copyUrlToClipboard",
        Anywhere,
        Flag,
        copy_url_to_clipboard,
        "the page's address goes to the clipboard",
        PAGE
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
        "a desktop notification tells that a form is open",
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
    row!("ttsOnQuestion", Anywhere, Flag, tts_on_question, "the header is spoken (the command attn)", None),
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
        "the host is told now and then that the form is still open",
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
        "milliseconds before what is being typed is told to other surfaces; never delays the screen",
        None
    ),
    row!(
        "dangerCheckEnabled",
        Guarded,
        Flag,
        danger_check_enabled,
        "a dangerous question is confirmed by typing",
        None
    ),
    Setting {
        name: "theme",
        place: Place::Own,
        shape: Shape::WordOrFile(&ThemeName::WORDS),
        about: "the colours of a form; auto is what suits the terminal",
        note: None,
        get: |s| Given::Word(s.theme.to_string()),
        put: |s, given| {
            if let Given::Word(name) = given {
                s.theme = ThemeName::named(&name);
            }
        },
    },
    row!(
        "surface",
        Own,
        Word(Surface),
        surface,
        "where a form is drawn: below the cursor, or on a screen of its own",
        None
    ),
    row!(
        "accessible",
        Own,
        Flag,
        accessible,
        "a form is plain numbered lines, without cursor movement",
        None
    ),
    row!("timer", Own, Flag, timer, "a form whose contract has a clock shows it", None),
    row!("keys.preset", Own, Word(Preset), keys.preset, "the keys to begin with", None),
    Setting {
        name: "keys.bindings",
        place: Place::ConfigOnly,
        shape: Shape::Bindings,
        about: "keys by action, in place of those of the preset",
        note: None,
        get: |s| Given::Bindings(s.keys.bindings.clone()),
        put: |s, given| {
            if let Given::Bindings(bindings) = given {
                s.keys.bindings = bindings;
            }
        },
    },
    row!(
        "guard",
        ConfigOnly,
        Integer(0, 60_000),
        guard,
        "milliseconds in which a key can't answer what has just come up; never under 250 where that is dangerous",
        None
    ),
    row!(
        "answer.unknown",
        ConfigOnly,
        Flag,
        answer_unknown,
        "you may answer where nobody can tell whose process tree the answer comes from, such as out of a container",
        None
    ),
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
        place: Place::Own,
        shape: Shape::Hours,
        about: "hours in which the inbox does not ring; what arrived in them is told of when they are over",
        note: None,
        get: |s| Given::Text(s.inbox_quiet.clone()),
        put: |s, given| {
            if let Given::Text(hours) = given {
                s.inbox_quiet = hours;
            }
        },
    },
    row!(
        "inbox.group",
        Own,
        Word(Grouped),
        inbox_group,
        "what the inbox groups requests by, to begin with",
        None
    ),
    row!(
        "record",
        Own,
        Word(Keep),
        record,
        "which requests get into the history: those that went through the inbox, or all",
        None
    ),
    row!(
        "opencode.seed_compat",
        Own,
        Flag,
        opencode_seed_compat,
        "OpenCode's old habits: unknown ids are answered with true, no question events",
        Some("waits for the server")
    ),
    row!(
        "pi.hide_tool_without_person",
        Own,
        Flag,
        pi_hide_tool_without_person,
        "in pi the model is not offered a tool where nobody could answer it",
        Some("only in pi")
    ),
];

impl Setting {
    /// Also accepts the older spelling `asq.timer`.
    pub fn named(name: &str) -> Option<&'static Setting> {
        let name = if name == "asq.timer" { "timer" } else { name };
        ALL.iter().find(|setting| setting.name == name)
    }
}
