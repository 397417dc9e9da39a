//! What a bridge asks an OpenCode server for, and what it makes of the replies.

use crate::scripted::{Act, OpenCode};
use crate::setting::{
    Bridged, Person, answers, asked, attach, bridged, closed, delivered, labels, message_line, question,
};
use asq_backend::Backend;
use asq_bridges::{BridgeNews, EndedThere};
use asq_core::life::About;
use asq_testkit::backend::TestBackend;
use asq_testkit::eventually::eventually;
use serde_json::{Value, json};
use std::sync::Arc;

/// What a bridge to this server asks for until it has asked for all of these.
fn lines_until(code: &OpenCode, lists: &[&str]) -> Vec<String> {
    let person = Arc::new(Person::default());
    let _attached = attach(&[code.server.url()], Arc::new(TestBackend::new("ada")), &person);
    for list in lists {
        code.gets(list, 1);
    }
    code.server.lines()
}

fn tool(status: &str) -> Value {
    json!({"parts": [{"type": "text"}, {"type": "tool", "state": {"status": status}}]})
}

#[test]
fn only_directories_with_a_tool_at_work_are_listed() {
    let code = OpenCode::new();
    let session = |n: u8, folder: &str| json!({"id": format!("ses_{n}"), "directory": folder});
    let sessions = [session(1, "/0"), session(2, "/b \u{fc}&c"), session(3, "/a"), session(4, "/1")];
    code.says("GET /experimental/session?limit=50", &json!(sessions));
    code.says("GET /session/ses_1/message?limit=6", &json!([tool("completed"), tool("error")]));
    code.says("GET /session/ses_2/message?limit=6", &json!([tool("completed"), tool("running")]));
    code.says("GET /session/ses_4/message?limit=6", &json!([{"parts": [{"type": "text"}]}, {}]));
    let all = ["GET /question?directory=/a", "GET /question?directory=/b%20%C3%BC%26c"];
    let mut lines = lines_until(&code, &all);
    // They are asked for at the same time.
    let mut lists = lines.split_off(7);
    lists.sort();
    assert_eq!(lists, all);
    assert_eq!(
        lines,
        [
            "GET /global/health",
            "GET /global/event",
            "GET /path",
            "GET /experimental/session?limit=50",
            "GET /session/ses_1/message?limit=6",
            "GET /session/ses_2/message?limit=6",
            "GET /session/ses_4/message?limit=6",
        ]
    );
}

#[test]
fn fields_that_are_missing_or_of_another_type_count_as_absent() {
    let code = OpenCode::new();
    code.says("GET /path", &json!({"directory": -1}));
    // An older version has the sessions of its own directory alone.
    code.next("GET /experimental/session?limit=50", Act::Reply(404, "{}".to_owned()));
    let sessions = json!([
        {"id": "ses_1"}, {"id": "a/b", "directory": "/x"}, {"directory": "/y"}, 7,
        {"id": "ses_2", "directory": "/a"},
    ]);
    code.says("GET /session?limit=50", &sessions);
    code.says("GET /session/ses_2/message?limit=6", &json!([tool("pending")]));
    assert_eq!(
        lines_until(&code, &["GET /question?directory=/a"]),
        [
            "GET /global/health",
            "GET /global/event",
            "GET /path",
            "GET /experimental/session?limit=50",
            "GET /session?limit=50",
            "GET /session/ses_2/message?limit=6",
            "GET /question?directory=/a",
        ]
    );
}

#[test]
fn a_question_that_is_not_from_a_tool_waits_with_its_sessions_title() {
    let bridged = bridged();
    let Bridged { stream, code, backend, person, .. } = &bridged;
    code.says("GET /session/ses_1?directory=/a", &json!({"title": "Paint 1"}));
    let mut asks = question(1);
    asks["tool"] = Value::Null;
    stream.says("question.asked", &asks);
    person.hears(code, 2);
    let asked = asked(backend, backend.list(0).unwrap()[0].id);
    let about = About { task: Some("Paint 1".into()), ..About::default() };
    assert_eq!((asked.about, asked.request.from.call_id), (about.known(), Some("que_1".into())));
    assert_eq!(code.server.lines().last().unwrap(), "GET /session/ses_1?directory=/a");
}

#[test]
fn a_question_whose_part_is_over_is_not_shown_and_one_that_can_not_be_looked_at_is_looked_at_again() {
    let bridged = bridged();
    let Bridged { stream, code, backend, person, .. } = &bridged;
    // Its session is gone; its message is gone; its message lacks the call; its call has ended.
    code.has(2);
    code.has(3);
    code.has(4);
    code.next(&message_line(2), Act::Reply(404, "{}".to_owned()));
    code.says(&message_line(3), &json!({"parts": [{"type": "tool", "callID": "call 4"}]}));
    code.part_is(4, &json!({"status": "error", "error": "aborted"}));
    // A server that fails says nothing.
    code.has(5);
    code.next("GET /session/ses_5?directory=/a", Act::Reply(500, "{}".to_owned()));
    code.next(&message_line(5), Act::Reply(200, "no JSON".to_owned()));
    for n in 1..=5 {
        stream.says("question.asked", &question(n));
    }
    let news = person.hears(code, 2);
    let open = backend.list(0).unwrap();
    assert_eq!(open.len(), 1);
    let waits = BridgeNews::Asked { header: "Q5".into(), id: open[0].id };
    assert_eq!(news, [BridgeNews::Connected { version: "1.18.33".into() }, waits]);
    let looks = |line: &str| code.server.lines().iter().filter(|came| *came == line).count();
    let session = |n: usize| looks(&format!("GET /session/ses_{n}?directory=/a"));
    let message = |n: usize| looks(&message_line(n));
    let counts = [1, 2, 3, 4, 5].map(|n| (session(n), message(n)));
    assert_eq!(counts, [(1, 0), (1, 1), (1, 1), (1, 1), (3, 2)]);
}

#[test]
fn an_answer_that_opencode_refuses_is_told_and_one_without_a_reply_is_sent_again() {
    let bridged = bridged();
    let Bridged { code, backend, person, .. } = &bridged;
    let reply = |n: usize| format!("POST /question/que_{n}/reply");
    let ids = [1, 2, 3].map(|n| bridged.asks(n));
    code.next(&reply(1), Act::Reply(400, "no\u{1b}[2J such option".to_owned()));
    answers(backend, ids[0], 0);
    let news = person.hears(code, 5);
    let why = "no\u{1b}[2J such option".into();
    let refused = BridgeNews::Refused { header: "Q1".into(), id: ids[0], why };
    assert_eq!(news.last(), Some(&refused));

    code.next(&reply(2), Act::Drop);
    code.next(&reply(2), Act::Reply(500, "{}".to_owned()));
    code.next(&reply(2), Act::Reply(401, "{}".to_owned()));
    code.says(&reply(2), &json!(true));
    answers(backend, ids[1], 0);
    delivered(backend, ids[1]);
    let bodies: Vec<Value> =
        code.server.came().into_iter().filter(|came| came.line == reply(2)).map(|came| came.body).collect();
    assert_eq!(bodies, vec![json!({"answers": [["Blue"]]}); 4]);

    // OpenCode doesn't have it any more: its part says how it ended.
    code.part_is(3, &json!({"status": "completed", "metadata": {"answers": [["Red"]]}}));
    answers(backend, ids[2], 0);
    let news = person.hears(code, 7);
    let there = EndedThere::Answered(labels("Red"));
    let delivered = BridgeNews::Delivered { header: "Q2".into(), id: ids[1] };
    let lost = BridgeNews::Lost { header: "Q3".into(), id: ids[2], there };
    assert_eq!(news[5..], [delivered, lost]);
    let delivered = ids.map(|id| closed(backend, id).unwrap().delivered.is_some());
    assert_eq!(delivered, [false, true, false]);
    eventually("the end of the waits", || ids.iter().all(|id| !backend.asker_waits(*id)));
}

#[test]
fn what_was_dropped_of_a_question_is_told() {
    let bridged = bridged();
    let Bridged { stream, code, backend, person, .. } = &bridged;
    code.has(1);
    let mut asks = question(1);
    asks["questions"][0]["danger_level"] = json!("high");
    stream.says("question.asked", &asks);
    let news = person.hears(code, 3);
    let id = backend.list(0).unwrap()[0].id;
    let notes = vec!["questions[0].danger_level: dropped: this tool does not know this key".into()];
    let noted = BridgeNews::Noted { header: "Q1".into(), notes };
    assert_eq!(noted.to_string(), "Q1: questions[0].danger_level: dropped: this tool does not know this key");
    assert_eq!(news[1..], [noted, BridgeNews::Asked { header: "Q1".into(), id }]);
}
