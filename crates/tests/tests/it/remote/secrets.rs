//! Secrets over a server: told to their asker and to the holder of the ticket, and to nobody else.

use super::setting::{SECRET, Served, Side, call, conversation, plain, with_tickets};
use asq_asking::{Call, Posted};
use asq_backend::Backend;
use asq_core::life::{Closing, RequestId};
use asq_core::model::{Answer, Answers, Entry};
use asq_wire::Ended;
use std::sync::Arc;

/// A client of the asking token with these tickets.
fn agent(served: &Served, own: &'static str, given: Option<&'static str>) -> (Arc<dyn Backend>, Side) {
    let url = format!("http://{}", served.at);
    let backend = with_tickets(&url, &[&served.asker], Some(own), given);
    (Arc::new(backend), Side { own: Some(own), given })
}

fn posts((backend, side): &(Arc<dyn Backend>, Side), call: &Call) -> Posted {
    conversation(call, side).post(backend).unwrap()
}

fn secret() -> Call {
    call(SECRET, "c1")
}

fn answers(served: &Served, id: RequestId) {
    let here = served.local();
    let seen = here.get(id).unwrap().asked().unwrap().digest.clone();
    let answer = Some(Answer::Text("hunter2".into()));
    let answers = Answers { entries: vec![Entry { answer, ..Entry::default() }] };
    here.close(id, Closing::Answer { answers, seen }, None).unwrap();
}

#[test]
fn a_secret_is_told_to_its_asker_and_to_the_holder_of_its_ticket_alone() {
    let served = Served::start();
    let asker = agent(&served, "own1", None);
    let Posted::Open(id, _) = posts(&asker, &secret()) else { panic!() };
    answers(&served, id);
    let person = served.remote(&[&served.answerer]);
    let seen = person.get(id).unwrap();
    assert_eq!(seen.life.closed().unwrap().0.name(), "answered");
    assert!(!format!("{seen:?}").contains("hunter2"));
    let Posted::Ended(told) = posts(&agent(&served, "own2", Some("own1")), &secret()) else { panic!() };
    assert_eq!(told.ended, Ended::Answered);
    assert!(told.reply.content.contains("hunter2"));
    let Posted::Ended(told) = posts(&asker, &secret()) else { panic!() };
    assert!(told.reply.content.contains("hunter2"));
    told.delivery.unwrap().record().unwrap();
    let Posted::Ended(again) = posts(&asker, &secret()) else { panic!() };
    assert_eq!((again.ended, again.reply.content.contains("hunter2")), (Ended::Conflict, false));
}

#[test]
fn another_question_under_the_same_call_id_is_a_conflict() {
    let served = Served::start();
    let asker = agent(&served, "own1", None);
    let Posted::Open(id, _) = posts(&asker, &plain("c1")) else { panic!() };
    let Posted::Ended(ending) = posts(&asker, &secret()) else { panic!() };
    assert_eq!((ending.ended, ending.id), (Ended::Conflict, Some(id)));
    assert!(ending.reply.content.contains("another question with this call id"), "{}", ending.reply.content);
}
