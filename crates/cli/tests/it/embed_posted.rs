//! `asq embed` while an inbox is in use: conversations with a host and with other processes, in
//! `tests/embed_posted/`.
//!
//! - A line `> …` comes from the host, the lines `< …` after it are the answer.
//! - A line `$ …` runs asq in another process, the lines `| …` after it are its output; `ID` stands for the open
//!   request.
//! - A line `~ WORD` waits for a line with that word. `~ bell` stands where the bell has rung by then: a question is
//!   announced once its store has said who announces it, so the bell has no fixed place between other lines.
//! - `! inbox` takes the lock that an inbox holds, `! no inbox` releases it.
//! - `UPDATE_EXPECT=1` rewrites the answers.

use crate::ASQ;
use crate::host::{Host, recorded};
use crate::shop::Shop;
use expect_test::expect;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// The host runs below a program of its own, so answers from elsewhere don't count as the asker's own.
fn start(shop: &Shop) -> Host {
    let program = shop.join("host");
    if !program.exists() {
        std::os::unix::fs::symlink("/bin/bash", &program).unwrap();
    }
    Host::of(
        Command::new(program)
            // With the signal ignored, a file that can't grow is an error, not the end of the process.
            .args(["-c", r#"trap '' XFSZ; "$0" embed; exit $?"#, ASQ])
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", shop.join(""))
            .env("TZ", "UTC")
            .current_dir(shop.join("")),
    )
}

fn masked(shop: &Shop, line: &str) -> String {
    let user = Command::new("id").arg("-un").output().unwrap().stdout;
    let user = String::from_utf8(user).unwrap();
    shop.masked(line).replace(&format!(" by {}", user.trim()), " by USER")
}

fn conversation(path: &Path) -> String {
    let shop = Shop::new("embed");
    let mut inbox = None;
    let mut host = start(&shop);
    let mut text = String::new();
    let mut bells = 0;
    for line in std::fs::read_to_string(path).unwrap().lines() {
        if !["< ", "| "].iter().any(|answer| line.starts_with(answer)) {
            writeln!(text, "{line}").unwrap();
        }
        let said = if let Some(said) = line.strip_prefix("> ") {
            host.say(said)
        } else if line == "~ bell" && bells > 0 {
            Vec::new()
        } else if let Some(what) = line.strip_prefix("~ ") {
            host.until(what)
        } else if let Some(words) = line.strip_prefix("$ asq ") {
            let list = shop.asq(&["list", "--json"]);
            let id = list.out.lines().next().map_or_else(String::new, |_| list.id());
            let words: Vec<String> =
                words.split(' ').map(|word| word.replace("ID", &id).replace('_', " ")).collect();
            let done = shop.asq(&words.iter().map(String::as_str).collect::<Vec<_>>());
            for line in format!("{}{}", done.out, done.err).lines().filter(|line| !line.is_empty()) {
                writeln!(text, "| {}", masked(&shop, line)).unwrap();
            }
            continue;
        } else if line == "! inbox" {
            // There is a store, because an inbox creates one.
            let first = shop.posted(&["--call-id", "first"]);
            assert_eq!(shop.asq(&["withdraw", &first]).code, 0);
            inbox = Some(shop.inbox());
            continue;
        } else if line == "! no inbox" {
            inbox = None;
            continue;
        } else {
            continue;
        };
        for line in said {
            if line.contains(r#""signal":"bell""#) {
                bells += 1;
            } else {
                writeln!(text, "< {}", masked(&shop, &line)).unwrap();
            }
        }
        if line == "~ bell" {
            bells -= 1;
        }
    }
    assert_eq!((host.hang_up(), bells), (0, 0));
    drop(inbox);
    text
}

#[test]
fn every_recorded_conversation_goes_as_it_went() {
    recorded("embed_posted", 8, conversation);
}

#[test]
fn what_the_host_says_of_the_agents_work_is_in_the_store_cut_to_its_limits_and_in_no_line() {
    let shop = Shop::new("embed-about");
    shop.posted(&["--call-id", "first"]);
    let _inbox = shop.inbox();
    let about = json!({
        "says": "its words\u{1b}[2J", "task": "its words ".repeat(300), "branch": "", "link": "its words".repeat(300),
        "text": "its words", "diff": "-its words\n+\n", "model": "unknown keys are ignored",
    });
    let open = json!({
        "type": "open", "v": 1, "id": "1", "waits": true, "surface": "form", "width": 46, "height": 12, "guard_ms": 0,
        "call": {"name": "question", "arguments": {"questions": [
            {"id": "db", "prompt": "Which database?", "options": [{"value": "a", "label": "A"}]},
        ]}},
        "about": about, "agent": "pi",
    });
    let mut host = start(&shop);
    let mut lines = host.say(&open.to_string());
    let listed = shop.asq(&["list", "--json"]);
    let last = listed.out.lines().last().unwrap();
    let id = serde_json::from_str::<Value>(last).unwrap()["id"].as_str().unwrap().to_owned();
    let kept = shop.asq(&["show", &id, "--json"]).json()["about"].clone();
    let task = format!("{}its word\n… 1032 bytes more", "its words ".repeat(196));
    assert_eq!(
        kept,
        json!({"says": "its words\u{1b}[2J", "task": task, "text": "its words", "diff": "-its words\n+\n"})
    );
    lines.extend(host.say(r#"{"type":"input","id":"1","data":"1"}"#));
    assert!(lines.iter().any(|line| line.contains(r#""outcome":"answered""#)), "{lines:?}");
    assert!(!lines.concat().contains("its words"), "{lines:?}");
    assert_eq!(host.hang_up(), 0);
}

#[test]
fn without_an_inbox_nothing_is_made_or_written() {
    let shop = Shop::new("embed-none");
    let open = r#"{"type":"open","v":1,"id":"1","waits":true,"surface":"form","width":46,"height":12,"guard_ms":0,"call":{"name":"question","arguments":{"questions":[{"id":"db","prompt":"Which database?","options":[{"value":"a","label":"A"}]}]}}}"#;
    let mut host = start(&shop);
    assert!(host.say(open).iter().any(|line| line.contains("Which database?")));
    let aside = host.say(r#"{"type":"input","id":"1","data":"\u001d"}"#);
    let waiting = r#"{"type":"waiting","id":"1","text":"asq: a question waits here"}"#;
    assert_eq!(aside.last().map(String::as_str), Some(waiting));
    host.say(r#"{"type":"show","id":"1","width":46,"height":12}"#);
    assert!(host.say(r#"{"type":"input","id":"1","data":"1"}"#).iter().any(|line| line.contains("answered")));
    let unseen = open.replace("form", "none");
    assert!(host.say(&unseen)[0].contains("unavailable"));
    assert_eq!(host.hang_up(), 0);
    assert!(!shop.folder().exists(), "no store is made");

    // Without an inbox asq writes nothing to the store.
    let first = shop.posted(&[]);
    assert_eq!(shop.asq(&["withdraw", &first]).code, 0);
    let head = shop.asq(&["log", "head"]).out;
    let mut host = start(&shop);
    assert!(host.say(open).iter().any(|line| line.contains("Which database?")));
    host.say(r#"{"type":"input","id":"1","data":"1"}"#);
    assert_eq!(host.hang_up(), 0);
    assert_eq!(shop.asq(&["log", "head"]).out, head);
}

#[test]
fn a_host_that_goes_away_leaves_the_request_open_and_what_was_typed_with_it() {
    let shop = Shop::new("embed-gone");
    let first = shop.posted(&[]);
    assert_eq!(shop.asq(&["withdraw", &first]).code, 0);
    let inbox = shop.inbox();
    let open = |id: &str| {
        format!(
            r#"{{"type":"open","v":1,"id":"{id}","agent":"pi","session":"s","call_id":"c","waits":true,"surface":"form","width":60,"height":12,"guard_ms":0,"call":{{"name":"question","arguments":{{"questions":[{{"id":"a","prompt":"Why?","options":[]}}]}}}}}}"#
        )
    };
    let mut host = start(&shop);
    host.say(&open("1"));
    host.say(r#"{"type":"input","id":"1","data":"half a thought"}"#);
    assert_eq!(host.hang_up(), 0);
    let list = shop.asq(&["list", "--json"]);
    assert_eq!(list.json()["asker_waits"], false);
    // A host that can't show a form and can't wait gets the id of the open request.
    let mut host = start(&shop);
    let blind = open("blind").replace(r#""surface":"form""#, r#""surface":"none""#);
    let pending = host.say(&blind.replace(r#""waits":true"#, r#""waits":false"#)).join("\n");
    assert!(pending.contains(r#""outcome":"pending""#), "{pending}");
    assert_eq!(host.hang_up(), 0);
    // The same call again continues it.
    let mut host = start(&shop);
    let frame = host.say(&open("2")).join("\n");
    assert!(frame.contains("half a thought"), "{frame}");
    assert_eq!(shop.asq(&["list", "--json"]).id(), list.id());
    let answered = shop.asq(&["answer", &list.id(), "--text", "because"]);
    assert_eq!(answered.code, 0, "{answered:?}");
    let done = host.until("\"done\"").join("\n");
    assert!(done.contains("User wrote: because"), "{done}");
    assert!(done.contains("what was typed here is kept as a draft"), "{done}");
    assert_eq!(host.hang_up(), 0);
    drop(inbox);
    // A new call with the same question continues it, too.
    let mut host = start(&shop);
    let frame = host.say(&open("3").replace(r#""call_id":"c""#, r#""call_id":"d""#)).join("\n");
    assert!(frame.contains("half a thought") && frame.contains("kept from "), "{frame}");
    assert_eq!(host.hang_up(), 0);
}

/// The next tests' question, as this call of this host.
fn why(id: &str) -> String {
    format!(
        r#"{{"type":"open","v":1,"id":"{id}","agent":"pi","session":"s","call_id":"{id}","waits":true,"surface":"form","width":60,"height":12,"guard_ms":0,"call":{{"name":"question","arguments":{{"questions":[{{"id":"a","prompt":"Why?","options":[]}}]}}}}}}"#
    )
}

#[test]
fn a_host_that_comes_back_with_another_call_goes_on_with_what_is_open_and_gets_what_was_answered() {
    let shop = Shop::new("embed-back");
    let first = shop.posted(&[]);
    assert_eq!(shop.asq(&["withdraw", &first]).code, 0);
    let inbox = shop.inbox();
    let mut host = start(&shop);
    host.say(&why("1"));
    host.say(r#"{"type":"input","id":"1","data":"half a thought"}"#);
    assert_eq!(host.hang_up(), 0);
    drop(inbox);
    let mut host = start(&shop);
    let frame = host.say(&why("2")).join("\n");
    assert!(frame.contains("half a thought"), "{frame}");
    assert_eq!(host.hang_up(), 0);
    let id = shop.asq(&["list", "--json"]).id();
    assert_eq!(shop.asq(&["answer", &id, "--text", "Because."]).code, 0);
    let mut host = start(&shop);
    let done = host.say(&why("3")).join("\n");
    assert!(done.contains(r#""outcome":"answered","content":"User wrote: Because.""#), "{done}");
    // It is delivered now, so the same question is a new request.
    let frame = host.say(&why("4")).join("\n");
    assert!(frame.contains("Why?") && !frame.contains("half a thought"), "{frame}");
    assert_eq!(host.hang_up(), 0);
}

#[test]
fn what_was_kept_before_goes_with_an_answer_that_went_through_the_store() {
    let shop = Shop::new("embed-kept");
    let mut host = start(&shop);
    host.say(&why("1"));
    host.say(r#"{"type":"input","id":"1","data":"half a thought"}"#);
    assert_eq!(host.hang_up(), 0);
    let first = shop.posted(&[]);
    assert_eq!(shop.asq(&["withdraw", &first]).code, 0);
    let inbox = shop.inbox();
    let mut host = start(&shop);
    let frame = host.say(&why("2")).join("\n");
    assert!(frame.contains("half a thought") && frame.contains("kept from "), "{frame}");
    let done = host.say(r#"{"type":"input","id":"2","data":"\r"}"#).join("\n");
    assert!(done.contains("User wrote: half a thought"), "{done}");
    assert_eq!(host.hang_up(), 0);
    drop(inbox);
    let mut host = start(&shop);
    let frame = host.say(&why("3")).join("\n");
    assert!(frame.contains("Why?") && !frame.contains("half a thought"), "{frame}");
    assert_eq!(host.hang_up(), 0);
}

#[test]
fn what_the_store_does_not_take_is_told_as_what_it_was() {
    let shop = Shop::new("embed-full");
    let first = shop.posted(&[]);
    assert_eq!(shop.asq(&["withdraw", &first]).code, 0);
    let _inbox = shop.inbox();
    let mut told = String::new();
    for (id, typed, line) in [
        ("answered", "because", r#"{"type":"input","id":"answered","data":"\r"}"#),
        ("cancelled", "beca", r#"{"type":"input","id":"cancelled","data":"\u001b\u001b"}"#),
        ("nothing typed", "", r#"{"type":"input","id":"nothing typed","data":"\u001b"}"#),
        ("withdrawn", "be", r#"{"type":"abort","id":"withdrawn"}"#),
    ] {
        let _ = std::fs::remove_dir_all(shop.join(".local/state"));
        let mut host = start(&shop);
        // A new question: the one before is still open.
        host.say(&why(id).replace("Why?", id));
        host.say(&format!(r#"{{"type":"input","id":"{id}","data":"{typed}"}}"#));
        host.limit_files(4096);
        let done = host.say(line).pop().unwrap();
        writeln!(told, "{}", shop.masked(&done)).unwrap();
        assert_eq!(host.hang_up(), 0);
    }
    expect![[r#"
        {"type":"done","id":"answered","outcome":"unavailable","content":"The user answered, but the answer could not be stored: the disk failed: disk I/O error (write), under HOME/.local/share/asq/store.db; it is kept as a draft. Ask again.","details":null,"is_error":true,"notes":[],"told":"asq: the answer could not be stored: the disk failed: disk I/O error (write), under HOME/.local/share/asq/store.db; it is kept as a draft"}
        {"type":"done","id":"cancelled","outcome":"unavailable","content":"The user cancelled, but that could not be stored: the disk failed: disk I/O error (write), under HOME/.local/share/asq/store.db; what was typed is kept as a draft. The question may still be open.","details":null,"is_error":true,"notes":[],"told":"asq: that you cancelled could not be stored: the disk failed: disk I/O error (write), under HOME/.local/share/asq/store.db; what was typed is kept as a draft"}
        {"type":"done","id":"nothing typed","outcome":"unavailable","content":"The user cancelled, but that could not be stored: the disk failed: disk I/O error (write), under HOME/.local/share/asq/store.db. The question may still be open.","details":null,"is_error":true,"notes":[],"told":"asq: that you cancelled could not be stored: the disk failed: disk I/O error (write), under HOME/.local/share/asq/store.db"}
        {"type":"done","id":"withdrawn","outcome":"unavailable","content":"It was taken back, but that could not be stored: the disk failed: disk I/O error (write), under HOME/.local/share/asq/store.db; what was typed is kept as a draft. The question may still be open.","details":null,"is_error":true,"notes":[],"told":"asq: that it was taken back could not be stored: the disk failed: disk I/O error (write), under HOME/.local/share/asq/store.db; what was typed is kept as a draft"}
    "#]].assert_eq(&told);
}

#[test]
fn a_store_that_cannot_be_used_is_said_and_the_question_is_asked_without_it() {
    let shop = Shop::new("embed-nowhere");
    let open = r#"{"type":"open","v":1,"id":"1","waits":true,"surface":"form","width":46,"height":12,"guard_ms":0,"call":{"name":"question","arguments":{"questions":[{"id":"why","prompt":"Why?","options":[]}]}}}"#;
    let mut command = Command::new(ASQ);
    command.arg("embed").env_clear().env("HOME", shop.join("")).env("ASQ_STORE", "/dev/full");
    let mut host = Host::of(command.current_dir(shop.join("")));
    assert!(host.say(open).join("\n").contains("Why?"));
    let done = host.say(r#"{"type":"input","id":"1","data":"because\r"}"#).join("\n");
    assert!(done.contains("answered") && done.contains("the question is asked without it"), "{done}");
    host.say(&open.replace(r#""id":"1""#, r#""id":"2""#));
    // The host exits in the middle of typing: the text is a draft.
    host.say(r#"{"type":"input","id":"2","data":"half a thought"}"#);
    assert_eq!(host.hang_up(), 0);
    let drafts = std::fs::read_dir(shop.join(".local/state/asq/drafts")).unwrap();
    assert_eq!(drafts.count(), 1);
}

#[test]
fn who_answers_in_a_host_is_recorded_as_such() {
    let shop = Shop::new("embed-how");
    let first = shop.posted(&[]);
    assert_eq!(shop.asq(&["withdraw", &first]).code, 0);
    let inbox = shop.inbox();
    let open = r#"{"type":"open","v":1,"id":"1","agent":"pi","call_id":"c","own":true,"waits":true,"surface":"form","width":60,"height":12,"guard_ms":0,"call":{"name":"question","arguments":{"questions":[{"id":"db","prompt":"Which database?","options":[{"value":"a","label":"A"}]}]}}}"#;
    let mut host = start(&shop);
    host.say(open);
    assert!(host.say(r#"{"type":"input","id":"1","data":"1"}"#).join("").contains("answered"));
    assert_eq!(host.hang_up(), 0);
    let history = shop.asq(&["history", "--json"]).out;
    let answered = history.lines().find(|line| line.contains(r#""state":"answered""#)).unwrap();
    assert_eq!(serde_json::from_str::<serde_json::Value>(answered).unwrap()["by"]["how"], "host");
    drop(inbox);
}
