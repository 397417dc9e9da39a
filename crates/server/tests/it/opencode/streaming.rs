//! `/event` and `/global/event`, beyond what the fixtures show.

use super::{
    EventLine, FOLDER, ask, ask_in, basic, call, color, kind_of, list, listed, only, payload, posted, reject,
    reply, stream,
};
use crate::client::Call;
use crate::hooked::Hooked;
use crate::served::{STORES, Served, Setup, ask as ask_asq};
use asq_testkit::eventually::eventually;
use serde_json::{Value, json};
use std::sync::atomic::Ordering;

#[test]
fn what_is_announced_is_listed_already() {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        let mut events = stream(&served, "/event");
        for n in 0..20 {
            ask(&served, &format!("call_{n}"), color());
            let heard = events.up_to("question.asked");
            assert_eq!(heard.last().unwrap()["properties"], list(&served)[0]);
            reply(&served, &only(&served), json!([["Red"]])).ok();
        }
    }
}

#[test]
fn a_stream_has_the_events_of_its_directory_and_the_global_one_all_with_their_directories() {
    let served = Served::start();
    let coded = "%2Fsrv%2Fh%C3%A4user%20und%2Fgarten";
    let mut everywhere = stream(&served, "/event");
    let mut by_query = stream(&served, &format!("/event?directory={coded}"));
    let header = Call::get("/event")
        .with("x-opencode-directory", coded)
        .with("Authorization", &basic("opencode", &served.answerer));
    let mut by_header =
        EventLine { line: served.line().stream(&header, &served.at.host()), unread: Vec::new() };
    let mut elsewhere = stream(&served, "/event?directory=/srv/c");
    let mut global = stream(&served, &format!("/global/event?directory={coded}"));
    ask_in(&served, "/srv/b", "call_b", color());
    ask_in(&served, FOLDER, "call_a", color());
    ask_in(&served, "/srv/c", "call_c", color());
    let asked = |stream: &mut EventLine| {
        let events = stream.up_to("question.asked");
        events.last().unwrap().clone()
    };
    let call_of = |event: &Value| payload(event)["properties"]["tool"]["callID"].clone();
    assert_eq!([(); 3].map(|()| call_of(&asked(&mut everywhere))), ["call_b", "call_a", "call_c"]);
    assert_eq!(call_of(&asked(&mut by_query)), "call_a");
    assert_eq!(call_of(&asked(&mut by_header)), "call_a");
    assert_eq!(call_of(&asked(&mut elsewhere)), "call_c");
    for (call, folder) in [("call_b", "/srv/b"), ("call_a", FOLDER), ("call_c", "/srv/c")] {
        let event = asked(&mut global);
        assert_eq!(
            (call_of(&event), &event["directory"], &event["project"]),
            (json!(call), &json!(folder), &json!("global"))
        );
    }
}

#[test]
fn with_old_habits_the_local_stream_has_parts_alone() {
    let served = Served::with(Setup { seed_compat: true, ..Setup::default() });
    let mut local = stream(&served, "/event");
    let mut global = stream(&served, "/global/event");
    ask(&served, "call_1", color());
    reply(&served, &only(&served), json!([["Red"]])).ok();
    let until_done = |stream: &mut EventLine| {
        let mut kinds = Vec::new();
        loop {
            let event = stream.news();
            let state =
                payload(&event)["properties"]["part"]["state"]["status"].as_str().unwrap_or("").to_owned();
            kinds.push(format!("{} {state}", kind_of(&event)));
            if state == "completed" {
                return kinds;
            }
        }
    };
    assert_eq!(
        until_done(&mut local),
        [
            "server.connected ",
            "message.updated ",
            "message.part.updated pending",
            "message.part.updated running",
            "message.part.updated completed",
        ]
    );
    assert_eq!(
        until_done(&mut global),
        [
            "server.connected ",
            "message.updated ",
            "message.part.updated pending",
            "question.asked ",
            "message.part.updated running",
            "question.replied ",
            "message.part.updated completed",
        ]
    );
}

#[test]
fn a_request_is_one_message_with_one_part_from_its_beginning_to_its_end() {
    let served = Served::start();
    let mut events = stream(&served, "/event");
    let first = events.news();
    ask(&served, "call_1", color());
    reply(&served, &only(&served), json!([["Red"]])).ok();
    let mut heard = vec![first];
    while heard.iter().filter(|event| kind_of(event) == "message.updated").count() < 2 {
        heard.push(events.news());
    }
    let ids: Vec<&str> = heard.iter().map(|event| event["id"].as_str().unwrap()).collect();
    assert!(ids.is_sorted() && ids.iter().all(|id| id.starts_with("evt_") && id.len() == 30), "{ids:?}");
    let messages: Vec<&Value> = heard
        .iter()
        .filter(|event| kind_of(event) == "message.updated")
        .map(|event| &event["properties"]["info"])
        .collect();
    let parts: Vec<&Value> =
        heard.iter().map(|event| &event["properties"]["part"]).filter(|part| !part.is_null()).collect();
    let created = messages[0]["time"]["created"].clone();
    assert_eq!(
        *messages[0],
        json!({
            "id": messages[0]["id"], "parentID": messages[0]["parentID"], "role": "assistant", "mode": "build call_1",
            "agent": "build call_1", "path": { "cwd": FOLDER, "root": "/" }, "cost": 0,
            "tokens": { "input": 0, "output": 0, "reasoning": 0, "cache": { "read": 0, "write": 0 } },
            "modelID": "", "providerID": "", "time": { "created": created }, "sessionID": "ses_call1",
        })
    );
    assert_eq!((&messages[1]["id"], &messages[1]["finish"]), (&messages[0]["id"], &json!("tool-calls")));
    assert!(messages[1]["time"]["completed"].as_u64() >= created.as_u64());
    assert!(messages[0]["parentID"].as_str() < messages[0]["id"].as_str());
    for part in &parts {
        assert_eq!(
            (&part["id"], &part["messageID"], &part["sessionID"]),
            (&parts[0]["id"], &messages[0]["id"], &json!("ses_call1"))
        );
    }
    assert!(parts.len() == 3 && parts[0]["id"].as_str().unwrap().starts_with("prt_"), "{parts:?}");
}

#[test]
fn every_other_ending_is_a_rejection_with_its_text() {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        let mut events = stream(&served, "/event");
        let mut ends = |id: &str, what: &str, body: Value| {
            let question = only(&served);
            served.answers(Call::post(&format!("/v1/requests/{id}/{what}"), &body)).ok();
            let heard = events.up_to("question.rejected");
            assert_eq!(heard.last().unwrap()["properties"]["requestID"], question);
            let part = events.news();
            let state = part["properties"]["part"]["state"].clone();
            assert_eq!(state["status"], "error");
            state["error"].as_str().unwrap().to_owned()
        };
        let id = ask(&served, "call_1", color());
        assert_eq!(ends(&id, "cancel", json!({})), "The user dismissed this question");
        let id = ask(&served, "call_2", color());
        let said = ends(&id, "decline", json!({ "reason": "not now" }));
        assert_eq!(said, "The user dismissed this question Reason: not now");
        let id = posted(&served, &ask_asq("Which?"));
        assert!(ends(&id, "discuss", json!({})).starts_with("User wants to discuss"));
    }
}

#[test]
fn a_question_whose_time_is_over_ends_as_interrupted() {
    let served = Served::start();
    let mut events = stream(&served, "/event");
    let mut body = ask_asq("Which?");
    body["call"]["expires"] = json!("1s");
    posted(&served, &body);
    events.up_to("question.rejected");
    let state = events.news()["properties"]["part"]["state"].clone();
    assert_eq!(
        (&state["error"], &state["metadata"]),
        (&json!("Tool execution aborted"), &json!({ "interrupted": true }))
    );
}

#[test]
fn whoever_comes_back_lists_and_then_hears_what_is_new() {
    let served = Served::start();
    let mut first = stream(&served, "/event");
    ask(&served, "call_1", color());
    first.up_to("question.asked");
    drop(first);
    ask(&served, "call_2", color());
    // There is nothing to continue from, and no replay; what was on its way may still come.
    let mut second = stream(&served, "/event");
    assert_eq!(kind_of(&second.news()), "server.connected");
    assert_eq!(listed(&served).len(), 2);
    ask(&served, "call_3", color());
    let mut asked = Vec::new();
    while asked.last().is_none_or(|call| call != "call_3") {
        let event = second.up_to("question.asked").pop().unwrap();
        asked.push(event["properties"]["tool"]["callID"].as_str().unwrap().to_owned());
    }
    assert!(!asked.contains(&"call_1".to_owned()), "{asked:?}");
}

#[test]
fn while_somebody_follows_the_inbox_is_in_use() {
    let served = Served::start();
    let in_use = || served.answers(Call::get("/v1/state")).ok()["inbox_in_use"].clone();
    assert_eq!(in_use(), false);
    let _events = stream(&served, "/event");
    eventually("an inbox in use", || in_use() == true);
}

#[test]
fn a_revoked_token_s_streams_end() {
    let served = Served::start();
    let mut events = stream(&served, "/event");
    events.news();
    served.tokens.revoke(&served.answerer);
    assert_eq!(events.try_next(), None);
}

#[test]
fn at_the_end_of_the_server_streams_end() {
    let served = Served::start();
    let mut events = stream(&served, "/global/event");
    events.news();
    served.stop();
    assert_eq!(events.try_next(), None);
}

#[test]
fn after_a_break_in_the_log_every_stream_ends_and_its_client_lists() {
    let (store, served) = Hooked::served();
    let mut streams = ["/event", "/global/event"].map(|path| stream(&served, path));
    for events in &mut streams {
        assert_eq!(kind_of(&events.next()), "server.connected");
    }
    store.breaks(&served);
    for events in &mut streams {
        assert_eq!(events.line.exactly(5), b"0\r\n\r\n", "in order: its connection isn't cut");
    }
    ask(&served, "call_1", color());
    let mut again = stream(&served, "/event");
    again.next();
    assert_eq!(listed(&served).len(), 1);
    ask(&served, "call_2", color());
    assert_eq!(again.up_to("question.asked").last().unwrap()["properties"], list(&served)[1]);
}

#[test]
fn a_question_that_can_not_be_read_now_ends_every_stream() {
    let (store, served) = Hooked::served();
    let mut events = stream(&served, "/event");
    events.next();
    store.unreadable.store(true, Ordering::SeqCst);
    ask(&served, "call_1", color());
    assert_eq!(events.line.exactly(5), b"0\r\n\r\n", "in order: its connection isn't cut");
    store.unreadable.store(false, Ordering::SeqCst);
    assert_eq!(listed(&served).len(), 1);
}

#[test]
fn hostile_texts_travel_as_json_with_nothing_that_a_terminal_obeys() {
    let served = Served::start();
    let mut events = stream(&served, "/event");
    let text = "a\u{1b}[31mb\u{7f}\u{9b}\n\ndata: {}\n\n\u{2028}\u{202e}";
    let questions =
        json!([{ "question": text, "header": text, "options": [{ "label": text, "description": text }] }]);
    ask(&served, "call_1", questions);
    let asked = events.up_to("question.asked").last().unwrap().clone();
    assert_eq!(asked["properties"]["questions"][0]["question"], text);
    let raw = call(&served, Call::get("/question"));
    assert!(raw.text().chars().all(|c| !c.is_control()), "{}", raw.text());
    reject(&served, &only(&served)).ok();
    let rejected = events.up_to("question.rejected");
    assert_eq!(rejected.last().unwrap()["properties"]["sessionID"], "ses_call1");
}

/// As a stream of asq's own: by its bytes, long before it stalls for too long.
#[test]
fn a_stream_that_takes_nothing_is_cut_and_the_others_go_on() {
    let served = Served::with(Setup::limits(|limits| limits.lag = 32 << 10));
    let call = Call::get("/event").with("Authorization", &basic("opencode", &served.answerer));
    let mut stalled = served.line().takes_little().stream(&call, &served.at.host());
    let mut live = stream(&served, "/event");
    let text = "x".repeat(900);
    // Far more than the kernel takes for a peer that doesn't read.
    for n in 0..300 {
        ask(
            &served,
            &format!("call_{n}"),
            json!([{ "question": format!("{n} {text}"), "header": "h", "options": [] }]),
        );
        live.up_to("question.asked");
    }
    let rest = String::from_utf8(stalled.rest()).unwrap();
    let last = rest.matches("question.asked").count();
    assert!(last < 300 && !rest.ends_with("0\r\n\r\n"), "{last}");
}
