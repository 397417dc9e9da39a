//! The inbox in plain lines and `asq answer ID`, in a real terminal, with askers in other processes.

use crate::ASQ;
use crate::terminal::Home;
use std::process::{Command, Stdio};

/// Asks below a program of its own, so the person isn't in its process tree. Returns the short id.
fn post(home: &Home, arguments: &[&str]) -> String {
    let program = home.path("agent");
    if !program.exists() {
        std::os::unix::fs::symlink("/bin/bash", &program).unwrap();
    }
    let mut command = command(home, "setsid");
    command.arg("-w").arg(program).args(["-c", r#""$0" ask --no-wait "$@"; exit $?"#, ASQ]);
    let output = command.args(["--agent", "claude"]).args(arguments).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let id = said.split("\"id\":\"").nth(1).unwrap_or_else(|| panic!("{said}"));
    id[..6].to_owned()
}

fn command(home: &Home, program: &str) -> Command {
    let mut command = Command::new(program);
    command.env_clear().current_dir(home.path("")).env("HOME", home.path("")).env("TZ", "UTC");
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn asq(home: &Home, arguments: &[&str]) -> String {
    let output = command(home, ASQ).args(arguments).output().unwrap();
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

#[test]
fn the_list_is_told_and_a_new_request_is_announced_at_its_prompt() {
    for script in ["$asq inbox --accessible", "ACCESSIBLE=1 $asq inbox", "TERM=dumb $asq inbox"] {
        let home = Home::new();
        let id = post(&home, &["-q", "Which database?", "-o", "PostgreSQL", "-o", "SQLite"]);
        let session = home.run(script);
        session.sees("1. claude in your home folder: Which database? Pick one. New.");
        session.sees("help or quit.");
        post(&home, &["-q", "And then?", "--text"]);
        session.sees("New: 2. claude in your home folder: And then? Asks for a text.");
        session.tmux.text("1\n");
        session.sees("Type a number, or ? for help:");
        session.tmux.text("2\n");
        session.sees("Type yes to send");
        session.tmux.text("yes\n");
        session.sees("Sent.\n1 question waits.");
        session.tmux.text("quit\n");
        let end = session.end();
        assert_eq!((end.code.as_str(), end.err.as_str()), ("0", ""), "{script}: {end:?}");
        assert!(asq(&home, &["show", &id]).contains("at a terminal"), "{}", asq(&home, &["show", &id]));
    }
}

#[test]
fn a_dangerous_request_is_answered_by_its_id_step_by_step_after_it_was_read() {
    let home = Home::new();
    let rows = (1..=30).map(|n| format!("row {n}")).collect::<Vec<_>>().join("\n");
    post(&home, &["-q", "An older one?", "--text"]);
    let drop = ["-o", "Force-push", "-o", "Keep", "--danger", "force push", "--context", &rows];
    let id = post(&home, &[&["-q", "Clean up?"], &drop[..]].concat());
    let refused = asq(&home, &["answer", &id, "--pick", "Force-push", "--force"]);
    assert!(refused.contains("asq answer ID on a terminal"), "{refused}");
    let session = home.run(&format!("$asq answer {id} --as ada >out"));
    session.sees("Question 1 of 1: Clean up?");
    session.tmux.text("1\n");
    session.sees("Type more to hear the other 13 lines");
    session.tmux.text("force push\n");
    session.sees("Nothing is confirmed before you heard all of it.");
    session.tmux.text("more\n");
    session.sees("To confirm, type exactly: force push");
    session.tmux.text("force push\n");
    session.sees("Type yes to send");
    session.tmux.text("yes\n");
    let end = session.end();
    assert_eq!((end.code.as_str(), end.err.as_str()), ("0", ""), "{end:?}");
    assert!(end.out.starts_with(&format!("{id} answered\n")), "{end:?}");
    let shown = asq(&home, &["show", &id]);
    assert!(shown.contains("at a terminal") && shown.contains("ada"), "{shown}");
}

#[test]
fn a_text_of_a_request_by_its_id_is_kept_when_it_is_put_aside_or_came_too_late() {
    let home = Home::new();
    let id = post(&home, &["-q", "Why?", "--text", "-q", "How many?", "--number"]);
    let session = home.run(&format!("$asq answer {id}"));
    session.sees("Type your answer");
    session.tmux.text("three paragraphs\n");
    session.sees("Type a number");
    session.tmux.text("list\n");
    let end = session.end();
    assert_eq!((end.code.as_str(), end.err.as_str()), ("6", ""), "{end:?}");
    // The text comes back, and another person is faster.
    let session = home.run(&format!("$asq answer {id}"));
    session.sees("three paragraphs");
    session.tmux.text("use\n");
    session.sees("Type a number");
    asq(
        &home,
        &[
            "answer",
            &id,
            "--question",
            "1",
            "--text",
            "kim's",
            "--question",
            "2",
            "--number",
            "4",
            "--as",
            "kim",
        ],
    );
    session.tmux.text("7\n");
    session.sees(&format!("Your text is kept: asq show {id}"));
    let end = session.end();
    assert_eq!(end.code, "9", "{end:?}");
    assert!(end.err.contains("kim"), "{end:?}");
    let shown = asq(&home, &["show", &id]);
    assert!(shown.contains("three paragraphs"), "{shown}");
}

#[test]
fn a_secret_by_its_id_is_typed_unseen_and_ctrl_c_leaves_it_open() {
    let home = Home::new();
    let id = post(&home, &["-q", "Which key?", "--text", "--sensitive"]);
    let session = home.run(&format!("$asq answer {id}"));
    session.sees("What you type is not shown.");
    session.tmux.keys(&["C-c"]);
    assert_eq!(session.end().code, "6");
    let session = home.run(&format!("$asq answer {id}"));
    session.sees("Type your answer");
    session.tmux.text("s3cret\n");
    let screen = session.sees("Type yes to send");
    assert!(!screen.contains("s3cret"), "{screen}");
    session.tmux.text("yes\n");
    assert_eq!(session.end().code, "0");
}

#[test]
fn a_text_that_was_typed_goes_with_a_decline() {
    let home = Home::new();
    let id = post(&home, &["-q", "Why?", "--text", "-q", "How many?", "--number"]);
    let session = home.run(&format!("$asq answer {id}"));
    session.sees("Type your answer");
    session.tmux.text("three paragraphs\n");
    session.sees("Type a number");
    session.tmux.text("list\n");
    assert_eq!(session.end().code, "6");
    asq(&home, &["decline", &id]);
    let shown = asq(&home, &["show", &id]);
    assert!(shown.contains("declined") && shown.contains("three paragraphs"), "{shown}");
}
