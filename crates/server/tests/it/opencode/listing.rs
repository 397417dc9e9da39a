//! `GET /question`: which requests it has, in which order, for which directory, and under which ids.

use super::{FOLDER, ask, ask_in, call, color, list, listed, only, posted, reject, reply, shown, stream};
use crate::client::Call;
use crate::hooked::Hooked;
use crate::served::{Kind, STORES, Served, Setup, ask as ask_asq};
use asq_testkit::eventually::eventually;
use serde_json::{Value, json};
use std::sync::atomic::Ordering;

/// The only question of the list.
fn question(served: &Served) -> Value {
    let mut list = list(served);
    assert_eq!(list.as_array().unwrap().len(), 1, "{list}");
    list[0]["questions"].take()
}

#[test]
fn picks_and_texts_of_every_contract_are_listed_with_all_that_stands_below_them() {
    let served = Served::start();
    posted(
        &served,
        &json!({
            "dialect": "asq", "agent": "builder", "session": "s", "call_id": "1",
            "call": { "questions": [
                {
                    "header": "DB", "question": "Which?", "description": "For good.", "context": "# Now\nnone", "custom": false,
                    "options": [{ "label": "One", "description": "Fast", "preview": "a = 1" }, { "label": "Two" }],
                },
                { "header": "Tags", "question": "Which tags?", "kind": "select_many", "options": [{ "label": "a" }] },
                { "header": "Why", "question": "Why?", "kind": "text" },
                { "header": "Go", "question": "Go on?", "kind": "confirm" },
            ] },
        }),
    );
    assert_eq!(
        question(&served),
        json!([
            {
                "question": "Which?\n\nFor good.\n\n# Now\nnone", "header": "DB", "custom": false,
                "options": [{ "label": "One", "description": "Fast\n\na = 1" }, { "label": "Two", "description": "" }],
            },
            { "question": "Which tags?", "header": "Tags", "multiple": true, "options": [{ "label": "a", "description": "" }] },
            { "question": "Why?", "header": "Why", "options": [] },
            {
                "question": "Go on?", "header": "Go", "custom": false,
                "options": [{ "label": "Yes", "description": "" }, { "label": "No", "description": "" }],
            },
        ])
    );
}

#[test]
fn what_opencode_s_questions_cannot_carry_is_in_asq_s_list_alone() {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        let mut events = stream(&served, "/event");
        events.news();
        for (n, question) in [
            json!({ "question": "How many?", "kind": "number" }),
            json!({ "question": "Wipe it?", "kind": "confirm", "danger": "wipe it" }),
            json!({ "question": "Password?", "kind": "text", "sensitive": true }),
        ]
        .into_iter()
        .enumerate()
        {
            // A question of the same request that it could carry makes no difference.
            let questions = json!([question, { "question": "And why?", "kind": "text" }]);
            let call = json!({ "questions": questions });
            posted(
                &served,
                &json!({ "dialect": "asq", "agent": "a", "call_id": n.to_string(), "call": call }),
            );
        }
        let all = served.answers(Call::get("/v1/requests")).ok();
        assert_eq!(all["requests"].as_array().unwrap().len(), 3);
        assert_eq!(list(&served), json!([]));
        // The next event is about the next question.
        ask(&served, "call_1", color());
        assert_eq!(events.up_to("question.asked").last().unwrap()["properties"], list(&served)[0]);
    }
}

#[test]
fn ids_lead_back_sort_by_the_time_of_asking_and_are_the_same_in_every_server() {
    let served = Served::start();
    let ids: Vec<String> = (0..30).map(|n| ask(&served, &format!("call_{n}"), color())).collect();
    let list = list(&served);
    let list = list.as_array().unwrap();
    let of =
        |what: fn(&Value) -> &Value| list.iter().map(what).map(|it| it.as_str().unwrap()).collect::<Vec<_>>();
    let (questions, messages) = (of(|it| &it["id"]), of(|it| &it["tool"]["messageID"]));
    let calls: Vec<String> = (0..30).map(|n| format!("call_{n}")).collect();
    assert_eq!(of(|it| &it["tool"]["callID"]), calls);
    for (ids, prefix) in [(&questions, "que_"), (&messages, "msg_")] {
        assert!(ids.iter().all(|id| id.len() == 30 && id.starts_with(prefix)), "{ids:?}");
        // Those of one millisecond may stand in any order.
        let times: Vec<&str> = ids.iter().map(|id| &id[..13]).collect();
        assert!(times.is_sorted(), "{times:?}");
    }
    let on = (served.store.clone(), std::sync::Arc::default());
    let other = Served::with(Setup { on: Some(on), ..Setup::default() });
    assert_eq!(listed(&other), questions);
    for (question, id) in questions.iter().zip(&ids) {
        assert_eq!(reply(&other, question, json!([["Red"]])).ok(), json!(true));
        assert_eq!(shown(&served, id)["answers"][0]["answer"]["picks"], json!([{ "option": 1 }]));
    }
    assert_eq!(listed(&served), Vec::<String>::new());
}

#[test]
fn a_directory_has_its_own_questions_by_query_or_by_percent_encoded_header() {
    let served = Served::start();
    ask_in(&served, FOLDER, "call_1", color());
    ask_in(&served, "/srv/b", "call_2", color());
    let coded = "%2Fsrv%2Fh%C3%A4user%20und%2Fgarten";
    let calls = |call_to: Call| {
        let list = call(&served, call_to).ok();
        let calls =
            list.as_array().unwrap().iter().map(|it| it["tool"]["callID"].as_str().unwrap().to_owned());
        calls.collect::<Vec<_>>()
    };
    let get = |query: &str| Call::get(&format!("/question{query}"));
    let header = |call: Call, value: &str| call.with("x-opencode-directory", value);
    assert_eq!(calls(get("")), ["call_1", "call_2"]);
    assert_eq!(calls(get(&format!("?directory={coded}"))), ["call_1"]);
    assert_eq!(calls(get(&format!("?directory={coded}%2F&workspace=x"))), ["call_1"]);
    assert_eq!(calls(header(get(""), coded)), ["call_1"]);
    assert_eq!(calls(header(get(""), FOLDER)), ["call_1"]);
    assert_eq!(calls(header(get(""), "/srv/b")), ["call_2"]);
    assert_eq!(calls(header(get("?directory=/srv/b"), coded)), ["call_2"]);
    assert_eq!(calls(get("?directory=/srv")), Vec::<String>::new());
    // A reply finds its question whatever directory it names.
    let id = list(&served)[0]["id"].as_str().unwrap().to_owned();
    let wrong = Call::post(&format!("/question/{id}/reply"), &json!({ "answers": [["Blue"]] }));
    assert_eq!(call(&served, header(wrong, "/srv/b")).ok(), json!(true));
    assert_eq!(calls(get("")), ["call_2"]);
}

#[test]
fn a_list_has_what_was_asked_before_it_and_nothing_that_ended_before_it() {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        let other = Served::with(Setup {
            on: Some((served.store.clone(), std::sync::Arc::default())),
            ..Setup::of(kind)
        });
        for n in 0..20 {
            ask(&other, &format!("call_{n}"), color());
            let question = only(&served);
            assert_eq!(listed(&other), [question.as_str()]);
            if n % 2 == 0 {
                reply(&other, &question, json!([["Blue"]])).ok();
            } else {
                reject(&other, &question).ok();
            }
            assert_eq!(list(&served), json!([]));
        }
    }
}

#[test]
fn a_question_whose_time_is_over_is_listed_no_more() {
    let served = Served::with(Setup::of(Kind::File));
    let mut body = ask_asq("Which?");
    body["call"]["expires"] = json!("1s");
    let id = posted(&served, &body);
    let question = only(&served);
    eventually("an empty list", || list(&served) == json!([]));
    assert_eq!(reply(&served, &question, json!([["a"]])).status, 404);
    assert_eq!(shown(&served, &id)["state"], "expired");
}

#[test]
fn a_question_is_read_once_for_as_long_as_it_is_open() {
    let (store, served) = Hooked::served();
    let first = ask(&served, "call_1", color());
    store.read();
    assert_eq!((listed(&served).len(), store.read()), (1, vec![first]));
    assert_eq!((listed(&served).len(), store.read()), (1, vec![]));
    let second = ask(&served, "call_2", color());
    store.read();
    assert_eq!((listed(&served).len(), store.read()), (2, vec![second]));
}

#[test]
fn a_question_that_can_not_be_read_now_fails_the_call_and_is_in_the_next_list() {
    let (store, served) = Hooked::served();
    ask(&served, "call_1", color());
    store.unreadable.store(true, Ordering::SeqCst);
    let failed = call(&served, Call::get("/question"));
    assert_eq!((failed.problem(), &failed.json()["fault"]), ((503, "unavailable".into()), &json!("failed")));
    store.unreadable.store(false, Ordering::SeqCst);
    let question = only(&served);
    assert_eq!(reply(&served, &question, json!([["Red"]])).ok(), json!(true));
}

#[test]
fn a_request_without_a_folder_or_a_session_has_stand_ins() {
    let served = Served::start();
    posted(&served, &json!({ "dialect": "opencode", "call": { "questions": color() } }));
    let list = list(&served);
    assert!(list[0]["sessionID"].as_str().unwrap().starts_with("ses_"), "{list}");
    assert_eq!(call(&served, Call::get("/question?directory=/")).ok(), list);
}
