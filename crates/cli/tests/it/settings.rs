//! `asq settings` and `asq trust` without a terminal, and what an ask says about settings.

use crate::done::printed;
use crate::run::{Done, asq};
use expect_test::{Expect, expect};
use std::fmt::Write;

/// Runs a script of bash in an empty home; its output shows the home as `~`.
fn script(text: &str) -> Done {
    let whole = format!(
        "cd; G=.pi/agent/ask-user-question.json P=proj/.pi/ask-user-question.json C=.config/asq/config.toml
        mkdir -p .pi/agent proj/.pi .config/asq
        {{ {text}
        }} 2>&1 | sed \"s|$HOME|~|g\"; exit ${{PIPESTATUS[0]}}"
    );
    asq(&[]).shell(&whole).done()
}

fn check(text: &str, expected: &Expect) {
    let done = script(text);
    expected.assert_eq(&done.out);
}

/// The same for a longer output, in a file.
fn prints(text: &str, name: &str) {
    printed(name, &script(text).out);
}

const UNTRUSTED: &str =
    r#"{"onQuestionCommand": "touch evil", "dangerCheckEnabled": false, "bellOnQuestion": false}"#;

#[test]
fn settings_are_listed() {
    check(
        "asq settings; echo $?",
        &expect![[r#"
            browserEnabled = true
            browserAutoOpen = false
            browserMinQuestions = 2
            copyUrlToClipboard = true
            bellOnQuestion = true
            notificationOnQuestion = false
            notificationDelaySeconds = 30
            ttsOnQuestion = false
            onQuestionCommand = ""
            heartbeatWhileActive = false
            heartbeatIntervalMinutes = 4.5
            debounceMs = 300
            dangerCheckEnabled = true
            theme = auto
            surface = inline
            accessible = false
            timer = true
            keys.preset = default
            keys.bindings = {}
            guard = 250
            answer.unknown = take
            inbox.hold = 3
            inbox.quiet = ""
            inbox.group = none
            inbox.on_hangup = send
            inbox.order = asked
            inbox.advance = true
            inbox.propose = true
            inbox.mouse = true
            inbox.open = ""
            notify.batch = 10
            notify.again_after = 0
            notify.terminal = auto
            notify.title = true
            notify.buttons = true
            notify.open = ""
            notify.question = false
            notify.url = ""
            status.format = "{?waiting}asq {waiting}{/}"
            record = inbox
            serve.calls = 64
            serve.streams = 256
            serve.waits = 1024
            mcp.limits = ""
            opencode.seed_compat = false
            pi.hide_tool_without_person = false
            0
        "#]],
    );
}

#[test]
fn origins_name_every_layer_and_what_does_not_count() {
    prints(
        &format!(
            "echo 'theme = \"light\"\ntimer = 3' >$C
            echo '{{\"debounceMs\": 10, \"onQuestionCommand\": \"notify-send \\\"a question\\\"\", \"herdr\": 1}}' >$G
            echo '{UNTRUSTED}' >$P
            cd proj; export ASQ_SURFACE=fullscreen ACCESSIBLE=1 ASQ_DANGER_CHECK_ENABLED=no
            asq settings --origins"
        ),
        "settings/origins_name_every_layer_and_what_does_not_count",
    );
}

#[test]
fn json_has_the_same() {
    let done = script(
        "echo 'theme = 1' >$C; echo '{\"debounceMs\": 10}' >$G
        asq settings --origins --json | jq -c '.settings.debounceMs, .settings.theme, .files[], .warnings[]'
        asq settings --json | jq -c 'length, .debounceMs, .\"keys.bindings\"'",
    );
    expect![[r#"
        {"value":10,"layer":"global","name":"~/.pi/agent/ask-user-question.json","note":null}
        {"value":"auto","layer":"default","name":null,"note":null}
        {"layer":"config","path":"~/.config/asq/config.toml","state":"read"}
        {"layer":"global","path":"~/.pi/agent/ask-user-question.json","state":"read"}
        {"layer":"project","path":"~/.pi/ask-user-question.json","state":"missing"}
        {"layer":"config","name":"~/.config/asq/config.toml","setting":"theme","text":"~/.config/asq/config.toml: theme is 1, not auto, dark, light, none or a theme file's name (letters, digits, . _ -)"}
        46
        10
        {}
    "#]].assert_eq(&done.out);
}

#[test]
fn files_that_cannot_be_read_are_said_and_the_rest_counts() {
    check(
        "mkdir $C; mkfifo $G; printf '{\\n\"bellOnQuestion\": \"\\377\"}' >$P; cd proj
        asq settings --origins | sed -n '/^Files/,$p'
        rm $OLDPWD/$P ../$G; head -c 2000000 /dev/zero >../$G
        asq settings --origins | sed -n '/^Files/,$p'",
        &expect![[r#"
            Files, lowest first:
              config   ~/.config/asq/config.toml: can't be read
              global   ~/.pi/agent/ask-user-question.json: can't be read
              project  ~/proj/.pi/ask-user-question.json: can't be read

            What does not count:
              ~/.config/asq/config.toml can't be read: it isn't a regular file
              ~/.pi/agent/ask-user-question.json can't be read: it isn't a regular file
              ~/proj/.pi/ask-user-question.json can't be read: line 2 is not UTF-8
            Files, lowest first:
              config   ~/.config/asq/config.toml: can't be read
              global   ~/.pi/agent/ask-user-question.json: can't be read
              project  ~/proj/.pi/ask-user-question.json: not there

            What does not count:
              ~/.config/asq/config.toml can't be read: it isn't a regular file
              ~/.pi/agent/ask-user-question.json can't be read: it has 2000000 bytes; at
              most 64 KiB are read
        "#]],
    );
}

#[test]
fn a_pi_folder_and_an_xdg_folder_are_honoured() {
    check(
        "mkdir -p x/asq pi 'a ~'; echo 'debounceMs = 1' >x/asq/config.toml; echo '{\"bellOnQuestion\": false}' >pi/ask-user-question.json
        export XDG_CONFIG_HOME=$HOME/x PI_CODING_AGENT_DIR='~/pi'
        asq settings --origins | grep -e global -e config
        PI_CODING_AGENT_DIR=pi asq settings --origins | grep global",
        &expect![[r#"
            bellOnQuestion               false         global
            debounceMs                   1             config
              config   ~/x/asq/config.toml: read
              global   ~/pi/ask-user-question.json: read
            bellOnQuestion               false         global
              global   ~/pi/ask-user-question.json: read
        "#]],
    );
}

/// The account's home with its guard, and another that an agent made and put into HOME.
const TWO_HOMES: &str = r#"
    shown() { asq settings --origins | sed -n -e '/^dangerCheck/p; /^guard /p; /^answer.unknown/p; /does not count/,$p'; }
    mkdir -p mine/.config/asq mine/.pi/agent; export ASQ_TESTING_HOME_OF_THE_ACCOUNT=$HOME/mine
    printf 'guard = 400\nanswer.unknown = "refuse"\n' >mine/.config/asq/config.toml
    printf 'guard = 0\nanswer.unknown = "take"\n' >$C; echo '{"dangerCheckEnabled": false}' >$G
    "#;

#[test]
fn a_home_that_the_environment_names_loosens_no_guard() {
    check(
        &format!(
            "{TWO_HOMES} shown; echo; echo 'guard = 0' >$C; echo '{{}}' >$G; mv $C mine/.config/asq
            export HOME=$HOME/mine; cd; shown; echo; mkdir x pi; cp -r .config/asq x; cd x
            echo '{{\"dangerCheckEnabled\": false}}' >../pi/ask-user-question.json; echo 'guard = 3' >asq/config.toml
            echo 'answer.unknown = \"refuse\"' >>asq/config.toml
            XDG_CONFIG_HOME=$HOME/x PI_CODING_AGENT_DIR=$HOME/pi shown"
        ),
        &expect![[r#"
            dangerCheckEnabled           true          default
            guard                        400           config
            answer.unknown               refuse        config
            What does not count:
              ~/.pi/agent/ask-user-question.json: dangerCheckEnabled does not count, since
              nothing in the home of your account says so
              ~/.config/asq/config.toml: guard does not count, since nothing in the home of
              your account says so
              ~/.config/asq/config.toml: answer.unknown does not count, since nothing in the
              home of your account says so

            dangerCheckEnabled           true          default
            guard                        0             config
            answer.unknown               take          default

            dangerCheckEnabled           true          default
            guard                        3             config
            answer.unknown               refuse        config
            What does not count:
              ~/pi/ask-user-question.json: dangerCheckEnabled does not count, since nothing
              in the home of your account says so
        "#]],
    );
}

#[test]
fn a_home_that_the_environment_names_makes_guards_stricter_and_a_looser_default_is_not_said() {
    check(
        &format!(
            "{TWO_HOMES} echo 'guard = 900' >$C; rm $G; shown; echo; rm $C; shown
            echo; echo 'guard = 0' >$C; ASQ_TESTING_HOME_OF_THE_ACCOUNT=$HOME/none shown"
        ),
        &expect![[r#"
            dangerCheckEnabled           true          default
            guard                        900           config
            answer.unknown               refuse        config

            dangerCheckEnabled           true          default
            guard                        400           config
            answer.unknown               refuse        config

            dangerCheckEnabled           true          default
            guard                        250           default
            answer.unknown               take          default
            What does not count:
              ~/.config/asq/config.toml: guard does not count, since nothing in the home of
              your account says so
        "#]],
    );
}

#[test]
fn a_list_of_trusted_folders_that_the_environment_names_loosens_no_guard() {
    let trust = "cd proj; digest=$(sha256sum <.pi/ask-user-question.json | cut -d ' ' -f 1)
        list=\"{\\\"folders\\\":{\\\"$PWD\\\":{\\\"digest\\\":\\\"$digest\\\",\\\"at\\\":0}}}\"";
    check(
        &format!(
            "{TWO_HOMES} rm $C $G mine/.config/asq/config.toml; export HOME=$HOME/mine; cd; mkdir -p proj/.pi
            echo '{{\"dangerCheckEnabled\": false}}' >$P; {trust}
            mkdir -p x/asq; echo \"$list\" >x/asq/trust.json; XDG_STATE_HOME=$PWD/x shown; echo
            mkdir -p ~/.local/state/asq; mv x/asq/trust.json ~/.local/state/asq; shown"
        ),
        &expect![[r#"
            dangerCheckEnabled           true          default
            guard                        250           default
            answer.unknown               take          default
            What does not count:
              ~/proj/.pi/ask-user-question.json: dangerCheckEnabled does not count, since
              nothing in the home of your account says so

            dangerCheckEnabled           false         project
            guard                        250           default
            answer.unknown               take          default
        "#]],
    );
}

#[test]
fn only_the_present_folder_counts_as_the_project() {
    check(
        "echo '{\"debounceMs\": 1}' >$P; mkdir proj/below; cd proj/below; asq settings | grep debounce; cd ..; asq settings | grep debounce",
        &expect![[r#"
            debounceMs = 300
            debounceMs = 1
        "#]],
    );
}

#[test]
fn set_writes_one_file_and_says_what_stands_in_the_way() {
    prints(
        "rmdir .config/asq
        asq settings set debounceMs 7 theme light; stat -c %a .config/asq $C; cat $C
        asq settings set bellOnQuestion off --global; cat $G
        chmod 644 $G; asq settings set ttsOnQuestion on --global; stat -c %a $G; cat $G
        asq settings set debounceMs 8 --global; asq settings set debounceMs 9
        ASQ_DEBOUNCE_MS=1 asq settings set debounceMs 9 --global
        cd proj; asq settings set dangerCheckEnabled off --project; cat .pi/ask-user-question.json
        cd; rm -r proj/.pi; cd proj; asq settings set debounceMs 4 --project; asq settings | grep debounce
        ls -A . .pi",
        "settings/set_writes_one_file_and_says_what_stands_in_the_way",
    );
}

#[test]
fn set_keeps_comments_unknown_settings_and_links() {
    prints(
        "echo '# mine
theme = \"dark\" # at night
unknown = 1' >dot.toml; ln -s ../../dot.toml $C
        asq settings set theme light keys.bindings.choose 'ctrl+s, f2' keys.preset vi inbox.hold 0; cat dot.toml; readlink $C
        asq settings unset keys.bindings.choose theme; cat $C
        echo '{ \"herdr\": [1.0],\t\"debounceMs\": 3 }' >$G; asq settings set debounceMs 4 --global; cat $G
        asq settings unset debounceMs --global; cat $G",
        "settings/set_keeps_comments_unknown_settings_and_links",
    );
}

#[test]
fn set_refuses_with_all_problems_and_changes_nothing() {
    prints(
        "try() { asq settings \"$@\"; echo \"-> $?\"; }
        try set debounceMs fast theem dark bellOnQuestion maybe heartbeatIntervalMinutes 0.4 timer
        try set theme dark --global
        try set debounceMs -- -1
        try set onQuestionCommand \"$(printf '%65537s' x)\" | tail -c 80
        try set keys.bindings.choose ''
        try set keys.bindings.doown j
        try set keys.bindings.down 'enter ctrl+wrong' keys.bindings.pageup f5 theme dark
        try set $'a\\e]0;x\\nb' 1
        try set theme dracla debounceMs 5 keys.down j
        mkdir -p .config/asq/themes; touch .config/asq/themes/{dracula,solar}.toml .config/asq/themes/'a b.toml'
        try set theme dracla
        rm -r .config/asq/themes
        try unset nothing
        echo '{ broken' >$G; try set debounceMs 3 --global; cat $G
        echo 'a = ' >$C; try set debounceMs 3; cat $C
        HOME= try set debounceMs 3
        ls .config/asq",
        "settings/set_refuses_with_all_problems_and_changes_nothing",
    );
}

#[test]
fn two_changes_at_once_lose_neither() {
    let names =
        ["browserEnabled", "browserAutoOpen", "copyUrlToClipboard", "bellOnQuestion", "ttsOnQuestion"];
    let mut text = String::new();
    for name in names {
        let _ = write!(text, "asq settings set {name} on --global & asq settings set {name} on & ");
    }
    text.push_str("wait; jq -c 'keys | sort' $G; sort $C");
    let done = script(&format!("{{ {text}; }} 2>/dev/null | grep -v ' in '"));
    expect![[r#"
        ["bellOnQuestion","browserAutoOpen","browserEnabled","copyUrlToClipboard","ttsOnQuestion"]
        bellOnQuestion = true
        browserAutoOpen = true
        browserEnabled = true
        copyUrlToClipboard = true
        ttsOnQuestion = true
    "#]]
    .assert_eq(&done.out);
}

#[test]
fn a_file_that_cannot_be_written_is_an_error() {
    let done = script("rmdir .config/asq; echo x >.config/asq; asq settings set debounceMs 3; echo $?");
    expect![[r#"
        asq: can't write ~/.config/asq/config.toml: Not a directory
        74
    "#]]
    .assert_eq(&done.out);
}

#[test]
fn nothing_is_written_where_others_can_write() {
    let done = script(
        "chmod 777 .config/asq .pi/agent; asq settings set debounceMs 3; asq settings set debounceMs 3 --global
        find .config/asq .pi/agent -type f",
    );
    expect![[r#"
        asq: can't write ~/.config/asq/config.toml: its folder ~/.config/asq: others can write to it (chmod go-w)
        asq: can't write ~/.pi/agent/ask-user-question.json: its folder ~/.pi/agent: others can write to it (chmod go-w)
    "#]].assert_eq(&done.out);
}

#[test]
fn without_a_terminal_nothing_is_trusted_and_nothing_edited() {
    check(
        &format!(
            "echo '{UNTRUSTED}' >$P
            asq trust proj; echo $?; yes | asq trust proj; echo $?; asq trust --list; EDITOR=true asq settings edit; echo $?"
        ),
        &expect![[r#"
            asq: trust is given at a terminal, and there is none
              run it yourself in a terminal
            7
            asq: trust is given at a terminal, and there is none
              run it yourself in a terminal
            7
            no folder is trusted
            asq: an editor needs a terminal, and there is none
              run it yourself in a terminal
            7
        "#]],
    );
}

#[test]
fn what_there_is_nothing_to_trust_in() {
    check(
        "asq trust; echo $?; asq trust nowhere; echo $?; asq trust proj; echo $?
        echo '{\"bellOnQuestion\": false}' >$P; asq trust proj; echo $?
        echo '{ broken' >$P; asq trust proj; echo $?
        asq trust --revoke proj; echo $?; asq trust --list proj 2>&1 | head -1",
        &expect![[r#"
            asq: asq trust needs DIR
              asq trust --help explains the flags
            2
            asq: can't find 'nowhere': No such file or directory
            2
            asq: there is nothing to trust: no file ~/proj/.pi/ask-user-question.json
            2
            ~/proj/.pi/ask-user-question.json sets nothing that needs trust
            0
            asq: ~/proj/.pi/ask-user-question.json, line 1, column 3: key must be a string; asq ignores the whole file
            ~/proj/.pi/ask-user-question.json sets nothing that needs trust
            0
            ~/proj was not trusted
            0
            asq: --list and DIR can't be used together
        "#]],
    );
}

#[test]
fn a_list_of_trust_that_others_could_have_written_is_not_believed() {
    check(
        &format!(
            "echo '{UNTRUSTED}' >$P; mkdir -p .local/state/asq; T=.local/state/asq/trust.json
            echo '{{\"folders\": {{\"'$HOME/proj'\": {{\"digest\": \"'$(sha256sum $P | cut -d' ' -f1)'\", \"at\": 1}}}}}}' >$T
            chmod 600 $T; cd proj; asq settings --origins | grep -e ^danger -e trust.json
            chmod 620 ../$T; asq settings --origins | grep -e ^danger -e trust.json
            echo nonsense >../$T; chmod 600 ../$T; asq settings --origins | grep -e ^danger -e trust.json"
        ),
        &expect![[r#"
            dangerCheckEnabled           false         project
            dangerCheckEnabled           true          default
              ~/.local/state/asq/trust.json can't be read: others can write to it (chmod
            dangerCheckEnabled           true          default
              ~/.local/state/asq/trust.json can't be read: expected ident at line 1 column
        "#]],
    );
}

#[test]
fn an_ask_says_three_lines_of_settings_and_goes_on() {
    check(
        "echo '{\"a\": 1, \"b\": 2, \"c\": 3, \"d\": 4, \"debounceMs\": \"\\u001b]0;x\\u0007\"}' >$G
        asq demo question >out; echo $?; jq -r .outcome out
        echo '{\"a\\nasq: b\": 1, \"\u{202e}\": 2, \"c\": 3, \"d\": 4}' >$G; asq demo question >out
        echo '{\"a\": ' >$G; asq demo question >out; jq -r .outcome out
        asq demo --print question | asq check - | tail -1; asq schema question | head -c 20",
        &expect![[r#"
            asq: ~/.pi/agent/ask-user-question.json: there is no setting a
            asq: ~/.pi/agent/ask-user-question.json: there is no setting b
            asq: ~/.pi/agent/ask-user-question.json: there is no setting c
            asq: 2 more in the settings do not count; asq settings --origins lists them
            asq: nobody was asked: there is no terminal to ask in
              run it in a terminal, or see the sample call: asq demo --print
            7
            unavailable
            asq: ~/.pi/agent/ask-user-question.json: there is no setting "a\nasq: b"
            asq: ~/.pi/agent/ask-user-question.json: there is no setting "<U+202E>"
            asq: ~/.pi/agent/ask-user-question.json: there is no setting c
            asq: ~/.pi/agent/ask-user-question.json: there is no setting d
            asq: nobody was asked: there is no terminal to ask in
              run it in a terminal, or see the sample call: asq demo --print
            asq: ~/.pi/agent/ask-user-question.json, line 2, column 1: EOF while parsing a value; asq ignores the whole file
            asq: nobody was asked: there is no terminal to ask in
              run it in a terminal, or see the sample call: asq demo --print
            unavailable
            no problem, nothing dropped or mended
            {"dialect":"question"#]],
    );
}

#[test]
fn single_settings_are_explained() {
    check(
        "asq settings explain theme keys.bindings; asq settings explain them; echo $?",
        &expect![[r#"
            theme = auto
                the colours of a form; auto suits the terminal
                auto, dark, light, none or a theme file's name (letters, digits, . _ -); in
                config.toml, ASQ_THEME

            keys.bindings = {}
                keys by action, in place of those of the preset
                a table of actions, each with a key or a list of up to 16 keys; in
                config.toml
            asq: there is no setting 'them'; did you mean theme?
            2
        "#]],
    );
}

#[test]
fn schemas_are_printed() {
    let done = script(
        "for of in config ask-user-question; do asq settings schema $of | jq -c '.title, (.properties | keys_unsorted)'; done",
    );
    expect![[r#"
        "Settings of asq (config.toml)"
        ["browserEnabled","browserAutoOpen","browserMinQuestions","copyUrlToClipboard","bellOnQuestion","notificationOnQuestion","notificationDelaySeconds","ttsOnQuestion","onQuestionCommand","heartbeatWhileActive","heartbeatIntervalMinutes","debounceMs","dangerCheckEnabled","theme","surface","accessible","timer","keys","guard","answer","inbox","notify","status","record","serve","mcp","opencode","pi"]
        "Settings of AskUserQuestion"
        ["$schema","browserEnabled","browserAutoOpen","browserMinQuestions","copyUrlToClipboard","bellOnQuestion","notificationOnQuestion","notificationDelaySeconds","ttsOnQuestion","onQuestionCommand","heartbeatWhileActive","heartbeatIntervalMinutes","debounceMs","dangerCheckEnabled"]
    "#]].assert_eq(&done.out);
}

#[test]
fn help_of_settings_and_trust() {
    prints(
        "asq settings explain; asq help settings; asq settings set --help; asq help trust",
        "settings/help_of_settings_and_trust",
    );
}

#[test]
fn no_link_in_a_folder_leads_its_settings_elsewhere() {
    check(
        "printf 'secret: 1\\n' >elsewhere; ln -s ../../elsewhere $P; cd proj; asq settings --origins | sed '1,/^What/d' | tr -s '\\n ' ' '; echo
        asq trust .; echo $?; asq settings set bellOnQuestion off --project; echo $?; cat ../elsewhere; stat -c %F .pi/*
        echo '- .pi is a link'; mkdir ../other; echo '{\"bellOnQuestion\": false}' >../other/ask-user-question.json; rm -r .pi; ln -s ../other .pi
        asq settings --origins | sed '1,/^What/d' | tr -s '\\n ' ' '; echo; asq trust .; echo $?
        asq settings set ttsOnQuestion on --project; echo $?; cat ../other/*",
        &expect![[r#"
             ~/proj/.pi/ask-user-question.json can't be read: it is a link, which is not followed here 
            asq: ~/proj/.pi/ask-user-question.json can't be read: it is a link, which is not followed here
            2
            asq: ~/proj/.pi/ask-user-question.json can't be read: it is a link, which is not followed here
            2
            secret: 1
            symbolic link
            - .pi is a link
             ~/proj/.pi/ask-user-question.json can't be read: its folder ~/proj/.pi: it is a link, which is not followed here 
            asq: ~/proj/.pi/ask-user-question.json can't be read: its folder ~/proj/.pi: it is a link, which is not followed here
            2
            asq: can't write ~/proj/.pi/ask-user-question.json: it is a link, which is not followed here
            74
            {"bellOnQuestion": false}
        "#]],
    );
}
