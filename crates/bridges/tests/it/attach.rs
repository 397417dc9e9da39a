//! Questions on their way through a bridge: from OpenCode into the store, and the endings back.

use crate::scripted::{OpenCode, held};
use crate::setting::{
    Bridged, Hook, HookedBackend, Person, answers, asked, attach, bridged, closed, delivered, fails, hooked,
    labels, part, picked, question,
};
use asq_backend::{Backend, Failure};
use asq_bridges::{BridgeNews, EndedThere};
use asq_core::life::{About, Origin, PeerAddress, PeerPlace, RequestId, Via};
use asq_core::model::{Answers, Draft, Outcome};
use asq_testkit::backend::TestBackend;
use asq_testkit::eventually::eventually;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};

fn connected() -> BridgeNews {
    BridgeNews::Connected { version: "1.18.33".into() }
}

fn waits(header: &str, id: RequestId) -> BridgeNews {
    BridgeNews::Asked { header: header.into(), id }
}

fn ended(header: &str, id: RequestId, there: EndedThere) -> BridgeNews {
    BridgeNews::Ended { header: header.into(), id, there }
}

#[test]
fn a_question_waits_here_and_its_answer_is_sent_there() {
    let bridged = bridged();
    let Bridged { code, backend, person, .. } = &bridged;
    let id = bridged.asks(1);
    let asked = asked(backend, id);
    let peer = PeerAddress { address: code.server.url().into(), place: PeerPlace::Unknown };
    let origin = Origin {
        host: Some(format!("the host of {}", code.server.address).into()),
        folder: Some("/a".into()),
        via: Via { token: None, peer: Some(Box::new(peer)) },
        ..Origin::default()
    };
    let says = Some("Let me ask you.\n\nOne thing.".into());
    let about = About { says, task: Some("Paint 1".into()), ..About::default() };
    assert_eq!((asked.origin, asked.about), (origin, about.known()));
    code.says("POST /question/que_1/reply", &json!(true));
    answers(backend, id, 1);
    delivered(backend, id);
    let delivered = BridgeNews::Delivered { header: "Q1".into(), id };
    assert_eq!(person.hears(code, 3), [connected(), waits("Q1", id), delivered]);
    eventually("the end of the wait", || !backend.asker_waits(id));
    assert_eq!(
        code.server.lines(),
        [
            "GET /global/health",
            "GET /global/event",
            "GET /path",
            "GET /experimental/session?limit=50",
            "GET /question?directory=/a",
            "GET /session/ses_1?directory=/a",
            "GET /session/ses_1/message/msg_1?directory=/a",
            "POST /question/que_1/reply",
        ]
    );
    let sent = code.call("POST /question/que_1/reply");
    let headers = ["x-opencode-directory", "content-type", "host"].map(|name| sent.headers[name].clone());
    let address = code.server.address.to_string();
    assert_eq!(headers, ["/a", "application/json", &address]);
    assert_eq!(sent.body, json!({"answers": [["Red"]]}));
}

#[test]
fn what_ends_there_closes_here_with_that_ending() {
    let bridged = bridged();
    let Bridged { stream, code, backend, person, .. } = &bridged;
    let ids = [1, 2, 3, 4, 5].map(|n| bridged.asks(n));
    let mut news = person.hears(code, 6);
    for (event, said) in [
        ("question.replied", json!({"requestID": "que_1", "answers": [["Red"]]})),
        ("question.rejected", json!({"requestID": "que_2"})),
        ("message.part.updated", json!({"part": part(3, &json!({"status": "error", "error": "aborted"}))})),
        ("session.deleted", json!({"info": {"id": "ses_4"}})),
        ("server.instance.disposed", json!({"directory": "/a"})),
    ] {
        stream.says(event, &said);
        // One after the other: the store's calls have threads of their own.
        news = person.hears(code, news.len() + 1);
    }
    let there = [
        EndedThere::Answered(labels("Red")),
        EndedThere::Rejected,
        EndedThere::Aborted,
        EndedThere::Deleted,
        EndedThere::Dropped,
    ];
    let headers = ["Q1", "Q2", "Q3", "Q4", "Q5"];
    let mut wanted = vec![connected()];
    wanted.extend(headers.iter().zip(ids).map(|(header, id)| waits(header, id)));
    wanted.extend(headers.iter().zip(ids).zip(there).map(|((header, id), there)| ended(header, id, there)));
    assert_eq!(news, wanted);
    for id in &ids[..2] {
        delivered(backend, *id);
    }
    let outcomes = ids.map(|id| {
        let closed = closed(backend, id).unwrap();
        (*closed.outcome, closed.delivered.is_some())
    });
    let withdrawn = || Outcome::Withdrawn(Draft { answers: Answers::none(1), ..Draft::default() });
    assert_eq!(
        outcomes,
        [
            (Outcome::Answered(picked(1)), true),
            (Outcome::Cancelled(Draft::default()), true),
            (withdrawn(), false),
            (withdrawn(), false),
            (withdrawn(), false),
        ]
    );
}

#[test]
fn a_bridge_that_loses_its_stream_lists_again() {
    let Bridged { attached: _attached, stream, code, backend, person } = bridged();
    // Asked while nobody listens.
    code.has(1);
    code.says("GET /question?directory=/a", &json!([question(1)]));
    drop(stream);
    let _stream = code.stream();
    let news = person.hears(&code, 4);
    let id = backend.list(0).unwrap()[0].id;
    let away = BridgeNews::Away { why: "the stream ended".into() };
    assert_eq!(news, [connected(), away, connected(), waits("Q1", id)]);
    assert_eq!(
        code.server.lines(),
        [
            "GET /global/health",
            "GET /global/event",
            "GET /path",
            "GET /experimental/session?limit=50",
            "GET /question?directory=/a",
            "GET /global/health",
            "GET /global/event",
            "GET /path",
            "GET /experimental/session?limit=50",
            "GET /question?directory=/a",
            "GET /session/ses_1?directory=/a",
            "GET /session/ses_1/message/msg_1?directory=/a",
        ]
    );
}

#[test]
fn a_list_ends_with_its_connection_so_that_a_late_reply_brings_nothing() {
    let (code, backend, person) = (OpenCode::new(), TestBackend::new("ada"), Arc::new(Person::default()));
    let (late, act) = held();
    code.next("GET /question?directory=/a", act);
    let _attached = attach(&[code.server.url()], Arc::new(backend.clone()), &person);
    let stream = code.stream();
    code.gets("GET /question?directory=/a", 1);
    drop(stream);
    let stream = code.stream();
    code.gets("GET /question?directory=/a", 2);
    code.has(1);
    code.has(9);
    late.send(&json!([question(9)]));
    stream.says("question.asked", &question(1));
    eventually("a request", || !backend.list(0).unwrap().is_empty());
    let asked: Vec<String> =
        code.server.lines().into_iter().filter(|line| line.starts_with("GET /session/")).collect();
    let of = |n: usize| {
        let session = format!("GET /session/ses_{n}");
        [format!("{session}?directory=/a"), format!("{session}/message/msg_{n}?directory=/a")]
    };
    assert_eq!(asked, of(1));
}

#[test]
fn dropping_the_bridges_keeps_the_requests_and_a_later_bridge_finds_how_they_ended() {
    let first = bridged();
    let ids = [1, 2].map(|n| first.asks(n));
    let Bridged { attached, stream, code, backend, .. } = first;
    drop(attached);
    stream.ends();
    let open = |backend: &TestBackend| backend.list(0).unwrap().iter().map(|it| it.id).collect::<Vec<_>>();
    eventually("the end of the waits", || ids.iter().all(|id| !backend.asker_waits(*id)));
    assert_eq!(open(&backend), ids);
    // Answered there, while no bridge runs.
    code.part_is(1, &json!({"status": "completed", "metadata": {"answers": [["Red"]]}}));
    code.says("GET /question?directory=/a", &json!([question(2)]));
    let person = Arc::new(Person::default());
    let _attached = attach(&[code.server.url()], Arc::new(backend.clone()), &person);
    let _stream = code.stream();
    delivered(&backend, ids[0]);
    let there = EndedThere::Answered(labels("Red"));
    assert_eq!(person.hears(&code, 2), [connected(), ended("Q1", ids[0], there)]);
    let outcome = closed(&backend, ids[0]).map(|closed| *closed.outcome);
    assert_eq!(outcome, Some(Outcome::Answered(picked(1))));
    eventually("the asker again", || backend.asker_waits(ids[1]));
    assert_eq!(open(&backend), ids[1..]);
}

#[test]
fn a_store_that_hangs_holds_up_only_what_waits_for_it() {
    let codes = [OpenCode::new(), OpenCode::new()];
    let person = Arc::new(Person::default());
    let ((go, gate), (entered, enters)) = (channel::<()>(), channel());
    // The first ask waits until the test opens the gate.
    let first = Mutex::new(Some((entered, gate)));
    let hook: Hook = Box::new(move || {
        let first = first.lock().unwrap().take();
        if let Some((entered, gate)) = first {
            entered.send(()).unwrap();
            let _ = gate.recv();
        }
        None
    });
    let inner = TestBackend::new("ada");
    let backend = HookedBackend { inner: inner.clone(), hooks: BTreeMap::from([("ask", hook)]) };
    let urls = codes.each_ref().map(|code| code.server.url());
    // In this order: a test that fails opens the gate before the bridges end.
    let bridges = (go, attach(&urls, Arc::new(backend), &person));
    let streams = codes.each_ref().map(|code| {
        let stream = code.stream();
        code.gets("GET /question?directory=/a", 1);
        stream
    });
    codes[0].has(1);
    streams[0].says("question.asked", &question(1));
    eventually("the ask that hangs", || enters.try_recv().is_ok());
    codes[1].has(2);
    streams[1].says("question.asked", &question(2));
    let news = person.hears(&codes[1], 2);
    assert_eq!(news, [connected(), waits("Q2", inner.list(0).unwrap()[0].id)]);
    assert_eq!(person.heard(&urls[0]), [connected()]);
    drop(bridges.0);
    let news = person.hears(&codes[0], 2);
    assert_eq!(news, [connected(), waits("Q1", inner.list(0).unwrap()[1].id)]);
}

#[test]
fn what_the_store_refuses_at_first_is_stored_later_and_the_person_learns_it_once() {
    let why = || "the disk is slow".to_owned();
    let bridged = hooked(BTreeMap::from([("ask", fails(2))]));
    let id = bridged.asks(1);
    let not_posted = BridgeNews::NotPosted { header: "Q1".into(), why: why() };
    assert_eq!(bridged.person.hears(&bridged.code, 3), [connected(), not_posted, waits("Q1", id)]);

    let bridged = hooked(BTreeMap::from([("close", fails(2)), ("delivered", fails(2))]));
    let id = bridged.asks(1);
    bridged.stream.says("question.rejected", &json!({"requestID": "que_1"}));
    delivered(&bridged.backend, id);
    let not_stored = || BridgeNews::NotStored { id, why: why() };
    assert_eq!(
        bridged.person.hears(&bridged.code, 5),
        [connected(), waits("Q1", id), not_stored(), ended("Q1", id, EndedThere::Rejected), not_stored()]
    );
    let outcome = closed(&bridged.backend, id).map(|closed| *closed.outcome);
    assert_eq!(outcome, Some(Outcome::Cancelled(Draft::default())));
}

#[test]
fn the_person_learns_that_a_wait_cannot_be_shown_and_it_goes_on_without() {
    let no_hold: Hook = Box::new(|| Some(Failure::failed("no descriptor is left")));
    let bridged = hooked(BTreeMap::from([("hold", no_hold)]));
    let Bridged { stream, code, backend, person, .. } = &bridged;
    code.has(1);
    stream.says("question.asked", &question(1));
    let news = person.hears(code, 3);
    let id = backend.list(0).unwrap()[0].id;
    let not_stored = BridgeNews::NotStored { id, why: "no descriptor is left".into() };
    assert_eq!(news, [connected(), waits("Q1", id), not_stored]);
    code.says("POST /question/que_1/reply", &json!(true));
    answers(backend, id, 0);
    delivered(backend, id);
}
