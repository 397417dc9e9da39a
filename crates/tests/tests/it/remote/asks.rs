//! Asking over a server: the same replies as with the store at hand, however it is answered, and whatever gets lost.

use super::setting::{Served, Side, answer, asks, client, conversation, plain};
use asq_asking::{OpenRequest, Posted, WrittenEnding};
use asq_backend::{Backend, Failure};
use asq_core::life::{Closing, IdempotencyKey, Refusal, Right};
use asq_core::model::Draft;
use asq_wire::Ended;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::channel;

/// What an asker gets, and prints.
fn printed(ending: WrittenEnding) -> (Ended, asq_wire::ToolReply, String) {
    (ending.ended, ending.reply, ending.values)
}

fn ending(backend: &Arc<dyn Backend>, call_id: &str) -> WrittenEnding {
    let (call, side) = (plain(call_id), Side::default());
    match conversation(&call, &side).post(backend).unwrap() {
        Posted::Ended(ending) => *ending,
        Posted::Open(id, _) => {
            OpenRequest::of(backend, id).unwrap().ending(&conversation(&call, &side)).unwrap()
        }
    }
}

#[test]
fn an_asker_elsewhere_gets_byte_for_byte_what_one_here_gets() {
    let served = Served::start();
    let here = served.local();
    let (agent, person) = (served.remote(&[&served.asker]), served.remote(&[&served.answerer]));
    let there = asks(&agent, "c1");
    assert_eq!(asks(&agent, "c1"), there, "the same ask attaches");
    let local = asks(&here, "c1");
    assert_ne!(local, there, "what was asked with a token belongs to it");
    let pending = |ending: WrittenEnding| (ending.ended, ending.reply.is_error);
    assert_eq!(pending(ending(&agent, "c1")), pending(ending(&here, "c1")));
    for id in [there, local] {
        let answer = answer(&*person, id, 1);
        assert_eq!(person.close(id, answer, None), Ok(true));
    }
    let got = ending(&agent, "c1");
    let delivery = got.delivery.as_ref().is_some();
    assert_eq!(printed(got), printed(ending(&here, "c1")));
    assert!(delivery);
    ending(&agent, "c1").delivery.unwrap().record().unwrap();
    let stored = here.get(there).unwrap();
    assert!(stored.life.delivered().is_some());
    let by = stored.life.closed().unwrap().1.via.token.as_ref().unwrap().label.clone();
    assert_eq!(
        (by.raw(), stored.asked().unwrap().origin.via.token.as_ref().unwrap().label.raw()),
        ("answer", "ask")
    );
    assert_eq!(agent.delivered(there), Ok(false));
}

#[test]
fn two_calls_of_a_session_that_ask_the_same_at_once_are_two_questions() {
    let served = Served::start();
    for backend in [served.local(), served.remote(&[&served.asker])] {
        let (call, side) = (plain("c1"), Side::default());
        let Posted::Open(id, hold) = conversation(&call, &side).post(&backend).unwrap() else { panic!() };
        // Its asker is about to wait, and hasn't begun yet.
        assert_ne!(asks(&backend, "c2"), id);
        drop(hold);
    }
}

#[test]
fn a_wait_elsewhere_shows_here_and_ends_with_an_answer_from_here() {
    let served = Served::start();
    let (here, agent) = (served.local(), served.over_socket(&[&served.asker]));
    let id = asks(&agent, "c1");
    assert!(!here.asker_waits(id));
    let (send, ended) = channel();
    let _wait = agent.when_closed(id, Box::new(move |closed| send.send(closed).unwrap()));
    asq_testkit::eventually::eventually("a waiting asker", || here.asker_waits(id));
    here.close(id, answer(&*here, id, 0), None).unwrap();
    let closed = ended.recv().unwrap().unwrap();
    let stored = here.get(id).unwrap();
    assert_eq!(
        Some((&*closed.outcome, &closed.by)),
        stored.life.closed().map(|(outcome, by, _)| (outcome, by))
    );
}

#[test]
fn lists_searches_and_one_request_are_as_here() {
    let served = Served::start();
    let (here, person) = (served.local(), served.remote(&[&served.answerer]));
    let agent = served.remote(&[&served.asker]);
    let ids = ["c1", "c2", "c3"].map(|call| asks(&agent, call));
    person.snooze(ids[1], 4_000_000_000_000).unwrap();
    person
        .close(ids[2], Closing::Decline { reason: Some("no".into()), draft: Draft::default() }, None)
        .unwrap();
    assert_eq!(person.list_at(0).unwrap().1.len(), 2);
    assert_eq!(person.list_at(1).unwrap().1, person.list_at(0).unwrap().1[..1]);
    let rows = |backend: &dyn Backend| {
        asq_asking::listed(backend)
            .unwrap()
            .iter()
            .map(asq_wire::public::ListedRequest::to_json)
            .collect::<Vec<_>>()
    };
    assert_eq!(rows(&*person), rows(&*here));
    let found = |backend: &dyn Backend| {
        let found = asq_asking::found(backend, &asq_core::history::Query::default()).unwrap();
        found.iter().map(asq_wire::public::FoundRequest::to_json).collect::<Vec<_>>()
    };
    assert_eq!(found(&*person), found(&*here));
    for id in ids {
        let shown =
            |backend: &dyn Backend| asq_asking::shown(backend, &backend.get(id).unwrap()).unwrap().to_json();
        assert_eq!(shown(&*person), shown(&*here));
        assert_eq!(person.short_id(id), here.short_id(id));
    }
    assert_eq!((person.count(), person.waiting()), (Ok(2), Ok(1)));
    assert_eq!(person.snoozed().unwrap(), here.snoozed().unwrap());
    let text = ids[0].to_string();
    assert_eq!(person.find(&text[..5], 9).unwrap(), here.find(&text[..5], 9).unwrap());
    assert_eq!(person.health(), Ok(()));
    let refused = Failure::Refused(Box::new(Refusal::Right { needed: Right::Answer, came: Right::Ask }));
    assert_eq!(agent.list(0), Err(refused));
}

#[test]
fn a_reply_that_is_lost_costs_neither_a_second_ask_nor_a_second_answer() {
    let served = Served::start();
    let (way, url) = (served.proxy(), served.public());
    let here = served.local();
    let agent: Arc<dyn Backend> = Arc::new(client(&url, &[&served.asker]));
    let person = client(&url, &[&served.answerer]);
    way.loses.store(true, Ordering::SeqCst);
    let (call, side) = (plain("c1"), Side::default());
    let lost = agent.ask(conversation(&call, &side).new_request(None));
    assert!(lost.unwrap_err().is_unclear(), "it may be asked");
    assert_eq!(here.count(), Ok(1), "and it was, once");
    way.loses.store(false, Ordering::SeqCst);
    let id = asks(&agent, "c1");
    assert_eq!(here.count(), Ok(1));
    let (answer, key) = (answer(&person, id, 0), IdempotencyKey("k".into()));
    way.loses.store(true, Ordering::SeqCst);
    assert!(person.close(id, answer.clone(), Some(key.clone())).unwrap_err().is_unclear());
    way.loses.store(false, Ordering::SeqCst);
    assert_eq!(person.close(id, answer, Some(key)), Ok(false), "the first one counts");
    assert!(way.lost.load(Ordering::SeqCst) >= 4);
    let records = here.get(id).unwrap().life.sequence();
    assert_eq!(records, 2);
}

#[test]
fn whoever_comes_second_learns_the_winner() {
    let served = Served::start();
    let (here, person) = (served.local(), served.remote(&[&served.answerer]));
    let agent = served.over_socket(&[&served.asker]);
    let id = asks(&agent, "c1");
    here.close(id, answer(&*here, id, 0), None).unwrap();
    let Err(Failure::Refused(refusal)) = person.close(id, answer(&*person, id, 1), None) else { panic!() };
    let Refusal::Closed { by, outcome, .. } = *refusal else { panic!("{refusal:?}") };
    assert_eq!((by.name.raw(), outcome.name()), ("ada", "answered"));
    assert_eq!(agent.close(id, Closing::Withdraw, None).map_err(|it| it.is_beaten()), Err(true));
    let other = asks(&agent, "c2");
    assert_eq!(agent.close(other, Closing::Withdraw, None), Ok(true));
    assert_eq!(here.get(other).unwrap().life.closed().unwrap().0.name(), "withdrawn");
}
