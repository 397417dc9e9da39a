//! The line of asq's own surfaces: notices come, commands go, each once.

use crate::client::{Call, Line, Reply};
use crate::served::{SHORT, STORES, Served, Setup, ask};
use asq_core::inbox::{Command, Notice};
use asq_core::life::{Closing, RequestId};
use asq_core::model::Draft;
use asq_server::TokenRight;
use asq_testkit::eventually::eventually;
use asq_wire::http::{FeedCommands, FeedHello, notice_from_json};
use serde_json::json;
use std::time::Duration;

/// A surface with a feed.
struct Surface<'a> {
    served: &'a Served,
    /// The header that authenticates it.
    by: (String, String),
    line: Line,
    hello: FeedHello,
}

impl Surface<'_> {
    fn open<'a>(served: &'a Served, token: &str, follow: &str) -> Surface<'a> {
        Surface::open_by(served, ("Authorization", &format!("Bearer {token}")), follow)
    }

    fn open_by<'a>(served: &'a Served, (name, value): (&str, &str), follow: &str) -> Surface<'a> {
        let call = Call::get(&format!("/v1/feed?follow={follow}")).with(name, value);
        let mut line = served.line().stream(&call, &served.at.host());
        let first = line.event().unwrap();
        assert_eq!((first.name.as_str(), first.id), ("feed", None));
        let hello = FeedHello::from_json(&first.data).unwrap();
        Surface { served, by: (name.to_owned(), value.to_owned()), line, hello }
    }

    fn send(&self, from: u64, commands: Vec<Command>) -> Reply {
        let body = FeedCommands { from, commands }.to_json();
        let (name, value) = &self.by;
        self.served.call(&Call::post(&format!("/v1/feed/{}", self.hello.feed), &body).with(name, value))
    }

    /// The notices up to the one for which this holds.
    fn until(&mut self, mut last: impl FnMut(&Notice) -> bool) -> Vec<Notice> {
        let mut all = Vec::new();
        loop {
            let event = self.line.event().expect("the feed ended");
            assert_eq!(event.name, "notice");
            let Some(notice) = notice_from_json(&event.data).unwrap() else { continue };
            let done = last(&notice);
            all.push(notice);
            if done {
                return all;
            }
        }
    }
}

fn decline() -> Closing {
    Closing::Decline { reason: None, draft: Draft::default() }
}

#[test]
fn a_surface_learns_what_is_open_and_closes_it_once() {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        let (one, other): (RequestId, RequestId) =
            (served.ask("one").parse().unwrap(), served.ask("other").parse().unwrap());
        let mut surface = Surface::open(&served, &served.answerer, "inbox");
        assert_eq!(surface.hello.known, Some(vec![one, other]));
        assert!(served.store.inbox_in_use());
        surface.until(|notice| matches!(notice, Notice::Arrived(pending) if pending.id == other));
        let close = |id| Command::Close { id, closing: decline(), key: None };
        let commands = vec![Command::Open(one), close(one)];
        assert_eq!(surface.send(0, commands.clone()).status, 204);
        surface.until(|notice| matches!(notice, Notice::Accepted(id) if *id == one));
        // The reply was lost, so the same comes again, with one more.
        let again = [&commands[..], &[close(other)]].concat();
        assert_eq!((surface.send(0, again.clone()).status, surface.send(0, again).status), (204, 204));
        let later = surface.until(|notice| matches!(notice, Notice::Accepted(id) if *id == other));
        assert!(!later.iter().any(|notice| matches!(notice, Notice::Accepted(id) if *id == one)));
        assert!(!later.iter().any(|notice| matches!(notice, Notice::Refused { .. })), "{later:?}");
        assert_eq!(surface.send(7, vec![]).problem(), (400, "bad_request".into()));
        assert_eq!(served.asks(Call::get(&format!("/v1/requests/{one}/ending"))).ok()["outcome"], "declined");
    }
}

#[test]
fn a_feed_belongs_to_the_token_that_opened_it() {
    let served = Served::start();
    let surface = Surface::open(&served, &served.answerer, "opened");
    assert_eq!(surface.hello.known, None);
    assert!(!served.store.inbox_in_use());
    let other = served.tokens.add(TokenRight::Answer, "other", |_| ());
    let body = FeedCommands { from: 0, commands: vec![] }.to_json();
    let path = format!("/v1/feed/{}", surface.hello.feed);
    assert_eq!(served.call(&Call::post(&path, &body).token(&other)).problem(), (404, "not_found".into()));
    assert_eq!(surface.send(0, vec![]).status, 204);
}

#[test]
fn a_heartbeat_comes_while_nothing_happens() {
    let served = Served::with(Setup::limits(|limits| limits.feed_heartbeat = Duration::from_millis(20)));
    let mut surface = Surface::open(&served, &served.answerer, "opened");
    for _ in 0..3 {
        assert_eq!(surface.line.chunk().unwrap(), b": heartbeat\n\n");
    }
    let id: RequestId = served.ask("Which?").parse().unwrap();
    assert_eq!(surface.send(0, vec![Command::Open(id)]).status, 204);
    surface.until(|notice| matches!(notice, Notice::Opened { .. }));
}

#[test]
fn a_feed_outlives_its_stream_for_a_while() {
    let served = Served::with(Setup::limits(|limits| limits.inbox_lingers = 3 * SHORT));
    let mut surface = Surface::open(&served, &served.answerer, "inbox");
    let id: RequestId = served.ask("Which?").parse().unwrap();
    surface.until(|notice| matches!(notice, Notice::Arrived(_)));
    let (hello, (by, value)) = (surface.hello.clone(), surface.by.clone());
    drop(surface.line);
    let send = |from: u64| {
        let body =
            FeedCommands { from, commands: vec![Command::Close { id, closing: decline(), key: None }] }
                .to_json();
        served.call(&Call::post(&format!("/v1/feed/{}", hello.feed), &body).with(&by, &value)).status
    };
    assert_eq!(send(0), 204);
    eventually("a closed request", || served.driver.pending(0).unwrap().is_empty());
    eventually("a feed that is gone", || send(0) == 404);
    eventually("an inbox out of use", || !served.store.inbox_in_use());
}

#[test]
fn as_many_feeds_linger_as_a_token_may_have_streams() {
    let served = Served::with(Setup::limits(|limits| {
        limits.streams = 2;
        limits.inbox_lingers = Duration::from_hours(1);
    }));
    let open = || {
        let mut line = served.line();
        let call = Call::get("/v1/feed?follow=opened").token(&served.answerer);
        line.send(&call.bytes(&served.at.host()));
        let opened = line.head().status == 200;
        opened.then(|| FeedHello::from_json(&line.event().unwrap().data).unwrap().feed)
    };
    let mut names = Vec::new();
    for _ in 0..4 {
        // Until the end of an earlier one was noticed there are too many streams.
        eventually("room for a stream", || {
            let opened = open();
            names.extend(opened.clone());
            opened.is_some()
        });
    }
    let body = FeedCommands { from: 0, commands: vec![] }.to_json();
    let status = |name: &String| {
        served.call(&Call::post(&format!("/v1/feed/{name}"), &body).token(&served.answerer)).status
    };
    eventually("two that linger", || {
        let mut all: Vec<u16> = names.iter().map(status).collect();
        all.sort_unstable();
        all == [204, 204, 404, 404]
    });
    let other = Surface::open(&served, &served.admin, "opened");
    assert_eq!(other.send(0, vec![]).status, 204);
}

#[test]
fn only_a_token_made_for_it_gives_a_dangerous_answer_through_an_inbox() {
    let served = Served::start();
    let mut body = ask("Wipe it?");
    body["call"]["questions"][0] = json!({ "prompt": "Wipe it?", "kind": "confirm", "danger": "wipe it" });
    let id = served.asks(Call::post("/v1/requests", &body)).ok()["id"].as_str().unwrap().to_owned();
    let id: RequestId = id.parse().unwrap();
    let danger = served.tokens.add(TokenRight::Answer, "danger", |record| record.danger = true);
    let answers = json!([{ "answer": { "picks": [{ "option": 0 }] }, "confirmed": "wipe it" }]);
    let answers = asq_wire::stored::answers_from_bytes(answers.to_string().as_bytes()).unwrap();
    let closing = Closing::Answer { answers, seen: served.digest(&id.to_string()) };
    let close = || vec![Command::Close { id, closing: closing.clone(), key: None }];
    // The session of a page isn't an inbox: a page answers by its own forms, which ask for what its person wants.
    let signed_in = served.call(&served.sign_in());
    let cookie = signed_in.header("set-cookie").unwrap().split(';').next().unwrap();
    let bearer = format!("Bearer {}", served.answerer);
    for by in [("Authorization", bearer.as_str()), ("Cookie", cookie)] {
        let mut without = Surface::open_by(&served, by, "inbox");
        assert_eq!(without.send(0, close()).status, 204);
        let refused = without.until(|notice| matches!(notice, Notice::Refused { .. } | Notice::Accepted(_)));
        let Some(Notice::Refused { why, .. }) = refused.last() else { panic!() };
        assert!(matches!(**why, asq_core::life::Refusal::Danger(_)), "{why:?}");
    }
    let mut with = Surface::open(&served, &danger, "inbox");
    assert_eq!(with.send(0, close()).status, 204);
    with.until(|notice| matches!(notice, Notice::Accepted(_)));
    let shown = served.answers(Call::get(&format!("/v1/requests/{id}"))).ok();
    assert_eq!(
        (&shown["closed_by"]["how"], &shown["closed_by"]["via"]["token"]),
        (&json!("tty"), &json!("danger"))
    );
}
