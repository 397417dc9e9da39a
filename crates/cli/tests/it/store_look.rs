//! Commands that look at the store, wait for several requests, check the log and look after it.

use crate::done::printed;
use crate::shop::{Done, Shop, picture};
use asq_testkit::eventually::eventually;
use expect_test::expect;
use std::fs;

/// Hostile text in the place of a name.
const HOSTILE: &str = "\u{1b}[2J\u{1b}]0;owned\u{7}\nID  asq \u{202e}well\t世界";

#[test]
fn where_there_is_no_store_nothing_is_open_and_none_is_made() {
    let shop = Shop::new("none");
    let commands: [&[&str]; 10] = [
        &["list"],
        &["list", "--count"],
        &["list", "--json"],
        &["history", "x"],
        &["show", "k3v9xq"],
        &["answer", "k3v9xq", "--pick", "a"],
        &["wait", "k3v9xq"],
        &["log", "head"],
        &["prune", "--older-than", "1d"],
        &["doctor"],
    ];
    let mut all: Vec<Done> = commands.iter().map(|args| shop.asq(args)).collect();
    assert!(!shop.join(".local").exists(), "nothing is made");
    // What is around asq differs from machine to machine.
    let doctor = all.last_mut().unwrap();
    doctor.out = doctor.out[doctor.out.find("store\n").unwrap()..].to_owned();
    printed(
        "store_look/where_there_is_no_store_nothing_is_open_and_none_is_made",
        &picture(&shop, &all.iter().collect::<Vec<_>>()),
    );
}

#[test]
fn names_that_are_none() {
    let shop = Shop::new("names");
    let id = shop.posted(&[]);
    let all = [
        shop.asq(&["show", "zz"]),
        shop.asq(&["show", "no id\u{7}"]),
        shop.asq(&["show", &id[..1].to_uppercase()]),
    ];
    expect![[r#"
        66
        asq: no request is called 'zz'
          asq list shows the open requests, asq history the closed ones

        66
        asq: no request is called 'no id<U+0007>'
          asq list shows the open requests, asq history the closed ones
    "#]]
    .assert_eq(&picture(&shop, &[&all[0], &all[1]]));
    assert_eq!(all[2].code, 0);
}

#[test]
fn hostile_text_breaks_no_row() {
    let shop = Shop::new("hostile");
    let ask =
        ["ask", "-q", HOSTILE, "-o", HOSTILE, "--header", HOSTILE, "--agent", HOSTILE, "--session", HOSTILE];
    let id = shop.agent(&[&ask[..], &["--call-id", HOSTILE, "--no-wait"]].concat()).id();
    let open = [shop.asq(&["list"]), shop.asq(&["list", "--json"]), shop.asq(&["show", &id])];
    let closed = shop.asq(&["decline", &id, "--as", HOSTILE, "--reason", HOSTILE]);
    let over =
        [shop.asq(&["history"]), shop.asq(&["show", &id]), shop.asq(&["answer", &id, "--pick", HOSTILE])];
    for done in open.iter().chain([&closed]).chain(&over) {
        let bad = |c: char| c == '\u{202e}' || (c.is_control() && c != '\n');
        assert!(!done.out.contains(bad) && !done.err.contains(bad), "{done:?}");
    }
    printed(
        "store_look/hostile_text_breaks_no_row",
        &picture(&shop, &[&open[0], &open[2], &over[0], &over[1], &over[2]]),
    );
}

#[test]
fn several_are_waited_for() {
    let shop = Shop::new("several");
    let ids = ["a", "b", "c"].map(|call| shop.posted(&["--call-id", call, "--context", call]));
    let [a, b, c] = ids.each_ref().map(String::as_str);
    assert_eq!(shop.asq(&["answer", b, "--pick", "SQLite"]).code, 0);
    let first = shop.asq(&["wait", a, b, c, "--any"]);
    assert_eq!((first.code, first.id().as_str()), (0, b));
    assert_eq!(shop.asq(&["decline", a]).code, 0);
    let both = shop.asq(&["wait", a, b, a, "--format", "text"]);
    let late = shop.asq(&["wait", a, b, c, "--timeout", "50ms"]);
    let outcomes: Vec<&str> = late.out.lines().map(|line| line.split('"').nth(7).unwrap()).collect();
    assert_eq!(outcomes, ["answered", "declined", "pending"]);
    // asq reports it, whether the wait or the end comes first.
    let waiting = shop.start(&["wait", c]);
    assert_eq!(shop.asq(&["cancel", c]).code, 0);
    let done = waiting.done();
    expect![[r#"
        1
        The user answered your question.
        1. q1: "Which database?"
           picked: "SQLite"
        The user declined to answer. Nothing was decided. Don't ask the same again; find another way, or ask in plain text what they would prefer.

        3
        {"id":"ID","outcome":"cancelled","content":"The user cancelled without answering. Nothing was decided. Stop, and wait for the user to tell you how to go on.","details":{"outcome":"cancelled","answers":{}},"is_error":false}
    "#]].assert_eq(&picture(&shop, &[&both, &done]));
}

#[test]
fn a_cursor_gets_each_ending_once() {
    let shop = Shop::new("cursor");
    let ids = ["a", "b"].map(|call| shop.posted(&["--call-id", call, "--context", call]));
    let [a, b] = ids.each_ref().map(String::as_str);
    for id in [b, a] {
        assert_eq!(shop.asq(&["answer", id, "--pick", "SQLite"]).code, 0);
    }
    let mut cursor = "0".to_owned();
    let mut got = Vec::new();
    for _ in 0..2 {
        let done = shop.asq(&["wait", a, b, "--any", "--since", &cursor]);
        got.push(done.id());
        cursor = done.json()["cursor"].to_string();
    }
    assert_eq!(got, [b, a]);
    let done = shop.asq(&["wait", a, b, "--any", "--since", &cursor]);
    assert_eq!((done.code, done.out.as_str()), (0, ""));
}

#[test]
fn the_history_is_searched() {
    let shop = Shop::new("history");
    let one = shop.posted(&[]);
    assert_eq!(shop.asq(&["answer", &one, "--text", "a file of OUR own", "--as", "ada"]).code, 0);
    let posted = shop.agent(&["ask", "-q", "Password?", "--sensitive", "--agent", "codex", "--no-wait"]);
    let (two, ticket) = (posted.id(), posted.json()["ticket"].as_str().unwrap().to_owned());
    assert_eq!(shop.asq(&["answer", &two, "--text", "hunter2", "--as", "ada"]).code, 0);
    let history = |args: &[&str]| shop.asq(&[&["history", "--json"], args].concat()).out;
    let found = |args: &[&str]| history(args).lines().count();
    let today = || {
        // All runs are in UTC.
        let output = std::process::Command::new("date").args(["-u", "+%F"]).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    // Midnight may come at any moment: then a request that was closed today was closed yesterday.
    let (day, now, before) = loop {
        let day = today();
        let found = (found(&["--day", "today"]), found(&["--day", "yesterday"]));
        if today() == day {
            break (day, found.0, found.1);
        }
    };
    let closed = history(&[]).matches(&format!(r#""closed_at":"{day}"#)).count();
    assert_eq!((now, before), (closed, 2 - closed));
    let counts = [
        found(&[]),
        found(&["our OWN"]),
        found(&["database"]),
        found(&["hunter2"]),
        found(&["--agent", "codex"]),
        found(&["--folder", "."]),
        found(&["--folder", "/nowhere"]),
        found(&["--since", "2h", "--until", "1h"]),
        found(&["--limit", "1"]),
    ];
    assert_eq!(counts, [2, 1, 1, 0, 1, 2, 0, 0, 1]);
    assert!(!shop.asq(&["show", &two]).out.contains("hunter2"));
    let wait = shop.agent(&["wait", &two, "--format", "value", "--ticket", &ticket]);
    assert_eq!((wait.code, wait.out.as_str()), (0, "hunter2\n"));
    let export = shop.asq(&["log", "export"]);
    assert!(!export.out.contains("hunter2"), "it is erased once it is delivered");
    let again = ["ask", "-q", "Password?", "--sensitive", "--agent", "codex", "--no-wait"];
    assert_ne!(shop.agent(&again).id(), two, "it was delivered");
    let erased =
        [shop.asq(&["wait", &two]), shop.asq(&["show", &two]), shop.asq(&["history", "--since", "soon"])];
    printed(
        "store_look/the_history_is_searched",
        &picture(&shop, &[&shop.asq(&["history"]), &erased[0], &erased[1], &erased[2]]),
    );
}

#[test]
fn a_secret_that_was_handed_over_is_never_told_as_something_else() {
    let shop = Shop::new("secret");
    let ask = ["ask", "-q", "Password?", "--sensitive", "--call-id", "c1"];
    // The same program asks again, wherever its session started.
    let mut agent = shop.script(
        r#"mkfifo answered; "$0" "$@" --no-wait; read <answered; "$0" "$@" --inbox --format value; exit $?"#,
        &ask,
    );
    let id =
        serde_json::from_str::<serde_json::Value>(&agent.line()).unwrap()["id"].as_str().unwrap().to_owned();
    assert_eq!(shop.asq(&["answer", &id, "--text", "hunter2"]).code, 0);
    fs::write(shop.join("answered"), "\n").unwrap();
    let first = agent.done();
    assert_eq!((first.code, first.out.as_str()), (0, "hunter2\n"));
    let all = [shop.agent(&[&ask[..], &["--inbox"]].concat()), shop.asq(&["wait", &id])];
    expect![[r#"
        9
        {"id":"ID","outcome":"conflict","content":"Conflict: an earlier ask of the same, whose answer was delivered and erased, was first, at DATE TIME +00:00.","details":{"outcome":"conflict","answers":{},"winner":"an earlier ask of the same, whose answer was delivered and erased,","time":"DATE TIME +00:00"},"is_error":true}
        Conflict: an earlier ask of the same, whose answer was delivered and erased, was first, at DATE TIME +00:00.

        9
        asq: ID is over; it was delivered before, and its words have been erased
    "#]].assert_eq(&picture(&shop, &[&all[0], &all[1]]));
}

#[test]
fn the_log_is_verified_noted_exported_and_imported() {
    let shop = Shop::new("log");
    let id = shop.posted(&[]);
    shop.asq(&["answer", &id, "--pick", "SQLite"]);
    let head = shop.asq(&["log", "head"]).out;
    let sound = [shop.asq(&["log", "verify", "--head", &head]), shop.asq(&["log", "verify", "--json"])];
    let other = "1:".to_owned() + &"0".repeat(64);
    let unsound = shop.asq(&["log", "verify", "--head", &other]);
    let exported = [shop.asq(&["log", "export", "out.jsonl"]), shop.asq(&["log", "export", "out.jsonl"])];
    let mut second = Shop::new("log2");
    second.with("ASQ_STORE", "copy.db");
    let file = fs::read_to_string(shop.join("out.jsonl")).unwrap();
    let imported = second.fed(&["log", "import", "-"], &file);
    assert_eq!(second.asq(&["log", "head"]).out, head);
    assert_eq!(second.asq(&["log", "export"]).out, file);
    let all = [&sound[0], &sound[1], &unsound, &exported[0], &exported[1], &imported];
    expect![[r#"
        0
        2 records, 0 with erased text, head HEAD
        sound: nothing was changed or left out

        0
        {"sound":true,"records":2,"erased":0,"head":"HEAD","problems":[]}

        74
        2 records, 0 with erased text, head HEAD
        record 1: it differs from what was noted
        NOT sound

        0
        asq: 2 records written

        74
        asq: can't write 'out.jsonl': File exists
          an export never replaces a file

        0
        asq: 2 records read
    "#]]
    .assert_eq(&picture(&shop, &all));
}

#[test]
fn pruning_erases_words_and_keeps_the_log_sound() {
    let shop = Shop::new("prune");
    let open = shop.posted(&["--context", "another"]);
    let id = shop.posted(&[]);
    shop.asq(&["answer", &id, "--pick", "SQLite"]);
    let dry = shop.asq(&["prune", "--older-than", "0.001s", "--dry-run"]);
    let kept = shop.asq(&["prune", "--older-than", "1d"]);
    let gone = shop.asq(&["prune", "--older-than", "0.001s", "--json"]);
    let after =
        [shop.asq(&["show", &id]), shop.asq(&["log", "verify"]), shop.asq(&["show", &open, "--json"])];
    assert_eq!(after[2].json()["state"], "open");
    expect![[r#"
        0
        1 closed request would be erased

        0
        0 closed requests erased: 0 texts, 0 records shortened, 0 drafts removed
        head HEAD

        0
        {"requests":1,"bodies":2,"records":0,"drafts":0,"head":"HEAD","dry_run":false}

        0
        ID  erased

        what was asked and answered has been erased

        0
        3 records, 2 with erased text, head HEAD
        sound: nothing was changed or left out
    "#]]
    .assert_eq(&picture(&shop, &[&dry, &kept, &gone, &after[0], &after[1]]));
}

#[test]
fn doctor_ends_in_an_error_where_the_store_is_damaged() {
    let shop = Shop::new("doctor");
    shop.posted(&[]);
    assert_eq!(shop.asq(&["doctor"]).code, 0);
    fs::write(shop.folder().join("store.db.bell"), format!("{:<20}\n", 7)).unwrap();
    let done = shop.asq(&["doctor"]);
    assert_eq!(done.code, 74);
    assert!(done.out.contains("inbox in use"), "{done:?}");
    assert!(
        done.err.starts_with("asq: the store is damaged: the records after position 1 are gone"),
        "{done:?}"
    );
    let json = shop.asq(&["doctor", "--json"]);
    assert_eq!((json.code, json.json()["trouble"].is_string()), (74, true));
}

#[test]
fn doctor_says_how_it_is() {
    let shop = Shop::new("doctor");
    shop.posted(&[]);
    let done = shop.asq(&["doctor"]);
    let json = shop.asq(&["doctor", "--json"]).json();
    assert_eq!((done.code, json["trouble"].is_null()), (0, true), "{done:?}");
    let names: Vec<&String> = json.as_object().unwrap().keys().collect();
    expect![[r#"["terminal", "editor", "settings", "agents", "place", "kind", "file", "bytes", "wal_bytes", "last_record", "open", "inbox_in_use", "webhook", "servers", "trouble"]"#]].assert_eq(&format!("{names:?}"));
}

#[test]
fn what_its_time_limit_ended_is_not_open_for_whoever_looks() {
    let shop = Shop::new("overdue");
    let ids = [shop.posted(&["--expires", "1s"]), shop.posted(&["--expires", "1s", "-q", "And then?"])];
    // Both expire. `show` finds one, `list` the other.
    eventually("its end", || shop.asq(&["show", &ids[0]]).out.contains("  expired\n"));
    eventually("an empty list", || shop.asq(&["list"]).out.is_empty());
    assert_eq!(shop.asq(&["list", "--count"]).out, "0\n");
}

#[test]
fn with_any_one_line_says_that_all_are_open() {
    let shop = Shop::new("any");
    let ids = ["A?", "B?"].map(|text| shop.agent(&["ask", "-q", text, "--no-wait"]).id());
    let [a, b] = ids.each_ref().map(String::as_str);
    let done = shop.asq(&["wait", a, b, "--any", "--timeout", "50ms"]);
    assert_eq!((done.code, done.id().as_str(), done.json()["outcome"].as_str()), (6, a, Some("pending")));
    let all = shop.asq(&["wait", a, b, "--timeout", "50ms"]);
    assert_eq!((all.code, all.out.lines().count()), (6, 2));
}

/// Python's DEVNULL and node's 'ignore' open it for reading and writing; a shell's `>&-` closes it.
#[test]
fn a_dev_null_that_somebody_meant_is_no_closed_output() {
    let shop = Shop::new("null");
    let post = [&crate::shop::DATABASE[..], &["--no-wait"]].concat();
    assert_eq!(shop.script(r#""$0" "$@" 1<>/dev/null; exit $?"#, &post).done().code, 6);
    assert_eq!(shop.script(r#""$0" "$@" >/dev/null; exit $?"#, &post).done().code, 6);
    assert_eq!(shop.script(r#""$0" "$@" >&-; exit $?"#, &post).done().code, 74);
    let id = shop.asq(&["list", "--json"]).id();
    assert_eq!(shop.asq(&["answer", &id, "--pick", "SQLite"]).code, 0);
    assert_eq!(shop.script(r#""$0" wait "$1" >&-; exit $?"#, &[&id]).done().code, 74);
    assert_eq!(shop.asq(&["show", &id, "--json"]).json()["delivered_at"], serde_json::Value::Null);
    assert_eq!(shop.script(r#""$0" wait "$1" 1<>/dev/null; exit $?"#, &[&id]).done().code, 0);
    assert_ne!(shop.asq(&["show", &id, "--json"]).json()["delivered_at"], serde_json::Value::Null);
}

#[test]
fn a_wait_for_a_yes_or_no_ends_as_the_ask_would() {
    let shop = Shop::new("no");
    for (text, pick, code) in [("A?", "Yes", 0), ("B?", "No", 1)] {
        let id = shop.agent(&["ask", "-q", text, "--confirm", "--no-wait"]).id();
        assert_eq!(shop.asq(&["answer", &id, "--pick", pick]).code, 0);
        assert_eq!(shop.asq(&["wait", &id]).code, code);
    }
}

#[test]
fn until_when_a_request_waits_is_listed() {
    let shop = Shop::new("expires");
    shop.asq(&["ask", "-q", "Which?", "-o", "a", "-o", "b", "--expires", "90m", "--no-wait"]);
    let listed: serde_json::Value = serde_json::from_str(&shop.asq(&["list", "--json"]).out).unwrap();
    let minutes = |name: &str| {
        let text = listed[name].as_str().unwrap();
        let number = |range: std::ops::Range<usize>| text[range].parse::<i64>().unwrap();
        number(11..13) * 60 + number(14..16)
    };
    assert_eq!((minutes("expires_at") - minutes("asked_at")).rem_euclid(24 * 60), 90, "{listed}");
    assert_eq!(listed["expires_at"].as_str().unwrap()[17..], listed["asked_at"].as_str().unwrap()[17..]);
}
