//! Title, bell and notification in a real terminal, and their removal.

use crate::tmux::{Ask, DATABASE};

/// An ask that records every byte to the terminal in the file `bytes`.
fn recorded(call: &str, arguments: &str) -> Ask {
    recorded_script(call, &format!("$ASQ ask call.json {arguments} >out"))
}

fn recorded_script(call: &str, script: &str) -> Ask {
    let script = format!("tmux wait-for go; {script}");
    let ask = Ask::script(80, 24, 5, call, &script);
    ask.tmux.wait_text("history 5");
    let record = format!("cat >{}", ask.path("bytes").display());
    ask.tmux.run(&["pipe-pane", &record]);
    ask.tmux.run(&["wait-for", "-S", "go"]);
    ask
}

/// The shell text that writes the settings to the contract's file.
fn set(settings: &str) -> String {
    format!("mkdir -p .pi/agent; echo '{settings}' >.pi/agent/ask-user-question.json; ")
}

/// All bytes that the terminal got.
fn bytes(ask: &Ask) -> String {
    ask.tmux.wait_for("the last bytes", |_| ask.file("bytes"), |bytes| bytes.contains("AT THE END"))
}

fn up(ask: &Ask) {
    ask.tmux.wait("the form", |screen| screen.contains("Esc cancel"));
    assert_eq!(ask.tmux.tell("#{pane_title}"), "asq — Q1");
}

#[test]
fn the_title_is_the_header_while_the_form_is_up() {
    for (key, place) in [("Enter", ""), ("Escape", "--fullscreen"), ("C-c", "")] {
        let ask = Ask::start(80, 24, 5, DATABASE, place);
        up(&ask);
        ask.tmux.keys(&[key]);
        ask.end();
    }
    for (signal, place) in [("TERM", ""), ("HUP", "--fullscreen"), ("INT", "")] {
        let ask = Ask::start(80, 24, 5, DATABASE, place);
        up(&ask);
        ask.signal(signal);
        ask.end();
    }
}

#[test]
fn a_suspended_form_has_no_title() {
    let ask = Ask::shell(DATABASE);
    ask.tmux.text("printf '\\033]2;the title before\\033\\\\'; $ASQ ask call.json >out\n");
    up(&ask);
    ask.tmux.keys(&["C-z"]);
    ask.tmux.wait_text("Stopped");
    assert_eq!(ask.tmux.tell("#{pane_title}"), "the title before");
    ask.tmux.text("fg\n");
    up(&ask);
}

#[test]
fn a_hostile_header_is_a_harmless_title() {
    let label = r#""label":"a\u001b]0;owned\u0007\n\u001b[2J\u202e\u009c日本""#;
    let call = DATABASE.replacen(r#""id":"db","#, &format!(r#""id":"db",{label},"#), 1);
    let ask = Ask::start(80, 24, 5, &call, "");
    ask.tmux.wait_text("Esc cancel");
    let title = "asq — a<U+001B>]0;owned<U+0007>↵<U+001B>[2J<U+202E><U+009C>日本";
    assert_eq!(ask.tmux.tell("#{pane_title}"), title);
    ask.tmux.keys(&["C-c"]);
    ask.end();
}

#[test]
fn the_bell_rings_once_when_the_form_appears() {
    let ask = recorded(DATABASE, "");
    ask.tmux.wait_text("Esc cancel");
    // The bell comes after the first frame.
    ask.tmux.wait_for("the bell", |tmux| tmux.tell("#{window_bell_flag}"), |rang| rang == "1");
    ask.tmux.keys(&["Down", "Down"]);
    ask.tmux.resize(60, 20);
    ask.tmux.wait_text("❯ 3. Memory");
    ask.signal("CONT");
    ask.tmux.keys(&["Up"]);
    ask.tmux.wait_text("❯ 2. SQLite");
    ask.tmux.keys(&["Enter"]);
    ask.tmux.wait_text("AT THE END");
    ask.restored();
    let bytes = bytes(&ask);
    assert_eq!(bytes.matches('\u{7}').count(), 1, "{bytes:?}");
}

#[test]
fn plain_lines_ring_and_have_no_title() {
    let ask = recorded(DATABASE, "--accessible");
    ask.tmux.wait_text("Type a number");
    assert_eq!(ask.tmux.tell("#{pane_title}"), "the title before");
    ask.tmux.text("1\n");
    ask.tmux.wait_text("Type yes to send");
    ask.tmux.text("yes\n");
    ask.end();
    let bytes = bytes(&ask);
    let ours = bytes.split("AT THE END").next().unwrap_or_default();
    // asq has the terminal mark pastes, and takes that back.
    let ours = ours.replace("\x1b[?2004h", "").replace("\x1b[?2004l", "");
    assert_eq!((ours.matches('\u{7}').count(), ours.matches('\u{1b}').count()), (1, 0), "{bytes:?}");
}

#[test]
fn without_a_notifier_the_terminal_is_asked_to_show_it() {
    let settings =
        set(r#"{"notificationOnQuestion":true,"notificationDelaySeconds":1,"bellOnQuestion":false}"#);
    for (environment, wanted) in [
        ("-u TMUX", "\u{1b}]9;asq: Q1\u{1b}\\"),
        ("A=B", "\u{1b}Ptmux;\u{1b}\u{1b}]9;asq: Q1\u{1b}\u{1b}\\\u{1b}\\"),
    ] {
        let ask = recorded_script(
            DATABASE,
            &format!("{settings}env {environment} PATH=/nowhere $ASQ ask call.json >out"),
        );
        ask.tmux.wait_for("the notification", |_| ask.file("bytes"), |bytes| bytes.contains(wanted));
        // The form is unchanged.
        ask.tmux.wait_text("❯ 1. Postgres");
        ask.tmux.keys(&["Enter"]);
        ask.end();
        let bytes = bytes(&ask);
        assert_eq!((bytes.matches("]9;").count(), bytes.matches('\u{7}').count()), (1, 0), "{bytes:?}");
    }
}

#[test]
fn a_notification_gets_through_tmux() {
    let settings = set(r#"{"notificationOnQuestion":true,"notificationDelaySeconds":0}"#);
    let ask = recorded_script(
        DATABASE,
        &format!(
            "{settings}TMUX= tmux -L $PWD/inner -S $PWD/inner -f /dev/null new-session \
            'tmux set -p allow-passthrough on; PATH=/nowhere $ASQ ask call.json >out'"
        ),
    );
    ask.tmux.wait_text("❯ 1. Postgres");
    ask.tmux.wait_for(
        "the notification",
        |_| ask.file("bytes"),
        |bytes| bytes.contains("\u{1b}]9;asq: Q1\u{1b}\\"),
    );
    ask.tmux.keys(&["Enter"]);
    ask.tmux.wait_for("the answer", |_| ask.file("out"), |out| out.contains("1. Postgres"));
}

#[test]
fn the_title_of_the_contract_is_its_own() {
    let call = r#"{"name":"AskUserQuestion","arguments":{"questions":[{"header":"Env","question":"Which?",
        "type":"select_one","options":[{"label":"staging"},{"label":"production"}]}]}}"#;
    let ask = Ask::start(80, 24, 5, call, "");
    assert_eq!(ask.tmux.tell("#{pane_title}"), "🔔 AskUserQuestion — Env");
    ask.tmux.keys(&["C-c"]);
    ask.end();
}

#[test]
fn a_second_of_the_clock_is_at_most_32_bytes_through_a_terminal() {
    let call = r#"{"name":"AskUserQuestion","arguments":{"questions":[{"header":"Env","question":"Which?",
        "type":"select_one","options":[{"label":"staging"},{"label":"production"}]}]}}"#;
    let ask = recorded(call, "");
    // Waits for the clock to reach so many seconds; returns it and the bytes so far.
    let at = |seconds: usize| {
        let screen =
            ask.tmux.wait("the clock", |s| crate::clock::elapsed(s).is_some_and(|now| now >= seconds));
        (crate::clock::elapsed(&screen).unwrap_or_default(), ask.file("bytes").len())
    };
    let (from, before) = at(2);
    let (to, after) = at(from + 3);
    // A record may lag behind the screen by a tick.
    assert!((1..=(to - from + 1) * 32).contains(&(after - before)), "{from} to {to}: {before} to {after}");
    ask.tmux.keys(&["C-c"]);
    ask.end();
}
