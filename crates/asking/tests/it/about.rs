//! What an agent was doing when it asked: kept with its question, and no part of it.

use crate::conversation::{PLAIN, Side, backend, call, conversation, open};
use asq_asking::Posted;
use asq_backend::Failure;
use asq_core::life::About;

fn doing(task: &str) -> Side {
    Side { about: About { task: Some(task.into()), ..About::default() }, ..Side::default() }
}

#[test]
fn the_first_ask_says_what_the_agent_was_doing() {
    let (_, backend) = backend();
    let call = call(PLAIN, None);
    let (first, second) = (doing("\u{1b}[31mdeploy"), doing("something else"));
    let id = open(conversation(&call, &first).post(&backend).unwrap());
    // The same question with another task is the same question.
    assert_eq!(open(conversation(&call, &second).post(&backend).unwrap()), id);
    let stored = backend.get(id).unwrap();
    let asked = stored.asked().unwrap();
    assert_eq!((asked.about.as_deref(), asked.returns), (Some(&first.about), true));
    assert_eq!(asked.digest, asq_wire::digest(&asked.request).unwrap());
}

#[test]
fn too_much_is_refused_by_the_name_of_its_field_and_nothing_is_stored() {
    let (_, backend) = backend();
    let call = call(PLAIN, None);
    let side = doing(&"x".repeat(About::TASK + 1));
    let posted: Result<Posted, Failure> = conversation(&call, &side).post(&backend);
    let told = posted.err();
    assert_eq!(told, Some(Failure::failed("task holds at most 2000 bytes, but holds 2001 bytes")));
    assert_eq!(backend.count().unwrap(), 0);
}
