//! Limits: each with its reply, and none that others feel.

use crate::client::{Address, Call};
use crate::served::{SHORT, Served, Setup, ask};
use asq_core::life::TokenId;
use asq_testkit::eventually::eventually;
use serde_json::json;
use std::process::Command;
use std::sync::atomic::Ordering;
use std::time::Duration;

#[test]
fn a_head_that_is_too_large_or_too_slow_is_a_problem() {
    let served = Served::with(Setup::limits(|limits| limits.head = SHORT));
    let large = Call::get("/v1/state").with("X-Long", &"x".repeat(17 << 10));
    assert_eq!(served.answers(large).problem(), (431, "large_headers".into()));
    let many = (0..200).fold(Call::get("/v1/state"), |call, n| call.with(&format!("X-{n}"), "x"));
    assert_eq!(served.answers(many).problem(), (431, "large_headers".into()));
    let long = Call::get(&format!("/v1/state?{}", "x".repeat(20 << 10)));
    assert_eq!(served.answers(long).problem().0, 431);
    for broken in [
        "GARBAGE\r\n\r\n",
        "GET / HTTP/1.1\r\nHost\r\n\r\n",
        "GET / HTTP/7\r\n\r\n",
        "\x16\x03\x01\x02\x00\r\n\r\n",
    ] {
        let mut line = served.line();
        line.send(broken.as_bytes());
        assert_eq!(line.reply("GET").problem(), (400, "bad_request".into()), "{broken:?}");
    }
    // Each of them sends a part and waits.
    let slow: Vec<_> = ["GET /v1/state HTTP/1.1\r\nHost: ", "G", "GET / HTTP/1.1\r\n"]
        .into_iter()
        .map(|part| {
            let mut line = served.line();
            line.send(part.as_bytes());
            line
        })
        .collect();
    for mut line in slow {
        assert_eq!(line.reply("GET").problem(), (408, "timeout".into()));
        assert_eq!(line.rest(), b"");
    }
    // Somebody who sends nothing at all gets nothing.
    assert_eq!(served.line().rest(), b"");
    assert_eq!(served.answers(Call::get("/v1/health")).status, 200);
}

#[test]
fn a_head_of_almost_the_limit_is_read() {
    let served = Served::start();
    let call = Call::get("/v1/state").with("X-Long", &"x".repeat(15 << 10));
    assert_eq!(served.answers(call).status, 200);
}

#[test]
fn a_connection_may_be_idle_for_a_while_between_calls() {
    let served = Served::with(Setup::limits(|limits| {
        limits.head = Duration::from_millis(500);
        limits.idle = 5 * SHORT;
    }));
    let mut line = served.line();
    let call = Call::get("/v1/state").token(&served.answerer);
    assert_eq!(line.call(&call, &served.at.host()).status, 200);
    // As long as the server thinks it idle, another one has come and gone.
    assert_eq!(served.line().rest(), b"");
    assert_eq!(line.call(&call, &served.at.host()).status, 200);
    assert_eq!(line.rest(), b"");
}

#[test]
fn a_slow_body_is_a_problem_and_delays_nobody() {
    let served = Served::with(Setup::limits(|limits| limits.body = Duration::from_millis(200)));
    let call = Call::post("/v1/requests", &json!({})).token(&served.asker).with("Content-Length", "1000");
    let slow: Vec<_> = (0..20)
        .map(|_| {
            let mut line = served.line();
            line.send(&call.bytes(&served.at.host()));
            line
        })
        .collect();
    assert_eq!(served.answers(Call::get("/v1/health")).status, 200);
    for mut line in slow {
        assert_eq!(line.reply("POST").problem(), (408, "timeout".into()));
    }
    // One that hangs up in the middle.
    let line = served.line();
    let mut line = {
        let mut line = line;
        line.send(&call.bytes(&served.at.host()));
        line
    };
    line.end_sending();
    line.rest();
    assert_eq!(served.driver.pending(0).unwrap().len(), 0);
}

#[test]
fn a_token_has_its_limits_of_calls_streams_and_waits_and_no_other_feels_them() {
    let served = Served::with(Setup::limits(|limits| {
        (limits.calls, limits.streams, limits.waits) = (3, 2, 2);
        limits.asker_lingers = Duration::ZERO;
    }));
    let host = served.at.host();
    let open = |call: Call| {
        let mut line = served.line();
        line.send(&call.bytes(&host));
        line
    };
    let too_many = |call: Call| {
        let reply = served.call(&call);
        assert_eq!((reply.problem(), reply.header("retry-after")), ((429, "too_many".into()), Some("1")));
    };
    // Calls: bodies that don't come.
    let body = Call::post("/v1/requests", &json!({})).token(&served.asker).with("Content-Length", "1000");
    let mut calls = Vec::new();
    let state = || Call::get("/v1/state").token(&served.asker);
    // One that came while the last look was still a call itself is refused, so each look is after one more.
    eventually("too many calls", || {
        calls.push(open(body.clone()));
        served.call(&state()).status == 429
    });
    too_many(state());
    assert_eq!(served.answers(Call::get("/v1/state")).status, 200);
    drop(calls);
    eventually("room", || served.call(&state()).status == 200);
    // Waits.
    let id = served.ask("Which?");
    let wait = || Call::get(&format!("/v1/requests/{id}/ending?wait=600")).token(&served.asker);
    let waits: Vec<_> = (0..2).map(|_| open(wait())).collect();
    let mut more = Vec::new();
    eventually("too many waits", || {
        more.push(open(wait()));
        let short = Call::get(&format!("/v1/requests/{id}/ending?wait=1")).token(&served.asker);
        served.call(&short).status == 429
    });
    // Those that were refused are over soon; the others aren't calls any more.
    eventually("waits that aren't calls", || served.call(&state()).status == 200);
    drop(waits);
    // Streams.
    let events = || Call::get("/v1/events").token(&served.answerer);
    let mut streams: Vec<_> = (0..2).map(|_| served.line().stream(&events(), &host)).collect();
    for stream in &mut streams {
        stream.event().unwrap();
    }
    too_many(events());
    too_many(Call::get("/v1/feed").token(&served.answerer));
    drop(streams);
    eventually("room for a stream", || {
        let mut line = served.line();
        line.send(&events().bytes(&host));
        line.head().status == 200
    });
}

#[test]
fn all_bodies_together_have_a_limit() {
    let served = Served::with(Setup::limits(|limits| limits.all_bodies = 100_000));
    let mut large = ask("Which?");
    large["call"]["questions"][0]["options"][0]["description"] = "x".repeat(200_000).into();
    let reply = served.asks(Call::post("/v1/requests", &large));
    assert_eq!((reply.problem(), reply.header("retry-after")), ((503, "unavailable".into()), Some("2")));
    assert_eq!(served.ask("Which?").len(), 26, "the room is free again");
}

#[test]
fn a_call_of_almost_four_mebibytes_is_asked() {
    let served = Served::start();
    let mut large = ask("Which?");
    large["about"] = json!({ "diff": "x".repeat(200 << 10) });
    large["more"] = "y".repeat(3 << 20).into();
    assert_eq!(served.asks(Call::post("/v1/requests", &large)).status, 201);
}

#[test]
fn hundreds_of_connections_that_send_nothing_keep_nobody_out() {
    let served = Served::start();
    let silent: Vec<_> = (0..400).map(|_| served.line()).collect();
    assert_eq!(served.answers(Call::get("/v1/health")).status, 200);
    drop(silent);
}

#[test]
fn without_room_for_a_connection_the_next_one_waits_for_it() {
    let served = Served::with(Setup::limits(|limits| {
        limits.connections = 3;
        limits.head = SHORT;
    }));
    let mut silent: Vec<_> = (0..3).map(|_| served.line()).collect();
    // The silent ones are over soon, and not before that it is served.
    assert_eq!(served.answers(Call::get("/v1/health")).status, 200);
    assert_eq!(silent[0].so_far(), (&[][..], true));
}

#[test]
fn a_large_reply_has_the_kernels_buffer_and_a_stream_a_small_one() {
    let served = Served::start();
    served.ask("Which?");
    let mut replied = served.line();
    replied.send(&Call::get("/v1/requests").token(&served.answerer).bytes(&served.at.host()));
    assert_eq!(replied.reply("GET").status, 200);
    let buffers = send_buffers(&served);
    let [of_the_reply] = buffers[..] else { panic!("{buffers:?}") };
    assert!(
        of_the_reply > 64 << 10,
        "a reply that is larger than one segment waits for its peer: {of_the_reply}"
    );
    let events = Call::get("/v1/events").token(&served.answerer);
    let mut line = served.line().stream(&events, &served.at.host());
    line.event().unwrap();
    // The kernel doubles what was set.
    assert_eq!(send_buffers(&served), [32 << 10, of_the_reply]);
}

/// The kernel's buffers of a server's connections for what they send, the smallest first, in bytes.
fn send_buffers(served: &Served) -> Vec<usize> {
    let Address::Tcp(at) = &served.at else { panic!() };
    let of = format!("sport = :{}", at.port());
    let output = Command::new("ss").args(["-tmnH", "state", "established", &of]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let buffer = |memory: &str| memory.split(',').find_map(|part| part.strip_prefix("tb")?.parse().ok());
    let mut buffers: Vec<usize> =
        text.split("skmem:(").skip(1).map(|memory| buffer(memory).unwrap()).collect();
    buffers.sort_unstable();
    buffers
}

#[test]
fn a_store_that_hangs_doesnt_keep_a_token_from_being_looked_up() {
    let served = Served::start();
    let turn = served.prefs.turn.lock().unwrap();
    let mut askers: Vec<_> = (0..20)
        .map(|n| {
            let call = Call::post("/v1/requests", &ask(&n.to_string())).token(&served.asker);
            let mut line = served.line();
            line.send(&call.bytes(&served.at.host()));
            line
        })
        .collect();
    eventually("asks that take all threads they can", || served.prefs.came.load(Ordering::Relaxed) >= 6);
    let unknown = asq_server::TokenText::new(TokenId::new(1 << 20).unwrap(), [7; 32]);
    assert_eq!(served.call(&Call::get("/v1/requests").token(unknown.as_str())).status, 401);
    drop(turn);
    for line in &mut askers {
        assert_eq!(line.reply("POST").status, 201);
    }
}
