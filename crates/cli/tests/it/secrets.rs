//! A secret has an owner: its asker gets it, and so does the holder of its ticket; nobody else.

use crate::shop::{Done, Shop};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::process::Command;

const SECRET: &str = r#"{"name":"ask","arguments":{"questions":[{"id":"pw","header":"Key","question":"Which API key?","kind":"text","sensitive":true}]}}"#;

/// Alice's call for a secret.
const ALICE: [&str; 6] = ["ask", "call.json", "--agent", "alice", "--session", "S1"];

fn shop() -> Shop {
    let shop = Shop::new("secret");
    fs::write(shop.join("call.json"), SECRET).unwrap();
    shop
}

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&ALICE[..], &["--call-id", "s1"], more].concat()
}

/// The name of the user who runs the tests.
fn user() -> String {
    let told = Command::new("id").arg("-un").output().unwrap();
    String::from_utf8(told.stdout).unwrap().trim().to_owned()
}

fn answered(shop: &Shop, id: &str) {
    let done = shop.fed(&["answer", id, "--text", "-"], "hunter2\n");
    assert_eq!(done.code, 0, "{done:?}");
}

fn tells_nothing(done: &Done) {
    assert_eq!(done.code, 9, "{done:?}");
    assert!(!done.out.contains("hunter2") && !done.err.contains("hunter2"), "{done:?}");
}

fn shown(shop: &Shop, id: &str) -> Value {
    serde_json::from_str(&shop.asq(&["show", id, "--json"]).out).unwrap()
}

#[test]
fn a_secret_goes_to_who_asked_or_holds_its_ticket_and_to_nobody_else() {
    let mut shop = shop();
    let posted = shop.agent(&with(&["--no-wait"]));
    let line: Value = serde_json::from_str(&posted.out).unwrap();
    let (id, ticket) = (line["id"].as_str().unwrap(), line["ticket"].as_str().unwrap().to_owned());
    assert_eq!((posted.code, ticket.len()), (6, 32), "{posted:?}");
    assert!(posted.err.contains(&format!("ASQ_TICKET={ticket}")), "{posted:?}");
    // The store knows only its digest.
    for file in fs::read_dir(shop.folder()).unwrap() {
        let path = file.unwrap().path();
        let bytes = fs::read(&path).unwrap_or_default();
        assert!(!bytes.windows(ticket.len()).any(|part| part == ticket.as_bytes()), "{}", path.display());
    }
    // Somebody else who claims to be alice, while it is open: asq refuses before a person answers in vain.
    tells_nothing(&shop.asq(&with(&["--no-wait"])));
    answered(&shop, id);

    let wait = shop.asq(&["wait", id]);
    tells_nothing(&wait);
    assert_eq!(wait.out, "");
    assert_eq!(
        wait.err,
        format!(
            "asq: {id} was answered with a secret: its asker is told, and whoever has its ticket (--ticket, ASQ_TICKET)\n"
        )
    );
    tells_nothing(&shop.asq(&["wait", id, "--ticket", "0123456789abcdef0123456789abcdef"]));
    tells_nothing(&shop.asq(&with(&["--no-wait"])));
    tells_nothing(&shop.asq(&with(&["--inbox"])));
    // None of that delivered it, so asq erased nothing.
    assert_eq!(shown(&shop, id)["delivered_at"], Value::Null);

    let wait = shop.asq(&["wait", id, "--ticket", &ticket, "--format", "value"]);
    assert_eq!((wait.code, wait.out.as_str()), (0, "hunter2\n"), "{wait:?}");
    let taken = &shown(&shop, id)["delivered_to"];
    assert_eq!(taken["name"], Value::from(user()));
    assert!(taken["pid"].is_u64() && taken["exe"].is_string(), "{taken}");
    let show = shop.asq(&["show", id]).out;
    let row = format!("\nto          process {}: {}\nprogram     ", taken["pid"], user());
    assert!(show.contains(&row), "{show}");
    tells_nothing(&shop.asq(&["wait", id, "--ticket", &ticket]));

    // The same call again, with a ticket in a variable.
    let again = [&ALICE[..], &["--call-id", "s2", "--no-wait"]].concat();
    let line: Value = serde_json::from_str(&shop.agent(&again).out).unwrap();
    answered(&shop, line["id"].as_str().unwrap());
    // Nobody can guess one from another, or from nothing.
    let other = line["ticket"].as_str().unwrap();
    assert_eq!(BTreeSet::from([other, &ticket, &"0".repeat(32)]).len(), 3);
    shop.with("ASQ_TICKET", other);
    let told = shop.asq(&[&again[..], &["--format", "value"]].concat());
    assert_eq!((told.code, told.out.as_str()), (0, "hunter2\n"), "{told:?}");
}

#[test]
fn the_program_that_asked_is_told_without_a_ticket() {
    let shop = shop();
    let script = r#"mkfifo go; "$0" ask --no-wait call.json; read -r id <go; "$0" wait "$id" --format value"#;
    let mut asks = shop.script(script, &[]);
    let posted: Value = serde_json::from_str(&asks.line()).unwrap();
    let id = posted["id"].as_str().unwrap().to_owned();
    answered(&shop, &id);
    tells_nothing(&shop.asq(&["wait", &id]));
    writeln!(fs::OpenOptions::new().write(true).open(shop.join("go")).unwrap(), "{id}").unwrap();
    let done = asks.done();
    assert_eq!((done.code, done.out.as_str()), (0, "hunter2\n"), "{done:?}");
}

#[test]
fn who_waits_for_an_open_secret_elsewhere_learns_that_it_was_answered() {
    let shop = shop();
    let id = shop.agent(&with(&["--no-wait"])).id();
    let late = shop.asq(&["wait", &id, "--timeout", "10ms"]);
    assert_eq!(late.code, 6, "{late:?}");
    assert!(!late.out.contains("ticket"), "{late:?}");
    answered(&shop, &id);
    tells_nothing(&shop.asq(&["wait", &id, "--format", "text"]));
    // A refusal isn't secret.
    let other = shop.agent(&["ask", "--no-wait", "call.json"]).id();
    shop.asq(&["decline", &other]);
    assert_eq!(shop.asq(&["wait", &other]).code, 1);
}

#[test]
fn a_process_that_holds_answers_leaves_no_core_and_hides_a_secret() {
    let shop = shop();
    let mut asks = shop.start(&with(&["--inbox"]));
    asks.until("waiting for an answer");
    let limits = fs::read_to_string(format!("/proc/{}/limits", asks.pid())).unwrap();
    let core = limits.lines().find(|line| line.starts_with("Max core file size")).unwrap();
    assert_eq!(core.split_whitespace().nth(4), Some("0"), "{core}");
    let id = shop.asq(&["list", "--json"]).id();
    let hides = |command: &str| {
        let script = format!(r#"strace -qq -e trace=prctl "$0" {command} </dev/null; true"#);
        shop.script(&script, &[]).done().err.contains("prctl(PR_SET_DUMPABLE, SUID_DUMP_DISABLE)")
    };
    // Before the text of a secret is read, and not for another answer.
    assert!(hides(&format!("answer {id} --text x --force")));
    assert_eq!(asks.done().code, 0);
    let other = shop.posted(&[]);
    assert!(!hides(&format!("answer {other} --pick SQLite --force")));
    assert!(!hides("list --count"));
}
