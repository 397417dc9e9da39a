//! Our lists, streams, replies and errors against those of a running OpenCode, field by field.
//!
//! - Ids, times and directories are replaced on both sides before the comparison.
//! - Where we differ on purpose, the difference stands in the test, and in docs/dialects/opencode.md.

use super::recorded::{Anonymous, concerns, fixture};
use super::{
    ask, call, color, kind_of, list, listed, only, payload, posted, reject, reply, stream, withdraw,
};
use crate::client::{Call, Reply};
use crate::served::{STORES, Served, Setup};
use serde_json::{Value, json};

/// Plays a story on both streams, and compares its list and its events with the fixtures.
#[track_caller]
fn story(name: &str, asks: &[Value], end: impl Fn(&Served, &[String]), deviate: impl Fn(&mut Vec<Value>)) {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        let mut streams = ["/event", "/global/event"].map(|path| stream(&served, path));
        let ids: Vec<String> =
            asks.iter().enumerate().map(|(n, it)| ask_in_session(&served, n, it)).collect();
        // OpenCode lists what an aborted session left behind; asq has nothing of the kind.
        let recorded = fixture(&format!("{name}.list.json"));
        let recorded = recorded.as_array().unwrap();
        let mut recorded = Value::from(&recorded[recorded.len() - asks.len()..]);
        own_messages(&mut recorded);
        assert_eq!(Anonymous::of(&list(&served)), Anonymous::of(&recorded), "{name}");
        end(&served, &ids);
        for (stream, file) in streams.iter_mut().zip(["event", "global_event"]) {
            let mut heard = Vec::new();
            for _ in asks {
                heard.extend(stream.up_to("question.asked"));
            }
            let mut over = 0;
            while over < asks.len() {
                let event = stream.news();
                let status = payload(&event)["properties"]["part"]["state"]["status"].clone();
                over += usize::from(status == "completed" || status == "error");
                heard.push(event);
            }
            let recorded = fixture(&format!("{name}.{file}.json"));
            let mut recorded = concerns(recorded.as_array().unwrap());
            recorded.iter_mut().for_each(own_messages);
            deviate(&mut recorded);
            let (ours, theirs) = (Value::from(concerns(&heard)), Value::from(recorded));
            assert_eq!(Anonymous::of(&ours), Anonymous::of(&theirs), "{name}.{file}.json on {kind:?}");
        }
    }
}

/// Asks as one session's agent.
fn ask_in_session(served: &Served, n: usize, questions: &Value) -> String {
    let body = json!({
        "call": { "questions": questions }, "dialect": "opencode", "agent": "build", "session": "ses_story",
        "call_id": format!("call_{n}"), "from": { "folder": "/srv" },
    });
    posted(served, &body)
}

/// OpenCode's model may make several calls in one message; asq has a message for each (S1-4).
fn own_messages(value: &mut Value) {
    if let Some(call) = value.get("callID").map(Value::to_string) {
        value["messageID"] = format!("msg_of_{call}").into();
    }
    match value {
        Value::Array(values) => values.iter_mut().for_each(own_messages),
        Value::Object(fields) => fields.values_mut().for_each(own_messages),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn an_answered_question_looks_as_in_opencode() {
    let end = |served: &Served, _: &[String]| {
        assert_eq!(reply(served, &only(served), json!([["Blue"]])).ok(), json!(true));
    };
    story("reply", &[color()], end, |_| ());
}

#[test]
fn a_dismissed_question_looks_as_in_opencode() {
    let end = |served: &Served, _: &[String]| assert_eq!(reject(served, &only(served)).ok(), json!(true));
    story("reject", &[color()], end, |_| ());
}

#[test]
fn a_question_that_was_taken_back_looks_as_an_aborted_one_and_is_over() {
    let end = |served: &Served, ids: &[String]| withdraw(served, &ids[0]);
    // OpenCode says nothing, and goes on listing it.
    let deviate = |events: &mut Vec<Value>| {
        let asked = events.iter().find(|event| kind_of(event) == "question.asked").unwrap();
        let mut rejected = asked.clone();
        let event = if rejected.get("payload").is_some() { &mut rejected["payload"] } else { &mut rejected };
        let question = &event["properties"];
        let properties = json!({ "sessionID": question["sessionID"], "requestID": question["id"] });
        *event = json!({ "id": "evt_rejected", "type": "question.rejected", "properties": properties });
        events.insert(events.len() - 1, rejected);
    };
    story("abort", &[color()], end, deviate);
}

#[test]
fn several_questions_look_as_in_opencode() {
    let several = json!([
        {
            "question": "Which features?", "header": "Features", "multiple": true,
            "options": [{ "label": "Auth", "description": "Log in" }, { "label": "Metrics", "description": "Counters" }],
        },
        { "question": "What name?", "header": "Name", "options": [] },
    ]);
    let end = |served: &Served, _: &[String]| {
        let ids = listed(served);
        reply(served, &ids[1], json!([[""]])).ok();
        reply(served, &ids[0], json!([["Metrics", "my own, with comma"], []])).ok();
    };
    story("several", &[several, color()], end, |_| ());
}

/// A reply as the fixtures have it.
fn written(reply: &Reply, names: &[&str]) -> Value {
    let headers = names.iter().filter_map(|name| Some(((*name).to_owned(), reply.header(name)?.into())));
    json!({ "status": reply.status, "headers": headers.collect::<serde_json::Map<_, _>>(), "body": reply.text() })
}

/// The headers that the fixtures kept.
const KEPT: [&str; 3] = ["content-type", "vary", "www-authenticate"];

#[test]
fn every_reply_has_opencode_s_status_headers_and_body() {
    let recorded = fixture("replies.json");
    let served = Served::start();
    ask(&served, "call_1", color());
    let question = only(&served);
    let mut seen = Vec::new();
    for (name, case) in recorded.as_object().unwrap() {
        let (method, path) =
            (case["request"]["method"].as_str().unwrap(), case["request"]["path"].as_str().unwrap());
        if ["event", "global_event", "list", "empty list"].contains(&name.as_str()) {
            continue;
        }
        if name == "reject" {
            ask(&served, "call_2", color());
        }
        // Every id of a question that OpenCode had is one of ours.
        let own = if name == "reject" { only(&served) } else { question.clone() };
        let known = path.split('/').nth(2).unwrap();
        let known = if known.len() > 20 { known } else { "none" };
        let mut sent = Call::new(method, &path.replace(known, &own));
        let kind = if name == "text" { "text/plain" } else { "application/json" };
        if let Some(body) = case["request"].get("body") {
            let text = body.as_str().map_or_else(|| body.to_string(), str::to_owned);
            sent = sent.json(text);
            sent.headers = vec![("Content-Type".to_owned(), kind.to_owned())];
        }
        let reply = call(&served, sent);
        let expected = json!({
            "status": case["status"], "headers": case["headers"],
            "body": case["body"].as_str().unwrap().replace(known, &own),
        });
        if name == "broken JSON" {
            // S1-16: OpenCode answers with 500 and a reference to its log.
            let said = reply.json();
            assert_eq!(
                (reply.status, &said["name"], &said["data"]["kind"]),
                (400, &json!("BadRequest"), &json!("Payload"))
            );
        } else {
            assert_eq!(written(&reply, &KEPT), expected, "{name}");
        }
        seen.push(name.as_str());
    }
    seen.sort_unstable();
    assert_eq!(
        seen,
        [
            "a label a number",
            "a label an object",
            "an answer a string",
            "an array",
            "answers a string",
            "broken JSON",
            "no answers",
            "no body",
            "no id, reject",
            "no id, reply",
            "null",
            "reject",
            "reply",
            "reply again",
            "text",
            "unknown id, reject",
            "unknown id, reply",
        ]
    );
}

#[test]
fn lists_and_streams_have_opencode_s_headers() {
    let recorded = fixture("replies.json");
    let served = Served::start();
    ask(&served, "call_1", color());
    let full = call(&served, Call::get("/question"));
    assert_eq!(written(&full, &KEPT)["headers"], recorded["list"]["headers"]);
    let empty = call(&served, Call::get("/question?directory=%2Fnowhere"));
    assert_eq!(
        written(&empty, &KEPT),
        json!({ "status": 200, "headers": recorded["empty list"]["headers"], "body": "[]" })
    );
    let names = ["content-type", "cache-control", "x-content-type-options", "x-accel-buffering", "vary"];
    for (path, name) in [("/event", "event"), ("/global/event", "global_event")] {
        let mut line = served.line();
        let open = Call::get(path).with("Authorization", &super::basic("opencode", &served.answerer));
        line.send(&open.bytes(&served.at.host()));
        assert_eq!(written(&line.head(), &names)["headers"], recorded[name]["headers"], "{name}");
    }
}

#[test]
fn without_a_password_the_reply_is_opencode_s() {
    let served = Served::start();
    assert_eq!(written(&served.call(&Call::get("/question")), &KEPT), fixture("unauthorized.json"));
}

#[test]
fn a_heartbeat_is_opencode_s() {
    let served = Served::start();
    let mut local = stream(&served, "/event");
    let mut global = stream(&served, "/global/event");
    assert_eq!(kind_of(&local.next()), "server.connected");
    assert_eq!(kind_of(&global.next()), "server.connected");
    let recorded = Anonymous::of(&fixture("heartbeat.json"));
    assert_eq!(Anonymous::of(&local.next()), recorded);
    assert_eq!(Anonymous::of(&global.next()), json!({ "payload": recorded }));
}
