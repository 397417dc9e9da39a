//! Asking through the store: post, wait, attach, deliver once.

use crate::shop::{DATABASE, Done, Shop, picture};
use expect_test::expect;
use rustix::process::Signal;
use serde_json::json;
use std::fs;
use std::os::unix::fs::PermissionsExt;

#[test]
fn without_a_terminal_and_an_inbox_nobody_is_asked_and_nothing_is_made() {
    let shop = Shop::new("nothing");
    let done = shop.agent(&DATABASE);
    assert_eq!((done.code, &done.json()["id"]), (7, &json!(null)));
    assert!(!shop.join(".local").exists(), "nothing is made");
}

#[test]
fn what_is_posted_is_answered_elsewhere_and_handed_over_once() {
    let shop = Shop::new("once");
    let id = shop.posted(&[]);
    let answered = shop.asq(&["answer", &id[..8], "--pick", "SQLite"]);
    let again = shop.agent(&DATABASE);
    assert_eq!(again.id(), id);
    let after = shop.agent(&[&DATABASE[..], &["--no-wait"]].concat());
    assert_ne!(after.id(), id, "it was delivered: this is a question of its own");
    expect![[r#"
        0
        ID6 answered
        The asker isn't waiting. It gets the answer when it asks the same again, or with asq wait ID6.

        0
        {"id":"ID","outcome":"answered","content":"The user answered your question.\n1. q1: \"Which database?\"\n   picked: \"SQLite\"","details":{"outcome":"answered","answers":{"q1":{"kind":"select_one","value":"SQLite","label":"SQLite","index":1}}},"is_error":false}

        6
        {"id":"ID","outcome":"pending","content":"Not answered yet. The user has been asked (id ID). Call wait, or run: asq wait ID","details":{"outcome":"pending","answers":{},"id":"ID"},"is_error":false}
        asq: posted; get the answer with: asq wait ID6
    "#]].assert_eq(&picture(&shop, &[&answered, &again, &after]));
}

#[test]
fn with_a_call_id_the_same_ending_comes_each_time() {
    let shop = Shop::new("call");
    let id = shop.posted(&["--call-id", "c1"]);
    let pending = shop.agent(&[&DATABASE[..], &["--call-id", "c1", "--no-wait"]].concat());
    assert_eq!(pending.id(), id);
    assert_eq!(shop.asq(&["answer", &id, "--pick", "SQLite"]).code, 0);
    let asked = [&DATABASE[..], &["--call-id", "c1", "--inbox"]].concat();
    let all = [shop.agent(&asked), shop.agent(&asked), shop.asq(&["wait", &id])];
    assert!(all.iter().all(|done| done.out == all[0].out && done.code == 0), "{all:?}");
    let handed = shop.asq(&["log", "export"]).out.matches("delivered").count();
    let other = shop.agent(&["ask", "-q", "Another?", "--agent", "claude", "--call-id", "c1", "--inbox"]);
    assert_eq!((other.code, other.id()), (9, id));
    expect![[r#"
        9
        {"id":"ID","outcome":"conflict","content":"Conflict: another question with this call id was first, at DATE TIME +00:00.","details":{"outcome":"conflict","answers":{},"winner":"another question with this call id","time":"DATE TIME +00:00"},"is_error":true}
        Conflict: another question with this call id was first, at DATE TIME +00:00.
        1"#]].assert_eq(&format!("{}{handed}", picture(&shop, &[&other])));
}

#[test]
fn who_waits_gets_the_answer_and_shows_as_waiting() {
    let shop = Shop::new("waits");
    let mut asker = shop.start(&[&DATABASE[..], &["--inbox"]].concat());
    let said = asker.until("waiting");
    let list = shop.asq(&["list", "--json"]);
    assert_eq!(list.json()["asker_waits"], true);
    let id = list.id();
    let answered = shop.asq(&["answer", &id, "--text", "neither: use\nthe old one"]);
    let done = asker.done();
    let count = shop.asq(&["list", "--count"]);
    expect![[r#"
        asq: waiting for an answer: asq inbox, or asq answer ID6
        0
        ID6 answered

        0
        {"id":"ID","outcome":"answered","content":"The user answered your question.\n1. q1: \"Which database?\"\n   in the user's own words:\n   | neither: use\n   | the old one","details":{"outcome":"answered","answers":{"q1":{"kind":"select_one","value":"neither: use\nthe old one","custom":"neither: use\nthe old one"}}},"is_error":false}
        asq: waiting for an answer: asq inbox, or asq answer ID6

        0
        0
    "#]].assert_eq(&format!("{}{}", shop.masked(&said), picture(&shop, &[&answered, &done, &count])));
}

#[test]
fn every_ending_reaches_the_asker_with_its_code() {
    let shop = Shop::new("endings");
    let mut all = Vec::new();
    for end in [&["decline", "--reason", "not now"][..], &["cancel"], &["withdraw"]] {
        let mut asker = shop.start(&[&DATABASE[..], &["--inbox"]].concat());
        asker.until("waiting");
        let id = shop.asq(&["list", "--json"]).id();
        all.push(shop.asq(&[&[end[0], &id[..]], &end[1..]].concat()));
        all.push(asker.done());
    }
    let all: Vec<&Done> = all.iter().collect();
    expect![[r#"
        0
        ID6 declined

        1
        {"id":"ID","outcome":"declined","content":"The user declined to answer. Nothing was decided. Don't ask the same again; find another way, or ask in plain text what they would prefer.\n   reason: \"not now\"","details":{"outcome":"declined","answers":{},"reason":"not now"},"is_error":false}
        asq: waiting for an answer: asq inbox, or asq answer ID6

        0
        ID6 cancelled

        3
        {"id":"ID","outcome":"cancelled","content":"The user cancelled without answering. Nothing was decided. Stop, and wait for the user to tell you how to go on.","details":{"outcome":"cancelled","answers":{}},"is_error":false}
        asq: waiting for an answer: asq inbox, or asq answer ID6

        0
        ID6 withdrawn

        8
        {"id":"ID","outcome":"withdrawn","content":"The question was withdrawn before the user answered. Nothing was decided.","details":{"outcome":"withdrawn","answers":{}},"is_error":false}
        asq: waiting for an answer: asq inbox, or asq answer ID6
    "#]].assert_eq(&picture(&shop, &all));
}

#[test]
fn a_wait_that_is_over_leaves_the_question_open() {
    let shop = Shop::new("late");
    let late = shop.agent(&[&DATABASE[..], &["--wait=50ms"]].concat());
    assert_eq!(shop.asq(&["list", "--count"]).out, "1\n");
    expect![[r#"
        6
        {"id":"ID","outcome":"pending","content":"Not answered yet. The user has been asked (id ID). Call wait, or run: asq wait ID","details":{"outcome":"pending","answers":{},"id":"ID"},"is_error":false}
        asq: waiting for an answer: asq inbox, or asq answer ID6
        asq: it stays open; asq wait ID6 waits again, asq withdraw ID6 takes it back
    "#]].assert_eq(&picture(&shop, &[&late]));
}

#[test]
fn a_time_limit_that_the_asker_set_closes_it() {
    let shop = Shop::new("limit");
    let done = shop.agent(&[&DATABASE[..], &["--expires", "1s", "--inbox"]].concat());
    assert_eq!((done.code, &done.json()["outcome"]), (5, &json!("expired")));
    assert_eq!(shop.asq(&["list", "--count"]).out, "0\n");
}

#[test]
fn ctrl_c_leaves_the_question_open_and_says_how_to_go_on() {
    let shop = Shop::new("ctrl-c");
    let mut asker = shop.start(&[&DATABASE[..], &["--inbox"]].concat());
    asker.until("waiting");
    asker.signal(Signal::INT);
    let done = asker.done();
    assert_eq!(shop.asq(&["list", "--count"]).out, "1\n");
    expect![[r#"
        6
        {"id":"ID","outcome":"pending","content":"Not answered yet. The user has been asked (id ID). Call wait, or run: asq wait ID","details":{"outcome":"pending","answers":{},"id":"ID"},"is_error":false}
        asq: waiting for an answer: asq inbox, or asq answer ID6
        asq: it stays open; asq wait ID6 waits again, asq withdraw ID6 takes it back
    "#]].assert_eq(&picture(&shop, &[&done]));
}

#[test]
fn an_asker_that_was_killed_asks_again_and_gets_the_answer() {
    let shop = Shop::new("killed");
    let ask = [&DATABASE[..], &["--inbox"]].concat();
    let mut asker = shop.start(&ask);
    asker.until("waiting");
    let id = shop.asq(&["list", "--json"]).id();
    asker.signal(Signal::KILL);
    asker.done();
    assert_eq!(shop.asq(&["list", "--json"]).json()["asker_waits"], false);
    let mut again = shop.start(&ask);
    again.until("waiting");
    assert_eq!(shop.asq(&["list", "--json"]).id(), id, "it attached");
    let answered = shop.asq(&["answer", &id, "--pick", "PostgreSQL"]);
    assert_eq!(answered.code, 0);
    let done = again.done();
    assert_eq!((done.code, done.id()), (0, id));
}

#[test]
fn an_agent_that_comes_back_in_a_new_session_gets_the_answer_to_its_old_call() {
    let shop = Shop::new("resumed");
    let ask = |session, call| {
        let identity = ["--inbox", "--session", session, "--call-id", call];
        [&DATABASE[..], &identity].concat()
    };
    let mut asker = shop.start(&ask("s1", "c1"));
    asker.until("waiting");
    let id = shop.asq(&["list", "--json"]).id();
    // Meanwhile another session has a question of its own.
    let mut other = shop.start(&ask("s2", "c2"));
    other.until("waiting");
    assert_eq!(shop.asq(&["list", "--count"]).out, "2\n");
    for running in [&mut asker, &mut other] {
        running.signal(Signal::KILL);
    }
    asker.done();
    other.done();
    assert_eq!(shop.asq(&["answer", &id, "--pick", "PostgreSQL"]).code, 0);
    let again = shop.agent(&ask("s1", "c3"));
    assert_eq!((again.code, again.id()), (0, id), "the answer of its own session");
    let mut last = shop.start(&ask("s3", "c4"));
    last.until("waiting");
    assert_eq!(shop.asq(&["list", "--count"]).out, "1\n", "the open one of its folder");
    last.signal(Signal::KILL);
    last.done();
}

#[test]
fn an_ending_that_nobody_could_read_stays_to_be_handed_over() {
    let shop = Shop::new("unread");
    let id = shop.posted(&[]);
    shop.asq(&["answer", &id, "--pick", "SQLite"]);
    let closed = shop.script(r#""$0" "$@" >&-; exit $?"#, &DATABASE).done();
    let next = shop.agent(&DATABASE);
    assert_eq!(next.id(), id);
    expect![[r#"
        74
        asq: can't write the answer to standard output: it is closed; it stays undelivered

        0
        {"id":"ID","outcome":"answered","content":"The user answered your question.\n1. q1: \"Which database?\"\n   picked: \"SQLite\"","details":{"outcome":"answered","answers":{"q1":{"kind":"select_one","value":"SQLite","label":"SQLite","index":1}}},"is_error":false}
    "#]].assert_eq(&picture(&shop, &[&closed, &next]));
}

#[test]
fn without_a_terminal_it_waits_where_an_inbox_is_in_use() {
    let shop = Shop::new("inbox");
    let first = shop.posted(&[]);
    assert_eq!(shop.asq(&["withdraw", &first]).code, 0);
    assert_eq!(shop.asq(&["wait", &first]).code, 8);
    let inbox = shop.inbox();
    let mut asker = shop.start(&DATABASE);
    asker.until("waiting");
    let id = shop.asq(&["list", "--json"]).id();
    assert_eq!(shop.asq(&["answer", &id, "--pick", "SQLite"]).code, 0);
    let done = asker.done();
    drop(inbox);
    let alone = shop.agent(&DATABASE);
    expect![[r#"
        0
        {"id":"ID","outcome":"answered","content":"The user answered your question.\n1. q1: \"Which database?\"\n   picked: \"SQLite\"","details":{"outcome":"answered","answers":{"q1":{"kind":"select_one","value":"SQLite","label":"SQLite","index":1}}},"is_error":false}
        asq: there is no terminal to ask in; an inbox is in use, so the question waits there
        asq: waiting for an answer: asq inbox, or asq answer ID6

        7
        {"id":null,"outcome":"unavailable","content":"The user could not be asked: there is no terminal to ask in. They never saw the questions. Ask in plain text, or go on without assuming an answer.","details":{"outcome":"unavailable","answers":{},"reason":"no_terminal"},"is_error":true}
        asq: nobody was asked: there is no terminal to ask in
          --inbox lets it wait until somebody answers elsewhere
    "#]].assert_eq(&picture(&shop, &[&done, &alone]));
}

#[test]
fn what_is_no_store_stays_as_it_is_and_is_named() {
    let mut shop = Shop::new("no-store");
    fs::create_dir(shop.join("folder")).unwrap();
    fs::write(shop.join("text"), "not a database, but long enough to look like one\n".repeat(99)).unwrap();
    fs::set_permissions(shop.join("text"), fs::Permissions::from_mode(0o600)).unwrap();
    let mut all = Vec::new();
    for named in ["/dev/null", "folder", "text", "ftp://x", "http+unix:///nosock"] {
        shop.with("ASQ_STORE", named);
        all.push(shop.asq(&["list"]));
        all.push(shop.agent(&[&DATABASE[..], &["--no-wait"]].concat()));
    }
    assert!(
        shop.join("folder").is_dir() && fs::read_to_string(shop.join("text")).unwrap().starts_with("not")
    );
    let usual = Shop::new("no-usual-store");
    fs::create_dir_all(usual.folder()).unwrap();
    fs::set_permissions(usual.folder(), fs::Permissions::from_mode(0o700)).unwrap();
    fs::create_dir(usual.folder().join("store.db")).unwrap();
    all.push(usual.asq(&["list"]));
    fs::remove_dir(usual.folder().join("store.db")).unwrap();
    fs::rename(shop.join("text"), usual.folder().join("store.db")).unwrap();
    all.push(usual.asq(&["list"]));
    let told = picture(&shop, &all.iter().collect::<Vec<_>>());
    expect![[r#"
        74
        asq: ASQ_STORE must name a file, but /dev/null is a device

        7
        {"id":null,"outcome":"unavailable","content":"The user could not be asked: the store where it would wait can't be used. They never saw the questions. Ask in plain text, or go on without assuming an answer.","details":{"outcome":"unavailable","answers":{},"reason":"no_store"},"is_error":true}
        asq: ASQ_STORE must name a file, but /dev/null is a device
          nobody was asked; without --inbox, --wait and --no-wait, asq asks in this terminal and needs no store
          asq help store says where the store is, and how to choose another

        74
        asq: ASQ_STORE must name a file, but HOME/folder is a folder

        7
        {"id":null,"outcome":"unavailable","content":"The user could not be asked: the store where it would wait can't be used. They never saw the questions. Ask in plain text, or go on without assuming an answer.","details":{"outcome":"unavailable","answers":{},"reason":"no_store"},"is_error":true}
        asq: ASQ_STORE must name a file, but HOME/folder is a folder
          nobody was asked; without --inbox, --wait and --no-wait, asq asks in this terminal and needs no store
          asq help store says where the store is, and how to choose another

        74
        asq: HOME/text isn't an asq store; ASQ_STORE names it
          asq makes a store if no file has the name

        7
        {"id":null,"outcome":"unavailable","content":"The user could not be asked: the store where it would wait can't be used. They never saw the questions. Ask in plain text, or go on without assuming an answer.","details":{"outcome":"unavailable","answers":{},"reason":"no_store"},"is_error":true}
        asq: HOME/text isn't an asq store; ASQ_STORE names it
          asq makes a store if no file has the name
          nobody was asked; without --inbox, --wait and --no-wait, asq asks in this terminal and needs no store
          asq help store says where the store is, and how to choose another

        74
        asq: ASQ_STORE names 'ftp://…', an address of a kind that asq doesn't know
          asq knows a path, postgres://, https://, http:// and http+unix://

        7
        {"id":null,"outcome":"unavailable","content":"The user could not be asked: the store where it would wait can't be used. They never saw the questions. Ask in plain text, or go on without assuming an answer.","details":{"outcome":"unavailable","answers":{},"reason":"no_store"},"is_error":true}
        asq: ASQ_STORE names 'ftp://…', an address of a kind that asq doesn't know
          asq knows a path, postgres://, https://, http:// and http+unix://
          nobody was asked; without --inbox, --wait and --no-wait, asq asks in this terminal and needs no store
          asq help store says where the store is, and how to choose another

        74
        asq: there is no socket '/nosock'; ASQ_STORE names it
          asq serve makes one when it starts, and prints its address

        7
        {"id":null,"outcome":"unavailable","content":"The user could not be asked: the store where it would wait can't be used. They never saw the questions. Ask in plain text, or go on without assuming an answer.","details":{"outcome":"unavailable","answers":{},"reason":"no_store"},"is_error":true}
        asq: there is no socket '/nosock'; ASQ_STORE names it
          asq serve makes one when it starts, and prints its address
          nobody was asked; without --inbox, --wait and --no-wait, asq asks in this terminal and needs no store
          asq help store says where the store is, and how to choose another

        74
        asq: a store is a file, and HOME/.local/share/asq/store.db is a folder
          ASQ_STORE=PATH keeps the store in another place

        74
        asq: HOME/.local/share/asq/store.db isn't an asq store
          asq keeps its store there: another program wrote this file, or it is damaged
          ASQ_STORE=PATH keeps the store in another place
    "#]].assert_eq(&told.replace(usual.join("").to_str().unwrap(), "HOME/"));
}

#[test]
fn a_store_that_cannot_be_used_is_told_at_once() {
    let mut shop = Shop::new("unusable");
    fs::write(shop.join("file"), "no folder").unwrap();
    shop.with("ASQ_STORE", "file/store.db");
    let waits = shop.agent(&[&DATABASE[..], &["--inbox"]].concat());
    let looks = shop.asq(&["list"]);
    let plain = shop.agent(&DATABASE);
    let mut other = Shop::new("remote");
    other.with("ASQ_STORE", "postgres://me:secret@127.0.0.1:1/asq");
    let remote = other.agent(&[&DATABASE[..], &["--no-wait"]].concat());
    expect![[r#"
        7
        {"id":null,"outcome":"unavailable","content":"The user could not be asked: the store where it would wait can't be used. They never saw the questions. Ask in plain text, or go on without assuming an answer.","details":{"outcome":"unavailable","answers":{},"reason":"no_store"},"is_error":true}
        asq: the store at HOME/file/store.db can't be written: Not a directory
          nobody was asked; without --inbox, --wait and --no-wait, asq asks in this terminal and needs no store
          asq help store says where the store is, and how to choose another

        74
        asq: the store at HOME/file/store.db can't be written: Not a directory

        7
        {"id":null,"outcome":"unavailable","content":"The user could not be asked: there is no terminal to ask in. They never saw the questions. Ask in plain text, or go on without assuming an answer.","details":{"outcome":"unavailable","answers":{},"reason":"no_terminal"},"is_error":true}
        asq: the store at HOME/file/store.db can't be written: Not a directory
          the question is asked without it
        asq: nobody was asked: there is no terminal to ask in
          --inbox lets it wait until somebody answers elsewhere

        7
        {"id":null,"outcome":"unavailable","content":"The user could not be asked: the store where it would wait can't be used. They never saw the questions. Ask in plain text, or go on without assuming an answer.","details":{"outcome":"unavailable","answers":{},"reason":"no_store"},"is_error":true}
        asq: the store can't be reached: asq on 127.0.0.1:1: Connection refused
          nobody was asked; without --inbox, --wait and --no-wait, asq asks in this terminal and needs no store
          asq help store says where the store is, and how to choose another
    "#]].assert_eq(&picture(&shop, &[&waits, &looks, &plain, &remote]));
}

/// A folder lies where the list of the request's askers would be.
#[test]
fn an_asker_that_nobody_can_see_says_so_and_gets_its_answer() {
    let shop = Shop::new("unseen");
    let id = shop.posted(&[]);
    let waiting = shop.folder().join("store.db.waiting");
    fs::create_dir_all(waiting.join(format!("{id}.askers"))).expect("a folder");
    fs::set_permissions(&waiting, PermissionsExt::from_mode(0o700)).expect("mode");
    let mut asker = shop.start(&[&DATABASE[..], &["--inbox"]].concat());
    asker.until("waiting for an answer");
    let mut wait = shop.start(&["wait", &id]);
    wait.until("waits");
    assert_eq!(shop.asq(&["answer", &id, "--pick", "SQLite"]).code, 0);
    let (asked, waited) = (asker.done(), wait.done());
    expect![[r#"
        0
        {"id":"ID","outcome":"answered","content":"The user answered your question.\n1. q1: \"Which database?\"\n   picked: \"SQLite\"","details":{"outcome":"answered","answers":{"q1":{"kind":"select_one","value":"SQLite","label":"SQLite","index":1}}},"is_error":false}
        asq: lists show the asker of this question as gone, although it waits: the store at HOME/.local/share/asq/store.db.waiting/ID.askers can't be written: Is a directory
        asq: waiting for an answer: asq inbox, or asq answer ID6

        0
        {"id":"ID","outcome":"answered","content":"The user answered your question.\n1. q1: \"Which database?\"\n   picked: \"SQLite\"","details":{"outcome":"answered","answers":{"q1":{"kind":"select_one","value":"SQLite","label":"SQLite","index":1}}},"is_error":false}
        asq: lists show the asker of this question as gone, although it waits: the store at HOME/.local/share/asq/store.db.waiting/ID.askers can't be written: Is a directory
    "#]].assert_eq(&picture(&shop, &[&asked, &waited]).replace(&id, "ID"));
}

#[test]
fn what_was_dropped_from_a_call_is_in_the_line_of_ask_and_of_wait() {
    let shop = Shop::new("dropped");
    let call = r#"{"questions":[{"question":"Drop it?","danger_level":"high","options":[{"label":"Yes"},{"label":"No"}]}]}"#;
    fs::write(shop.join("call.json"), call).unwrap();
    let asked = shop.agent(&["ask", "call.json", "--no-wait", "--agent", "a"]);
    let notes = json!(["questions[0].danger_level: dropped: this tool does not know this key"]);
    assert_eq!((asked.code, &asked.json()["notes"]), (6, &notes), "{asked:?}");
    let id = asked.id();
    assert_eq!(shop.asq(&["wait", &id, "--timeout=10ms"]).json()["notes"], notes);
    assert_eq!(shop.asq(&["answer", &id, "--pick", "Yes"]).code, 0);
    assert_eq!(shop.asq(&["wait", &id]).json()["notes"], notes);
}
