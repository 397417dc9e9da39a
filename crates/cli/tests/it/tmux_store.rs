//! A form in a terminal whose request is in the store, too.

use crate::ASQ;
use crate::tmux::{Ask, DATABASE};
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use std::process::{Command, Output};

/// Creates a store, and asks while an inbox is in use; `$ASQ list` and the like see the same store.
fn beside_an_inbox(arguments: &str) -> Ask {
    let script = format!(
        "export ASQ_STORE=$HOME/store.db
        $ASQ ask -q 'First?' --no-wait >first 2>/dev/null; $ASQ withdraw $(cut -d'\"' -f4 first) >/dev/null
        flock -s store.db.inbox $ASQ ask call.json {arguments} >out"
    );
    let ask = Ask::script(80, 24, 0, DATABASE, &script);
    ask.tmux.wait_text("Esc cancel");
    ask
}

/// The process id of asq, the child of flock.
fn below_flock(ask: &Ask) -> String {
    let parent = ask.process();
    let children = std::fs::read_to_string(format!("/proc/{parent}/task/{parent}/children")).unwrap();
    children.split_whitespace().next().unwrap_or(&parent).to_owned()
}

fn asq(ask: &Ask, arguments: &[&str]) -> Output {
    let mut command = Command::new(ASQ);
    command.args(arguments).env("ASQ_STORE", ask.path("store.db")).env("HOME", ask.path(""));
    command.output().unwrap()
}

fn told(ask: &Ask, arguments: &[&str]) -> String {
    let output = asq(ask, arguments);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The id of the only open request.
fn open(ask: &Ask) -> String {
    let listed = told(ask, &["list", "--json"]);
    assert_eq!(listed.lines().count(), 1, "{listed}");
    assert!(listed.contains(r#""asker_waits":true"#), "{listed}");
    listed.split('"').nth(3).unwrap().to_owned()
}

#[test]
fn a_form_closes_when_its_request_is_answered_elsewhere() {
    for arguments in ["", "--fullscreen"] {
        let ask = beside_an_inbox(arguments);
        told(&ask, &["answer", &open(&ask), "--pick", "SQLite", "--as", "ada"]);
        let end = ask.end();
        assert_eq!(end.code, "0", "{}", end.screen);
        assert!(end.has("User selected: 2. SQLite"), "{}", end.out);
        assert!(end.screen.contains("ada"), "it says by whom: {}", end.screen);
    }
}

#[test]
fn what_is_answered_in_the_form_is_in_the_store() {
    let ask = beside_an_inbox("");
    let id = open(&ask);
    ask.tmux.text("1");
    let end = ask.end();
    assert!(end.code == "0" && end.has(&id), "{end:?}");
    let shown = told(&ask, &["show", &id]);
    assert!(shown.contains("at a terminal") && shown.contains("delivered   20"), "{shown}");
    let late = asq(&ask, &["answer", &id, "--pick", "SQLite"]);
    assert_eq!(late.status.code(), Some(9), "{late:?}");
}

#[test]
fn a_form_that_is_lost_leaves_its_request_open_with_what_was_typed() {
    let ask = beside_an_inbox("");
    let id = open(&ask);
    ask.own_row();
    ask.tmux.text("not lost");
    ask.tmux.wait_text("not lost");
    assert!(Command::new("kill").args(["-s", "TERM", &below_flock(&ask)]).status().unwrap().success());
    let end = ask.end();
    assert!(end.code == "6" && end.has("pending") && end.has(&id), "{end:?}");
    told(&ask, &["cancel", &id]);
    let shown = told(&ask, &["show", &id]);
    assert!(shown.contains("not lost"), "{shown}");
}

#[test]
fn put_aside_it_waits_for_an_answer_from_elsewhere() {
    let ask = beside_an_inbox("");
    let id = open(&ask);
    ask.tmux.keys(&["C-]"]);
    ask.tmux.wait_text("waiting for an answer");
    told(&ask, &["decline", &id, "--reason", "not now"]);
    let end = ask.end();
    assert_eq!(end.code, "1", "{end:?}");
    assert!(end.has("not now"), "{}", end.out);
}

#[test]
fn where_all_is_recorded_a_form_alone_is_in_the_history() {
    let script = "export ASQ_STORE=$HOME/store.db ASQ_RECORD=always; $ASQ ask call.json >out";
    let ask = Ask::script(80, 24, 0, DATABASE, script);
    ask.tmux.wait_text("Esc cancel");
    ask.tmux.text("1");
    assert_eq!(ask.end().code, "0");
    assert!(told(&ask, &["history"]).contains("answered"));
}

#[test]
fn what_was_kept_before_goes_along_when_the_form_is_put_aside() {
    let script = "export ASQ_STORE=$HOME/store.db
        $ASQ ask -q 'First?' --no-wait >first 2>/dev/null; $ASQ withdraw $(cut -d'\"' -f4 first) >/dev/null
        $ASQ ask call.json >cancelled; clear
        flock -s store.db.inbox $ASQ ask call.json >out";
    let ask = Ask::script(80, 24, 0, DATABASE, script);
    ask.own_words("typed before");
    ask.tmux.keys(&["C-c"]);
    ask.tmux.wait_text("kept from");
    let id = open(&ask);
    ask.tmux.keys(&["C-]"]);
    ask.tmux.wait_text("waiting for an answer");
    told(&ask, &["cancel", &id]);
    let shown = told(&ask, &["show", &id]);
    assert!(shown.contains("typed before"), "{shown}");
    assert_eq!(ask.end().code, "3");
}

#[test]
fn what_the_store_does_not_take_is_kept_and_said_to_be_only_where_it_is() {
    for (keys, kept) in [("1", "what was answered is kept as a draft"), ("Escape", "")] {
        let script = "export ASQ_STORE=$HOME/store.db; trap '' XFSZ
            $ASQ ask -q 'First?' --no-wait >first 2>/dev/null; $ASQ withdraw $(cut -d'\"' -f4 first) >/dev/null
            flock -s store.db.inbox $ASQ ask call.json >out 2>err";
        let ask = Ask::script(80, 24, 0, DATABASE, script);
        ask.tmux.wait_text("Esc cancel");
        let pid = Pid::from_raw(below_flock(&ask).parse().unwrap());
        prlimit(pid, Resource::Fsize, Rlimit { current: Some(4096), maximum: None }).unwrap();
        ask.tmux.keys(&[keys]);
        assert_eq!(ask.end().code, "74");
        let said = std::fs::read_to_string(ask.path("err")).unwrap();
        assert!(said.contains("the disk failed: ") && said.contains(kept), "{said}");
        assert_eq!(said.contains("kept as a draft"), !kept.is_empty(), "{said}");
    }
}
