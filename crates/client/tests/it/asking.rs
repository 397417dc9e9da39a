//! Asking, attaching, closing, delivering: one call each, and what becomes of its reply.

use crate::scripted::{Act, Scripted};
use crate::setting::{
    ID, client, fault, life, line, new_request, not_found, problem, records, request, state,
};
use asq_backend::{AskReply, Backend, ClosedRequest, DraftReply, Failure, FaultKind};
use asq_core::life::{Actor, Closing, How, IdempotencyKey, Moment, Refusal, Right};
use asq_core::model::{Draft, Outcome, Typed, TypedIn};
use asq_testkit::eventually::eventually;
use asq_wire::http::CallProblem;
use asq_wire::public::ClosedReply;
use asq_wire::{Ended, Output};
use expect_test::expect;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::mpsc::channel;

fn closed_reply(repeated: bool) -> Value {
    let by = Actor::new("ada", Right::Answer, How::Api);
    let outcome = "cancelled".to_owned();
    ClosedReply { id: ID, outcome, at_ms: 1, by, repeated, asker_waits: true }.to_json()
}

fn cancel() -> Closing {
    Closing::Cancel { draft: Draft::default() }
}

#[test]
fn an_ask_is_posted_with_what_the_asker_says_of_itself() {
    let server = Scripted::new(|_| Act::Reply(201, line(Ended::Pending)));
    let backend = client(&server);
    let reply = backend.ask(new_request(true)).unwrap();
    assert!(matches!(reply, AskReply::Open { id, again: false } if id == ID), "{reply:?}");
    let came = server.came.lock().unwrap()[0].clone();
    expect!["POST /v1/requests"].assert_eq(&came.line());
    expect![[r#"
        {
          "call": {
            "name": null,
            "arguments": {
              "questions": [
                {
                  "question": "Why?"
                }
              ]
            }
          },
          "dialect": "asq",
          "agent": "builder",
          "call_id": "c1",
          "from": {
            "folder": "/srv"
          }
        }"#]]
    .assert_eq(&format!("{:#}", came.body));
    let sent =
        ["authorization", "asq-ticket", "content-type", "host"].map(|name| came.header(name).to_owned());
    assert_eq!(sent, ["Bearer asq_t", "own,given", "application/json", &server.address.to_string()]);
}

#[test]
fn an_ask_that_was_asked_before_attaches_or_has_its_ending() {
    let server = Scripted::new(|came| match came.line().as_str() {
        "POST /v1/requests" if came.body["call_id"] == "c1" => Act::Reply(200, line(Ended::Pending)),
        "POST /v1/requests" => Act::Reply(200, line(Ended::Answered)),
        _ => Act::Reply(200, records(Some("because"))),
    });
    let backend = client(&server);
    let again = backend.ask(new_request(false)).unwrap();
    assert!(matches!(again, AskReply::Open { id, again: true } if id == ID), "{again:?}");
    let mut other = new_request(false);
    other.request.from.call_id = None;
    match backend.ask(other).unwrap() {
        AskReply::Closed(closed) => assert_eq!(Some(closed), ClosedRequest::of(ID, &life(Some("because")))),
        other => panic!("{other:?}"),
    }
}

#[test]
fn looking_for_an_earlier_ask_asks_nothing() {
    let server = Scripted::new(|_| {
        let (status, body) = not_found();
        Act::Reply(status, body)
    });
    assert!(client(&server).earlier(&new_request(false)).unwrap().is_none());
    assert_eq!(server.lines(), ["POST /v1/requests?attach=only"]);
}

#[test]
fn a_conflict_names_the_other_question_and_the_same_one_its_ending() {
    let conflict = || {
        let ending = Output::parse(&line(Ended::Conflict).to_string()).unwrap();
        problem(&CallProblem::Conflict { ending: Box::new(ending) })
    };
    let server = Scripted::new(move |came| match came.method.as_str() {
        "POST" => {
            let (status, body) = conflict();
            Act::Reply(status, body)
        }
        _ => Act::Reply(200, records(Some("because"))),
    });
    let backend = client(&server);
    let mut other = new_request(false);
    other.call = "{}".into();
    other.request.questions[0].text = "When?".into();
    match backend.ask(other).unwrap() {
        AskReply::Conflict { id, asked } => assert_eq!((id, asked.request), (ID, request(false))),
        other => panic!("{other:?}"),
    }
    assert!(matches!(backend.ask(new_request(false)).unwrap(), AskReply::Closed(_)));
}

#[test]
fn a_token_that_may_not_ask_is_told_apart_from_a_server_that_is_not_asq() {
    let server = Scripted::new(|came| match came.body["agent"].as_str() {
        Some("builder") => {
            let why = Refusal::Right { needed: Right::Ask, came: Right::Answer };
            let (status, body) = problem(&CallProblem::Refused(Box::new(why)));
            Act::Reply(status, body)
        }
        _ => Act::Text(200, "<html>welcome</html>"),
    });
    let backend = client(&server);
    let lacks = Refusal::Right { needed: Right::Ask, came: Right::Answer };
    assert_eq!(backend.ask(new_request(false)).unwrap_err(), Failure::Refused(Box::new(lacks)));
    let mut other = new_request(false);
    other.request.from.agent = None;
    let (kind, text) = fault(backend.ask(other).unwrap_err());
    assert_eq!(kind, FaultKind::Failed);
    let address = server.url();
    assert_eq!(
        text,
        format!(
            "what answers at {address} isn't asq serve, or is another version of it: the reply has no ending"
        )
    );
}

#[test]
fn closing_has_a_key_and_says_whether_it_was_closed_so_before() {
    let server = Scripted::new(|came| Act::Reply(200, closed_reply(came.header("idempotency-key") == "k")));
    let backend = client(&server);
    assert_eq!(backend.close(ID, cancel(), Some(IdempotencyKey("k".into()))), Ok(false));
    assert_eq!(backend.close(ID, cancel(), None), Ok(true));
    let (send, closed) = channel();
    backend.close_then(ID, Closing::Withdraw, None, Box::new(move |done| send.send(done).unwrap()));
    assert_eq!(closed.recv().unwrap(), Ok(true));
    let keys: Vec<String> =
        server.came.lock().unwrap().iter().map(|came| came.header("idempotency-key").to_owned()).collect();
    let made = |n: u128| format!("{n:032x}");
    assert_eq!(keys, ["k".to_owned(), made(1), made(2)]);
    let path = |way| format!("POST /v1/requests/{ID}/{way}");
    assert_eq!(server.lines(), [path("cancel"), path("cancel"), path("withdraw")]);
}

#[test]
fn a_refusal_is_the_one_that_a_local_store_gives() {
    let by = Box::new(Actor::new("bob", Right::Answer, How::Tty));
    let at = Moment { wall_ms: 5, boot: None };
    let outcome = Box::new(Outcome::Cancelled(Draft::default()));
    let refusal = Refusal::Closed { by, at, outcome };
    let (status, body) = problem(&CallProblem::Refused(Box::new(refusal.clone())));
    let server = Scripted::new(move |came| {
        let cancels = came.path.ends_with("cancel");
        let (status, body) = if cancels { (status, body.clone()) } else { not_found() };
        Act::Reply(status, body)
    });
    let backend = client(&server);
    assert_eq!(backend.close(ID, cancel(), None), Err(Failure::Refused(Box::new(refusal))));
    assert_eq!(backend.close(ID, Closing::Withdraw, None), Err(Failure::NoSuch(ID)));
    assert_eq!(backend.get(ID).map(drop), Err(Failure::NoSuch(ID)));
}

#[test]
fn a_delivery_is_recorded_once() {
    let mut repeated = false;
    let server = Scripted::new(move |_| {
        let body = json!({ "delivered": true, "repeated": repeated });
        repeated = true;
        Act::Reply(200, body)
    });
    let backend = client(&server);
    assert_eq!((backend.delivered(ID), backend.delivered(ID)), (Ok(true), Ok(false)));
}

#[test]
fn drafts_come_as_a_whole_and_question_by_question() {
    let typed = |text: &str| {
        let typed = vec![Typed { question: 0, place: TypedIn::Edit, text: text.into() }];
        Draft { typed, ..Draft::default() }
    };
    let draft = json!({ "answers": [{}], "typed": [{ "question": 0, "place": "edit", "text": "mine" }] });
    let list = json!({
        "drafts": [{ "question": 0, "revision": 3, "at": "1970-01-01T00:00:00.007Z", "draft": draft }],
        "whole": { "page": 1 },
        "late": [{ "question": 0, "at": "1970-01-01T00:00:00.009Z", "draft": draft }],
    });
    let server =
        Scripted::new(move |came| match (came.method.as_str(), came.path.rsplit('/').next().unwrap()) {
            ("GET", "drafts") => Act::Reply(200, list.clone()),
            ("PUT", _) if came.body["revision"] == 3 => Act::Reply(200, json!({ "revision": 4 })),
            ("PUT", _) => {
                let clash = CallProblem::Clash { revision: 4, theirs: typed("theirs"), yours: typed("mine") };
                let (status, body) = problem(&clash);
                Act::Reply(status, body)
            }
            _ => Act::Reply(200, records(None)),
        });
    let backend = client(&server);
    let whole = backend.drafts(ID).unwrap();
    assert_eq!((whole.typed.clone(), whole.answers.entries.len()), (typed("mine").typed, 1));
    let rows = backend.question_drafts(ID).unwrap();
    assert_eq!((rows.len(), rows[0].revision, rows[0].at_ms), (1, 3, 7));
    assert_eq!(backend.whole(ID).unwrap().page, Some(1));
    assert_eq!(backend.late_drafts(ID).unwrap()[0].at_ms, 9);
    assert_eq!(backend.keep_draft(ID, 0, 3, &typed("mine")), Ok(DraftReply::Kept(4)));
    let clash = DraftReply::Clash { revision: 4, theirs: typed("theirs") };
    assert_eq!(backend.keep_draft(ID, 0, 1, &typed("mine")), Ok(clash));
}

#[test]
fn the_state_of_the_server_counts_and_a_snooze_has_its_end() {
    let server = Scripted::new(|came| match came.method.as_str() {
        "GET" => Act::Reply(200, state("answer")),
        _ => Act::Text(204, ""),
    });
    let backend = client(&server);
    assert_eq!((backend.count(), backend.waiting(), backend.inbox_in_use()), (Ok(3), Ok(2), true));
    assert_eq!((backend.snooze(ID, 7), backend.snooze(ID, 0)), (Ok(()), Ok(())));
    let came = server.came.lock().unwrap();
    let bodies: Vec<&Value> = came.iter().map(|came| &came.body).filter(|body| !body.is_null()).collect();
    assert_eq!(bodies, [&json!({ "until": "1970-01-01T00:00:00.007Z" }), &json!({ "until": null })]);
}

#[test]
fn a_callback_of_each_call_may_call_the_backend() {
    let server = Scripted::new(|came| match came.path.rsplit('/').next().unwrap() {
        "requests" => Act::Reply(201, line(Ended::Pending)),
        "cancel" => Act::Reply(200, closed_reply(false)),
        "delivered" => Act::Reply(200, json!({ "delivered": true, "repeated": false })),
        _ => Act::Reply(200, records(None)),
    });
    let backend = Arc::new(client(&server));
    let (done, told) = channel();
    let reads = |name: &'static str| {
        let (backend, done) = (backend.clone(), done.clone());
        // Nobody listens any more in a test that has failed.
        move || {
            let _ = done.send((name, backend.get(ID).is_ok()));
        }
    };
    let next = || told.try_recv().ok();
    let read = reads("asked");
    backend.ask_then(new_request(false), Box::new(move |_| read()));
    assert_eq!(eventually("the ask", next), ("asked", true));
    let read = reads("closed");
    backend.close_then(ID, cancel(), None, Box::new(move |_| read()));
    assert_eq!(eventually("the end", next), ("closed", true));
    let read = reads("delivered");
    backend.delivered_then(ID, Box::new(move |_| read()));
    assert_eq!(eventually("the delivery", next), ("delivered", true));
}
