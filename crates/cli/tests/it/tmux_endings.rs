//! Every way out of a form restores the terminal.

use crate::ASQ;
use crate::own_tree::allows_namespaces;
use crate::tmux::{Ask, DATABASE};
use asq_testkit::eventually::eventually;
use asq_testkit::folder::TempFolder;
use asq_testkit::tmux::Tmux;
use std::process::{Command, Stdio};

#[test]
fn ctrl_c_cancels() {
    for arguments in ["", "--fullscreen"] {
        let ask = Ask::start(80, 24, 5, DATABASE, arguments);
        ask.tmux.keys(&["C-c"]);
        let end = ask.end();
        assert_eq!(end.code, "3");
        assert!(end.has(r#""outcome":"cancelled""#), "{}", end.out);
    }
}

#[test]
fn esc_alone_cancels() {
    let ask = Ask::start(80, 24, 5, DATABASE, "");
    ask.tmux.keys(&["Escape"]);
    assert_eq!(ask.end().code, "3");
}

#[test]
fn a_signal_ends_it_and_what_was_typed_comes_back() {
    for (signal, code, place) in [("TERM", "8", ""), ("HUP", "8", "--fullscreen"), ("INT", "3", "")] {
        let script =
            format!("$ASQ ask call.json {place} >out; echo $? >first; echo SECOND; $ASQ ask call.json >out");
        let ask = Ask::script(80, 24, 5, DATABASE, &script);
        ask.own_words("not lost");
        ask.signal(signal);
        ask.tmux.wait_text("SECOND");
        let screen = ask.tmux.wait("the kept text", |s| s.contains("Esc cancel") && s.contains("not lost"));
        assert_eq!(ask.file("first").trim(), code, "{signal}: {screen}");
        ask.tmux.keys(&["C-c"]);
        assert_eq!(ask.end().code, "3");
    }
}

#[test]
fn a_terminal_that_goes_away_ends_it() {
    let ask = Ask::start(80, 24, 5, DATABASE, "");
    let process = ask.process();
    ask.tmux.run(&["kill-server"]);
    eventually("the end of asq", || !std::path::Path::new(&format!("/proc/{process}")).exists());
}

#[test]
fn suspended_and_continued_it_draws_itself_anew() {
    let ask = Ask::shell(DATABASE);
    ask.tmux.text("$ASQ ask call.json >out; echo code $?\n");
    ask.tmux.wait_text("Esc cancel");
    ask.tmux.keys(&["Down", "C-z"]);
    let screen = ask.tmux.wait_text("Stopped");
    assert!(!screen.contains("Memory"), "{screen}");
    assert_eq!(ask.tmux.tell("#{cursor_flag} #{wrap_flag}"), "1 1");
    ask.tmux.text("echo in between; fg\n");
    let screen = ask.tmux.wait("the form", |s| s.contains("❯ 2. SQLite"));
    assert!(screen.contains("\nin between\n"), "{screen}");
    ask.tmux.keys(&["Enter"]);
    ask.tmux.wait_text("ready> ");
    ask.tmux.wait_for("the answer", |_| ask.file("out"), |out| out.contains("2. SQLite"));
}

#[test]
fn stopped_from_outside_it_leaves_the_terminal_first() {
    let ask = Ask::shell(DATABASE);
    ask.tmux.text("$ASQ ask call.json >out\n");
    ask.tmux.wait_text("Esc cancel");
    ask.signal("TSTP");
    let screen = ask.tmux.wait_text("Stopped");
    assert!(!screen.contains("Memory"), "{screen}");
    assert_eq!(ask.tmux.tell("#{cursor_flag} #{wrap_flag}"), "1 1");
    ask.tmux.text("fg\n");
    ask.tmux.wait("the form", |s| s.contains("❯ 1. Postgres"));
    ask.tmux.keys(&["Enter"]);
    ask.tmux.wait_for("the answer", |_| ask.file("out"), |out| out.contains("1. Postgres"));
}

#[test]
fn plain_lines_are_suspended_and_continued() {
    let ask = Ask::shell(DATABASE);
    ask.tmux.text("$ASQ ask call.json --accessible >out\n");
    ask.tmux.wait_text("Type a number");
    ask.tmux.keys(&["C-z"]);
    ask.tmux.wait_text("Stopped");
    ask.tmux.text("echo in between; fg\n");
    ask.tmux.wait_text("in between\n");
    ask.tmux.text("2\n");
    ask.tmux.wait_text("Type yes to send");
    ask.tmux.text("yes\n");
    ask.tmux.wait_for("the answer", |_| ask.file("out"), |out| out.contains("2. SQLite"));
}

#[test]
fn ctrl_z_where_nobody_could_continue_it_stops_nothing() {
    let ask = Ask::start(80, 24, 5, DATABASE, "");
    ask.tmux.keys(&["C-z", "Down"]);
    ask.tmux.wait("the form", |s| s.contains("❯ 2. SQLite"));
    ask.tmux.keys(&["Enter"]);
    assert!(ask.end().has("2. SQLite"));
}

/// Numbers of processes outside of the namespace are 0: those of the group and the session, or of the parent's session.
#[test]
fn with_process_ids_of_its_own_it_asks_and_stops_nothing() {
    if !allows_namespaces() {
        return;
    }
    for run in ["$ASQ ask call.json >out", r#"script -qec "exec $ASQ ask call.json >out" /dev/null"#] {
        let script = format!("unshare -Urpf --mount-proc {run}");
        let ask = Ask::script(80, 24, 5, DATABASE, &script);
        ask.tmux.wait_text("Esc cancel");
        ask.tmux.keys(&["C-z", "Down"]);
        ask.tmux.wait("the form", |s| s.contains("❯ 2. SQLite"));
        ask.tmux.keys(&["Enter"]);
        let end = ask.end();
        assert!(end.has("2. SQLite"), "{run}: {end:?}");
    }
}

#[test]
fn without_a_terminal_nobody_is_asked() {
    let folder = TempFolder::new("no-terminal");
    std::fs::write(folder.join("call.json"), DATABASE).expect("a file");
    let output = Command::new("setsid")
        .args(["--wait", ASQ, "ask", "call.json"])
        .current_dir(folder.path())
        .env("HOME", folder.path())
        .env("XDG_STATE_HOME", folder.path())
        .stdin(Stdio::null())
        .output()
        .expect("setsid runs");
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(7), "{out}");
    assert!(out.contains("the user never saw the question"), "{out}");
    assert!(!out.contains("cancelled the"), "{out}");
}

#[test]
fn a_terminal_in_another_programs_use_is_left_alone() {
    let ask = Ask::script(
        80,
        24,
        5,
        DATABASE,
        "stty raw -echo; $ASQ ask call.json >out; echo $? >first; stty sane; stty -a >before",
    );
    let end = ask.end();
    assert_eq!(ask.file("first").trim(), "7");
    assert!(end.has(r#""outcome":"unavailable""#), "{}", end.out);
    assert!(!end.screen.contains("Which database"), "{}", end.screen);
}

#[test]
fn insisting_asks_there_too() {
    let script = "stty -icanon -echo; stty -a >before; $ASQ ask call.json --inline >out";
    let ask = Ask::script(80, 24, 5, DATABASE, script);
    ask.tmux.wait_text("Esc cancel");
    ask.tmux.keys(&["Enter"]);
    assert!(ask.end().has("1. Postgres"));
}

#[test]
fn two_asks_on_one_terminal_take_turns() {
    let second = DATABASE.replace("Which database", "Which other database");
    let script = format!(
        "cat >second.json <<'EOT'\n{second}\nEOT\n$ASQ ask call.json >first & $ASQ ask second.json >out; wait"
    );
    let ask = Ask::script(80, 24, 5, DATABASE, &script);
    let screen = ask.tmux.wait_text("Esc cancel");
    assert!(!screen.contains("asq:"), "{screen}");
    let first_first = screen.contains("Which database");
    assert!(first_first != screen.contains("Which other database"), "{screen}");
    ask.tmux.keys(&["Down"]);
    ask.tmux.wait_text("❯ 2. SQLite");
    ask.tmux.keys(&["Enter"]);
    let other = if first_first { "Which other database" } else { "Which database" };
    ask.tmux.wait("the other form", |s| s.contains(other) && s.contains("❯ 1. Postgres"));
    ask.tmux.keys(&["Enter"]);
    let end = ask.end();
    let (one, two) = if first_first { ("2. SQLite", "1. Postgres") } else { ("1. Postgres", "2. SQLite") };
    assert!(ask.file("first").contains(one) && end.has(two), "{} {}", ask.file("first"), end.out);
}

#[test]
fn a_signal_ends_an_ask_that_waits_for_its_turn() {
    let script = "$ASQ ask call.json >out & echo $! >first.pid; while [ ! -s up ]; do sleep 0.05; done
        $ASQ ask call.json >second 2>err & echo $! >second.pid; wait $!; echo $? >second.code; wait";
    let ask = Ask::script(80, 24, 5, DATABASE, script);
    ask.tmux.wait_text("Esc cancel");
    let turns = ask.path("asq/turns");
    let locks = |_: &Tmux| -> String {
        let locks = std::fs::read_dir(&turns).expect("the folder");
        locks.map(|lock| std::fs::read_to_string(lock.expect("a lock").path()).expect("its text")).collect()
    };
    let first = ask.file("first.pid");
    ask.tmux.wait_for("the process in the lock", locks, |named| *named == first);
    std::fs::write(ask.path("up"), "1").expect("a file");
    let told = ask.tmux.wait_for("the second", |_| ask.file("err"), |told| told.ends_with('\n'));
    let first = first.trim();
    assert_eq!(
        told,
        format!("asq: another question is on this terminal (process {first}); this one comes after it\n")
    );
    let pid = ask.file("second.pid");
    assert!(Command::new("kill").args(["-s", "TERM", pid.trim()]).status().expect("kill runs").success());
    let code = ask.tmux.wait_for("its end", |_| ask.file("second.code"), |code| !code.is_empty());
    // The first form is still there.
    ask.tmux.keys(&["Down", "Enter"]);
    let end = ask.end();
    assert!(code.trim() == "8" && end.has("2. SQLite"), "{code} {} {}", ask.file("second"), end.out);
}

#[test]
fn a_job_in_the_background_leaves_the_terminal_to_the_shell() {
    // The shell waits for its job, and so stays in front.
    let script = "set -m; $ASQ ask call.json >out & wait $!; echo $? >first; set +m";
    let ask = Ask::script(80, 24, 5, DATABASE, script);
    let end = ask.end();
    assert_eq!(ask.file("first").trim(), "7", "{}", end.screen);
    assert!(
        end.has(r#""outcome":"unavailable""#) && !end.screen.contains("Which database"),
        "{}",
        end.screen
    );
}

#[test]
fn asks_on_two_terminals_do_not_wait_for_each_other() {
    let shared = TempFolder::new("two-terminals");
    let script =
        format!("export XDG_STATE_HOME={}; $ASQ ask call.json >out 2>err; cat err", shared.path().display());
    let first = Ask::script(80, 24, 5, DATABASE, &script);
    first.tmux.wait_text("❯ 1. Postgres");
    let second = Ask::script(80, 24, 5, DATABASE, &script);
    second.tmux.wait_text("❯ 1. Postgres");
    let files = std::fs::read_dir(shared.join("asq/turns")).expect("the folder").count();
    assert_eq!(files, 2, "a lock for each terminal");
    // Both forms are up: the later one ends first.
    for ask in [second, first] {
        ask.tmux.keys(&["Down", "Enter"]);
        let end = ask.end();
        assert!(end.has("2. SQLite") && !end.screen.contains("asq:"), "{} {}", end.out, end.screen);
    }
}
