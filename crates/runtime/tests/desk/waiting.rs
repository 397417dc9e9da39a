//! Waiting: told once, for what was waited for, and never in vain.

use super::setting::{asker, called, limited, open, person, pick, put, request, two};
use asq_core::life::RequestId;
use asq_core::model::{Draft, Outcome};
use asq_runtime::desk::Failure;
use std::sync::mpsc::channel;
use std::time::Duration;

const LONG: Duration = Duration::from_secs(10);

#[test]
fn an_ending_wakes_those_who_wait_for_it_and_nobody_else() {
    let (here, there, _) = two();
    let (first, digest) = open(&here, called("c1", request("Which?")));
    let (second, _) = open(&here, called("c2", request("Which?")));
    let mut waits = here.wait(&[second, first, second], true);
    assert!(there.store().asker_waits(first) && there.store().asker_waits(second));
    there.answer(first, pick(1), &digest, None, &person("ann")).unwrap();
    let (id, ending) = waits.next(Some(LONG)).unwrap();
    assert_eq!((id, *ending.unwrap().outcome), (first, Outcome::Answered(pick(1))));
    assert!(!there.store().asker_waits(first) && there.store().asker_waits(second));
    assert_eq!(waits.open().collect::<Vec<_>>(), [second]);
    assert_eq!(waits.next(Some(Duration::ZERO)).map(|(id, _)| id), None);
    there.withdraw(second, None, &asker()).unwrap();
    let (id, ending) = waits.next(Some(LONG)).unwrap();
    assert_eq!(id, second);
    assert!(matches!(*ending.unwrap().outcome, Outcome::Withdrawn(_)));
    assert!(waits.next(None).is_none());
}

#[test]
fn what_is_over_already_and_what_never_was_are_told_at_once() {
    let (here, there, _) = two();
    let (id, _) = open(&here, put(request("Which?")));
    there.cancel(id, Draft::default(), None, &person("ann")).unwrap();
    let over = here.wait_for(id, false, Some(LONG)).unwrap().unwrap();
    assert_eq!((over.id, over.by), (id, person("ann")));
    assert!(matches!(here.wait_for(RequestId(5), false, Some(LONG)), Err(Failure::NoSuch(RequestId(5)))));
}

#[test]
fn a_time_limit_ends_a_wait() {
    let (here, _, clock) = two();
    let (id, _) = open(&here, put(limited("Which?", 60_000)));
    let (tell, told) = channel();
    let waiting = here.when_over(id, true, move |ending| tell.send(ending).unwrap());
    clock.set(59_999);
    here.nudge();
    assert!(here.wait_for(id, false, Some(Duration::ZERO)).unwrap().is_none());
    clock.set(60_000);
    here.nudge();
    let over = told.recv_timeout(LONG).unwrap().unwrap();
    assert!(matches!(*over.outcome, Outcome::Expired(_)));
    drop(waiting);
}

#[test]
fn a_wait_that_is_given_up_is_not_told_and_the_request_stays() {
    let (here, there, _) = two();
    let (id, digest) = open(&here, put(request("Which?")));
    let (tell, told) = channel();
    let waiting = here.when_over(id, true, move |ending| tell.send(ending).unwrap());
    assert!(there.store().asker_waits(id));
    drop(waiting);
    assert!(!there.store().asker_waits(id));
    there.answer(id, pick(0), &digest, None, &person("ann")).unwrap();
    // Whoever would have told is gone.
    assert!(told.recv_timeout(LONG).is_err());
}

#[test]
fn a_thousand_waits_end_each_in_its_own_ending() {
    let (here, there, _) = two();
    let opened: Vec<(RequestId, String)> =
        (0..1000).map(|n| open(&here, called(&n.to_string(), request("Which?")))).collect();
    let ids: Vec<RequestId> = opened.iter().map(|(id, _)| *id).collect();
    let mut waits = here.wait(&ids, true);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for (n, (id, digest)) in opened.iter().enumerate() {
                there.answer(*id, pick(n % 2), digest, None, &person("ann")).unwrap();
            }
        });
        let mut ended = Vec::new();
        while let Some((id, ending)) = waits.next(Some(LONG)) {
            let n = ids.iter().position(|i| *i == id).unwrap();
            assert_eq!(*ending.unwrap().outcome, Outcome::Answered(pick(n % 2)));
            ended.push(id);
        }
        ended.sort_unstable();
        assert_eq!(ended, ids);
    });
}
