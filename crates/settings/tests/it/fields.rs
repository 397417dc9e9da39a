//! Every setting: its default, its bounds, and what asq refuses.
#![allow(clippy::unwrap_used, reason = "part of the tests")]

use asq_settings::{
    ALL, AllowedLayers, File, Given, Layer, Loaded, Setting, Shape, ThemeName, Variable, resolve,
};
use expect_test::expect;
use serde_json::json;
use std::fmt::Write;

fn global(text: &str) -> Loaded {
    resolve(vec![Layer::Global(File { path: "g.json".into(), text: text.into(), doubt: None })])
}

fn config(text: &str) -> Loaded {
    resolve(vec![Layer::Config(File { path: "config.toml".into(), text: text.into(), doubt: None })])
}

#[test]
fn the_table_of_settings() {
    let mut text = String::new();
    for s in ALL {
        let _ = writeln!(
            text,
            "{} = {} | {} | {:?} | {}",
            s.name,
            s.default(),
            s.shape,
            s.layers,
            s.variable().unwrap_or_default()
        );
    }
    expect![[r#"
        browserEnabled = true | true or false | Anywhere | ASQ_BROWSER_ENABLED
        browserAutoOpen = false | true or false | Guarded | 
        browserMinQuestions = 2 | a whole number from 1 to 4 | Anywhere | ASQ_BROWSER_MIN_QUESTIONS
        copyUrlToClipboard = true | true or false | Anywhere | ASQ_COPY_URL_TO_CLIPBOARD
        bellOnQuestion = true | true or false | Anywhere | ASQ_BELL_ON_QUESTION
        notificationOnQuestion = false | true or false | Anywhere | ASQ_NOTIFICATION_ON_QUESTION
        notificationDelaySeconds = 30 | a whole number from 0 to 300 | Anywhere | ASQ_NOTIFICATION_DELAY_SECONDS
        ttsOnQuestion = false | true or false | Anywhere | ASQ_TTS_ON_QUESTION
        onQuestionCommand = "" | text, at most 65536 characters, no NUL | Guarded | 
        heartbeatWhileActive = false | true or false | Anywhere | ASQ_HEARTBEAT_WHILE_ACTIVE
        heartbeatIntervalMinutes = 4.5 | a number from 0.5 to 60 | Anywhere | ASQ_HEARTBEAT_INTERVAL_MINUTES
        debounceMs = 300 | a whole number from 0 to 10000 | Anywhere | ASQ_DEBOUNCE_MS
        dangerCheckEnabled = true | true or false | Guarded | 
        theme = auto | auto, dark, light, none or a theme file's name (letters, digits, . _ -) | Own | ASQ_THEME
        surface = inline | one of inline, fullscreen | Own | ASQ_SURFACE
        accessible = false | true or false | Own | ASQ_ACCESSIBLE
        timer = true | true or false | Own | ASQ_TIMER
        keys.preset = default | one of default, vi, emacs | Own | ASQ_KEYS_PRESET
        keys.bindings = {} | a table of actions, each with a key or a list of up to 16 keys | ConfigOnly | 
        guard = 250 | a whole number from 0 to 60000 | ConfigOnly | 
        answer.unknown = take | one of take, refuse | ConfigOnly | 
        inbox.hold = 3 | a number from 0 to 10 | Own | ASQ_INBOX_HOLD
        inbox.quiet = "" | hours of the day as 22:00-08:00, or nothing | Own | ASQ_INBOX_QUIET
        inbox.group = none | one of none, agent, folder, urgency | Own | ASQ_INBOX_GROUP
        inbox.on_hangup = send | one of send, keep | Own | ASQ_INBOX_ON_HANGUP
        inbox.order = asked | one of asked, urgent | Own | ASQ_INBOX_ORDER
        inbox.advance = true | true or false | Own | ASQ_INBOX_ADVANCE
        inbox.propose = true | true or false | Own | ASQ_INBOX_PROPOSE
        inbox.mouse = true | true or false | Own | ASQ_INBOX_MOUSE
        inbox.open = "" | text, at most 4096 characters, no NUL | ConfigOnly | 
        notify.batch = 10 | a whole number from 0 to 600 | Own | ASQ_NOTIFY_BATCH
        notify.again_after = 0 | a whole number from 0 to 1440 | Own | ASQ_NOTIFY_AGAIN_AFTER
        notify.terminal = auto | one of auto, osc9, osc777, osc99, off | Own | ASQ_NOTIFY_TERMINAL
        notify.title = true | true or false | Own | ASQ_NOTIFY_TITLE
        notify.buttons = true | true or false | Own | ASQ_NOTIFY_BUTTONS
        notify.open = "" | text, at most 4096 characters, no NUL | ConfigOnly | 
        notify.question = false | true or false | ConfigOnly | 
        notify.url = "" | text, at most 2048 characters, no NUL | ConfigOnly | 
        status.format = "{?waiting}asq {waiting}{/}" | text, at most 256 characters, no NUL | Own | ASQ_STATUS_FORMAT
        record = inbox | one of inbox, always | Own | ASQ_RECORD
        serve.calls = 64 | a whole number from 1 to 65536 | ConfigOnly | 
        serve.streams = 256 | a whole number from 1 to 65536 | ConfigOnly | 
        serve.waits = 1024 | a whole number from 1 to 65536 | ConfigOnly | 
        mcp.limits = "" | text, at most 1024 characters, no NUL | Own | ASQ_MCP_LIMITS
        opencode.seed_compat = false | true or false | Own | ASQ_OPENCODE_SEED_COMPAT
        pi.hide_tool_without_person = false | true or false | Own | ASQ_PI_HIDE_TOOL_WITHOUT_PERSON
    "#]].assert_eq(&text);
}

#[test]
fn the_thirteen_of_the_document_come_first_with_its_defaults_and_bounds() {
    let documented = [
        ("browserEnabled", json!(true), None),
        ("browserAutoOpen", json!(false), None),
        ("browserMinQuestions", json!(2), Some((1.0, 4.0))),
        ("copyUrlToClipboard", json!(true), None),
        ("bellOnQuestion", json!(true), None),
        ("notificationOnQuestion", json!(false), None),
        ("notificationDelaySeconds", json!(30), Some((0.0, 300.0))),
        ("ttsOnQuestion", json!(false), None),
        ("onQuestionCommand", json!(""), None),
        ("heartbeatWhileActive", json!(false), None),
        ("heartbeatIntervalMinutes", json!(4.5), Some((0.5, 60.0))),
        ("debounceMs", json!(300), Some((0.0, 10_000.0))),
        ("dangerCheckEnabled", json!(true), None),
    ];
    let ours: Vec<_> = ALL
        .iter()
        .filter(|s| s.in_contract())
        .map(|s| {
            let bounds = match s.shape {
                Shape::Integer { min, max } => Some((f64::from(min), f64::from(max))),
                Shape::Number { min, max } => Some((min, max)),
                Shape::Flag
                | Shape::Text { .. }
                | Shape::Hours
                | Shape::Word(_)
                | Shape::WordOrFile(_)
                | Shape::Bindings => None,
            };
            (s.name, s.default().json(), bounds)
        })
        .collect();
    assert_eq!(ours, documented);
}

/// The value that one row of a global file gives, and the warnings about it.
fn told(setting: &Setting, came: &str) -> String {
    let (loaded, text) = if setting.in_contract() {
        let text = format!("{{\"{}\": {came}}}", setting.name);
        (global(&text), text)
    } else {
        let (table, name) = setting.name.rsplit_once('.').unwrap_or(("", setting.name));
        let header = if table.is_empty() { String::new() } else { format!("[{table}]\n") };
        let text = format!("{header}{name} = {came}\n");
        (config(&text), text)
    };
    let origin = loaded.origin(setting.name).unwrap();
    assert_eq!(origin.given, setting.of(&loaded.settings), "{text}");
    let warnings: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
    match (&warnings[..], origin.source.word()) {
        ([], "global" | "config") => format!("{} takes {came} as {}", setting.name, origin.given),
        ([one], "default") => {
            assert_eq!(origin.given, setting.default());
            one.clone()
        }
        // A value of an earlier version.
        ([one], "config") => format!("{} takes {came} as {}: {one}", setting.name, origin.given),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn what_each_setting_takes_and_refuses() {
    let long = format!("\"{}\"", "x".repeat(65_537));
    let mut text = String::new();
    for setting in ALL {
        let wrong: Vec<&str> = match setting.shape {
            Shape::Flag => vec!["true", "false", "\"true\"", "0", "1", "[]"],
            Shape::Integer { .. } => vec!["\"2\"", "true", "1.5", "-1", "99999", "3.0", "[3]"],
            Shape::Number { .. } => vec!["\"2\"", "true", "-0.1", "60.1", "1e2", "2.25", "2"],
            Shape::Text { .. } => vec!["\"say it\"", "\"\"", "\"a\\u0000b\"", "7", "false", &long],
            Shape::Hours => vec![
                "\"22:00-08:00\"",
                "\"9:30-9:31\"",
                "\"\"",
                "\"24:00-1:00\"",
                "\"8:00-8:00\"",
                "\"8:5-9:00\"",
                "\"8-9\"",
                "22",
            ],
            Shape::Word(_) => vec!["\"\"", "\"Nothing\"", "1", "true"],
            Shape::WordOrFile(_) => {
                vec!["\"light\"", "\"my-theme_2.1\"", "\"../x\"", "\"a/b\"", "\".x\"", "\"\"", "3"]
            }
            Shape::Bindings => vec![
                "{}",
                "{ submit = \"ctrl+s\", \"cancel\" = [\"esc\", \"q\"], none = [] }",
                "{ submit = 3 }",
                "{ submit = [\"\"] }",
                "[]",
                "\"vi\"",
            ],
        };
        for came in wrong {
            let _ = writeln!(text, "{}", told(setting, came));
        }
        match setting.shape {
            Shape::Integer { min, max } => {
                for n in [min, max] {
                    assert_eq!(told(setting, &n.to_string()), format!("{0} takes {n} as {n}", setting.name));
                }
                assert!(told(setting, &(max + 1).to_string()).contains("not a whole number from"));
                assert!(
                    min == 0 || told(setting, &(min - 1).to_string()).contains("not a whole number from")
                );
            }
            Shape::Number { min, max } => {
                for n in [min, max] {
                    assert!(told(setting, &n.to_string()).contains(" takes "));
                }
                assert!(told(setting, &(max + 0.01).to_string()).contains("not a number from"));
                assert!(told(setting, &(min - 0.01).to_string()).contains("not a number from"));
            }
            Shape::Word(words) => {
                for word in words {
                    assert!(told(setting, &format!("\"{word}\"")).ends_with(&format!(" as {word}")));
                }
            }
            Shape::Flag | Shape::Text { .. } | Shape::Hours | Shape::WordOrFile(_) | Shape::Bindings => {}
        }
    }
    expect![[r#"
        browserEnabled takes true as true
        browserEnabled takes false as false
        g.json: browserEnabled is "true", not true or false
        g.json: browserEnabled is 0, not true or false
        g.json: browserEnabled is 1, not true or false
        g.json: browserEnabled is [], not true or false
        browserAutoOpen takes true as true
        browserAutoOpen takes false as false
        g.json: browserAutoOpen is "true", not true or false
        g.json: browserAutoOpen is 0, not true or false
        g.json: browserAutoOpen is 1, not true or false
        g.json: browserAutoOpen is [], not true or false
        g.json: browserMinQuestions is "2", not a whole number from 1 to 4
        g.json: browserMinQuestions is true, not a whole number from 1 to 4
        g.json: browserMinQuestions is 1.5, not a whole number from 1 to 4
        g.json: browserMinQuestions is -1, not a whole number from 1 to 4
        g.json: browserMinQuestions is 99999, not a whole number from 1 to 4
        browserMinQuestions takes 3.0 as 3
        g.json: browserMinQuestions is [3], not a whole number from 1 to 4
        copyUrlToClipboard takes true as true
        copyUrlToClipboard takes false as false
        g.json: copyUrlToClipboard is "true", not true or false
        g.json: copyUrlToClipboard is 0, not true or false
        g.json: copyUrlToClipboard is 1, not true or false
        g.json: copyUrlToClipboard is [], not true or false
        bellOnQuestion takes true as true
        bellOnQuestion takes false as false
        g.json: bellOnQuestion is "true", not true or false
        g.json: bellOnQuestion is 0, not true or false
        g.json: bellOnQuestion is 1, not true or false
        g.json: bellOnQuestion is [], not true or false
        notificationOnQuestion takes true as true
        notificationOnQuestion takes false as false
        g.json: notificationOnQuestion is "true", not true or false
        g.json: notificationOnQuestion is 0, not true or false
        g.json: notificationOnQuestion is 1, not true or false
        g.json: notificationOnQuestion is [], not true or false
        g.json: notificationDelaySeconds is "2", not a whole number from 0 to 300
        g.json: notificationDelaySeconds is true, not a whole number from 0 to 300
        g.json: notificationDelaySeconds is 1.5, not a whole number from 0 to 300
        g.json: notificationDelaySeconds is -1, not a whole number from 0 to 300
        g.json: notificationDelaySeconds is 99999, not a whole number from 0 to 300
        notificationDelaySeconds takes 3.0 as 3
        g.json: notificationDelaySeconds is [3], not a whole number from 0 to 300
        ttsOnQuestion takes true as true
        ttsOnQuestion takes false as false
        g.json: ttsOnQuestion is "true", not true or false
        g.json: ttsOnQuestion is 0, not true or false
        g.json: ttsOnQuestion is 1, not true or false
        g.json: ttsOnQuestion is [], not true or false
        onQuestionCommand takes "say it" as "say it"
        onQuestionCommand takes "" as ""
        g.json: onQuestionCommand is "a\u0000b", not text, at most 65536 characters, no NUL
        g.json: onQuestionCommand is 7, not text, at most 65536 characters, no NUL
        g.json: onQuestionCommand is false, not text, at most 65536 characters, no NUL
        g.json: onQuestionCommand is "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…, not text, at most 65536 characters, no NUL
        heartbeatWhileActive takes true as true
        heartbeatWhileActive takes false as false
        g.json: heartbeatWhileActive is "true", not true or false
        g.json: heartbeatWhileActive is 0, not true or false
        g.json: heartbeatWhileActive is 1, not true or false
        g.json: heartbeatWhileActive is [], not true or false
        g.json: heartbeatIntervalMinutes is "2", not a number from 0.5 to 60
        g.json: heartbeatIntervalMinutes is true, not a number from 0.5 to 60
        g.json: heartbeatIntervalMinutes is -0.1, not a number from 0.5 to 60
        g.json: heartbeatIntervalMinutes is 60.1, not a number from 0.5 to 60
        g.json: heartbeatIntervalMinutes is 1e+2, not a number from 0.5 to 60
        heartbeatIntervalMinutes takes 2.25 as 2.25
        heartbeatIntervalMinutes takes 2 as 2
        g.json: debounceMs is "2", not a whole number from 0 to 10000
        g.json: debounceMs is true, not a whole number from 0 to 10000
        g.json: debounceMs is 1.5, not a whole number from 0 to 10000
        g.json: debounceMs is -1, not a whole number from 0 to 10000
        g.json: debounceMs is 99999, not a whole number from 0 to 10000
        debounceMs takes 3.0 as 3
        g.json: debounceMs is [3], not a whole number from 0 to 10000
        dangerCheckEnabled takes true as true
        dangerCheckEnabled takes false as false
        g.json: dangerCheckEnabled is "true", not true or false
        g.json: dangerCheckEnabled is 0, not true or false
        g.json: dangerCheckEnabled is 1, not true or false
        g.json: dangerCheckEnabled is [], not true or false
        theme takes "light" as light
        theme takes "my-theme_2.1" as my-theme_2.1
        config.toml: theme is "../x", not auto, dark, light, none or a theme file's name (letters, digits, . _ -)
        config.toml: theme is "a/b", not auto, dark, light, none or a theme file's name (letters, digits, . _ -)
        config.toml: theme is ".x", not auto, dark, light, none or a theme file's name (letters, digits, . _ -)
        config.toml: theme is "", not auto, dark, light, none or a theme file's name (letters, digits, . _ -)
        config.toml: theme is 3, not auto, dark, light, none or a theme file's name (letters, digits, . _ -)
        config.toml: surface is "", not one of inline, fullscreen
        config.toml: surface is "Nothing", not one of inline, fullscreen
        config.toml: surface is 1, not one of inline, fullscreen
        config.toml: surface is true, not one of inline, fullscreen
        accessible takes true as true
        accessible takes false as false
        config.toml: accessible is "true", not true or false
        config.toml: accessible is 0, not true or false
        config.toml: accessible is 1, not true or false
        config.toml: accessible is [], not true or false
        timer takes true as true
        timer takes false as false
        config.toml: timer is "true", not true or false
        config.toml: timer is 0, not true or false
        config.toml: timer is 1, not true or false
        config.toml: timer is [], not true or false
        config.toml: keys.preset is "", not one of default, vi, emacs
        config.toml: keys.preset is "Nothing", not one of default, vi, emacs
        config.toml: keys.preset is 1, not one of default, vi, emacs
        config.toml: keys.preset is true, not one of default, vi, emacs
        keys.bindings takes {} as {}
        keys.bindings takes { submit = "ctrl+s", "cancel" = ["esc", "q"], none = [] } as {"submit":["ctrl+s"],"cancel":["esc","q"],"none":[]}
        config.toml: keys.bindings is {"submit":3}, not a table of actions, each with a key or a list of up to 16 keys
        config.toml: keys.bindings is {"submit":[""]}, not a table of actions, each with a key or a list of up to 16 keys
        config.toml: keys.bindings is [], not a table of actions, each with a key or a list of up to 16 keys
        config.toml: keys.bindings is "vi", not a table of actions, each with a key or a list of up to 16 keys
        config.toml: guard is "2", not a whole number from 0 to 60000
        config.toml: guard is true, not a whole number from 0 to 60000
        config.toml: guard is 1.5, not a whole number from 0 to 60000
        config.toml: guard is -1, not a whole number from 0 to 60000
        config.toml: guard is 99999, not a whole number from 0 to 60000
        guard takes 3.0 as 3
        config.toml: guard is [3], not a whole number from 0 to 60000
        config.toml: answer.unknown is "", not one of take, refuse
        config.toml: answer.unknown is "Nothing", not one of take, refuse
        config.toml: answer.unknown is 1, not one of take, refuse
        answer.unknown takes true as take: config.toml: answer.unknown = true is now spelled "take", and counts as that
        config.toml: inbox.hold is "2", not a number from 0 to 10
        config.toml: inbox.hold is true, not a number from 0 to 10
        config.toml: inbox.hold is -0.1, not a number from 0 to 10
        config.toml: inbox.hold is 60.1, not a number from 0 to 10
        config.toml: inbox.hold is 100.0, not a number from 0 to 10
        inbox.hold takes 2.25 as 2.25
        inbox.hold takes 2 as 2
        inbox.quiet takes "22:00-08:00" as "22:00-08:00"
        inbox.quiet takes "9:30-9:31" as "9:30-9:31"
        inbox.quiet takes "" as ""
        config.toml: inbox.quiet is "24:00-1:00", not hours of the day as 22:00-08:00, or nothing
        config.toml: inbox.quiet is "8:00-8:00", not hours of the day as 22:00-08:00, or nothing
        config.toml: inbox.quiet is "8:5-9:00", not hours of the day as 22:00-08:00, or nothing
        config.toml: inbox.quiet is "8-9", not hours of the day as 22:00-08:00, or nothing
        config.toml: inbox.quiet is 22, not hours of the day as 22:00-08:00, or nothing
        config.toml: inbox.group is "", not one of none, agent, folder, urgency
        config.toml: inbox.group is "Nothing", not one of none, agent, folder, urgency
        config.toml: inbox.group is 1, not one of none, agent, folder, urgency
        config.toml: inbox.group is true, not one of none, agent, folder, urgency
        config.toml: inbox.on_hangup is "", not one of send, keep
        config.toml: inbox.on_hangup is "Nothing", not one of send, keep
        config.toml: inbox.on_hangup is 1, not one of send, keep
        config.toml: inbox.on_hangup is true, not one of send, keep
        config.toml: inbox.order is "", not one of asked, urgent
        config.toml: inbox.order is "Nothing", not one of asked, urgent
        config.toml: inbox.order is 1, not one of asked, urgent
        config.toml: inbox.order is true, not one of asked, urgent
        inbox.advance takes true as true
        inbox.advance takes false as false
        config.toml: inbox.advance is "true", not true or false
        config.toml: inbox.advance is 0, not true or false
        config.toml: inbox.advance is 1, not true or false
        config.toml: inbox.advance is [], not true or false
        inbox.propose takes true as true
        inbox.propose takes false as false
        config.toml: inbox.propose is "true", not true or false
        config.toml: inbox.propose is 0, not true or false
        config.toml: inbox.propose is 1, not true or false
        config.toml: inbox.propose is [], not true or false
        inbox.mouse takes true as true
        inbox.mouse takes false as false
        config.toml: inbox.mouse is "true", not true or false
        config.toml: inbox.mouse is 0, not true or false
        config.toml: inbox.mouse is 1, not true or false
        config.toml: inbox.mouse is [], not true or false
        inbox.open takes "say it" as "say it"
        inbox.open takes "" as ""
        config.toml: inbox.open is "a\u0000b", not text, at most 4096 characters, no NUL
        config.toml: inbox.open is 7, not text, at most 4096 characters, no NUL
        config.toml: inbox.open is false, not text, at most 4096 characters, no NUL
        config.toml: inbox.open is "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…, not text, at most 4096 characters, no NUL
        config.toml: notify.batch is "2", not a whole number from 0 to 600
        config.toml: notify.batch is true, not a whole number from 0 to 600
        config.toml: notify.batch is 1.5, not a whole number from 0 to 600
        config.toml: notify.batch is -1, not a whole number from 0 to 600
        config.toml: notify.batch is 99999, not a whole number from 0 to 600
        notify.batch takes 3.0 as 3
        config.toml: notify.batch is [3], not a whole number from 0 to 600
        config.toml: notify.again_after is "2", not a whole number from 0 to 1440
        config.toml: notify.again_after is true, not a whole number from 0 to 1440
        config.toml: notify.again_after is 1.5, not a whole number from 0 to 1440
        config.toml: notify.again_after is -1, not a whole number from 0 to 1440
        config.toml: notify.again_after is 99999, not a whole number from 0 to 1440
        notify.again_after takes 3.0 as 3
        config.toml: notify.again_after is [3], not a whole number from 0 to 1440
        config.toml: notify.terminal is "", not one of auto, osc9, osc777, osc99, off
        config.toml: notify.terminal is "Nothing", not one of auto, osc9, osc777, osc99, off
        config.toml: notify.terminal is 1, not one of auto, osc9, osc777, osc99, off
        config.toml: notify.terminal is true, not one of auto, osc9, osc777, osc99, off
        notify.title takes true as true
        notify.title takes false as false
        config.toml: notify.title is "true", not true or false
        config.toml: notify.title is 0, not true or false
        config.toml: notify.title is 1, not true or false
        config.toml: notify.title is [], not true or false
        notify.buttons takes true as true
        notify.buttons takes false as false
        config.toml: notify.buttons is "true", not true or false
        config.toml: notify.buttons is 0, not true or false
        config.toml: notify.buttons is 1, not true or false
        config.toml: notify.buttons is [], not true or false
        notify.open takes "say it" as "say it"
        notify.open takes "" as ""
        config.toml: notify.open is "a\u0000b", not text, at most 4096 characters, no NUL
        config.toml: notify.open is 7, not text, at most 4096 characters, no NUL
        config.toml: notify.open is false, not text, at most 4096 characters, no NUL
        config.toml: notify.open is "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…, not text, at most 4096 characters, no NUL
        notify.question takes true as true
        notify.question takes false as false
        config.toml: notify.question is "true", not true or false
        config.toml: notify.question is 0, not true or false
        config.toml: notify.question is 1, not true or false
        config.toml: notify.question is [], not true or false
        notify.url takes "say it" as "say it"
        notify.url takes "" as ""
        config.toml: notify.url is "a\u0000b", not text, at most 2048 characters, no NUL
        config.toml: notify.url is 7, not text, at most 2048 characters, no NUL
        config.toml: notify.url is false, not text, at most 2048 characters, no NUL
        config.toml: notify.url is "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…, not text, at most 2048 characters, no NUL
        status.format takes "say it" as "say it"
        status.format takes "" as ""
        config.toml: status.format is "a\u0000b", not text, at most 256 characters, no NUL
        config.toml: status.format is 7, not text, at most 256 characters, no NUL
        config.toml: status.format is false, not text, at most 256 characters, no NUL
        config.toml: status.format is "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…, not text, at most 256 characters, no NUL
        config.toml: record is "", not one of inbox, always
        config.toml: record is "Nothing", not one of inbox, always
        config.toml: record is 1, not one of inbox, always
        config.toml: record is true, not one of inbox, always
        config.toml: serve.calls is "2", not a whole number from 1 to 65536
        config.toml: serve.calls is true, not a whole number from 1 to 65536
        config.toml: serve.calls is 1.5, not a whole number from 1 to 65536
        config.toml: serve.calls is -1, not a whole number from 1 to 65536
        config.toml: serve.calls is 99999, not a whole number from 1 to 65536
        serve.calls takes 3.0 as 3
        config.toml: serve.calls is [3], not a whole number from 1 to 65536
        config.toml: serve.streams is "2", not a whole number from 1 to 65536
        config.toml: serve.streams is true, not a whole number from 1 to 65536
        config.toml: serve.streams is 1.5, not a whole number from 1 to 65536
        config.toml: serve.streams is -1, not a whole number from 1 to 65536
        config.toml: serve.streams is 99999, not a whole number from 1 to 65536
        serve.streams takes 3.0 as 3
        config.toml: serve.streams is [3], not a whole number from 1 to 65536
        config.toml: serve.waits is "2", not a whole number from 1 to 65536
        config.toml: serve.waits is true, not a whole number from 1 to 65536
        config.toml: serve.waits is 1.5, not a whole number from 1 to 65536
        config.toml: serve.waits is -1, not a whole number from 1 to 65536
        config.toml: serve.waits is 99999, not a whole number from 1 to 65536
        serve.waits takes 3.0 as 3
        config.toml: serve.waits is [3], not a whole number from 1 to 65536
        mcp.limits takes "say it" as "say it"
        mcp.limits takes "" as ""
        config.toml: mcp.limits is "a\u0000b", not text, at most 1024 characters, no NUL
        config.toml: mcp.limits is 7, not text, at most 1024 characters, no NUL
        config.toml: mcp.limits is false, not text, at most 1024 characters, no NUL
        config.toml: mcp.limits is "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…, not text, at most 1024 characters, no NUL
        opencode.seed_compat takes true as true
        opencode.seed_compat takes false as false
        config.toml: opencode.seed_compat is "true", not true or false
        config.toml: opencode.seed_compat is 0, not true or false
        config.toml: opencode.seed_compat is 1, not true or false
        config.toml: opencode.seed_compat is [], not true or false
        pi.hide_tool_without_person takes true as true
        pi.hide_tool_without_person takes false as false
        config.toml: pi.hide_tool_without_person is "true", not true or false
        config.toml: pi.hide_tool_without_person is 0, not true or false
        config.toml: pi.hide_tool_without_person is 1, not true or false
        config.toml: pi.hide_tool_without_person is [], not true or false
    "#]].assert_eq(&text);
}

#[test]
fn null_fits_nothing() {
    for setting in ALL.iter().filter(|s| s.in_contract()) {
        assert!(told(setting, "null").contains(" is null, not "), "{}", setting.name);
    }
}

#[test]
fn a_variable_is_judged_as_text() {
    let given = |name: &'static str, text: &str| {
        let variable = Variable { name: "V".into(), setting: name, text: text.into() };
        let loaded = resolve(vec![Layer::Variables(vec![variable])]);
        match &loaded.warnings[..] {
            [] => loaded.origin(name).unwrap().given.to_string(),
            other => other.iter().map(ToString::to_string).collect(),
        }
    };
    let mut text = String::new();
    for (name, came) in [
        ("bellOnQuestion", "off"),
        ("bellOnQuestion", " NO "),
        ("ttsOnQuestion", "1"),
        ("ttsOnQuestion", "si"),
        ("debounceMs", " 20 "),
        ("debounceMs", "20 ms"),
        ("debounceMs", "NaN"),
        ("heartbeatIntervalMinutes", "0.5"),
        ("heartbeatIntervalMinutes", "inf"),
        ("surface", "fullscreen"),
        ("theme", "solar"),
        ("theme", "/etc/passwd"),
        ("keys.preset", "emacs"),
        ("keys.bindings", "{}"),
        ("onQuestionCommand", "rm -rf /"),
        ("dangerCheckEnabled", "false"),
        ("nonsense", "x"),
    ] {
        let _ = writeln!(text, "{name} {came:?}: {}", given(name, came));
    }
    expect![[r#"
        bellOnQuestion "off": false
        bellOnQuestion " NO ": false
        ttsOnQuestion "1": true
        ttsOnQuestion "si": V: ttsOnQuestion is "si", not true or false
        debounceMs " 20 ": 20
        debounceMs "20 ms": V: debounceMs is "20 ms", not a whole number from 0 to 10000
        debounceMs "NaN": V: debounceMs is "NaN", not a whole number from 0 to 10000
        heartbeatIntervalMinutes "0.5": 0.5
        heartbeatIntervalMinutes "inf": V: heartbeatIntervalMinutes is "inf", not a number from 0.5 to 60
        surface "fullscreen": fullscreen
        theme "solar": solar
        theme "/etc/passwd": V: theme is "/etc/passwd", not auto, dark, light, none or a theme file's name (letters, digits, . _ -)
        keys.preset "emacs": emacs
        keys.bindings "{}": V: keys.bindings is a setting of config.toml and does not count here
        onQuestionCommand "rm -rf /": V does not count: no variable and no flag sets onQuestionCommand
        dangerCheckEnabled "false": V does not count: no variable and no flag sets dangerCheckEnabled
        nonsense "x": V: there is no setting nonsense
    "#]].assert_eq(&text);
}

#[test]
fn variables_are_looked_up_by_the_names_in_the_table() {
    let Layer::Variables(set) = Layer::variables(|name| Some(format!("<{name}>"))) else { panic!() };
    let asked: Vec<&str> = set.iter().map(|v| v.name.as_str()).collect();
    for setting in ALL {
        if let Some(name) = setting.variable() {
            assert!(asked.contains(&name.as_str()), "{name}");
        }
    }
    // asq reads these, too, to warn a person who tries to set them.
    assert!(asked.contains(&"ASQ_DANGER_CHECK_ENABLED") && asked.contains(&"ASQ_ON_QUESTION_COMMAND"));
    assert!(ALL.iter().all(|s| (s.layers == AllowedLayers::Guarded) <= s.variable().is_none()));
}

#[test]
fn given_goes_out_as_json() {
    let all: Vec<String> = [
        Given::Flag(true),
        Given::Integer(3),
        Given::Number(4.5),
        Given::Number(4.0),
        Given::Text("a \"b\"\n".into()),
        Given::Word("vi".into()),
    ]
    .iter()
    .map(|g| format!("{g} {}", g.json()))
    .collect();
    assert_eq!(all, ["true true", "3 3", "4.5 4.5", "4 4", r#""a \"b\"\n" "a \"b\"\n""#, "vi \"vi\""]);
}

#[test]
fn keys_of_ones_own_have_bounds() {
    let bindings = Setting::named("keys.bindings").unwrap();
    let fits = |rows: serde_json::Value| bindings.judge(&rows).is_some();
    let actions =
        |n: usize| (0..n).map(|n| (format!("a{n}"), json!("f2"))).collect::<serde_json::Map<_, _>>();
    assert!(fits(actions(256).into()) && !fits(actions(257).into()));
    let keys = |n: usize| json!({ "choose": vec!["f2"; n] });
    assert!(fits(keys(16)) && !fits(keys(17)));
    let long = |n: usize| json!({ "choose": "x".repeat(n) });
    assert!(fits(long(64)) && !fits(long(65)));
}

#[test]
fn a_theme_that_asq_has_is_never_a_file() {
    for word in ThemeName::WORDS {
        let theme = config(&format!("theme = {word:?}")).settings.theme;
        assert!(!matches!(theme, ThemeName::File(_)), "{word}");
        assert_eq!(theme.to_string(), word);
    }
    assert_eq!(config("theme = \"mine\"").settings.theme, ThemeName::File("mine".into()));
}
