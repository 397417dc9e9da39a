//! `asq embed`: recorded conversations between a host and the real binary, in `tests/embed/`.
//!
//! A line `> …` comes from the host, the lines `< …` after it are the answer. `UPDATE_EXPECT=1` rewrites the
//! answers.

use crate::ASQ;
use crate::host::{Host, recorded};
use crate::run::TempFolder;
use asq_testkit::eventually::eventually;
use rustix::process::Signal;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

fn start(home: &TempFolder) -> Host {
    Host::of(Command::new(ASQ).arg("embed").env_clear().env("HOME", home.path()))
}

/// A host's line that opens a form with one question, answered by a text.
fn asks_why(id: &str) -> String {
    format!(
        r#"{{"type":"open","v":1,"id":"{id}","surface":"form","width":60,"height":12,"guard_ms":0,"call":{{"name":"question","arguments":{{"questions":[{{"id":"a","prompt":"Why?","options":[]}}]}}}}}}"#
    )
}

fn conversation(path: &Path) -> String {
    let home = TempFolder::new("embed").unguarded();
    let mut host = start(&home);
    let mut text = String::new();
    for line in std::fs::read_to_string(path).unwrap().lines() {
        if let Some(said) = line.strip_prefix("> ") {
            writeln!(text, "> {said}").unwrap();
            for answer in host.say(said) {
                writeln!(text, "< {}", without_origin(&answer)).unwrap();
            }
        } else if !line.starts_with("< ") {
            writeln!(text, "{line}").unwrap();
        }
    }
    assert_eq!(host.hang_up(), 0);
    text
}

/// A line without the asker's folder, program and process, which differ from machine to machine.
fn without_origin(line: &str) -> String {
    let Some((before, rest)) = line.split_once("── in ").filter(|(_, rest)| rest.contains("pid ")) else {
        return line.to_owned();
    };
    let mut after = rest.find('"').map_or("", |end| &rest[end..]);
    // It may have two rows.
    if let Some(second) = after.strip_prefix("\",\"── ") {
        after = second.find('"').map_or("", |end| &second[end..]);
    }
    let said = &rest[..rest.len() - after.len()];
    assert!(["by /", "by …", "pid "].iter().filter(|fact| said.contains(**fact)).count() == 2, "{line}");
    format!("{before}── THE ASKER{after}")
}

#[test]
fn every_recorded_conversation_goes_as_it_went() {
    recorded("embed", 9, conversation);
}

#[test]
fn a_host_names_the_folder_whose_settings_hold() {
    let home = TempFolder::new("embed-folder");
    let folder = home.join("project/.pi");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("ask-user-question.json"), r#"{"debounceMs": "soon"}"#).unwrap();
    let mut host = start(&home);
    let mut open = |cwd: &Path| {
        let cwd = cwd.display();
        host.say(&format!(
            r#"{{"type":"open","v":1,"id":"a","surface":"form","width":60,"height":12,"cwd":"{cwd}","call":{{"name":"question","arguments":{{}}}}}}"#
        ))
        .join("")
    };
    let said = [home.join("project"), home.path().to_owned()].map(|cwd| open(&cwd));
    assert!(said[0].contains("ask-user-question.json: debounceMs is"), "{}", said[0]);
    assert!(said[1].contains(r#""notes":[]"#), "{}", said[1]);
}

#[test]
fn what_was_typed_up_to_a_signal_is_kept() {
    for signal in [Signal::HUP, Signal::TERM, Signal::INT] {
        let home = TempFolder::new("embed-signal");
        let mut host = start(&home);
        host.say(&asks_why("one"));
        // Letter by letter: asq keeps the first at once, the others a quarter of a second later.
        for letter in "half a thought".chars() {
            host.say(&format!(r#"{{"type":"input","id":"one","data":"{letter}"}}"#));
        }
        assert_eq!(host.signal(signal), Some(0), "{signal:?}");
        let mut host = start(&home);
        let frame = host.say(&asks_why("two")).join("\n");
        assert!(frame.contains("half a thought") && frame.contains("kept from "), "{signal:?}: {frame}");
    }
}

#[test]
fn what_was_typed_when_the_host_went_away_comes_back_in_the_next_form() {
    let home = TempFolder::new("embed-draft").unguarded();
    let mut host = start(&home);
    host.say(&asks_why("one"));
    host.say(r#"{"type":"input","id":"one","data":"half a thought"}"#);
    assert_eq!(host.hang_up(), 0);
    let mut host = start(&home);
    let frame = host.say(&asks_why("two")).join("\n");
    assert!(frame.contains("half a thought") && frame.contains("kept from "), "{frame}");
    let done = host.say(r#"{"type":"input","id":"two","data":" more\r"}"#).join("\n");
    assert!(done.contains(r#""content":"User wrote: half a thought more""#), "{done}");
    // Delivered: nothing comes back a third time.
    let frame = host.say(&asks_why("three")).join("\n");
    assert!(!frame.contains("half a thought"), "{frame}");
    assert_eq!(host.hang_up(), 0);
}

#[test]
fn a_host_is_told_title_bell_and_heartbeat() {
    let home = TempFolder::new("embed-signals");
    std::fs::create_dir_all(home.join(".pi/agent")).unwrap();
    let settings = r#"{"heartbeatWhileActive":true,"heartbeatIntervalMinutes":0.5,
        "onQuestionCommand":"cp $PI_QUESTIONNAIRE_PAYLOAD_FILE $HOME/seen.new; mv $HOME/seen.new $HOME/seen"}"#;
    std::fs::write(home.join(".pi/agent/ask-user-question.json"), settings).unwrap();
    let mut host = start(&home);
    let lines = host.say(
        r#"{"type":"open","v":1,"id":"1","surface":"form","width":60,"height":12,"cwd":"/","call":{"name":"AskUserQuestion","arguments":{"questions":[{"header":"Env","question":"Which?","type":"free_text"}]}}}"#,
    );
    expect_test::expect![[r#"
        {"type":"signal","id":"1","signal":"title","title":"🔔 AskUserQuestion — Env"}
        {"type":"signal","id":"1","signal":"bell"}
        {"type":"signal","id":"1","signal":"heartbeat","every_ms":30000}"#]]
    .assert_eq(&lines[..3].join("\n"));
    assert!(lines[3].contains(r#""type":"frame""#), "{lines:?}");
    let mut lines = host.say(r#"{"type":"abort","id":"1"}"#);
    // The clock is running: a frame may come first.
    lines.retain(|line| !line.contains(r#""type":"frame""#));
    assert_eq!(lines[0], r#"{"type":"signal","id":"1","signal":"title","title":null}"#);
    // The form has closed; the command got its file anyway.
    assert_eq!(host.hang_up(), 0);
    let seen = eventually("the command's file", || std::fs::read_to_string(home.join("seen")));
    assert!(seen.contains(r#""tool":"AskUserQuestion","dialect":"questionnaire""#), "{seen}");
    assert!(seen.contains(r#""cwd":"/","questions":[{"header":"Env""#), "{seen}");
}

#[test]
fn a_line_that_is_too_long_is_refused_and_skipped_and_an_empty_one_is_none() {
    let home = TempFolder::new("embed-long");
    let mut host = start(&home);
    let refused = host.say(&"x".repeat(5 << 20));
    expect_test::expect![[r#"{"type":"error","id":null,"message":"- input: must have at most 4194304 bytes (4 MiB), but at least 4194305 came. Shorten texts and previews, or name files instead of quoting them."}"#]].assert_eq(&refused.join("\n"));
    assert_eq!(host.say("\n \n"), [""; 0]);
    let ping = host.say(r#"{"type":"ping","id":"1"}"#);
    expect_test::expect![[r#"{"type":"pong","id":"1"}"#]].assert_eq(&ping.join("\n"));
    assert_eq!(host.hang_up(), 0);
}

/// The host says nothing meanwhile.
#[test]
fn the_hint_at_an_ignored_key_goes_away_by_itself() {
    let home = TempFolder::new("embed-hint");
    let mut host = start(&home);
    host.say(&asks_why("one").replace(r#""guard_ms":0"#, r#""guard_ms":5000"#));
    let ignored = host.say(r#"{"type":"input","id":"one","data":"\r"}"#).join("");
    assert!(ignored.contains("Key ignored"), "{ignored}");
    let next = host.until(r#""type":"frame""#).join("");
    assert!(!next.contains("Key ignored"), "{next}");
    assert_eq!(host.hang_up(), 0);
}

#[test]
fn what_was_typed_when_the_asker_took_it_back_is_there_when_it_asks_again() {
    let home = TempFolder::new("embed-abort").unguarded();
    let mut host = start(&home);
    host.say(&asks_why("one"));
    // Letter by letter: asq keeps the first at once, the others with the end.
    for letter in "half a thought".chars() {
        host.say(&format!(r#"{{"type":"input","id":"one","data":"{letter}"}}"#));
    }
    host.say(r#"{"type":"abort","id":"one"}"#);
    let frame = host.say(&asks_why("two")).join("\n");
    assert!(frame.contains("half a thought") && frame.contains("kept from "), "{frame}");
    assert_eq!(host.hang_up(), 0);
}
