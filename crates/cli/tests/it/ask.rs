//! `asq ask` without a terminal: endings, exit codes, pipes.

use crate::run::{TempFolder, asq};
use asq_testkit::eventually::eventually;
use expect_test::expect;
use serde_json::json;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

const QUESTION: &str = r#"{"name": "question", "arguments": {"questions": [
    {"id": "db", "label": "Database", "prompt": "Which one?", "options": [
        {"value": "pg", "label": "PostgreSQL"}, {"value": "lite", "label": "SQLite"}]}]}}"#;

const ASK_USER_QUESTION: &str = r#"{"name": "ask_user_question", "arguments": {"questions": [
    {"question": "Which one?", "header": "Database", "options": [
        {"label": "PostgreSQL", "description": ""}, {"label": "SQLite", "description": ""}]}]}}"#;

#[test]
fn without_a_terminal_question_ends_as_its_contract_says() {
    let done = asq(&["ask"]).input(QUESTION).done();
    assert_eq!(done.code, 7, "{done:?}");
    let line = done.json();
    assert_eq!(line["id"], json!(null));
    assert_eq!(line["outcome"], "unavailable");
    assert_eq!(
        line["content"],
        "Error: UI not available: the user never saw the question. \
         Ask in plain text or go on without assuming an answer."
    );
    assert_eq!((&line["details"]["cancelled"], &line["is_error"]), (&json!(true), &json!(false)));
    assert_eq!(
        line.as_object().unwrap().keys().collect::<Vec<_>>(),
        ["id", "outcome", "content", "details", "is_error"]
    );
}

#[test]
fn without_a_terminal_ask_user_question_ends_as_its_contract_says() {
    let done = asq(&["ask", "-"]).input(ASK_USER_QUESTION).done();
    assert_eq!(done.code, 7, "{done:?}");
    expect![[r#"
        {"id":null,"outcome":"unavailable","content":"User interface not available: the user never saw the questions. Ask in plain text or go on without assuming an answer.","details":null,"is_error":true}
    "#]].assert_eq(&done.out);
}

#[test]
fn format_text_prints_the_content_alone() {
    let done = asq(&["ask", "--format", "text", "--agent", "a", "--session", "s", "--call-id", "c"])
        .input(QUESTION)
        .done();
    assert_eq!(done.code, 7);
    expect![[r#"
        Error: UI not available: the user never saw the question. Ask in plain text or go on without assuming an answer.
    "#]].assert_eq(&done.out);
}

#[test]
fn a_call_may_lie_in_a_file_be_bare_or_be_named() {
    let folder = TempFolder::new("call");
    let bare: serde_json::Value = serde_json::from_str(QUESTION).unwrap();
    let file = folder.join("call.json");
    std::fs::write(&file, bare["arguments"].to_string()).unwrap();
    let file = file.to_str().unwrap();
    for args in
        [&["ask", file][..], &["ask", file, "--dialect", "question"], &["ask", "--tool", "question", file]]
    {
        let done = asq(args).done();
        assert_eq!((done.code, &done.json()["outcome"]), (7, &json!("unavailable")), "{args:?} {done:?}");
    }
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let mut all = String::new();
    for file in ["/nonexistent/call.json", "/"] {
        let done = asq(&["ask", file]).done();
        assert_eq!((done.code, done.out.as_str()), (2, ""));
        all.push_str(&done.err);
    }
    expect![[r#"
        asq: can't read '/nonexistent/call.json': No such file or directory
        asq: can't read '/': Is a directory
    "#]]
    .assert_eq(&all);
}

#[test]
fn empty_questions_are_a_misuse_in_the_contracts_words() {
    let done = asq(&["ask", "--dialect", "question"]).input(r#"{"questions": []}"#).done();
    assert_eq!(done.code, 65);
    let line = done.json();
    assert_eq!(
        (&line["outcome"], &line["content"]),
        (&json!("misuse"), &json!("Error: No questions provided"))
    );
}

#[test]
fn an_unknown_dialect_ends_with_66() {
    let done = asq(&["ask", "--dialect", "nosuch"]).input(QUESTION).done();
    assert_eq!((done.code, done.out.as_str()), (66, ""));
}

#[test]
fn the_call_ends_where_its_json_ends_not_where_the_pipe_does() {
    let home = TempFolder::new("home");
    let mut child = Command::new("setsid")
        .args(["--wait", crate::ASQ, "ask", "-"])
        .env("HOME", home.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(QUESTION.as_bytes()).unwrap();
    stdin.flush().unwrap();
    // The pipe stays open until the answer has come.
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains(r#""outcome":"unavailable""#), "{line}");
    assert_eq!(child.wait().unwrap().code(), Some(7));
    drop(stdin);
}

#[test]
fn an_ending_that_cannot_be_written_ends_with_74() {
    let mut all = String::new();
    // One shell opens both ends of the pipe and closes the reading one, so no other process can hold it.
    let broken = "mkfifo pipe; exec 3<>pipe 4>pipe 3<&-; asq ask call.json >&4";
    for script in ["asq ask call.json >/dev/full", broken] {
        let folder = TempFolder::new("full");
        std::fs::write(folder.join("call.json"), QUESTION).unwrap();
        let done = asq(&[]).shell(&format!("cd {} && {script}", folder.path().display())).done();
        let _ = write!(all, "{} {}", done.code, done.err);
    }
    expect![[r#"
        74 asq: nobody was asked: there is no terminal to ask in
          --inbox lets it wait until somebody answers elsewhere
        asq: can't write the outcome 'unavailable' to standard output: No space left on device
        74 asq: nobody was asked: there is no terminal to ask in
          --inbox lets it wait until somebody answers elsewhere
        asq: can't write the outcome 'unavailable' to standard output: Broken pipe
    "#]]
    .assert_eq(&all);
}

#[test]
fn closed_streams_change_nothing_else() {
    let folder = TempFolder::new("closed");
    std::fs::write(folder.join("call.json"), QUESTION).unwrap();
    for (streams, code) in [("2>&-", 7), ("<&-", 7), ("<&- 2>&-", 7)] {
        let done =
            asq(&[]).shell(&format!("cd {} && asq ask call.json {streams}", folder.path().display())).done();
        assert_eq!(done.code, code, "{streams}");
        assert_eq!(done.json()["outcome"], "unavailable");
    }
}

/// A program that reads asq's output shares a non-blocking pipe, as `ssh` and event loops do.
#[test]
fn a_full_pipe_that_does_not_wait_gets_all_of_it() {
    let wanted = asq(&["completions", "powershell"]).done();
    assert_eq!(wanted.code, 0, "{wanted:?}");
    let (mut read, write) = std::io::pipe().unwrap();
    rustix::pipe::fcntl_setpipe_size(&write, 4096).unwrap();
    rustix::fs::fcntl_setfl(&write, rustix::fs::OFlags::NONBLOCK).unwrap();
    let mut command = Command::new(crate::ASQ);
    let mut child =
        command.args(["completions", "powershell"]).stdin(Stdio::null()).stdout(write).spawn().unwrap();
    drop(command);
    // It has written as much as fits, and sleeps until the reader reads: one byte makes no room.
    let mut first = [0; 1];
    read.read_exact(&mut first).unwrap();
    eventually("a full pipe", || {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
        rustix::io::ioctl_fionread(&read).unwrap() == 4095 && stat.contains(") S ")
    });
    assert!(wanted.out.len() > 2 * 4096, "it has to be long");
    let mut rest = String::new();
    read.read_to_string(&mut rest).unwrap();
    assert_eq!(format!("{}{rest}", char::from(first[0])), wanted.out);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
