//! The list: true for its position, and never behind what any process had acknowledged.

use crate::client::Call;
use crate::served::{Kind, STORES, Served, Setup};
use asq_backend::{AskReply, NewRequest};
use asq_core::life::{Actor, Closing, How, IdempotencyKey, Origin, RequestId, Right};
use asq_core::model::{
    AnswerRules, Complete, DangerRule, Draft, Expiry, Kind as QuestionKind, Order, Question, Request,
};
use asq_runtime::Driver;
use serde_json::{Value, json};

/// A request of another process.
pub(crate) fn new(name: &str, after_ms: Option<u64>) -> NewRequest {
    let rules = AnswerRules {
        complete: Complete::Every,
        order: Order::Offered,
        discuss: true,
        notes: true,
        danger: DangerRule::Unknown,
    };
    let question = Question::new(name, QuestionKind::Text { multiline: false, placeholder: None });
    let mut request = Request::new(vec![question], rules);
    request.from.call_id = Some(name.into());
    request.expiry = after_ms.map(|after_ms| Expiry { after_ms, means: None });
    NewRequest {
        request,
        dialect: "asq".into(),
        call: "{}".into(),
        origin: Origin::default(),
        ticket: None,
        about: None,
        returns: false,
    }
}

pub(crate) fn opened(driver: &Driver, new: NewRequest) -> RequestId {
    let agent = Actor::new("agent", Right::Ask, How::Cli);
    match driver.ask(new, &agent).unwrap() {
        AskReply::Open { id, again: false } => id,
        other => panic!("{other:?}"),
    }
}

fn ids(list: &Value) -> Vec<String> {
    list["requests"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_list_has_everything_that_another_process_had_acknowledged() {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        let there = Driver::new(served.store.clone());
        let list = || served.answers(Call::get("/v1/requests")).ok();
        let person = Actor::new("ann", Right::Answer, How::Tty);
        let mut open = Vec::new();
        for n in 0..20 {
            open.push(opened(&there, new(&format!("{n}"), None)).to_string());
            let now = list();
            assert_eq!(
                (ids(&now), now["position"].as_u64().unwrap()),
                (open.clone(), served.store.head().unwrap().position.0)
            );
            if n % 3 == 0 {
                let gone: RequestId = open.remove(0).parse().unwrap();
                let closing = Closing::Decline { reason: None, draft: Draft::default() };
                there.close(gone, closing, Some(IdempotencyKey(n.to_string())), &person).unwrap();
                assert_eq!(ids(&list()), open);
            }
        }
    }
}

#[test]
fn what_is_snoozed_and_typed_elsewhere_shows_at_once() {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        let (first, second) = (served.ask("first"), served.ask("second"));
        let list = || served.answers(Call::get("/v1/requests")).ok();
        assert_eq!(ids(&list()), [first.clone(), second.clone()]);
        served.store.snooze(first.parse().unwrap(), 4_000_000_000_000).unwrap();
        let snoozed = list();
        assert_eq!(ids(&snoozed), [second.clone(), first.clone()]);
        assert_eq!(snoozed["requests"][1]["snoozed_until"], "2096-10-02T07:06:40.000Z");
        let back =
            served.answers(Call::post(&format!("/v1/requests/{first}/snooze"), &json!({ "until": null })));
        assert_eq!((back.status, ids(&list())), (204, vec![first.clone(), second.clone()]));
        let draft = json!({ "revision": 0, "draft": { "answers": [], "typed": [{ "question": 0, "place": "custom", "text": "x" }] } });
        let put = Call::new("PUT", &format!("/v1/requests/{second}/drafts/0")).json(draft.to_string());
        served.answers(put).ok();
        assert_eq!(list()["requests"][1]["draft"], true);
        let state = served.answers(Call::get("/v1/state")).ok();
        assert_eq!(
            (&state["marks"][&second], &state["open"], &state["right"]),
            (&json!("draft"), &json!(2), &json!("answer"))
        );
        assert_eq!(
            served.asks(Call::get("/v1/state")).ok(),
            json!({ "right": "ask", "inbox_in_use": false })
        );
    }
}

#[test]
fn a_time_limit_that_passes_makes_a_list_untrue() {
    let served = Served::start();
    let id = opened(&served.driver, new("short", Some(500)));
    let due = served.driver.now().plus(500);
    let list = || ids(&served.answers(Call::get("/v1/requests")).ok());
    asq_testkit::eventually::eventually("the end of the time limit", || {
        list();
        due.left(served.driver.now()) == 0
    });
    // Not only once the list is a second old.
    assert_eq!(list(), [""; 0]);
    let shown = served.answers(Call::get(&format!("/v1/requests/{id}"))).ok();
    assert_eq!(shown["state"], "expired");
}

#[test]
fn an_asker_waits_while_it_polls_and_for_a_while_after() {
    for kind in [Kind::File, Kind::Database] {
        let setup = Setup {
            limits: Setup::limits(|it| it.asker_lingers = std::time::Duration::from_millis(300)).limits,
            ..Setup::of(kind)
        };
        let served = Served::with(setup);
        let id = served.ask("Which?");
        let waits = || served.answers(Call::get("/v1/requests")).ok()["requests"][0]["asker_waits"].clone();
        assert_eq!(waits(), false);
        let mut line = served.line();
        let poll = Call::get(&format!("/v1/requests/{id}/ending?wait=600")).token(&served.asker);
        line.send(&poll.bytes(&served.at.host()));
        asq_testkit::eventually::eventually("an asker that waits", || waits() == true);
        drop(line);
        asq_testkit::eventually::eventually("an asker that is gone", || waits() == false);
    }
}

#[test]
fn an_asker_that_polls_again_soon_counts_as_waiting_in_between() {
    let served = Served::with(Setup::limits(|it| it.asker_lingers = std::time::Duration::from_hours(1)));
    let id = served.ask("Which?");
    let poll = served.asks(Call::get(&format!("/v1/requests/{id}/ending?wait=1")));
    assert_eq!((poll.status, &poll.json()["outcome"]), (202, &json!("pending")));
    // Time enough to let go of it, if that were due.
    for _ in 0..20 {
        assert_eq!(served.answers(Call::get("/v1/health")).status, 200);
    }
    assert!(served.store.asker_waits(id.parse().unwrap()));
}

#[test]
fn ids_are_found_by_their_beginning() {
    let served = Served::start();
    let id = served.ask("Which?");
    let find = |query: &str| served.answers(Call::get(&format!("/v1/requests?{query}")));
    assert_eq!(find(&format!("prefix={}", &id[..6])).ok(), json!({ "ids": [id] }));
    assert_eq!(find(&format!("prefix={}&limit=0", id.to_uppercase())).ok(), json!({ "ids": [] }));
    for query in ["prefix=", "prefix=u", "prefix=a&limit=x", "prefix=a&prefix=b", "limit=1001"] {
        assert_eq!(find(query).problem(), (400, "bad_request".into()), "{query}");
    }
}
