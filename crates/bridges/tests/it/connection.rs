//! Servers that want another password, are something else, or break off.

use crate::scripted::{Act, OpenCode, Scripted};
use crate::setting::{Person, attach};
use asq_bridges::BridgeNews;
use asq_testkit::backend::TestBackend;
use asq_testkit::eventually::eventually;
use asq_testkit::loopback::own_socket;
use std::sync::{Arc, Mutex};

#[test]
fn a_server_that_can_not_be_attached_is_tried_again_after_longer_than_one_that_breaks() {
    let tries: Arc<Mutex<Vec<&str>>> = Arc::default();
    let server = |name: &'static str, act: fn() -> Act| {
        let tries = tries.clone();
        Scripted::new(move |_| {
            tries.lock().unwrap().push(name);
            act()
        })
    };
    let servers = [
        server("locked", || Act::Reply(401, String::new())),
        server("another", || Act::Reply(200, r#"{"healthy": false, "version": "1"}"#.to_owned())),
        server("breaks", || Act::Drop),
    ];
    let urls = servers.each_ref().map(Scripted::url);
    let person = Arc::new(Person::default());
    let _attached = attach(&urls, Arc::new(TestBackend::new("ada")), &person);
    let tries_until_the_second = |name: &str| {
        let tries = tries.lock().unwrap().clone();
        let second = tries.iter().enumerate().filter(|(_, it)| **it == name).nth(1)?.0;
        Some(tries[..second].iter().filter(|it| **it == "breaks").count())
    };
    for name in ["locked", "another"] {
        let breaks = eventually("a second try", || tries_until_the_second(name));
        // It broke at once, and after 1/4, 3/4 and 7/4 seconds; the others were tried again after 5.
        assert!(breaks >= 3, "{name}: {:?}", tries.lock().unwrap());
    }
    // Each of them is reported once, and nothing before it.
    let news = urls.each_ref().map(|url| person.heard(url));
    let away = BridgeNews::Away {
        why: "the connection broke: connection closed before message completed".to_owned(),
    };
    assert_eq!(news, [vec![BridgeNews::WrongPassword], vec![BridgeNews::AnotherServer], vec![away]]);
}

#[test]
fn a_server_that_is_not_there_is_asked_for() {
    let url = format!("http://{}", own_socket());
    let person = Arc::new(Person::default());
    let _attached = attach(std::slice::from_ref(&url), Arc::new(TestBackend::new("ada")), &person);
    let told = eventually("the news", || {
        person.heard(&url).first().map(|news| (news.to_string(), news.is_trouble()))
    });
    let wanted = "not attached (it refuses the connection: is the server running?); trying again";
    assert_eq!(told, (wanted.to_owned(), true));
}

#[test]
fn a_server_without_a_stream_of_events_is_not_attached() {
    for (status, news) in [(401, BridgeNews::WrongPassword), (200, BridgeNews::AnotherServer)] {
        let code = OpenCode::new();
        code.next("GET /global/event", Act::Reply(status, "{}".to_owned()));
        let person = Arc::new(Person::default());
        let _attached = attach(&[code.server.url()], Arc::new(TestBackend::new("ada")), &person);
        assert_eq!(person.hears(&code, 1), [news]);
    }
}
