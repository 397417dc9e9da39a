//! Answering and the other closings: one winner, and a reason for everybody else.

use crate::client::Call;
use crate::served::{STORES, Served, Setup, ask};
use asq_server::TokenRight;
use serde_json::{Value, json};
use std::sync::Barrier;

fn path(id: &str, what: &str) -> String {
    format!("/v1/requests/{id}/{what}")
}

#[test]
fn a_loser_learns_the_winner_and_a_repeated_try_is_the_same_answer() {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        let id = served.ask("Which?");
        let (one, other) = (served.pick(&id, 0), served.pick(&id, 1));
        let answer = |body: &Value, key: &str| {
            served.answers(Call::post(&path(&id, "answer"), body).with("Idempotency-Key", key))
        };
        let first = answer(&one, "k1").ok();
        let again = answer(&one, "k1").ok();
        assert_eq!((&first["repeated"], &again["repeated"]), (&json!(false), &json!(true)));
        assert_eq!((&first["at"], &first["by"]), (&again["at"], &again["by"]));
        // A key is its caller's own.
        let same = Call::post(&path(&id, "answer"), &one).with("Idempotency-Key", "k1");
        assert_eq!(served.call(&same.token(&served.admin)).problem(), (409, "closed".into()));
        for (body, key) in [(&one, "k2"), (&other, "k1"), (&other, "k2")] {
            let late = answer(body, key);
            assert_eq!(late.problem(), (409, "closed".into()));
            let late = late.json();
            assert_eq!(
                (&late["by"]["name"], &late["at"], &late["outcome"]),
                (&json!("answer"), &first["at"], &json!("answered"))
            );
        }
        let declined = served.answers(Call::post(&path(&id, "decline"), &json!({ "reason": "no" })));
        assert_eq!(declined.problem(), (409, "closed".into()));
        let late = served.asks(Call::post(&path(&id, "withdraw"), &json!({})));
        assert_eq!(late.problem(), (409, "closed".into()));
    }
}

#[test]
fn what_does_not_fit_is_named_with_its_question_its_limit_and_what_came() {
    let served = Served::start();
    let id = served.ask("Which?");
    let digest = served.digest(&id);
    let answer = |answers: Value, digest: &str| {
        let body = json!({ "answers": answers, "digest": digest });
        served.answers(Call::post(&path(&id, "answer"), &body))
    };
    let misfit = answer(json!([{ "answer": { "picks": [{ "option": 7 }] } }]), &digest);
    assert_eq!(misfit.problem(), (422, "misfit".into()));
    let error = misfit.json()["errors"][0].clone();
    assert_eq!(
        [&error["question"], &error["place"], &error["code"], &error["limit"], &error["came"]],
        [&json!(0), &json!("questions[0]"), &json!("no_such_option"), &json!(2), &json!(7)]
    );
    assert!(error["message"].is_string());
    let changed = answer(json!([{ "answer": { "picks": [{ "option": 0 }] } }]), "seen before");
    assert_eq!(changed.problem(), (409, "changed".into()));
    let none = served.answers(Call::post(&path(&id, "answer"), &json!({ "answers": [] })));
    assert_eq!(none.problem(), (400, "bad_request".into()));
    let key = served.answers(
        Call::post(&path(&id, "answer"), &served.pick(&id, 0)).with("Idempotency-Key", &"k".repeat(300)),
    );
    assert_eq!(key.problem(), (422, "long_key".into()));
    assert_eq!(served.answers(Call::get("/v1/requests")).ok()["requests"][0]["id"], id);
}

#[test]
fn each_way_to_close_has_its_outcome_and_takes_what_was_typed() {
    let served = Served::start();
    for (what, outcome) in [("decline", "declined"), ("discuss", "discuss"), ("cancel", "cancelled")] {
        let id = served.ask(what);
        let typed = json!({ "revision": 0, "draft": { "answers": [], "typed": [{ "question": 0, "place": "custom", "text": "neither" }] } });
        let kept = served.answers(Call::new("PUT", &path(&id, "drafts/0")).json(typed.to_string())).ok();
        assert_eq!(kept, json!({ "revision": 1 }));
        let closed = served.answers(Call::post(&path(&id, what), &json!({ "reason": "later" }))).ok();
        assert_eq!(closed["outcome"], outcome);
        let records = served.asks(Call::get(&path(&id, "records"))).ok();
        assert!(records.to_string().contains("neither"), "{records}");
        let shown = served.answers(Call::get(&format!("/v1/requests/{id}"))).ok();
        assert_eq!(shown["reason"], if what == "decline" { json!("later") } else { Value::Null });
    }
}

#[test]
fn the_asker_and_an_administrator_take_back_and_nobody_else() {
    let served = Served::start();
    let (own, admins) = (served.ask("own"), served.ask("admin's"));
    let withdraw =
        |id: &str, token: &str| served.call(&Call::post(&path(id, "withdraw"), &json!({})).token(token));
    assert_eq!(withdraw(&own, &served.answerer).problem(), (403, "right".into()));
    assert_eq!(withdraw(&own, &served.asker).ok()["outcome"], "withdrawn");
    assert_eq!(withdraw(&admins, &served.admin).ok()["by"]["name"], "admin");
    let ending = served.asks(Call::get(&path(&admins, "ending"))).ok();
    assert_eq!(ending["outcome"], "withdrawn");
}

#[test]
fn a_program_never_gives_a_dangerous_answer() {
    let served = Served::start();
    let mut body = ask("Wipe it?");
    body["call"]["questions"][0] = json!({ "prompt": "Wipe it?", "kind": "confirm", "danger": "wipe it" });
    let id = served.asks(Call::post("/v1/requests", &body)).ok()["id"].as_str().unwrap().to_owned();
    let answers = json!([{ "answer": { "picks": [{ "option": 0 }] }, "confirmed": "wipe it" }]);
    let danger = served.tokens.add(TokenRight::Answer, "danger", |record| record.danger = true);
    for token in [&served.answerer, &served.admin, &danger] {
        let answer = json!({ "answers": answers, "digest": served.digest(&id) });
        let refused = served.call(&Call::post(&path(&id, "answer"), &answer).token(token));
        assert_eq!(refused.problem(), (403, "danger".into()));
    }
    let declined = served.answers(Call::post(&path(&id, "decline"), &json!({}))).ok();
    assert_eq!(declined["outcome"], "declined");
}

#[test]
fn a_time_limit_that_is_over_ends_every_call_in_its_own_way() {
    let served = Served::start();
    let mut body = ask("Which?");
    body["call"]["expires"] = "1s".into();
    let id = served.asks(Call::post("/v1/requests", &body)).ok()["id"].as_str().unwrap().to_owned();
    let pick = served.pick(&id, 0);
    let ending = served.asks(Call::get(&path(&id, "ending?wait=60")));
    assert_eq!((ending.status, &ending.json()["outcome"]), (200, &json!("expired")));
    let late = served.answers(Call::post(&path(&id, "answer"), &pick));
    assert_eq!((late.problem(), late.json()["outcome"].as_str()), ((409, "closed".into()), Some("expired")));
}

#[test]
fn of_many_who_answer_at_once_one_wins_and_all_others_learn_who() {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        for round in 0..10 {
            let id = served.ask(&format!("round {round}"));
            let digest = served.digest(&id);
            let start = Barrier::new(8);
            let replies: Vec<_> = std::thread::scope(|scope| {
                let one = |n: usize| {
                    let (served, id, digest, start) = (&served, &id, &digest, &start);
                    scope.spawn(move || {
                        let token = served.tokens.add(TokenRight::Answer, &format!("person {n}"), |_| ());
                        let body = json!({ "answers": [{ "answer": { "picks": [{ "option": n % 2 }] } }], "digest": digest });
                        start.wait();
                        let reply = served.call(&Call::post(&path(id, "answer"), &body).token(&token));
                        (format!("person {n}"), reply)
                    })
                };
                let all: Vec<_> = (0..8).map(one).collect();
                all.into_iter().map(|one| one.join().unwrap()).collect()
            });
            let winners: Vec<&str> = replies
                .iter()
                .filter(|(_, reply)| reply.status == 200)
                .map(|(name, _)| name.as_str())
                .collect();
            let [winner] = winners[..] else { panic!("{winners:?}") };
            for (_, reply) in replies.iter().filter(|(name, _)| name != winner) {
                assert_eq!(
                    (reply.problem(), reply.json()["by"]["name"].as_str()),
                    ((409, "closed".into()), Some(winner))
                );
            }
        }
    }
}

#[test]
fn a_winners_name_reaches_its_loser_with_nothing_that_a_terminal_obeys() {
    let served = Served::start();
    let name = "ann\u{9b}31m\u{1b}[31m\u{7f}";
    let ann = served.tokens.add(TokenRight::Answer, name, |_| ());
    let id = served.ask("Which?");
    let answer = Call::post(&path(&id, "answer"), &served.pick(&id, 0));
    served.call(&answer.clone().token(&ann)).ok();
    let late = served.answers(answer);
    assert_eq!((late.problem(), &late.json()["by"]["name"]), ((409, "closed".into()), &json!(name)));
    assert!(late.text().trim_end().chars().all(|char| !char.is_control()), "{:?}", late.text());
}

#[test]
fn what_was_typed_and_not_sent_can_be_read_after_the_end() {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        let id = served.ask("Which?");
        let typed = json!({ "revision": 0, "draft": { "answers": [], "typed": [{ "question": 0, "place": "custom", "text": "neither" }] } });
        served.answers(Call::new("PUT", &path(&id, "drafts/0")).json(typed.to_string())).ok();
        let drafts = || served.answers(Call::get(&path(&id, "drafts"))).ok();
        let kept = drafts()["drafts"][0].clone();
        assert_eq!(kept["draft"]["typed"][0]["text"], "neither");
        served.answers(Call::post(&path(&id, "answer"), &served.pick(&id, 0))).ok();
        let late = json!([{ "question": 0, "at": kept["at"], "draft": kept["draft"] }]);
        let now = drafts();
        assert_eq!((&now["drafts"], &now["late"]), (&json!([]), &late));
    }
}

#[test]
fn a_draft_of_somebody_else_is_a_clash_with_both_texts() {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        let id = served.ask("Which?");
        let keep = |revision: u64, text: &str| {
            let draft = json!({ "revision": revision, "draft": { "answers": [], "typed": [{ "question": 0, "place": "custom", "text": text }] } });
            served.answers(Call::new("PUT", &path(&id, "drafts/0")).json(draft.to_string()))
        };
        let list = json!({ "revision": 0, "draft": { "answers": [[null, null]], "typed": [] } });
        let list = served.answers(Call::new("PUT", &path(&id, "drafts/0")).json(list.to_string()));
        assert_eq!(list.problem(), (400, "bad_request".into()));
        assert_eq!(keep(1 << 53, "none").problem(), (400, "bad_request".into()));
        assert_eq!(keep(0, "one").ok(), json!({ "revision": 1 }));
        let clash = keep(0, "two");
        assert_eq!(clash.problem(), (409, "clash".into()));
        let clash = clash.json();
        let text = |draft: &Value| draft["typed"][0]["text"].clone();
        assert_eq!((text(&clash["theirs"]), text(&clash["yours"])), (json!("one"), json!("two")));
        let drafts = served.answers(Call::get(&path(&id, "drafts"))).ok();
        assert_eq!(
            (text(&drafts["drafts"][0]["draft"]), text(&drafts["drafts"][0]["other"])),
            (json!("two"), json!("one"))
        );
        let gone = served.answers(
            Call::new("PUT", &path(&id, "drafts/7"))
                .json(json!({ "revision": 0, "draft": { "answers": [] } }).to_string()),
        );
        assert_eq!(gone.problem(), (404, "not_found".into()));
    }
}
