//! Replies and dismissals: how they are judged, and what they become.

use super::{ask, basic, call, color, list, listed, only, posted, reject, reply, shown, withdraw};
use crate::client::Call;
use crate::served::{STORES, Served, Setup};
use serde_json::{Value, json};

fn bad(message: &str) -> Value {
    json!({ "name": "BadRequest", "data": { "message": message, "kind": "Payload" } })
}

fn not_found(id: &str) -> Value {
    json!({
        "_tag": "QuestionNotFoundError", "requestID": id, "message": format!("Question request not found: {id}"),
    })
}

#[test]
fn labels_own_words_and_open_questions_become_the_answer() {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        let several = json!([
            { "question": "Tags?", "header": "Tags", "multiple": true, "options": [{ "label": "a" }, { "label": "b" }] },
            { "question": "Name?", "header": "Name", "options": [] },
            { "question": "Which?", "header": "Which", "options": [{ "label": "x" }] },
            { "question": "And?", "header": "And", "options": [{ "label": "y" }] },
        ]);
        let id = ask(&served, "call_1", several);
        let answers = json!([["b", "mine", "a"], ["a name"], ["own \"words\"\nof two lines"], []]);
        assert_eq!(reply(&served, &only(&served), answers.clone()).ok(), json!(true));
        let shown = shown(&served, &id);
        assert_eq!(
            shown["answers"],
            json!([
                { "answer": { "picks": [{ "option": 1 }, { "custom": "mine" }, { "option": 0 }] } },
                { "answer": { "picks": [{ "custom": "a name" }] } },
                { "answer": { "picks": [{ "custom": "own \"words\"\nof two lines" }] } },
                {},
            ])
        );
        let by = &shown["closed_by"];
        assert_eq!(
            (&by["name"], &by["how"], &by["right"], &by["via"]["token"]),
            (&json!("answer"), &json!("api"), &json!("answer"), &json!("answer"))
        );
        // What the agent reads is OpenCode's text, and the answers that came.
        let ending = served.asks(Call::get(&format!("/v1/requests/{id}/ending"))).ok();
        assert_eq!(ending["details"], json!({ "answers": answers, "truncated": false }));
    }
}

#[test]
fn an_empty_text_is_an_empty_answer_and_left_out_questions_are_open() {
    let served = Served::start();
    let of = |call_id: &str, answers: Value| {
        let questions = json!([color()[0], { "question": "Name?", "header": "Name", "options": [] }]);
        let id = ask(&served, call_id, questions);
        assert_eq!(reply(&served, &only(&served), answers).ok(), json!(true));
        let ending = served.asks(Call::get(&format!("/v1/requests/{id}/ending"))).ok();
        ending["details"]["answers"].clone()
    };
    assert_eq!(of("call_1", json!([[""], []])), json!([[""], []]));
    assert_eq!(of("call_2", json!([["Red"]])), json!([["Red"], []]));
    assert_eq!(of("call_3", json!([])), json!([[], []]));
}

#[test]
fn answers_that_do_not_fit_are_refused_with_every_place_and_leave_the_question_open() {
    let served = Served::start();
    let id = ask(
        &served,
        "call_1",
        json!([
            { "question": "Which?", "header": "W", "custom": false, "options": [{ "label": "a" }, { "label": "b\"" }] },
            { "question": "Tags?", "header": "T", "options": [{ "label": "x" }, { "label": "y" }] },
        ]),
    );
    let question = only(&served);
    for (answers, message) in [
        (json!([["c"]]), "Expected \"a\" | \"b\\\"\", got \"c\"\n  at [\"answers\"][0][0]"),
        (
            json!([["c", "a", "d"]]),
            "Expected \"a\" | \"b\\\"\", got \"c\"\n  at [\"answers\"][0][0]\nExpected \"a\" | \"b\\\"\", got \"d\"\n  at [\"answers\"][0][2]",
        ),
    ] {
        let refused = reply(&served, &question, answers);
        assert_eq!((refused.status, refused.json()), (400, bad(message)));
    }
    // More lists than questions, more picks than one, a label twice.
    for answers in [
        json!([["a"], ["x"], ["z"]]),
        json!([["a", "b\""]]),
        json!([["a"], ["x", "x"]]),
        json!([["a"], ["x", "y"]]),
    ] {
        let refused = reply(&served, &question, answers.clone());
        let body = refused.json();
        assert_eq!(
            (refused.status, &body["name"], &body["data"]["kind"]),
            (400, &json!("BadRequest"), &json!("Payload")),
            "{answers}"
        );
        let message = body["data"]["message"].as_str().unwrap();
        assert!(
            message.starts_with("The answer doesn't fit: ") && message.contains("[\"answers\"]"),
            "{message}"
        );
    }
    assert_eq!(
        (shown(&served, &id)["state"].clone(), listed(&served)),
        (json!("open"), vec![question.clone()])
    );
    assert_eq!(reply(&served, &question, json!([["b\""], ["x"]])).ok(), json!(true));
}

#[test]
fn a_dismissal_cancels_this_request_alone_and_one_with_a_reason_declines_it() {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        let ids: Vec<String> = (0..6).map(|n| ask(&served, &format!("call_{n}"), color())).collect();
        let questions = listed(&served);
        let reject_with = |n: usize, body: &str| {
            let path = format!("/question/{}/reject", questions[n]);
            call(&served, Call::new("POST", &path).json(body)).ok()
        };
        assert_eq!(reject(&served, &questions[0]).ok(), json!(true));
        assert_eq!(reject_with(1, r#"{"reason":"not now"}"#), json!(true));
        // OpenCode ignores what a dismissal's body holds.
        assert_eq!(reject_with(2, r#"{"reason":" ","x":1}"#), json!(true));
        assert_eq!(reject_with(4, "[1]"), json!(true));
        assert_eq!(reject_with(5, "{bad"), json!(true));
        let state = |n: usize| {
            let shown = shown(&served, &ids[n]);
            (shown["state"].clone(), shown["reason"].clone())
        };
        assert_eq!(state(0), (json!("cancelled"), Value::Null));
        assert_eq!(state(1), (json!("declined"), json!("not now")));
        assert_eq!(state(2), (json!("cancelled"), Value::Null));
        assert_eq!(state(3), (json!("open"), Value::Null));
        let content = |n: usize| served.asks(Call::get(&format!("/v1/requests/{}/ending", ids[n]))).ok();
        let (dismissed, declined) = (content(0), content(1));
        assert_eq!(
            (&dismissed["content"], &dismissed["is_error"], &dismissed["outcome"]),
            (&json!("The user dismissed this question"), &json!(true), &json!("cancelled"))
        );
        assert_eq!(declined["content"], "The user dismissed this question Reason: not now");
    }
}

#[test]
fn a_dismissal_keeps_what_was_typed() {
    let served = Served::start();
    let id = ask(&served, "call_1", color());
    let typed = json!([{ "question": 0, "place": "custom", "text": "teal, perhaps" }]);
    let draft = json!({ "revision": 0, "draft": { "answers": [], "typed": typed } });
    let put = Call::new("PUT", &format!("/v1/requests/{id}/drafts/0")).json(draft.to_string());
    served.answers(put).ok();
    reject(&served, &only(&served)).ok();
    let records = served.asks(Call::get(&format!("/v1/requests/{id}/records"))).ok();
    assert!(records.to_string().contains("teal, perhaps"), "{records}");
}

#[test]
fn what_is_over_is_404_and_with_old_habits_true() {
    for seed_compat in [false, true] {
        let served = Served::with(Setup { seed_compat, ..Setup::default() });
        let ids: Vec<String> = (0..3).map(|n| ask(&served, &format!("call_{n}"), color())).collect();
        let questions = listed(&served);
        reply(&served, &questions[0], json!([["Blue"]])).ok();
        reject(&served, &questions[1]).ok();
        withdraw(&served, &ids[2]);
        // Of the right form, and of none of ours.
        let stranger = "que_1fbc82f8d0010x39dSXakt5u9I".to_owned();
        for question in questions.iter().chain([&stranger, &"que_x".to_owned(), &"que".to_owned()]) {
            for over in [reply(&served, question, json!([["Red"]])), reject(&served, question)] {
                let expected = if seed_compat { (200, json!(true)) } else { (404, not_found(question)) };
                assert_eq!((over.status, over.json()), expected, "{question}");
            }
        }
        assert_eq!(shown(&served, &ids[0])["answers"][0]["answer"]["picks"], json!([{ "option": 0 }]));
        assert_eq!(list(&served), json!([]));
        let garbage = reject(&served, "garbage");
        assert_eq!((garbage.status, &garbage.json()["data"]["kind"]), (400, &json!("Params")));
    }
}

#[test]
fn a_request_that_is_not_listed_cannot_be_answered_here() {
    let served = Served::start();
    let call = json!({ "questions": [{ "question": "Wipe it?", "kind": "confirm", "danger": "wipe it" }] });
    let id = posted(&served, &json!({ "dialect": "asq", "agent": "a", "call_id": "1", "call": call }));
    ask(&served, "call_1", color());
    // Its id would differ from the other's in its end alone: with any id it is not found.
    let mine = only(&served);
    let other = format!("{}{}", &mine[..16], &"0".repeat(14));
    assert_eq!(reply(&served, &other, json!([["Yes"]])).status, 404);
    assert_eq!(shown(&served, &id)["state"], "open");
}

#[test]
fn a_second_answer_changes_nothing_and_two_at_once_have_one_winner() {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        for n in 0..20 {
            let id = ask(&served, &format!("call_{n}"), color());
            let question = only(&served);
            let call = |label: &str| {
                let body = json!({ "answers": [[label]] });
                let call = Call::post(&format!("/question/{question}/reply"), &body);
                served.call(&call.with("Authorization", &basic("opencode", &served.answerer))).status
            };
            let (blue, red) = std::thread::scope(|scope| {
                let blue = scope.spawn(|| call("Blue"));
                let red = call("Red");
                (blue.join().unwrap(), red)
            });
            let winner = usize::from(blue != 200);
            assert_eq!([blue, red], if winner == 0 { [200, 404] } else { [404, 200] });
            assert_eq!(shown(&served, &id)["answers"][0]["answer"]["picks"], json!([{ "option": winner }]));
        }
    }
}
