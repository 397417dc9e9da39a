//! The end of a server: open waits end as pending, streams end, and nobody is left waiting.

use crate::client::{Address, Call};
use crate::served::{Kind, Served, Setup, ask, open};
use asq_testkit::eventually::eventually;
use serde_json::json;
use std::net::TcpStream;
use std::sync::atomic::Ordering;
use std::time::Duration;

#[test]
fn open_waits_end_as_pending_streams_end_and_nothing_new_begins() {
    let mut served = Served::start();
    let host = served.at.host();
    let id = served.ask("Which?");
    let mut waits: Vec<_> = (0..20).map(|_| served.line()).collect();
    for line in &mut waits {
        let call = Call::get(&format!("/v1/requests/{id}/ending?wait=600")).token(&served.asker);
        line.send(&call.bytes(&host));
    }
    let mut streams: Vec<_> = ["/v1/events", "/v1/feed", "/v1/feed?follow=opened"]
        .into_iter()
        .map(|path| served.line().stream(&Call::get(path).token(&served.answerer), &host))
        .collect();
    for stream in &mut streams {
        stream.event().unwrap();
    }
    let mut idle = served.line();
    assert_eq!(idle.call(&Call::get("/v1/state").token(&served.asker), &host).status, 200);
    eventually("an asker that waits", || {
        served.driver.backend(std::sync::Arc::new(Nobody)).asker_waits(id.parse().unwrap())
    });
    served.stop();
    for line in &mut waits {
        let reply = line.reply("GET");
        assert_eq!((reply.status, &reply.json()["outcome"]), (202, &json!("pending")));
        assert_eq!(line.rest(), b"");
    }
    // In order: their connections aren't cut.
    for stream in &mut streams {
        let rest = String::from_utf8(stream.rest()).unwrap();
        assert!(rest.ends_with("0\r\n\r\n"), "{rest}");
    }
    assert_eq!(idle.rest(), b"");
    assert!(matches!(served.ended(), Ok(())));
    let Address::Tcp(address) = served.at else { panic!() };
    assert!(TcpStream::connect(address).is_err());
    assert!(!served.store.inbox_in_use());
}

struct Nobody;

impl asq_runtime::driver::Identity for Nobody {
    fn asker(&self) -> Option<asq_core::life::Actor> {
        None
    }

    fn taker(&self) -> Option<asq_core::life::Actor> {
        None
    }

    fn person(&self, _: &asq_core::life::Origin) -> Option<asq_core::life::Actor> {
        None
    }
}

#[test]
fn a_call_that_does_not_end_is_cut_after_its_time() {
    let mut served = Served::with(Setup::limits(|limits| limits.shutdown = Duration::from_millis(100)));
    let mut line = served.line();
    let call = Call::post("/v1/requests", &json!({})).token(&served.asker).with("Content-Length", "1000");
    line.send(&call.bytes(&served.at.host()));
    let mut head = served.line();
    head.send(b"GET / HTTP/1.1\r\n");
    assert_eq!(served.answers(Call::get("/v1/health")).status, 200);
    served.stop();
    assert!(matches!(served.ended(), Ok(())));
    line.rest();
    head.rest();
}

#[test]
fn while_a_call_delays_the_end_nobody_else_is_let_in() {
    let mut served = Served::with(Setup::limits(|limits| limits.shutdown = Duration::from_secs(30)));
    let call = Call::post("/v1/requests", &ask("Which?")).token(&served.asker).with("Expect", "100-continue");
    let bytes = call.bytes(&served.at.host());
    let (head, body) = bytes.split_at(bytes.len() - call.body.len());
    let mut slow = served.line();
    slow.send(head);
    assert_eq!(slow.head().status, 100, "it has begun");
    served.stop();
    let Address::Tcp(address) = &served.at else { panic!() };
    eventually("a closed port", || TcpStream::connect(address).is_err());
    slow.send(body);
    assert_eq!(slow.reply("POST").status, 201);
    assert!(matches!(served.ended(), Ok(())));
}

#[test]
fn a_call_whose_head_is_complete_only_after_the_shutdown_began_is_refused() {
    let mut served = Served::start();
    let call = Call::get("/v1/state").token(&served.answerer).bytes(&served.at.host());
    let (half, other) = call.split_at(call.len() - 10);
    let halves: Vec<_> = (0..20)
        .map(|_| {
            let mut line = served.line();
            line.send(half);
            line
        })
        .collect();
    assert_eq!(served.answers(Call::get("/v1/health")).status, 200);
    served.stop();
    for mut line in halves {
        // A connection of which the server had read nothing ends without a reply.
        let _ = line.try_send(other);
        let heard = String::from_utf8(line.rest()).unwrap();
        assert!(heard.is_empty() || heard.starts_with("HTTP/1.1 503 "), "{heard}");
    }
    assert!(matches!(served.ended(), Ok(())));
}

#[test]
fn a_store_that_hangs_keeps_no_server_from_its_end() {
    let mut served = Served::with(Setup::limits(|limits| limits.shutdown = Duration::from_millis(100)));
    let prefs = served.prefs.clone();
    let turn = prefs.turn.lock().unwrap();
    let mut askers: Vec<_> = (0..20)
        .map(|n| {
            let call = Call::post("/v1/requests", &ask(&n.to_string())).token(&served.asker);
            let mut line = served.line();
            line.send(&call.bytes(&served.at.host()));
            line
        })
        .collect();
    eventually("asks that take all threads they can", || prefs.came.load(Ordering::Relaxed) >= 6);
    served.stop();
    eventually("the end of the server", || served.is_over());
    assert!(matches!(served.ended(), Ok(())));
    for line in &mut askers {
        assert_eq!(line.rest(), b"");
    }
    drop(turn);
}

#[test]
fn another_server_on_the_same_store_goes_on_with_what_this_one_had() {
    for kind in [Kind::File, Kind::Database] {
        let (store, folder) = open(kind);
        let on = || Setup { on: Some((store.clone(), folder.clone())), ..Setup::of(kind) };
        let (first, second) = (Served::with(on()), Served::with(on()));
        // Tokens are shared in life; here each server has its own, and the second one learns of the first one's.
        let asked = first.asks(Call::post("/v1/requests", &ask("Which?"))).ok();
        let id = asked["id"].as_str().unwrap();
        let mut wait = first.line();
        let call = Call::get(&format!("/v1/requests/{id}/ending?wait=600")).token(&first.asker);
        wait.send(&call.bytes(&first.at.host()));
        let pick = second.pick(id, 0);
        second.answers(Call::post(&format!("/v1/requests/{id}/answer"), &pick)).ok();
        let reply = wait.reply("GET");
        assert_eq!((reply.status, &reply.json()["outcome"]), (200, &json!("answered")));
    }
}
