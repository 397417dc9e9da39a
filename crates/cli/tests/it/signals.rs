//! Speech, notifications and the person's own command, each with a real receiver.

use crate::terminal::{Home, Session};
use expect_test::expect;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

const CALL: &str = r#"{"name":"question","arguments":{"questions":[{"id":"e","label":"Env","prompt":"Which?",
"options":[{"label":"A","value":"a"},{"label":"B","value":"b"}]}]}}"#;

const ASK: &str = "PATH=$HOME/bin:$PATH $asq ask call.json >out";

/// A home with these settings in the contract's own file, and with receivers on PATH.
fn home(settings: &str) -> Home {
    let home = Home::new().unguarded();
    home.write("call.json", CALL);
    fs::create_dir_all(home.path(".pi/agent")).unwrap();
    home.write(".pi/agent/ask-user-question.json", settings);
    fs::create_dir(home.path("bin")).unwrap();
    home
}

/// A program that writes its arguments, a line each, to a file named after it.
fn receiver(home: &Home, name: &str) {
    let script = format!("#!/bin/sh\nprintf '%s\\n' \"$@\" >{name}.new; /bin/mv {name}.new {name}\n");
    home.write(&format!("bin/{name}"), &script);
    fs::set_permissions(home.path(&format!("bin/{name}")), fs::Permissions::from_mode(0o755)).unwrap();
}

/// Settings that run this line of sh.
fn running(line: &str) -> String {
    serde_json::json!({ "onQuestionCommand": line }).to_string()
}

/// Waits for this file and reads it.
fn told(session: &Session<'_>, home: &Home, name: &str) -> String {
    let read = |_: &_| fs::read_to_string(home.path(name)).unwrap_or_default();
    session.tmux.wait_for(name, read, |text| !text.is_empty())
}

/// Waits until this path is gone.
fn gone(session: &Session<'_>, path: &str) {
    session.tmux.wait_for("its end", |_| Path::new(path).exists().to_string(), |there| there == "false");
}

fn answer(session: Session<'_>) {
    session.sees("Esc cancel");
    session.tmux.keys(&["Enter"]);
    let end = session.end();
    assert_eq!((end.code.as_str(), end.err.as_str()), ("0", ""), "{end:?}");
}

#[test]
fn the_command_is_told_in_a_file_of_its_owners_alone() {
    let home = home(&running(
        "cat; f=$PI_QUESTIONNAIRE_PAYLOAD_FILE; echo $f >path; stat -c %a $f >mode; env >env; cp $f seen.new; mv seen.new seen",
    ));
    let session =
        home.run(&format!("env >env.before; {}", ASK.replace("call.json", "call.json --agent 'a$x'")));
    let seen = told(&session, &home, "seen");
    let seen = seen.replace(home.path("").display().to_string().trim_end_matches('/'), "HOME");
    expect![[r#"
        {"tool":"question","dialect":"question","id":null,"agent":"a$x","session":null,"cwd":"HOME","questions":[{"id":"e","label":"Env","prompt":"Which?","options":[{"label":"A","value":"a"},{"label":"B","value":"b"}]}]}
    "#]].assert_eq(&seen);
    let file = |name: &str| fs::read_to_string(home.path(name)).unwrap();
    assert_eq!(file("mode"), "600\n");
    gone(&session, file("path").trim());
    let own = ["_=", "PWD=", "OLDPWD=", "SHLVL=", "PATH="];
    let lines = |name: &str| -> Vec<String> {
        let mut lines: Vec<String> = file(name).lines().map(str::to_owned).collect();
        lines.retain(|line| !own.iter().any(|own| line.starts_with(own)));
        lines.sort();
        lines
    };
    let more: Vec<String> =
        lines("env").into_iter().filter(|line| !lines("env.before").contains(line)).collect();
    assert_eq!(more, [format!("PI_QUESTIONNAIRE_PAYLOAD_FILE={}", file("path").trim())]);
    answer(session);
}

#[test]
fn the_header_is_spoken_and_shown() {
    let home = home(r#"{"ttsOnQuestion":true,"notificationOnQuestion":true,"notificationDelaySeconds":0}"#);
    receiver(&home, "attn");
    receiver(&home, "notify-send");
    let session = home.run(ASK);
    assert_eq!(told(&session, &home, "attn"), "asq: Env\n");
    let shown = "--app-name=asq\n--\nasq: Env\nA question is waiting in the terminal.\n";
    assert_eq!(told(&session, &home, "notify-send"), shown);
    answer(session);
}

#[test]
fn osascript_shows_it_where_there_is_no_notify_send() {
    let home = home(r#"{"notificationOnQuestion":true,"notificationDelaySeconds":0}"#);
    receiver(&home, "osascript");
    let session = home.run(&ASK.replace("$PATH ", "/nowhere "));
    let shown = told(&session, &home, "osascript");
    expect![[r#"
        -e
        on run argv
        -e
        display notification (item 2 of argv) with title (item 1 of argv)
        -e
        end run
        asq: Env
        A question is waiting in the terminal.
    "#]]
    .assert_eq(&shown);
    answer(session);
}

#[test]
fn no_shell_reads_what_the_agent_wrote() {
    let home = home(&running("cat $PI_QUESTIONNAIRE_PAYLOAD_FILE >seen.new; mv seen.new seen").replace(
        '{',
        r#"{"ttsOnQuestion":true,"notificationOnQuestion":true,"notificationDelaySeconds":0,"#,
    ));
    receiver(&home, "attn");
    receiver(&home, "notify-send");
    let evil = r#"--x $(touch canary) `touch canary` '; touch canary #"; touch canary <b>\n"#;
    home.write(
        "call.json",
        &CALL.replace("Env", &evil.replace('"', "\\\"")).replace("Which?", "$(touch canary)"),
    );
    let session = home.run(ASK);
    assert_eq!(
        told(&session, &home, "attn"),
        "asq: --x $(touch canary) `touch canary` '; touch canary #\"; touch canary <b>↵\n"
    );
    told(&session, &home, "notify-send");
    assert!(told(&session, &home, "seen").contains("$(touch canary)"));
    answer(session);
    assert!(!home.path("canary").exists());
}

#[test]
fn a_command_that_hangs_floods_and_fails_harms_nobody() {
    let home = home(&running(
        "(: >/dev/tty) 2>/dev/null && echo open >tty || echo closed >tty
        echo $$ >pid; echo $PI_QUESTIONNAIRE_PAYLOAD_FILE >path; echo JUNK; echo JUNK >&2
        head -c 100000000 /dev/zero; mv path path.told; sleep 120; exit 1",
    ));
    let session = home.run(ASK);
    let path = told(&session, &home, "path.told");
    assert_eq!(told(&session, &home, "tty"), "closed\n");
    let screen = session.sees("Esc cancel");
    assert!(!screen.contains("JUNK"), "{screen}");
    session.tmux.keys(&["Down"]);
    session.sees("❯ 2. B");
    let pid = told(&session, &home, "pid");
    session.tmux.keys(&["Enter"]);
    session.tmux.wait_for("the end", |_| home.path("code").exists().to_string(), |there| there == "true");
    assert!(Path::new(path.trim()).exists());
    // The sleep exists first, and then ends with the command.
    let sleep =
        |_: &_| Command::new("pkill").args(["-P", pid.trim()]).status().unwrap().success().to_string();
    session.tmux.wait_for("the sleep", sleep, |ended| ended == "true");
    gone(&session, path.trim());
    let end = session.end();
    assert_eq!((end.code.as_str(), end.err.as_str()), ("0", ""), "{end:?}");
}

#[test]
fn a_closed_form_calls_the_notification_off() {
    for ending in ["Enter", "KILL"] {
        let home = home(
            &running("echo $PPID >watcher.new; mv watcher.new watcher")
                .replace('{', r#"{"notificationOnQuestion":true,"notificationDelaySeconds":300,"#),
        );
        receiver(&home, "notify-send");
        let session = home.run(ASK);
        let watcher = format!("/proc/{}", told(&session, &home, "watcher").trim());
        session.sees("Esc cancel");
        assert!(Path::new(&watcher).exists());
        if ending == "KILL" {
            session.signal("KILL");
        } else {
            session.tmux.keys(&[ending]);
        }
        gone(&session, &watcher);
        assert!(!home.path("notify-send").exists());
    }
}

#[test]
fn nothing_of_it_is_left_with_asq() {
    let home = home(&running("ls -l /proc/$$/fd /proc/$PPID/fd >open; read -r line <go; echo done >done"));
    let session = home.run(&format!("mkfifo go; exec 9>lock; {ASK}"));
    session.sees("Esc cancel");
    fs::write(home.path("go"), "\n").unwrap();
    told(&session, &home, "done");
    let pid = session.pid();
    let look = |_: &_| {
        let children = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap();
        let threads = fs::read_dir(format!("/proc/{pid}/task")).unwrap().count();
        format!("{children}{threads}")
    };
    session.tmux.wait_for("one thread and no child", look, |found| found == "1");
    let open = fs::read_to_string(home.path("open")).unwrap();
    assert!(open.contains("/dev/null") && !open.contains("lock"), "{open}");
    answer(session);
}

#[test]
fn what_is_missing_is_said_after_the_form() {
    let home = home(
        r#"{"ttsOnQuestion":true,"onQuestionCommand":"touch ran","notificationOnQuestion":true,"notificationDelaySeconds":1}"#,
    );
    receiver(&home, "notify-send");
    let session =
        home.run(&format!("mkdir -m 700 -p .local/state/asq; touch .local/state/asq/tmp; export XDG_RUNTIME_DIR=/nowhere TMPDIR=/tmp; {}", ASK.replace("$PATH ", "/nowhere ")));
    session.sees("Esc cancel");
    // One that fails doesn't stop the others.
    told(&session, &home, "notify-send");
    session.tmux.keys(&["Enter"]);
    let end = session.end();
    assert_eq!(end.code, "0");
    expect![[r#"
        asq: the header was not spoken (ttsOnQuestion): there is no attn on PATH
        asq: the command (onQuestionCommand) was not run: its payload file can't be written: Not a directory
    "#]]
    .assert_eq(&end.err);
    assert!(!home.path("ran").exists());
}

#[test]
fn plain_lines_are_a_form_too_and_no_terminal_is_none() {
    let all = r#"{"ttsOnQuestion":true,"notificationOnQuestion":true,"notificationDelaySeconds":0,"bellOnQuestion":true,
        "onQuestionCommand":"touch ran"}"#;
    let home = home(all);
    receiver(&home, "attn");
    receiver(&home, "notify-send");
    let session = home.run(&format!("setsid --wait {}", ASK.replace("PATH=", "env PATH=")));
    let (title, bell) = (session.tmux.tell("#{pane_title}"), session.tmux.tell("#{window_bell_flag}"));
    let end = session.end();
    assert_eq!((end.code.as_str(), bell.as_str()), ("7", "0"), "{end:?}");
    assert!(!title.contains("Env"), "{title}");
    for made in ["attn", "notify-send", "ran"] {
        assert!(!home.path(made).exists(), "{made}");
    }
    home.write(".pi/agent/ask-user-question.json", r#"{"ttsOnQuestion":true}"#);
    let session = home.run(&ASK.replace("call.json", "call.json --accessible"));
    assert_eq!(told(&session, &home, "attn"), "asq: Env\n");
    session.sees("Type a number");
    session.tmux.keys(&["C-c"]);
    session.end();
}

#[test]
fn the_command_of_a_folder_runs_only_where_it_is_trusted() {
    let home = home(r#"{"ttsOnQuestion":true}"#);
    receiver(&home, "attn");
    fs::create_dir_all(home.path("project/.pi")).unwrap();
    home.write("project/.pi/ask-user-question.json", &running("echo ran >../ran.new; mv ../ran.new ../ran"));
    let script =
        format!("cd project; {}; code=$?; cd ..; (exit $code)", ASK.replace("call.json", "../call.json"));
    let session = home.run(&script);
    told(&session, &home, "project/attn");
    session.sees("Esc cancel");
    session.tmux.keys(&["Enter"]);
    let end = session.end();
    assert_eq!(end.code, "0");
    assert!(end.err.contains("onQuestionCommand") && end.err.contains("asq trust"), "{}", end.err);
    assert!(!home.path("ran").exists());
    let session = home.run(&format!("$asq trust project >trusted; {script}"));
    session.sees("[y/N]");
    session.tmux.keys(&["y", "Enter"]);
    assert_eq!(told(&session, &home, "ran"), "ran\n");
    session.sees("Esc cancel");
    session.tmux.keys(&["Enter"]);
    assert_eq!(session.end().code, "0");
}

/// No shell accepts this line: it holds a NUL. A machine without a shell behaves the same.
#[test]
fn a_command_that_cannot_be_started_leaves_no_payload() {
    let home = Home::new();
    home.write("payload", "{}");
    let job = serde_json::json!({"command": "touch a\0b", "payload": home.path("payload")});
    let mut watcher = std::process::Command::new(crate::ASQ)
        .args(["__signals", "--watch"])
        .stdin(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut watcher.stdin.take().unwrap(), format!("{job}\n").as_bytes()).unwrap();
    assert!(watcher.wait().unwrap().success());
    assert!(!home.path("payload").exists());
}
