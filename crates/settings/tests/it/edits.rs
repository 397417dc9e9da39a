//! Changing one setting leaves the rest of a file's text as it was.
#![allow(clippy::unwrap_used, reason = "part of the tests")]

use asq_settings::{
    ALL, File, Format, Given, Layer, Setting, Settings, Shape, config_schema, contract_schema, resolve, set,
    template, unset,
};
use expect_test::{Expect, expect};

fn setting(name: &str) -> &'static Setting {
    Setting::named(name).unwrap()
}

fn given(name: &str, text: &str) -> Given {
    setting(name).judge_text(text).unwrap()
}

fn check(format: Format, before: &str, changes: &[(&str, Option<&str>)], expected: &Expect) {
    let mut text = before.to_owned();
    for (name, to) in changes {
        text = match to {
            Some(to) => set(format, &text, setting(name), &given(name, to)),
            None => unset(format, &text, setting(name)),
        }
        .unwrap();
    }
    expected.assert_eq(&text);
}

#[test]
fn json_keeps_what_it_does_not_know_to_the_letter() {
    check(
        Format::Json,
        "{\n    \"herdrReportBlocked\": {\"a\": [1.50, \"}\\\"\"]},   \"bellOnQuestion\" : true ,\n    \"debounceMs\": 1.0e1\n}",
        &[
            ("bellOnQuestion", Some("off")),
            ("debounceMs", Some("7")),
            ("ttsOnQuestion", Some("on")),
            ("onQuestionCommand", Some("say \"é\"\n")),
        ],
        &expect![[r#"
            {
                "herdrReportBlocked": {"a": [1.50, "}\""]},   "bellOnQuestion" : false ,
                "debounceMs": 7,
                "ttsOnQuestion": true,
                "onQuestionCommand": "say \"é\"\n"
            }"#]],
    );
}

#[test]
fn json_begins_from_nothing_and_goes_back_to_nothing() {
    check(
        Format::Json,
        "",
        &[("debounceMs", Some("7"))],
        &expect![[r#"
        {
          "debounceMs": 7
        }
    "#]],
    );
    check(
        Format::Json,
        "{}",
        &[("debounceMs", Some("7"))],
        &expect![[r#"
        {
          "debounceMs": 7
        }"#]],
    );
    check(
        Format::Json,
        "{ \"x\": 1 }",
        &[("debounceMs", Some("7"))],
        &expect![[r#"{ "x": 1, "debounceMs": 7 }"#]],
    );
    check(
        Format::Json,
        "{\"x\":1,\"y\":2}",
        &[("debounceMs", Some("7"))],
        &expect![[r#"{"x":1,"y":2,"debounceMs": 7}"#]],
    );
    check(
        Format::Json,
        "{\n  \"debounceMs\": 7\n}\n",
        &[("debounceMs", None)],
        &expect![[r#"
            {}
        "#]],
    );
    check(Format::Json, "{\"debounceMs\": 7, \"x\": 1}", &[("debounceMs", None)], &expect![[r#"{"x": 1}"#]]);
    check(
        Format::Json,
        "{\"x\": 1, \"debounceMs\": 7, \"y\": 2}",
        &[("debounceMs", None)],
        &expect![[r#"{"x": 1, "y": 2}"#]],
    );
    check(
        Format::Json,
        "{\"debounceMs\": 7, \"x\": {\"debounceMs\": 1}, \"debounceMs\": 8}",
        &[("debounceMs", Some("9"))],
        &expect![[r#"{"debounceMs": 7, "x": {"debounceMs": 1}, "debounceMs": 9}"#]],
    );
    check(
        Format::Json,
        "{\"debounceMs\": 7, \"x\": {\"debounceMs\": 1}, \"debounceMs\": 8}",
        &[("debounceMs", None)],
        &expect![[r#"{"x": {"debounceMs": 1}}"#]],
    );
}

#[test]
fn toml_keeps_comments_order_and_unknown_keys() {
    check(
        Format::Toml,
        "# mine\ntheme   = \"dark\"  # at night\n\nunknown = [ 1,2 ]\n\n[keys.bindings] # mine\n# why\nsubmit = \"f2\"   # one\nhelp = [\"f1\"]\n\n[other]\nx = 1\n",
        &[
            ("theme", Some("light")),
            ("debounceMs", Some("7")),
            ("inbox.hold", Some("0.5")),
            ("keys.preset", Some("vi")),
            ("keys.bindings", Some("{\"submit\": [\"f2\", \"f3\"], \"cancel\": \"esc\"}")),
        ],
        &expect![[r##"
            # mine
            theme   = "light"  # at night

            unknown = [ 1,2 ]
            debounceMs = 7

            [keys]
            preset = "vi"

            [keys.bindings] # mine
            # why
            submit = ["f2", "f3"]   # one
            cancel = ["esc"]

            [other]
            x = 1

            [inbox]
            hold = 0.5
        "##]],
    );
}

#[test]
fn toml_begins_from_nothing_and_forgets() {
    check(
        Format::Toml,
        "",
        &[("timer", Some("off")), ("inbox.hold", Some("4")), ("keys.bindings", Some("{\"a\": \"b\"}"))],
        &expect![[r#"
            timer = false

            [inbox]
            hold = 4

            [keys.bindings]
            a = ["b"]
        "#]],
    );
    check(
        Format::Toml,
        "asq.timer = true # x\ntheme = \"dark\"\n",
        &[("timer", Some("off"))],
        &expect![[r#"
        theme = "dark"
        timer = false
    "#]],
    );
    check(
        Format::Toml,
        "# a\ntheme = \"dark\" # b\n# c\nrecord = \"always\"\n[inbox]\nhold = 3\n",
        &[("theme", None), ("inbox.hold", None), ("surface", None)],
        &expect![[r##"
            # a
            # c
            record = "always"
            [inbox]
        "##]],
    );
    check(
        Format::Toml,
        "# a\ninbox = { hold = 3, x = 1 } # b\n",
        &[("inbox.hold", None)],
        &expect![[r#"
        # a
        inbox = { x = 1 } # b
    "#]],
    );
    check(
        Format::Toml,
        "a = 1\nasq.timer = true\nb = 2",
        &[("timer", None)],
        &expect![[r#"
        a = 1
        b = 2
    "#]],
    );
    check(
        Format::Toml,
        "inbox = 3\n",
        &[("inbox.hold", Some("4"))],
        &expect![[r#"
        [inbox]
        hold = 4
    "#]],
    );
}

#[test]
fn an_older_spelling_goes_and_leaves_the_comment_above_it() {
    let before = "[asq]\n# The clock makes me nervous.\ntimer = false\nother = 1\n";
    let after = unset(Format::Toml, before, setting("timer")).unwrap();
    assert_eq!(after, "[asq]\n# The clock makes me nervous.\nother = 1\n");
}

#[test]
fn what_was_set_is_what_is_read() {
    let samples = [
        "true",
        "3",
        "fullscreen",
        "vi",
        "always",
        "keep",
        "urgent",
        "osc9",
        "refuse",
        "agent",
        "22:00-08:30",
        "{\"a b\": [\"x\", \"\\\"\"]}",
        "solar",
        "echo \"$HOME\" # é\n\t\u{1b}\u{7f}",
    ];
    for s in ALL {
        let mut tried = 0;
        for given in samples.iter().filter_map(|text| s.judge_text(text)) {
            tried += 1;
            let toml = set(Format::Toml, "# x\n[inbox]\n", s, &given).unwrap();
            let loaded = Format::Toml.check("c", &toml);
            assert_eq!(
                (&loaded.origin(s.name).unwrap().given, &loaded.warnings[..]),
                (&given, &[][..]),
                "{toml}"
            );
            if s.in_contract() {
                let json = set(Format::Json, "{\"x y\": [{}]}", s, &given).unwrap();
                let loaded = Format::Json.check("c", &json);
                assert_eq!(
                    (&loaded.origin(s.name).unwrap().given, loaded.warnings.len()),
                    (&given, 1),
                    "{json}"
                );
                assert_eq!(unset(Format::Json, &json, s).unwrap(), "{\"x y\": [{}]}");
            }
        }
        assert!(tried > 0, "{}", s.name);
    }
}

#[test]
fn a_broken_file_is_not_touched() {
    for (format, text) in [(Format::Json, "{\"a\": 1"), (Format::Json, "[]"), (Format::Toml, "a = ")] {
        assert!(set(format, text, setting("debounceMs"), &Given::Integer(1)).is_err(), "{text}");
        assert!(unset(format, text, setting("debounceMs")).is_err(), "{text}");
    }
}

#[test]
fn the_template_says_nothing_until_a_line_is_freed() {
    let template = template();
    expect![[r##"
        # Settings of asq. Remove the # from a line to change it.
        # asq settings --origins shows each value and where it comes from.

        # a form shows the address of its page if a server runs
        # browserEnabled = true  # true or false

        # the page opens by itself if a call has at least browserMinQuestions questions; asq starts a server if none runs
        # browserAutoOpen = false  # true or false

        # the fewest questions for which the page opens by itself
        # browserMinQuestions = 2  # a whole number from 1 to 4

        # the page's address goes to the clipboard when the form opens
        # copyUrlToClipboard = true  # true or false

        # the terminal's bell rings when a form opens
        # bellOnQuestion = true  # true or false

        # a desktop notification says that a form is open
        # notificationOnQuestion = false  # true or false

        # seconds until that notification; 0 is at once
        # notificationDelaySeconds = 30  # a whole number from 0 to 300

        # speak the header (the command attn)
        # ttsOnQuestion = false  # true or false

        # a command line for sh that runs when a form opens; PI_QUESTIONNAIRE_PAYLOAD_FILE names its payload
        # onQuestionCommand = ""  # text, at most 65536 characters, no NUL

        # tell the host at intervals that the form is still open
        # (only inside a host like pi)
        # heartbeatWhileActive = false  # true or false

        # minutes between two heartbeats
        # (only inside a host like pi)
        # heartbeatIntervalMinutes = 4.5  # a number from 0.5 to 60

        # milliseconds before other surfaces see typed text; the screen has no delay
        # debounceMs = 300  # a whole number from 0 to 10000

        # the person confirms a dangerous question by typing
        # dangerCheckEnabled = true  # true or false

        # the colours of a form; auto suits the terminal
        # theme = "auto"  # auto, dark, light, none or a theme file's name (letters, digits, . _ -)

        # where a form is drawn; inline is below the cursor, or on the alternate screen if a resize would leave rows behind; fullscreen is always on the alternate screen
        # surface = "inline"  # one of inline, fullscreen

        # a form is plain numbered lines, without cursor movement
        # accessible = false  # true or false

        # a form whose contract has a clock shows it
        # timer = true  # true or false

        # milliseconds for which keys can't answer a new page; at least 250 for a dangerous one
        # guard = 250  # a whole number from 0 to 60000

        # which requests get into the history: those that went through the inbox, or all
        # record = "inbox"  # one of inbox, always

        [keys]
        # the keys to begin with
        # preset = "default"  # one of default, vi, emacs
        # keys by action, in place of those of the preset
        # bindings = {}  # a table of actions, each with a key or a list of up to 16 keys

        [answer]
        # take or refuse what you answer when asq can't tell whether the asker answers itself, such as in a container
        # unknown = "take"  # one of take, refuse

        [inbox]
        # seconds for which the inbox holds an answer back, so that it can be undone
        # hold = 3  # a number from 0 to 10
        # quiet hours; arrivals are announced when they end
        # quiet = ""  # hours of the day as 22:00-08:00, or nothing
        # the inbox's first grouping
        # group = "none"  # one of none, agent, folder, urgency
        # send or keep a held answer when the inbox's window closes
        # on_hangup = "send"  # one of send, keep
        # which request comes first: the oldest, or the most urgent
        # order = "asked"  # one of asked, urgent
        # after an answer the next request opens by itself
        # advance = true  # true or false
        # your last answer to the same question of the same agent is offered again
        # propose = true  # true or false
        # clicks and the wheel work in the inbox
        # mouse = true  # true or false
        # a command that opens a folder, a diff or a link; the path or link is its last argument
        # open = ""  # text, at most 4096 characters, no NUL

        [notify]
        # seconds between two announcements; requests in between are announced together
        # batch = 10  # a whole number from 0 to 600
        # minutes after which a request that still waits is announced once more; 0 is never
        # again_after = 0  # a whole number from 0 to 1440
        # how the terminal shows a notification
        # terminal = "auto"  # one of auto, osc9, osc777, osc99, off
        # the inbox's title has the number of waiting requests
        # title = true  # true or false
        # a desktop notification opens its request by a click, if the desktop has buttons
        # buttons = true  # true or false
        # a terminal's command that a click on a notification starts with asq inbox (foot, xterm -e); without one a popup of tmux
        # open = ""  # text, at most 4096 characters, no NUL
        # a notification, a command and the webhook get the question, too, not only its header
        # question = false  # true or false
        # an address that gets a POST for each announcement (ntfy or a webhook)
        # url = ""  # text, at most 2048 characters, no NUL

        [status]
        # what asq status prints; {?waiting}…{/} is printed only while requests wait
        # format = "{?waiting}asq {waiting}{/}"  # text, at most 256 characters, no NUL

        [serve]
        # how many calls of one token asq serve takes at once
        # (of asq serve, which reads it when it starts)
        # calls = 64  # a whole number from 1 to 65536
        # how many event streams of one token may be open at once
        # (of asq serve, which reads it when it starts)
        # streams = 256  # a whole number from 1 to 65536
        # how many waits for an ending one token may have at once
        # (of asq serve, which reads it when it starts)
        # waits = 1024  # a whole number from 1 to 65536

        [mcp]
        # how long a call of an agent over MCP waits before it gets a pending result, by the beginning of the agent's name: cursor=10m, goose=4m
        # (of asq mcp and asq serve, which read it when they start)
        # limits = ""  # text, at most 1024 characters, no NUL

        [opencode]
        # OpenCode's old habits: answer unknown ids with true, and send no question events
        # (of asq serve, which reads it when it starts)
        # seed_compat = false  # true or false

        [pi]
        # don't offer pi's model a tool that nobody could answer
        # (only in pi)
        # hide_tool_without_person = false  # true or false
    "##]]
    .assert_eq(&template);
    let loaded = Format::Toml.check("c", &template);
    assert_eq!((loaded.settings, loaded.warnings), (Settings::default(), vec![]));
    // An uncommented line sets the default that it replaces.
    let mut freed = String::new();
    for line in template.lines() {
        let free = line.strip_prefix("# ").filter(|rest| rest.contains(" = "));
        freed.push_str(free.unwrap_or(line));
        freed.push('\n');
    }
    let loaded = Format::Toml.check("c", &freed);
    assert_eq!((loaded.settings, loaded.warnings), (Settings::default(), vec![]));
    assert!(loaded.origins.iter().all(|o| o.source.word() == "config"), "{freed}");
}

#[test]
fn the_schemas_hold_every_setting() {
    let contract = contract_schema();
    let names: Vec<&str> = contract["properties"].as_object().unwrap().keys().map(String::as_str).collect();
    let expected: Vec<&str> =
        ["$schema"].into_iter().chain(ALL.iter().filter(|s| s.in_contract()).map(|s| s.name)).collect();
    assert_eq!(names, expected);
    let config = config_schema();
    for s in ALL {
        let place = s.name.split('.').fold(&config, |at, part| &at["properties"][part]);
        assert_eq!(place["default"], s.default().json(), "{}", s.name);
    }
    for (schema, name) in [(&contract, "debounceMs"), (&config, "guard")] {
        assert_eq!(schema["additionalProperties"], false, "an unknown name is marked");
        let Shape::Integer { min, max } = setting(name).shape else { panic!("{name}") };
        let property = &schema["properties"][name];
        assert_eq!((&property["minimum"], &property["maximum"]), (&min.into(), &max.into()), "{name}");
        assert_eq!(property["description"], setting(name).about);
    }
    expect![[r#"
        {
          "type": "object",
          "properties": {
            "hold": {
              "type": "number",
              "minimum": 0.0,
              "maximum": 10.0,
              "default": 3,
              "description": "seconds for which the inbox holds an answer back, so that it can be undone"
            },
            "quiet": {
              "type": "string",
              "pattern": "^$|^([01]?[0-9]|2[0-3]):[0-5][0-9]-([01]?[0-9]|2[0-3]):[0-5][0-9]$",
              "default": "",
              "description": "quiet hours; arrivals are announced when they end"
            },
            "group": {
              "enum": [
                "none",
                "agent",
                "folder",
                "urgency"
              ],
              "default": "none",
              "description": "the inbox's first grouping"
            },
            "on_hangup": {
              "enum": [
                "send",
                "keep"
              ],
              "default": "send",
              "description": "send or keep a held answer when the inbox's window closes"
            },
            "order": {
              "enum": [
                "asked",
                "urgent"
              ],
              "default": "asked",
              "description": "which request comes first: the oldest, or the most urgent"
            },
            "advance": {
              "type": "boolean",
              "default": true,
              "description": "after an answer the next request opens by itself"
            },
            "propose": {
              "type": "boolean",
              "default": true,
              "description": "your last answer to the same question of the same agent is offered again"
            },
            "mouse": {
              "type": "boolean",
              "default": true,
              "description": "clicks and the wheel work in the inbox"
            },
            "open": {
              "type": "string",
              "maxLength": 4096,
              "default": "",
              "description": "a command that opens a folder, a diff or a link; the path or link is its last argument"
            }
          },
          "additionalProperties": false
        }"#]].assert_eq(&format!("{:#}", config["properties"]["inbox"]));
}

#[test]
fn a_check_of_a_text_finds_all_that_is_wrong() {
    let loaded = Format::Json
        .check("f.json", r#"{"debounceMs": -1, "x": 1, "theme": "dark", "dangerCheckEnabled": 0}"#);
    let all: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
    expect![[r#"
        f.json: debounceMs is -1, not a whole number from 0 to 10000
        f.json: there is no setting x
        f.json: theme is a setting of config.toml and does not count here
        f.json: dangerCheckEnabled is 0, not true or false"#]]
    .assert_eq(&all.join("\n"));
    let same = resolve(vec![Layer::Config(File { path: "f".into(), text: "theme = 1".into(), doubt: None })]);
    assert_eq!(Format::Toml.check("f", "theme = 1"), same);
}
