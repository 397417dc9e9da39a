//! Streams of events: from any position without a gap, explicit resets, and no stream that holds up another.

use crate::client::{Call, Event, Line};
use crate::hooked::Hooked;
use crate::served::{STORES, Served, Setup};
use asq_testkit::eventually::eventually;
use serde_json::json;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

fn stream(served: &Served, call: Call) -> Line {
    served.line().stream(&call.token(&served.answerer), &served.at.host())
}

fn after(served: &Served, position: u64) -> Line {
    stream(served, Call::get(&format!("/v1/events?after={position}")))
}

/// The events up to this position, without the first.
fn up_to(line: &mut Line, last: u64) -> Vec<Event> {
    let mut events = Vec::new();
    while events.last().is_none_or(|event: &Event| event.id < Some(last)) {
        events.push(line.event().expect("the stream ended"));
    }
    events
}

fn positions(events: &[Event]) -> Vec<u64> {
    events.iter().map(|event| event.id.unwrap()).collect()
}

/// An event that has only a position.
fn positioned(name: &str, position: u64) -> Event {
    Event { id: Some(position), name: name.into(), data: json!({ "position": position }) }
}

fn range(from: u64, to: u64) -> Vec<u64> {
    (from..=to).collect()
}

#[test]
fn a_position_has_63_bits_like_those_of_a_database() {
    let served = Served::start();
    for path in ["/v1/events", "/v1/embed/news"] {
        let at = |after: &str| Call::get(&format!("{path}?after={after}")).token(&served.answerer);
        let refused = served.call(&at("9223372036854775808"));
        assert_eq!(refused.problem(), (400, "bad_request".into()), "{path}");
        let wanted = "after is a number from 0 to 9223372036854775807, not \"9223372036854775808\"";
        assert_eq!(refused.json()["detail"], wanted, "{path}");
    }
    assert_eq!(after(&served, 9_223_372_036_854_775_807).event().unwrap().name, "reset");
}

#[test]
fn whoever_comes_back_with_the_last_id_misses_nothing_and_gets_nothing_twice() {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        for n in 0..300 {
            served.ask_one_of_many(&format!("before {n}"));
        }
        let mut live = after(&served, 300);
        assert_eq!(positions(&[live.event().unwrap()]), [300]);
        // Some begin far back, some in the middle, one at the end; each is cut off now and then.
        let mut readers = [(0, Vec::new()), (17, Vec::new()), (299, Vec::new()), (300, Vec::new())];
        for round in 0..6_u64 {
            for n in 0..10 {
                served.ask_one_of_many(&format!("round {round} {n}"));
            }
            for (at, seen) in &mut readers {
                let call = Call::get("/v1/events?after=0").with("Last-Event-ID", &at.to_string());
                let mut line = stream(&served, call);
                let ready = line.event().unwrap();
                assert_eq!((ready.name.as_str(), ready.id), ("ready", Some(*at)));
                // It reads only a part before it hangs up.
                let last = (*at + 40).min(300 + 10 * (round + 1));
                let events = up_to(&mut line, last);
                seen.extend(positions(&events));
                *at = last;
            }
        }
        let head = 360;
        for (start, (at, mut seen)) in [0, 17, 299, 300].into_iter().zip(readers) {
            if at < head {
                let mut line = after(&served, at);
                line.event().unwrap();
                seen.extend(positions(&up_to(&mut line, head)));
            }
            assert_eq!(seen, range(start + 1, head));
        }
        assert_eq!(positions(&up_to(&mut live, head)), range(301, head));
    }
}

#[test]
fn a_list_and_a_stream_from_its_position_have_no_gap() {
    let served = Served::start();
    served.ask("first");
    let list = served.answers(Call::get("/v1/requests")).ok();
    let id = served.ask("second");
    let mut line = after(&served, list["position"].as_u64().unwrap());
    line.event().unwrap();
    let event = line.event().unwrap();
    assert_eq!((event.name.as_str(), &event.data["id"]), ("asked", &json!(id)));
}

#[test]
fn a_position_that_the_log_never_had_is_a_reset() {
    let served = Served::start();
    served.ask("first");
    for call in [
        Call::get("/v1/events?after=99"),
        Call::get("/v1/events").with("Last-Event-ID", "99"),
        Call::get("/v1/events?after=0").with("Last-Event-ID", "abc"),
    ] {
        let head = served.driver.head().unwrap().0;
        let mut line = stream(&served, call);
        let reset = line.event().unwrap();
        assert_eq!((reset.name.as_str(), reset.id), ("reset", Some(head)));
        assert_eq!(reset.data, json!({ "position": head }));
        let id = served.ask(&format!("then {head}"));
        assert_eq!(line.event().unwrap().data["id"], json!(id));
    }
}

#[test]
fn a_part_of_the_log_that_is_gone_is_a_reset_and_never_a_gap() {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        let old = served.ask("old");
        served.answers(Call::post(&format!("/v1/requests/{old}/answer"), &served.pick(&old, 0))).ok();
        let id = served.ask("new");
        served.store.prune(4_000_000_000_000).unwrap();
        let mut line = after(&served, 0);
        assert_eq!(line.event().unwrap(), positioned("ready", 0));
        assert_eq!(line.event().unwrap(), positioned("reset", 2));
        let event = line.event().unwrap();
        assert_eq!((event.name.as_str(), event.id, &event.data["id"]), ("asked", Some(3), &json!(id)));
    }
}

#[test]
fn after_a_break_in_the_log_every_stream_gets_a_reset_and_goes_on() {
    let (store, served) = Hooked::served();
    let mut lines = [stream(&served, Call::get("/v1/events")), stream(&served, Call::get("/v1/events"))];
    let mut next = || lines.each_mut().map(|line| line.event().unwrap());
    assert_eq!(next(), [(); 2].map(|()| positioned("ready", 0)));
    store.breaks(&served);
    assert_eq!(next(), [(); 2].map(|()| positioned("reset", 0)));
    let id = served.ask("Which?");
    for event in next() {
        assert_eq!((event.name.as_str(), event.id, &event.data["id"]), ("asked", Some(1), &json!(id)));
    }
}

#[test]
fn while_the_log_can_not_be_followed_streams_end_and_their_clients_come_back() {
    let (store, served) = Hooked::served();
    // The route reads the end of the log, and the reader for all streams can't.
    store.heads.store(1, Ordering::SeqCst);
    let mut line = stream(&served, Call::get("/v1/events"));
    assert_eq!(line.event().unwrap(), positioned("ready", 0));
    assert_eq!(line.exactly(5), b"0\r\n\r\n", "in order: its connection isn't cut");
    store.heads.store(usize::MAX, Ordering::SeqCst);
    let id = served.ask("Which?");
    let event = eventually("a stream that goes on", || {
        let mut again = after(&served, 0);
        assert_eq!(again.event().unwrap(), positioned("ready", 0));
        again.event()
    });
    assert_eq!((event.name.as_str(), event.id, &event.data["id"]), ("asked", Some(1), &json!(id)));
}

#[test]
fn nothing_of_a_draft_an_answer_or_a_call_is_in_the_stream() {
    let served = Served::start();
    let mut line = stream(&served, Call::get("/v1/events"));
    line.event().unwrap();
    let mut body = crate::served::ask("Which?");
    body["call"]["questions"][0]["options"][0]["label"] = "unspeakable".into();
    let id = served.asks(Call::post("/v1/requests", &body)).ok()["id"].as_str().unwrap().to_owned();
    let draft = json!({ "revision": 0, "draft": { "answers": [], "typed": [{ "question": 0, "place": "custom", "text": "unspeakable" }] } });
    served.answers(Call::new("PUT", &format!("/v1/requests/{id}/drafts/0")).json(draft.to_string())).ok();
    let decline = json!({ "reason": "unspeakable" });
    served.answers(Call::post(&format!("/v1/requests/{id}/decline"), &decline)).ok();
    served.asks(Call::post(&format!("/v1/requests/{id}/delivered"), &json!({}))).ok();
    let text = format!("{:?}", up_to(&mut line, 3));
    assert!(text.contains("Which?") && text.contains("declined") && !text.contains("unspeakable"), "{text}");
}

#[test]
fn a_heartbeat_comes_while_nothing_happens() {
    let served = Served::with(Setup::limits(|limits| limits.heartbeat = Duration::from_millis(20)));
    let mut line = stream(&served, Call::get("/v1/events"));
    line.event().unwrap();
    for _ in 0..3 {
        assert_eq!(line.chunk().unwrap(), b": heartbeat\n\n");
    }
    served.ask("Which?");
    assert_eq!(line.event().unwrap().name, "asked");
}

#[test]
fn pages_alone_have_one_heartbeat_in_twelve() {
    const BEAT: Duration = Duration::from_millis(20);
    let served = Served::with(Setup::limits(|limits| limits.heartbeat = BEAT));
    let traded = served.call(&served.sign_in());
    let cookie = traded.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    let began = Instant::now();
    let mut page = served.line().stream(&Call::get("/v1/events").with("Cookie", &cookie), &served.at.host());
    page.event().unwrap();
    for beats in 1..4 {
        assert_eq!(page.chunk().unwrap(), b": heartbeat\n\n");
        assert!(began.elapsed() >= 12 * beats * BEAT);
    }
}

#[test]
fn an_inbox_is_in_use_while_somebody_follows_who_may_answer_and_for_a_while_after() {
    for kind in STORES {
        let limits = Setup::limits(|limits| limits.inbox_lingers = Duration::from_millis(200)).limits;
        let served = Served::with(Setup { limits, ..Setup::of(kind) });
        let in_use = || served.store.inbox_in_use();
        let observes = Call::get("/v1/events").token(&served.observer);
        let mut observer = served.line().stream(&observes, &served.at.host());
        observer.event().unwrap();
        assert!(!in_use());
        let mut line = stream(&served, Call::get("/v1/events"));
        line.event().unwrap();
        assert!(in_use(), "before the first event");
        assert_eq!(served.asks(Call::get("/v1/state")).ok()["inbox_in_use"], true);
        drop(line);
        eventually("an inbox out of use", || !in_use());
        let mut line = stream(&served, Call::get("/v1/events"));
        line.event().unwrap();
        assert!(in_use());
    }
}

#[test]
fn a_stream_that_takes_nothing_is_cut_and_the_others_go_on() {
    let served = Served::with(Setup::limits(|limits| limits.lag = 32 << 10));
    let events = Call::get("/v1/events").token(&served.answerer);
    // Over TCP, a kernel that gave the connection up doesn't tell this end.
    let mut stalled = served.unix.connect().takes_little().stream(&events, &served.unix.host());
    let mut live = stream(&served, Call::get("/v1/events"));
    live.event().unwrap();
    let text = "x".repeat(900);
    // Far more than the kernel takes for a peer that doesn't read.
    for n in 1..=300 {
        served.ask_one_of_many(&format!("{n} {text}"));
        assert_eq!(live.event().unwrap().id, Some(n));
    }
    // It was cut in the middle: its end doesn't end a stream.
    let rest = String::from_utf8(stalled.rest()).unwrap();
    let last = rest.matches("event: asked").count();
    assert!(last < 300 && !rest.ends_with("0\r\n\r\n"), "{last}");
    let mut again = after(&served, last.saturating_sub(1) as u64);
    again.event().unwrap();
    assert_eq!(positions(&up_to(&mut again, 300)), range(last as u64, 300));
}

#[test]
fn a_stream_without_progress_is_cut_after_its_time() {
    let served = Served::with(Setup::limits(|limits| {
        limits.stalled = Duration::from_millis(200);
        // Nothing else cuts it.
        (limits.heartbeat, limits.lag) = (Duration::from_millis(1), 64 << 20);
        limits.inbox_lingers = Duration::ZERO;
    }));
    let events = Call::get("/v1/events").token(&served.answerer);
    // Over TCP the kernel may be quicker.
    let [mut tcp, mut unix] =
        [&served.at, &served.unix].map(|at| at.connect().takes_little().stream(&events, &at.host()));
    let text = "x".repeat(900);
    for n in 1..=200 {
        served.ask_one_of_many(&format!("{n} {text}"));
    }
    // A read before would make it go on.
    eventually("streams that are cut", || !served.store.inbox_in_use());
    assert!(!unix.rest().ends_with(b"0\r\n\r\n"));
    // A kernel that gave a TCP connection up doesn't tell the other end.
    assert!(!tcp.so_far().0.ends_with(b"0\r\n\r\n"));
}

#[test]
fn many_streams_get_the_same_bytes() {
    let served = Served::start();
    let mut lines: Vec<Line> = (0..100).map(|_| stream(&served, Call::get("/v1/events"))).collect();
    for line in &mut lines {
        line.event().unwrap();
    }
    served.ask("Which?");
    let first = lines[0].chunk().unwrap();
    assert!(lines[1..].iter_mut().all(|line| line.chunk().unwrap() == first));
}
