//! An agent in a sandbox and a person on another machine: nothing but a socket here, nothing but TLS there.

use super::site::Site;
use crate::done::Done;
use crate::shop::DATABASE;
use asq_testkit::eventually::eventually;
use serde_json::json;

#[test]
fn an_agent_in_a_sandbox_goes_on_with_the_answer_of_a_person_on_another_machine() {
    let Some(site) = Site::new("elsewhere") else { return };
    let (sandbox, desk) = (site.sandbox(0, "ask"), site.machine(1, "answer"));
    let store = site.shop.folder().join("store.db");
    assert_eq!([store.exists(), sandbox.has(&store), desk.has(&store)], [true, false, false]);
    let asker = sandbox.asks(&[&DATABASE[..], &["--inbox"]].concat());
    let inbox = desk.inbox();
    inbox.sees("1 waiting");
    let list = || site.shop.asq(&["list", "--json"]);
    eventually("an asker that waits", || list().json()["asker_waits"] == true);
    let id = list().id();
    inbox.tmux.keys(&["Enter"]);
    inbox.sees("Esc put aside");
    inbox.tmux.text("2");
    inbox.sees("0 waiting");

    let done = Done::of(&asker.ended());
    let line = format!(
        r#"{{"id":"{id}","outcome":"answered","content":"The user answered your question.\n1. q1: \"Which database?\"\n   picked: \"SQLite\"","details":{{"outcome":"answered","answers":{{"q1":{{"kind":"select_one","value":"SQLite","label":"SQLite","index":1}}}}}},"is_error":false}}"#
    );
    assert_eq!((done.code, done.out), (0, line + "\n"), "{}", done.err);
    let shown = site.shop.asq(&["show", &id, "--json"]).json();
    let via = &shown["closed_by"]["via"];
    assert_eq!((&via["token"], &via["place"]), (&json!("answer"), &json!("elsewhere")), "{shown}");
    inbox.tmux.text("q");
    assert_eq!(inbox.end().code, "0");
}
